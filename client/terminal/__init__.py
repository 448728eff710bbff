"""A person at a text terminal: boards drawn with characters, typed actions, piped input as well."""
