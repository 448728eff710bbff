"""The interface in the person's language, exchangeable while it runs (gettext).

A message is its English text; ``client/translations`` holds the others. Fields are filled in after
translation, by name, so that a language can order them as it needs.
"""

import gettext
from pathlib import Path

__all__ = [
    "LANGUAGES",
    "SOURCE_LANGUAGE",
    "decimal",
    "language",
    "mark",
    "ntr",
    "number",
    "percent",
    "portion",
    "tr",
    "use",
    "use_catalogue",
]

LANGUAGES: dict[str, str] = {"en": "English", "de": "Deutsch"}
"""What there is to choose from, each in its own words."""

SOURCE_LANGUAGE = "en"
"""What messages are written in."""

_CATALOGUES = Path(__file__).parent / "translations"

_MARKS = {"en": (",", "."), "de": (".", ",")}
"""Between thousands, and before decimals."""


class _Chosen:
    """What ``use`` chose last: one person looks at one language."""

    language = SOURCE_LANGUAGE
    catalogue: gettext.NullTranslations = gettext.NullTranslations()


def use(language: str) -> None:
    """Answer in ``language``, one of ``LANGUAGES``, from now on. Raises ``KeyError`` for any other."""
    if language not in LANGUAGES:
        raise KeyError(language)
    use_catalogue(
        language,
        gettext.NullTranslations()
        if language == SOURCE_LANGUAGE
        else gettext.translation("wabe", _CATALOGUES, [language]),
    )


def use_catalogue(language: str, catalogue: gettext.NullTranslations) -> None:
    """Answer with the texts of ``catalogue`` from now on, figures as in ``language``: to see how other texts fit."""
    _Chosen.language, _Chosen.catalogue = language, catalogue


def language() -> str:
    """Return the language in use."""
    return _Chosen.language


def mark(message: str) -> str:
    """Return ``message`` as it is: marks a constant for the catalogue that ``tr`` looks up later."""
    return message


def tr(message: str, /, **fields: object) -> str:
    """Return ``message`` in the language in use, ``{name}`` replaced by the field of that name."""
    found = _Chosen.catalogue.gettext(message)
    return found.format(**fields) if fields else found


def ntr(one: str, many: str, count: int, /, **fields: object) -> str:
    """Return ``one`` or ``many``, as the language wants it for ``count``; ``{count}`` is filled in, too."""
    return _Chosen.catalogue.ngettext(one, many, count).format(count=number(count), **fields)


def number(value: int) -> str:
    """Return a whole number as the language groups it: ``1,296`` or ``1.296``, a true minus sign before it."""
    return f"{value:,}".replace(",", _MARKS[_Chosen.language][0]).replace("-", "−")


def decimal(hundredths: int, places: int = 1) -> str:
    """Return a hundredth-valued number rounded half up to ``places`` (0, 1 or 2): 124 -> ``1.2`` or ``1,2``."""
    step = 10 ** (2 - places)
    rounded = (abs(hundredths) + step // 2) // step
    whole, part = divmod(rounded, 10**places)
    sign = "−" if hundredths < 0 and rounded else ""
    return f"{sign}{whole}" + (f"{_MARKS[_Chosen.language][1]}{part:0{places}}" if places else "")


def portion(part: int, whole: int, steps: int = 100) -> int:
    """Return which share of ``whole`` is ``part``, in ``steps`` steps: 100 for per cents, 10,000 for their hundredths.

    Rounded half up from whole numbers, so that it is the same everywhere; what is not certain is never rounded to 0
    or to ``steps``.

    Args:
        part: So many, 0..``whole``.
        whole: Of so many, at least 1.
        steps: At least 2.
    """
    rounded = (part * steps + whole // 2) // whole
    return min(max(rounded, 1), steps - 1) if 0 < part < whole else rounded


def percent(part: int, whole: int) -> str:
    """Return ``45%`` or ``45 %``, rounded as by ``portion``."""
    rounded = portion(part, whole)
    return f"{rounded} %" if _Chosen.language == "de" else f"{rounded}%"
