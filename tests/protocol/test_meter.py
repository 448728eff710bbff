"""The token bucket: a burst at once, a rate in the long run, whatever the clock does."""

from hypothesis import given
from hypothesis import strategies as st

from protocol.meter import Meter


def test_a_burst_and_then_the_rate():
    meter = Meter(3, 2, 0)
    assert [meter.take(0) for _ in range(4)] == [True, True, True, False]
    assert [meter.take(now) for now in (499, 500, 501, 999, 1000)] == [False, True, False, False, True]
    assert not meter.take(0), "a clock that goes back gives nothing"
    assert [meter.take(10**9) for _ in range(4)] == [True, True, True, False], "nothing is saved up"


@given(st.lists(st.integers(0, 100), max_size=200), st.integers(1, 9), st.integers(1, 9))
def test_no_schedule_gets_more_than_burst_and_rate(steps, burst, rate):
    now, taken, meter = 5, 0, Meter(burst, rate, 5)
    for step in steps:
        now += step
        taken += meter.take(now)
        assert taken <= burst + (now - 5) * rate / 1000
