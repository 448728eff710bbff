"""Draw sources: the stream is the documented one, recorded draws replay, and picks are uniform."""

import itertools
from collections import Counter
from collections.abc import Iterator
from hashlib import blake2b

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.ai.player import generator
from engine.ai.uniform import pick
from engine.dice import DrawSource, NoDraws, ScriptedDraws, SeededDraws, event_seed
from engine.digest import EMPTY_DRAWS, H, extend_draws
from engine.errors import ChanceNeeded, DrawError

SEEDS = st.binary(min_size=32, max_size=32)
SIZES = st.integers(2, 256)


def stream(seed: bytes) -> Iterator[int]:
    """The bytes of a stream as its description says, written a second time."""
    for j in itertools.count():
        yield from blake2b(j.to_bytes(8, "big"), key=seed, person=b"wabe.stream", digest_size=64).digest()


def draw(source: Iterator[int], size: int) -> int:
    return next(b % size for b in source if b < 256 // size * size)


class Listed(DrawSource):
    """Gives listed choices, whatever the size."""

    def __init__(self, values: list[int]) -> None:
        super().__init__()
        self.values = values

    def _draw(self, size: int, *, is_die: bool) -> int:
        return self.values.pop(0)


@given(SEEDS, st.lists(st.one_of(st.just("die"), SIZES), max_size=100))
def test_seeded_draws_follow_their_description(seed: bytes, wishes: list):
    draws, source = SeededDraws(seed), stream(seed)
    for wish in wishes:
        if wish == "die":
            assert draws.die() == draw(source, 6) + 1
        else:
            assert draws.choice(wish) == draw(source, wish)


def test_seeded_draws_stay_the_same_for_ever():
    draws = SeededDraws(event_seed(bytes(32), 1))
    assert draws.roll(12) == [2, 5, 4, 1, 6, 2, 1, 6, 2, 4, 6, 2]
    assert [draws.choice(size) for size in (2, 3, 100, 129, 256)] == [0, 0, 87, 103, 94]
    assert draws.trace.hex() == "0501050405030500050505010500050505010503050505010100020063578067ff5e"


def test_a_byte_above_the_last_multiple_is_refused():
    def fits(seed: bytes) -> bool:
        first, second = itertools.islice(stream(seed), 2)
        return second < 200 <= first

    seed = next(s for s in (bytes([i]) * 32 for i in range(256)) if fits(s))
    _, second = itertools.islice(stream(seed), 2)
    assert SeededDraws(seed).choice(200) == second


@pytest.mark.parametrize(("size", "least"), [(6, 252), (200, 200), (3, 255), (255, 255), (129, 129)])
def test_the_first_byte_beyond_the_last_multiple_is_refused(size: int, least: int):
    """One byte too many would favour a pip by one part in 42."""

    def fits(seed: bytes, first: int) -> bool:
        one, other = itertools.islice(stream(seed), 2)
        return one == first and other < least

    seeds = [i.to_bytes(32, "big") for i in range(5000)]
    refused = next(seed for seed in seeds if fits(seed, least))
    _, second = itertools.islice(stream(refused), 2)
    assert SeededDraws(refused).choice(size) == second % size
    taken = next(seed for seed in seeds if fits(seed, least - 1))
    assert SeededDraws(taken).choice(size) == (least - 1) % size


@given(SEEDS, st.lists(SIZES, max_size=30), st.integers(0, 30))
def test_recorded_draws_replay(seed: bytes, sizes: list[int], dice: int):
    seeded = SeededDraws(seed)
    rolled = seeded.roll(dice)
    chosen = [seeded.choice(size) for size in sizes]
    assert (seeded.dice, seeded.choices) == (rolled, chosen)
    scripted = ScriptedDraws(rolled, chosen)
    assert scripted.roll(dice) == rolled
    assert [scripted.choice(size) for size in sizes] == chosen
    scripted.check_used()
    assert scripted.trace == seeded.trace
    assert len(seeded.trace) == 2 * (dice + len(sizes))


def test_scripts_that_do_not_fit_are_refused():
    with pytest.raises(DrawError) as caught:
        ScriptedDraws([]).die()
    assert caught.value.culprit == "dice"
    with pytest.raises(DrawError) as caught:
        ScriptedDraws([1, 2, 3]).choice(2)
    assert caught.value.culprit == "choices"
    for pips in (0, 7, -1):
        with pytest.raises(DrawError):
            ScriptedDraws([pips]).die()
    for value in (2, -1):
        with pytest.raises(DrawError):
            ScriptedDraws([], [value]).choice(2)
    for left in (ScriptedDraws([1]), ScriptedDraws([], [0])):
        with pytest.raises(DrawError):
            left.check_used()
    ScriptedDraws().check_used()


def test_no_draws_refuses_everything():
    draws = NoDraws()
    with pytest.raises(ChanceNeeded):
        draws.die()
    with pytest.raises(ChanceNeeded):
        draws.choice(2)
    assert (draws.dice, draws.choices, draws.trace) == ([], [], b"")


@pytest.mark.parametrize("size", [-1, 0, 1, 257])
def test_a_choice_has_2_to_256_equals(size: int):
    with pytest.raises(ValueError):
        SeededDraws(bytes(32)).choice(size)


@pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33)])
def test_a_seed_has_32_bytes(seed: bytes):
    with pytest.raises(ValueError):
        SeededDraws(seed)


