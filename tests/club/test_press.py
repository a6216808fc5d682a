"""A button as a function of edges and time; the oracle samples every millisecond, as slow and plain as can be."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appliance.gpio.press import Timing, look, start

END_MS = 400


def level_at(edges: list[int], now_ms: int, down_at_start: bool) -> bool:
    """Each edge turns the level over."""
    return down_at_start ^ (sum(edge <= now_ms for edge in edges) % 2 == 1)


def acts_by_looking(edges: list[int], timing: Timing, *, down_at_start: bool = False, extra: tuple[int, ...] = ()) -> list[int]:
    """When the button acts if looked at on every edge, whenever a look is due, and at *extra* moments."""
    button, again, acts = start(down_at_start, 0), None, []
    waiting = sorted({*edges, *extra})
    while waiting or again is not None:
        now = min([*waiting[:1], *([] if again is None else [again])])
        waiting = [moment for moment in waiting if moment > now]
        button, act, again = look(button, timing, level_at(edges, now, down_at_start), now)
        assert again is None or again > now
        acts += [now] if act else []
    return acts


def acts_by_sampling(edges: list[int], timing: Timing, *, down_at_start: bool = False) -> list[int]:
    """The same said plainly: for each millisecond, whether the level stood through the whole settling time before it."""
    levels = [level_at(edges, now, down_at_start) for now in range(END_MS + timing.settle_ms + timing.hold_ms + 1)]
    pressed, since, armed, acts = down_at_start, 0, not down_at_start, []
    for now, level in enumerate(levels):
        window = levels[max(0, now - timing.settle_ms) : now + 1]
        if now >= timing.settle_ms and level != pressed and all(one == level for one in window):
            pressed, since = level, now - timing.settle_ms
        if not pressed:
            armed = True
        elif level and armed and now - since >= timing.hold_ms:
            armed = False
            acts.append(now)
    return acts


@pytest.mark.parametrize(
    ("edges", "hold_ms", "expected"),
    [
        pytest.param([100, 200], 0, [130], id="a press acts once it has settled"),
        pytest.param([100, 104, 107, 109, 110, 300], 0, [140], id="bounce is one press"),
        pytest.param([100, 120], 0, [], id="a spike is no press"),
        pytest.param([100, 200, 203, 205, 209], 0, [130], id="bounce on release is no second press"),
        pytest.param([50, 100, 150, 200], 0, [80, 180], id="two presses"),
        pytest.param([100, 350], 200, [300], id="held long enough"),
        pytest.param([100, 299], 200, [], id="let go a moment too early"),
        pytest.param([100, 150, 155, 350], 200, [300], id="chatter while held does not start the hold anew"),
    ],
)
def test_a_button(edges: list[int], hold_ms: int, expected: list[int]) -> None:
    timing = Timing(settle_ms=30, hold_ms=hold_ms)
    assert acts_by_looking(edges, timing) == expected == acts_by_sampling(edges, timing)


def test_a_button_that_is_down_at_the_start_acts_only_after_it_was_let_go() -> None:
    assert acts_by_looking([], Timing(), down_at_start=True) == []
    assert acts_by_looking([100, 200], Timing(), down_at_start=True) == [230]
    assert acts_by_looking([100, 110], Timing(), down_at_start=True) == [], "a spike is no release"


moments = st.lists(st.integers(1, END_MS - 1), max_size=14, unique=True).map(sorted)
timings = st.builds(Timing, settle_ms=st.integers(1, 40), hold_ms=st.sampled_from([0, 10, 60, 150]))


@given(moments, timings, st.booleans())
def test_agrees_with_sampling_every_millisecond(edges: list[int], timing: Timing, down: bool) -> None:
    assert acts_by_looking(edges, timing, down_at_start=down) == acts_by_sampling(edges, timing, down_at_start=down)


@given(moments, timings, st.lists(st.integers(1, END_MS)).map(tuple))
def test_looking_more_often_changes_nothing(edges: list[int], timing: Timing, extra: tuple[int, ...]) -> None:
    assert acts_by_looking(edges, timing, extra=extra) == acts_by_looking(edges, timing)


@given(moments, timings)
def test_between_two_acts_the_button_was_let_go(edges: list[int], timing: Timing) -> None:
    for one, next_one in pairwise(acts_by_looking(edges, timing)):
        up = [not level_at(edges, now, False) for now in range(one, next_one)]
        assert sum(up) >= timing.settle_ms
