"""``python packaging/translations.py [check]``: bring the catalogues in ``client/translations`` up to date.

Collects every message of ``client`` (``tr``, ``ntr``, ``mark``), merges it into each language's ``wabe.po``, and
compiles ``wabe.mo``. With ``check`` nothing is written: what is missing, fuzzy, unused or not compiled is printed,
and the exit status is 1 if there is any of it.
"""

import re
import string
import sys
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parents[1]
CLIENT = ROOT / "client"
CATALOGUES = CLIENT / "translations"
KEYWORDS = {"tr": None, "mark": None, "ntr": (1, 2)}


class Undated(Catalog):
    """A catalogue whose header does not say when and with what it was made."""

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        """What gettext needs to know."""
        return [("Content-Type", f"text/plain; charset={self.charset}"), ("Plural-Forms", self.plural_forms)]


def collected() -> Catalog:
    """Return the template: all messages with the files in which they stand."""
    template = Catalog(project="wabe", charset="utf-8", fuzzy=False)
    found = extract_from_dir(str(CLIENT), [("**.py", "python")], keywords=KEYWORDS, comment_tags=("i18n:",))
    for filename, _, message, comments, context in sorted(found, key=lambda item: (item[0], item[1])):
        template.add(message, None, [(filename, 0)], auto_comments=comments, context=context)
    return template


def merged(template: Catalog, path: Path, language: str) -> Catalog:
    """Return the catalogue in ``path`` with the messages of ``template``; unused ones go."""
    if path.exists():
        with path.open("rb") as file:
            catalogue = read_po(file, locale=language)
    else:
        catalogue = Catalog(locale=language, project="wabe", charset="utf-8", fuzzy=False)
    catalogue.update(template, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    return catalogue


def fields(text: str) -> set[str]:
    """Return the names of the fields in a message; nothing where it is no format."""
    try:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name}
    except ValueError:
        return set()


def faults(catalogue: Catalog) -> list[str]:
    """Return what is wrong with a catalogue: missing, fuzzy, other fields than the message has."""
    found = []
    for message in catalogue:
        if not message.id:
            continue
        sources, texts = _texts(message.id), _texts(message.string)
        if not all(texts) or not texts:
            found.append(f"not translated: {sources[0]!r}")
        elif message.fuzzy:
            found.append(f"fuzzy: {sources[0]!r}")
        elif any(fields(text) - set.union(*map(fields, sources)) for text in texts) or (
            len(sources) == 1 and fields(sources[0]) != fields(texts[0])
        ):
            found.append(f"other fields: {sources[0]!r} -> {texts[0]!r}")
    return found


def _texts(value: object) -> tuple[str, ...]:
    return tuple(value) if isinstance(value, (list, tuple)) else (str(value or ""),)


def encoded(catalogue: Catalog) -> tuple[bytes, bytes]:
    """Return the bytes of ``wabe.po`` and ``wabe.mo``; the same for the same messages, whatever the day."""
    text, machine = BytesIO(), BytesIO()
    write_po(text, catalogue, width=110, omit_header=False, sort_output=False, include_lineno=False)
    stable = re.sub(
        rb'^"(?:POT-Creation-Date|PO-Revision-Date|Last-Translator|Generated-By|Language-Team): .*\n',
        b"",
        text.getvalue(),
        flags=re.M,
    )
    compiled = Undated(locale=catalogue.locale, charset="utf-8", fuzzy=False)
    for message in messages(catalogue):
        compiled.add(message.id, message.string)
    write_mo(machine, compiled)
    return stable, machine.getvalue()


def messages(catalogue: Catalog) -> list[Message]:
    """Return the messages of a catalogue, without its header."""
    return [message for message in catalogue if message.id]


def main(arguments: list[str]) -> int:
    """Update or check all catalogues; return the exit status."""
    template, status = collected(), 0
    for path in sorted(CATALOGUES.glob("*/LC_MESSAGES/wabe.po")):
        language = path.parts[-3]
        catalogue = merged(template, path, language)
        text, machine = encoded(catalogue)
        found = faults(catalogue)
        if arguments == ["check"]:
            if path.read_bytes() != text:
                found.append("wabe.po is not up to date")
            elif path.with_suffix(".mo").read_bytes() != machine:
                found.append("wabe.mo is not compiled from wabe.po")
            status |= bool(found)
        else:
            path.write_bytes(text)
            path.with_suffix(".mo").write_bytes(machine)
        print(f"{language}: {len(messages(catalogue))} messages, {len(found)} faults")
        for fault in found:
            print(f"  {fault}")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
