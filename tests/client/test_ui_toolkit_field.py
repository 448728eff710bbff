"""Editing against a simple model, and the field around it."""

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from client.ui.toolkit.buttons import Button
from client.ui.toolkit.editing import Editing
from client.ui.toolkit.field import Field
from client.ui.toolkit.layout import Column


class Model(RuleBasedStateMachine):
    """A line as a list of characters with two marks: what an editor must do, written as plainly as possible."""

    LIMIT = 20

    def __init__(self):
        super().__init__()
        self.editing = Editing(limit=self.LIMIT)
        self.left, self.chosen, self.right, self.caret_first = "", "", "", False
        self.past = []

    def whole(self):
        return self.left + self.chosen + self.right

    def put(self, left, right):
        self.past.append(self.whole())
        self.left, self.chosen, self.right, self.caret_first = left, "", right, False

    @rule(text=st.text("ab _.ä", min_size=1, max_size=5))
    def insert(self, text):
        room = self.LIMIT - len(self.left) - len(self.right)
        assert self.editing.insert(text) == bool(text[:room])
        if text[:room]:
            self.put(self.left + text[:room], self.right)

    @rule(forward=st.booleans())
    def erase(self, forward):
        left, right = self.left, self.right
        if not self.chosen:
            left, right = (left, right[1:]) if forward else (left[:-1], right)
        changed = left + right != self.whole()
        assert self.editing.erase(forward) == changed
        if changed:
            self.put(left, right)

    @rule(forward=st.booleans())
    def step(self, forward):
        self.editing.step(forward)
        if not self.chosen:
            both, at = self.whole(), len(self.left) + (1 if forward else -1)
            at = min(max(0, at), len(both))
        else:
            both, at = self.whole(), len(self.left) + (len(self.chosen) if forward else 0)
        self.left, self.chosen, self.right, self.caret_first = both[:at], "", both[at:], False

    @rule(to=st.integers(0, 22), anchor=st.integers(0, 22))
    def select(self, anchor, to):
        self.editing.move(anchor)
        self.editing.move(to, select=True)
        both = self.whole()
        a, b = sorted(min(x, len(both)) for x in (anchor, to))
        self.left, self.chosen, self.right = both[:a], both[a:b], both[b:]
        self.caret_first = bool(self.chosen) and to < anchor

    @rule()
    def undo(self):
        assert self.editing.undo() == bool(self.past)
        if self.past:
            before = self.editing.text
            assert before == self.past.pop()
            a, b = self.editing.span
            self.left, self.chosen, self.right = before[:a], before[a:b], before[b:]
            self.caret_first = self.editing.caret < self.editing.anchor

    @invariant()
    def same(self):
        assert self.editing.text == self.whole()
        assert self.editing.span == (len(self.left), len(self.left + self.chosen))
        assert self.editing.selected == self.chosen
        assert self.editing.caret == self.editing.span[0 if self.caret_first else 1]
        assert len(self.editing.text) <= self.LIMIT


TestEditing = Model.TestCase
TestEditing.settings = settings(max_examples=60, stateful_step_count=25, deadline=None)


@given(text=st.text("ab .-ä ", max_size=20), at=st.integers(0, 20))
def test_word_moves_end_at_borders_of_words_and_arrive(text, at):
    editing = Editing(text)
    editing.move(at)
    for _ in range(len(text) + 1):
        before = editing.caret
        editing.step(True, word=True)
        assert editing.caret > before or editing.caret == len(text)
        rest = text[editing.caret :]
        assert not rest or not rest[0].isalpha()
    assert editing.caret == len(text)
    for _ in range(len(text) + 1):
        editing.step(False, word=True)
        assert editing.caret == 0 or not text[editing.caret - 1].isalpha()
    assert editing.caret == 0


def test_undo_takes_back_what_was_typed_in_one_go_and_redo_brings_it_again():
    editing = Editing("old ")
    for letter in "word":
        editing.insert(letter, typed=True)
    editing.move(0)
    editing.insert("x", typed=True)
    assert editing.text == "xold word"
    assert editing.undo()
    assert editing.text == "old word"
    assert editing.undo()
    assert editing.text == "old "
    assert not editing.undo()
    assert editing.redo()
    assert editing.redo()
    assert editing.text == "xold word"
    assert not editing.redo()
    editing.undo()
    editing.insert("y")
    assert not editing.redo()


def test_pasted_lines_become_one_and_control_characters_go():
    editing = Editing()
    editing.insert("a\r\nb\tc\x07\x1b")
    assert editing.text == "a b c"


def test_a_combining_mark_is_not_parted_from_its_letter():
    editing = Editing("ne\u0301e")
    editing.move(3)
    editing.step(False)
    assert editing.caret == 1
    editing.step(True)
    assert editing.caret == 3
    editing.erase(False)
    assert editing.text == "ne"


