"""The screens: functions from what is the case to a tree of widgets."""