def test_event_seeds_are_labelled_hashes():
    seed = bytes(range(32))
    expected = blake2b(seed + b"\0\0\0\7", digest_size=32, person=b"wabe.event").digest()
    assert event_seed(seed, 7) == expected
    assert len({event_seed(seed, n) for n in range(1, 100)}) == 99


@given(SEEDS, st.integers(0, 255), st.integers(0, 2**32 - 1))
def test_generators_differ_by_seat_and_step(seed: bytes, seat: int, step: int):
    def roll(*arguments) -> list[int]:
        return generator(*arguments).roll(20)

    assert roll(seed, seat, step) == roll(seed, seat, step)
    assert roll(seed, seat, step) != roll(seed, (seat + 1) % 256, step)
    assert roll(seed, seat, step) != roll(seed, seat, (step + 1) % 2**32)


def test_the_running_hash_takes_every_draw_in_order():
    once = extend_draws(EMPTY_DRAWS, b"\5\0\5\1")
    assert extend_draws(once, b"") == once
    assert extend_draws(EMPTY_DRAWS, b"") == EMPTY_DRAWS
    assert (
        len({once, EMPTY_DRAWS, extend_draws(EMPTY_DRAWS, b"\5\1\5\0"), extend_draws(once, b"\5\0\5\1")}) == 4
    )
    assert once == blake2b(EMPTY_DRAWS + b"\5\0\5\1", digest_size=16, person=b"wabe.draws").digest()


def test_hash_labels_keep_purposes_apart():
    assert H("wabe.entry", b"x") != H("wabe.cert", b"x")


# --- pick: the uniform choice among any number ------------------------------------------------------------
@pytest.mark.parametrize("size", [257, 300, 1000, 65535, 65536])
def test_large_picks_are_exactly_uniform(size: int):
    """All pairs of bytes, each once: every result is reached by the same number of accepted pairs."""
    counts: Counter[int] = Counter()
    for high, low in itertools.product(range(256), repeat=2):
        number = high * 256 + low
        if number < 65536 // size * size:
            draws = Listed([high, low])
            counts[pick(draws, size)] += 1
            assert not draws.values
    assert set(counts) == set(range(size))
    assert set(counts.values()) == {65536 // size}


def test_large_picks_refuse_the_uneven_rest():
    assert pick(Listed([255, 255, 1, 44]), 1000) == 300
    assert pick(Listed([253, 231, 255, 255]), 1000) == 999
    assert pick(Listed([1, 0, 0]), 65537) == 65536
    assert pick(Listed([255, 255, 255, 0, 0, 2]), 65537) == 2


@given(SEEDS, st.integers(1, 256))
def test_small_picks_are_one_choice(seed: bytes, size: int):
    draws = SeededDraws(seed)
    value = pick(draws, size)
    assert draws.choices == ([] if size == 1 else [value])
    assert 0 <= value < size


@given(SEEDS, st.integers(1, 10**12))
def test_picks_are_in_range(seed: bytes, size: int):
    assert 0 <= pick(SeededDraws(seed), size) < size


def test_nothing_to_pick_from():
    with pytest.raises(ValueError):
        pick(SeededDraws(bytes(32)), 0)