def test_a_click_selects_a_word_at_the_second_time():
    editing = Editing("one two-three")
    editing.select_word(5)
    assert editing.selected == "two"
    editing.select_word(7)
    assert editing.selected == "-"


class Form:
    """A screen with a field that knows what was typed."""

    def __init__(self, ui, controlled=True, **more):
        self.text, self.changes, self.sent, self.more = "", [], [], more
        self.controlled = controlled
        self.drive = ui.Driver(self.build)

    def build(self, size):
        field = Field(self.text, self.changed, on_submit=self.sent.append, width=200, key="name", **self.more)
        return Column([field, Button("Send", key="send")], align="start")

    def changed(self, text):
        self.changes.append(text)
        if self.controlled:
            self.text = text
        self.drive.stage.refresh()

    @property
    def editing(self):
        return self.drive.find("name").editing


def test_typing_survives_that_the_screen_is_built_anew(ui):
    for controlled in (True, False):
        form = Form(ui, controlled)
        form.drive.click("name")
        form.drive.type("Mira x")
        form.drive.key("home", "right")
        form.drive.stage.refresh()
        assert form.editing.caret == 1
        assert form.drive.find("name").text == form.changes[-1] == "Mira x"
        assert form.drive.focus == "name"
        form.drive.key("ctrl+z")
        assert form.editing.text == ""


def test_the_screen_can_put_in_another_text(ui):
    form = Form(ui)
    form.drive.click("name")
    form.drive.type("gone")
    form.drive.key("enter")
    assert form.sent == ["gone"]
    form.text = ""
    form.drive.stage.refresh()
    assert form.editing.text == ""
    form.drive.type("new")
    assert form.text == "new"


def test_clipboard(ui):
    form = Form(ui, limit=12)
    form.drive.click("name")
    form.drive.type("one two")
    form.drive.key("ctrl+shift+left", "ctrl+c")
    assert form.drive.clipboard == "two"
    form.drive.key("ctrl+x")
    assert form.text == "one "
    form.drive.key("ctrl+v", "ctrl+v", "ctrl+v")
    assert form.text == "one twotwotw"
    form.drive.key("ctrl+a", "ctrl+c")
    assert form.drive.clipboard == "one twotwotw"
    form.drive.key("backspace")
    assert form.text == ""
    form.drive.key("ctrl+c")
    assert form.drive.clipboard == "one twotwotw"


def test_the_pointer_puts_the_caret_and_selects(ui):
    form = Form(ui)
    form.drive.click("name")
    form.drive.type("one two")
    form.drive.wait(1000)
    letter = 14 * 0.55 / 200
    form.drive.click("name", dx=12 / 200 + 1.2 * letter, dy=0.4)
    assert form.editing.caret == 1
    form.drive.wait(1000)
    form.drive.drag("name", (12 / 200, 0.4), (12 / 200 + 3.1 * letter, 0.4))
    assert form.editing.selected == "one"
    form.drive.wait(1000)
    form.drive.click("name", dx=12 / 200 + 5.5 * letter, dy=0.4)
    form.drive.click("name", dx=12 / 200 + 5.5 * letter, dy=0.4)
    assert form.editing.selected == "two"


def test_a_long_line_scrolls_with_the_caret(ui):
    form = Form(ui)
    form.drive.click("name")
    form.drive.type("x" * 60)
    box = form.drive.find("name").box

    def caret():
        form.drive.paint()
        boxes = [call[1] for call in form.drive.canvas.calls if call[0] == "box"]
        return next(rect for rect in boxes if rect.w == 1.5)

    assert box.x < caret().x < box.right
    form.drive.key("home")
    assert box.x < caret().x < box.x + 20
    form.drive.check()


def test_keys_that_type_are_no_shortcuts_while_typing(ui):
    form = Form(ui)
    form.drive.click("name")
    form.drive.type("e- u")
    form.drive.key("up")
    assert form.drive.passed == []
    form.drive.key("escape", "f1", "ctrl+q")
    assert form.drive.passed == ["escape", "f1", "ctrl+q".removeprefix("ctrl+")]


def test_an_error_is_shown_below_in_whole_lines(ui):
    form = Form(ui, error="This is not an address that anybody could be reached at")
    shown = form.drive.paint()
    assert len([line for line in shown if line in form.more["error"]]) > 1
    form.drive.check()


def test_the_caret_blinks_and_asks_for_its_frames(ui):
    form = Form(ui)
    form.drive.stage.still = False
    form.drive.click("name")

    def has_caret():
        form.drive.paint()
        return any(call[0] == "box" and call[1].w == 1.5 for call in form.drive.canvas.calls)

    assert has_caret()
    assert not form.drive.needs_frame(form.drive.now + 100)
    form.drive.wait(530)
    assert form.drive.needs_frame(form.drive.now)
    assert not has_caret()
    form.drive.type("a")
    assert has_caret()
