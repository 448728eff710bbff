"""Rules and lessons: in both languages the same, every figure there, every chapter a click away."""

import re

import pytest

from client.i18n import LANGUAGES
from client.ui.screens.figures import figure
from client.ui.screens.prose import Kind, Prose, headings, parse
from client.ui.screens.rules import KEYS, PAGES, TEXTS, RulesScreen, text_of

WRITTEN = [name for name in PAGES if name != KEYS]


# --- the texts ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", WRITTEN)
def test_all_languages_say_the_same(name):
    shapes = {
        tongue: [
            (block.kind, len(block.rows), block.text if block.kind is Kind.FIGURE else "")
            for block in parse(text_of(name, tongue))
        ]
        for tongue in LANGUAGES
    }
    assert shapes["de"] == shapes["en"]
    numbers = {tongue: re.findall(r"\b[KT]\d+(?:\.\d+)?\b", text_of(name, tongue)) for tongue in LANGUAGES}
    assert numbers["de"] == numbers["en"]


@pytest.mark.parametrize("tongue", LANGUAGES)
@pytest.mark.parametrize("name", WRITTEN)
def test_every_language_has_every_text(name, tongue):
    assert (TEXTS / tongue / f"{name}.md").exists()
    assert parse(text_of(name, tongue))[0].kind is Kind.TITLE


def test_a_language_without_a_text_has_the_english_one():
    assert text_of("krieg", "xx") == text_of("krieg", "en")


@pytest.mark.parametrize(("name", "source"), [("krieg", "krieg-und-frieden"), ("towerwars", "towerwarspp")])
def test_no_rule_of_play_is_left_out(name, source):
    exact = (TEXTS.parents[1] / "docs" / "rules" / f"{source}.md").read_text("utf-8")
    numbers = set(re.findall(r"^- ([KT]\d+\.\d+)\b", exact, re.MULTILINE))
    numbers -= {number for number in numbers if re.match(r"K1[01]\.|T[789]\.", number)}
    told = set(re.findall(r"\b[KT]\d+(?:\.\d+)?\b", text_of(name, "en")))
    # The targets of stones (T4.3 to T4.12) are one table here.
    assert {number for number in numbers - told if not re.fullmatch(r"T4\.\d+", number)} == set()


def test_every_figure_is_drawn(kit, ui):
    names = {
        block.text for name in WRITTEN for block in parse(text_of(name, "en")) if block.kind is Kind.FIGURE
    }
    assert len(names) == 10
    for name in names:
        kit.stage.show(lambda size, name=name: figure(name))
        kit.canvas.calls = []
        kit.paint()
        assert kit.canvas.calls, name


# --- the small Markdown ------------------------------------------------------------------------------------------
def test_blocks():
    text = "# T\n\nOne line\nand one more.\n## H\n- a\n- b\n\n> like this\n\n| A | B |\n|---|:-:|\n| 1 | 2 |\n!figure f\n### S\nend"
    assert [(block.kind.value, block.text or block.rows) for block in parse(text)] == [
        ("title", "T"),
        ("paragraph", "One line and one more."),
        ("heading", "H"),
        ("item", "a"),
        ("item", "b"),
        ("example", "like this"),
        ("table", (("A", "B"), ("1", "2"))),
        ("figure", "f"),
        ("subheading", "S"),
        ("paragraph", "end"),
    ]
    assert headings(parse(text)) == ["H"]


def test_nothing_makes_no_blocks():
    assert parse("") == parse("\n\n") == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("one **two** three", ["one", "two", "three"]),
        ("**K1** and **more**.", ["K1", "and", "more", "."]),
        ("a **b c**, d", ["a", "b", "c", ",", "d"]),
    ],
)
def test_strong_words_keep_what_follows_them(ui, text, words):
    canvas = ui.NoteCanvas()
    (line,) = Prose(text).lines(canvas, 1000)
    assert [piece for _, piece, _ in line] == words
    gaps = [x for x, _, _ in line]
    assert gaps == sorted(gaps)


def test_a_comma_is_never_alone_on_a_line(ui):
    canvas = ui.NoteCanvas()
    prose = Prose("aaa **bbb**, ccc **ddd**.")
    for width in range(20, 300):
        assert all(line[0][1] not in (",", ".") for line in prose.lines(canvas, width))


# --- the screen --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", WRITTEN)
def test_every_chapter_is_a_click_away(kit, name):
    kit.show(RulesScreen(kit.shell, name))
    pages = kit.find(f"text {name}")
    for number in range(len(headings(parse(text_of(name, "en"))))):
        kit.find(f"chapter {number}").press()
        kit.paint()
        pages = kit.find(f"text {name}")
        assert pages.current == number or pages.bar.at_end


def test_scrolling_stays_where_it_is_when_the_screen_is_built_anew(kit):
    kit.show(RulesScreen(kit.shell, "krieg"))
    kit.find("chapter 3").press()
    kit.paint()
    kit.key("pagedown")
    before = kit.find("text krieg").bar.offset
    kit.shell.refresh()
    kit.paint()
    assert kit.find("text krieg").bar.offset == before
    kit.find("chapter 3").press()
    kit.paint()
    assert kit.find("text krieg").bar.offset != before


def test_keys_scroll_at_once(kit):
    kit.show(RulesScreen(kit.shell))
    kit.key("pagedown")
    assert kit.find("text krieg-first").bar.offset > 0


def test_pages_are_turned(kit):
    kit.show(RulesScreen(kit.shell))
    for name in PAGES:
        kit.find(f"page {name}").press()
        kit.paint()
        assert kit.has(f"text {name}")


def test_all_keys_of_a_match_are_listed(kit):
    kit.show(RulesScreen(kit.shell, KEYS))
    assert {"F11", "End the turn", "Hint", "Play, stop", "Replays: watch the match, export it"} <= set(
        kit.paint()
    ) | {getattr(widget, "text", "") for widget in _all(kit)}


def _all(kit):
    from client.ui.toolkit.tree import walk

    return walk(kit.stage.top)
