"""Files of other programs: read, written, read again; odd lines of real files; what is not carried is named."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from engine.builtin import ruleset, tileset
from engine.errors import ExchangeError
from engine.exchange.build import Exported, Imported, decode
from engine.exchange.eliot import decode_eliot, read_eliot, write_eliot
from engine.exchange.eveningfile import write_evening
from engine.exchange.gamefile import read_game, write_game
from engine.exchange.gcg import decode_gcg, read_gcg, write_gcg
from engine.exchange.settings import rules_with, settings_of
from engine.exchange.table import read_table, write_table
from engine.rack import same
from engine.ruleset import with_setting
from tests.rules.foreign import FOREIGN

GAMES = Path(__file__).parents[1] / "games"
TABLES = sorted(path.name for path in GAMES.glob("*.txt"))
EVERY = FOREIGN | {"game": (lambda text: Imported(read_game(text)), lambda game: Exported(write_game(game)))}


def published(name: str) -> Imported:
    return read_table((GAMES / name).read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", TABLES)
def test_a_published_table_is_read_to_the_point(name: str) -> None:
    lines = [line for line in (GAMES / name).read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    rows = list(csv.DictReader(lines, delimiter="\t"))
    read = published(name)
    game = read.game
    assert [round_.retained and round_.retained.points for round_ in game.rounds] == [int(row["points"]) for row in rows]
    # every placement counts what the club printed, with the joker's letter found and given back: no note says otherwise
    assert not [note for note in read.notes if "counts" in note or "stated" in note]
    assert [note for note in read.notes if "not carried: # source" in note], "what is not understood is named"


def test_the_published_joker_game_leaves_the_jokers_that_the_club_marked() -> None:
    game = published("fr_hiersac_2022-01-21_joker.txt").game
    assert sorted(cell for cell in game.board.cells if cell.islower()) == ["l", "s"]
    assert same(game.board.tiles() + game.rack + game.bag, tileset("fr").full_bag())


@pytest.mark.parametrize("kind", EVERY)
@pytest.mark.parametrize("name", TABLES)
def test_writing_reading_and_writing_again_gives_the_same_text(name: str, kind: str) -> None:
    read, write = EVERY[kind]
    first = write(published(name).game)
    again = read(first.text)
    assert write(again.game).text == first.text
    assert [r.retained for r in again.game.rounds] == [r.retained for r in published(name).game.rounds] or kind == "table"
    assert again.game.board == published(name).game.board


MATCH = """#character-encoding UTF-8
#player1 Anne Anne Martin
#player2 Jean Jean Dupont
#title Final
#description not known
#rack1 ABC
>Anne: AEINRST 8D NASTIER +66 66
#note a comment of the annotator
>Jean: EEIOU? -EEI +0 0
>Jean: BCOU?ST 9C BOUT +21 21
>Jean: BCOU?ST -- -21 0
>Anne: AB E6 BA. +9 75
>Anne: AB -- -9 66
>Jean: DEV - +0 0
>Anne: (DEV) +14 80
>Jean: DEV (time) -10 -10
what is this line
"""


def test_gcg_as_real_files_have_it() -> None:
    read = read_gcg(MATCH)
    game = read.game
    assert [seat.name for seat in game.seats.values()] == ["Anne Martin", "Jean Dupont"]
    first, exchange, withdrawn, withdrawn_too, passed = game.rounds
    assert first.retained is not None
    assert (first.retained.play.moves[0].word, first.retained.points) == ("NASTIER", 66)
    assert [each.retained for each in (exchange, withdrawn, withdrawn_too, passed)] == [None] * 4
    assert exchange.bulletins[0].text == "-EEI"
    assert withdrawn.bulletins[0].text == "I3 BOUT 21", "9C of GCG, as a slip of this rule set says it"
    assert (withdrawn.verdicts[2].outcome, withdrawn.verdicts[2].claimed) == ("zero", 21)
    told = "\n".join(read.notes)
    assert [part for part in ("#description", "#rack1", "#note", "(DEV)", "(time)", "what is this line") if part not in told] == []
    text = write_gcg(game).text
    assert write_gcg(read_gcg(text).game).text == text
    assert ">JeanDupont: BCOSTU? -- -21 0" in text


@pytest.mark.parametrize(
    "line",
    [
        ">Jean: BDE E7 BAD +77 77",  # counts 6, and the A that lies there is a blank
        ">Jean: EEIOUAB -3 +0 0",
        ">Jean: EEIOUAB -EEI +0 0",
        ">Jean: EEIOUAB - +0 0",
        ">Jean: ---- +0 0",
        ">Jean: ABCDEFG E7 W.K +12 12\n>Jean: ABCDEFG -- -12 0",  # neither W nor K was on the rack
        ">Jean: ABCDEFG A1 ZZ +12 12\n>Jean: ABCDEFG -- -12 0",  # lies nowhere near a word
        ">Jean: A?CDEFG E7 B.d +3 3\n>Jean: ABCDEFG -- -3 0",
    ],
)
def test_a_match_stays_a_match_whatever_its_lines_say(line: str) -> None:
    head = "#player1 Anne Anne Martin\n#player2 Jean Jean Dupont\n>Anne: ?EINRST 8D NaSTIER +64 64\n"
    game = read_gcg(f"{head}{line}\n>Anne: QU - +0 64\n").game
    written = write_gcg(game)
    assert ("#player1 AnneMartin Anne Martin" in written.text, "#player2 JeanDupont Jean Dupont" in written.text) == (True, True)
    assert "toptable-duplicate" not in written.text
    assert not [note for note in written.notes if "seats" in note or "slips" in note]
    again = read_gcg(written.text)
    assert [round_.letters for round_ in again.game.rounds] == [game.tileset.sort(round_.letters) for round_ in game.rounds]
    assert write_gcg(again.game).text == written.text


@pytest.mark.parametrize(
    ("text", "note"),
    [
        (">A: AEINRST 8D NASTIER +66 67\n", "line 1: the total 67 is stated, the points so far are 66"),
        (">A: AEINRST 8D NASTIER +66 66\n>A: AB - +0 60\n>A: AB - +0 60\n", "line 2: the total 60 is stated, the points so far are 66"),
        ("#player1 dm David Mills\n>dm: AEINRST 8D NASTIER +66 66\n", "nicknames are not carried: dm (David Mills)"),
        (">A: AEINRST 8D NASTIER +66\n", "line 1: no total: AEINRST 8D NASTIER +66"),
        (">A: AEINRST 8D NASTIER +66 66 well played\n", "line 1: not carried: well played"),
    ],
)
def test_what_a_gcg_file_says_beside_its_moves_is_told_once(text: str, note: str) -> None:
    assert read_gcg(text).notes == (note,)


@pytest.mark.parametrize(
    ("lexicon", "letters"),
    [("ODS8", "fr"), ("fr", "fr"), ("LOC 2000", "ro"), ("nl", "nl"), ("NWL18", "en"), ("CSW19", "en"), ("", "en"), ("FISE09", "en")],
)
def test_the_word_list_of_a_gcg_file_tells_its_letters(lexicon: str, letters: str) -> None:
    read = read_gcg(f"#lexicon {lexicon}\n>A: AEINRST 8D NASTIER +63 63\n".replace("#lexicon \n", ""))
    assert read.game.tileset.name == letters
    assert any("FISE09".casefold() in note for note in read.notes) is (lexicon == "FISE09")
    assert read_gcg(f"#lexicon {lexicon or 'x'}\n>A: AEINRST 8D NASTIER +63 63\n", ruleset("dutch")).game.tileset.name == "nl"


@pytest.mark.parametrize(
    ("data", "text", "notes"),
    [
        (b"#character-encoding KLINGON\n", "", ("the encoding KLINGON is not known: read as utf-8",)),
        (b"#character-encoding rot13\n", "", ("the encoding rot13 is not known: read as utf-8",)),
        (b"#character-encoding undefined\n\xe9", "é", ("the encoding undefined is not known: read as cp1252",)),
        (b"#character-encoding UTF-8\n\xe9", "é", ("the encoding is said to be UTF-8: read as cp1252",)),
        ("#character-encoding ISO-8859-1\né".encode(), "é", ("the encoding is said to be ISO-8859-1: read as utf-8",)),
        ("#character-encoding ISO-8859-1\né".encode("latin-1"), "é", ()),
        ("#character-encoding utf8\né".encode(), "é", ()),
        (b"#character-encoding ISO-8859-1\n", "", ()),
        (b"\xe9", "é", ()),
    ],
)
def test_an_encoding_that_does_not_fit_is_told(data: bytes, text: str, notes: tuple[str, ...]) -> None:
    found = decode_gcg(data)
    assert found.text.endswith(text)
    assert found.notes == notes


def test_other_files_that_are_no_utf_8_say_so_or_name_their_encoding() -> None:
    assert decode("Élodie".encode("latin-1")).notes == ("no UTF-8: read as cp1252",)
    named = '<?xml version="1.0" encoding="ISO-8859-2"?><EliotGame>Ştefan</EliotGame>'
    assert (decode_eliot(named.encode("iso-8859-2")).text, decode_eliot(named.encode("iso-8859-2")).notes) == (named, ())
    half = b"\xff\xfe" + "Élodie".encode("utf-16-le")[:-1]
    assert decode(half).notes == ("signs that are none in the file's encoding are lost",)


def test_gcg_dots_and_parentheses_are_tiles_that_lie_there() -> None:
    head = "#player1 A Anne\n>A: AEINRST 8D NASTIER +66 66\n"
    for written in ("B.D", "B(A)D"):
        game = read_gcg(head + f">A: BD E7 {written} +6 72\n").game
        assert game.rounds[1].retained is not None
        assert game.rounds[1].retained.play.moves[0].word == "BAD"
    with pytest.raises(ExchangeError, match="no tile lies"):
        read_gcg(head + ">A: BD A1 B.D +6 72\n")


@pytest.mark.parametrize(
    ("line", "word", "rack", "note"),
    [
        ("- 0 66", "", "", ""),
        ("-AB +0 66", "", "", ""),
        ("ABC -  +0 66", "", "ABC", ""),
        ("ABC -3 +0 66", "", "ABC", ""),
        ("BDE E7 B.D 6 72", "BAD", "BDE", ""),
        ("BDE E7 B.D* +6 72 ??", "BAD", "BDE", "not carried: ??"),
        ("bde e7 B.D! +6 72", "BAD", "BDE", ""),
        ("BD..... E7 B.D +6 72", "BAD", "BD", "known in part"),
        ("BD----- E7 B.D +6 72", "BAD", "BD", "known in part"),
        ("E7 B(A)D +6 72", "BAD", "BD", "completed by BD"),
        ("?D E7 b.D +3 69", "bAD", "?D", ""),
        ("AB (challenge) +5 71", None, "", "points outside the rounds"),
        ("  (challenge) +5 71", None, "", "points outside the rounds"),
        ("AB (time) -10 56", None, "", "points outside the rounds"),
        ("AB (AB) -4 62", None, "", "points outside the rounds"),
    ],
)
def test_gcg_lines_as_programs_and_annotators_write_them(line: str, word: str | None, rack: str, note: str) -> None:
    # the many spellings of poslfit.com/scrabble/gcg and of the programs that read it
    read = read_gcg(f"#player1 A A\n#player2 B B\n>A: AEINRST 8D NASTIER +66 66\n>A: {line}\n")
    assert len(read.game.rounds) == (1 if word is None else 2)
    if word is not None:
        round_ = read.game.rounds[1]
        assert (round_.retained.play.moves[0].word if round_.retained else "") == word
        assert round_.letters == rack
    assert (note in "".join(read.notes)) if note else not read.notes


@pytest.mark.parametrize(
    ("data", "name"),
    [
        ("#character-encoding iso-8859-2\n#player1 A Ştefan\n".encode("iso-8859-2"), "Ştefan"),
        ("#player1 A Élodie\n".encode("latin-1"), "Élodie"),
        ("\ufeff#player1 A Élodie\n".encode(), "Élodie"),
        ("#player1 A Élodie\n".encode("utf-16"), "Élodie"),
    ],
    ids=["declared", "latin", "utf8-mark", "utf16"],
)
def test_gcg_in_any_encoding(data: bytes, name: str) -> None:
    text = decode_gcg(data).text + ">A: AEINRST 8D NASTIER +66 66\n"
    assert read_gcg(text).game.seats[1].name == name


def test_a_word_of_tiles_with_several_characters() -> None:
    spanish = with_setting(ruleset("french"), "tileset", "es")
    game = read_gcg(">A: [CH]AOSABE 8H [CH]AOS +22 22\n", spanish).game
    assert game.rounds[0].retained is not None
    assert game.tileset.spell(game.rounds[0].retained.play.moves[0].word) == "CHAOS"
    assert len(game.rounds[0].retained.play.moves[0].word) == 4
    text = write_gcg(game).text
    assert "[CH]AOS" in text
    assert write_gcg(read_gcg(text, spanish).game).text == text


ELIOT = """<?xml version="1.0" encoding="UTF-8"?>
<EliotGame format="2">
  <Dictionary><Name>ODS &amp; co</Name><Type>dawg</Type><Letters>A B</Letters><WordNb>386264</WordNb></Dictionary>
  <Game><Mode>arbitration</Mode><Variant>bingo</Variant>
    <Player id="1"><Name>Anne &lt;M&gt;</Name><Type>human</Type><TableNb>4</TableNb><Club>Lyon</Club></Player>
    <Player id="2"><Name>Eliot</Name><Type>computer</Type><Level>100</Level></Player>
    <Turns>1</Turns></Game>
  <History>
    <Turn><GameRack>AEINRS?</GameRack>
      <MasterMove points="66" type="valid" word="RETINAS" coord="H2" />
      <PlayerMove playerid="1" points="66" type="valid" word="RETINAS" coord="H2" />
      <PlayerMove playerid="2" points="0" type="invalid" word="RESINAT" coord="H4" />
      <Warning playerid="1" /><Penalty playerid="2" points="-5" /><Solo playerid="1" points="10" />
      <Weather>fine</Weather></Turn>
  </History>
  <Statistics><Player id="1"/></Statistics>
</EliotGame>
"""


def test_eliot_with_names_warnings_penalties_and_solos() -> None:
    read = read_eliot(ELIOT)
    game = read.game
    assert {number: seat.name for number, seat in game.seats.items()} == {4: "Anne <M>", 2: "Eliot"}
    assert game.opened is not None
    assert (game.opened.lexicon.name, game.opened.lexicon.words) == ("ODS & co", 386264)
    assert game.rules.draw.joker
    (round_,) = game.rounds
    assert (round_.verdicts[4].warnings, round_.verdicts[2].penalty, round_.solo, round_.solo_points) == (1, 5, 4, 10)
    assert (round_.verdicts[4].points, round_.verdicts[2].outcome) == (66, "zero")
    told = "\n".join(read.notes)
    assert all(part in told for part in ("Club is not carried", "Weather is not carried", "is a computer"))
    text = write_eliot(game).text
    assert "Anne &lt;M&gt;" in text
    assert "ODS &amp; co" in text
    assert write_eliot(read_eliot(text).game).text == text


@pytest.mark.parametrize(
    ("before", "after", "note"),
    [
        ("<Mode>arbitration</Mode>", "<Mode>duplicate</Mode>", "mode duplicate is not carried"),
        ("<Mode>arbitration</Mode>", "<Mode>training</Mode>", "mode training"),
        ("<Letters>A B</Letters>", "<Letters>A B C Ñ ?</Letters>", "Dictionary/Letters ABCÑ: not those of the tile set fr"),
        ("<Type>dawg</Type>", "<Type>gaddag</Type>", "Dictionary/Type gaddag"),
        ("<Turns>1</Turns>", "<Turns>9</Turns>", "9 turns are stated, 1 are carried"),
        ("</GameRack>", "</GameRack><PlayerRack playerid='1'>AEINR??</PlayerRack>", "PlayerRack AEINR?? of player 1"),
    ],
)
def test_what_eliot_says_that_is_not_carried_is_told(before: str, after: str, note: str) -> None:
    usual = set(read_eliot(ELIOT).notes)
    assert [each for each in read_eliot(ELIOT.replace(before, after, 1)).notes if each not in usual and note in each]


def test_a_slip_withdrawn_has_its_word_and_place_for_eliot() -> None:
    text = write_eliot(read_gcg(MATCH).game).text
    assert 'type="invalid" word="BOUT" coord="I3" slip="I3 BOUT 21" claimed="21"' in text, "9C of GCG is row I, column 3"
    assert 'type="invalid" word="-EEI" coord=""' in text
    assert write_eliot(read_eliot(text).game).text == text


def test_what_eliot_says_twice_is_not_told() -> None:
    same = ELIOT.replace("</GameRack>", "</GameRack><PlayerRack playerid='1'>+?SRNIEA</PlayerRack>")
    letters = same.replace("<Letters>A B</Letters>", "<Letters>ABCDEFGHIJKLMNOPQRSTUVWXYZ?</Letters>")
    assert not [note for note in read_eliot(letters).notes if "Rack" in note or "Letters" in note]


def test_eliot_with_a_document_type_is_refused() -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaa">]>' + ELIOT.partition("?>")[2]
    with pytest.raises(ExchangeError, match="document type"):
        read_eliot(bomb)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no rows"),
        ("a\tb\n", "no column for draw"),
        ("turn\track\tword\tref\tpoints\n1\tAEINRST\tRETINAS\tH99\t66\n", "line 2"),
        ("turn\track\tword\tref\tpoints\n1\tAEINRST\tRETINAS\tH2\tmany\n", "no number of points"),
        ("turn\track\tword\tref\tpoints\n1\tAEIN3ST\tRETINAS\tH2\t66\n", "'3'"),
        ("turn\track\tword\tref\tpoints\n1\tAEINRST\tRETINAS\tA1\t66\n", "H8"),
        ("# letters: xx\nturn\track\tword\tref\tpoints\n1\tAEINRST\tRETINAS\tH2\t66\n", "no tile set"),
        ("# set: draw.rack many\nturn\track\tword\tref\tpoints\n1\tA\tB\tH2\t6\n", "draw.rack"),
    ],
)
def test_what_is_wrong_with_a_table_is_said(text: str, message: str) -> None:
    with pytest.raises(ExchangeError, match=message):
        read_table(text)


def test_a_table_with_french_names_and_semicolons() -> None:
    text = "Coup;Tirage;Mot;Réf.;Points;Cumul\n1;AEINRST;RETINAS;H2;66;66\n2;BCDEFGO;;;;\n"
    game = read_table(text).game
    assert [round_.top_points for round_ in game.rounds] == [66, 0]
    assert game.rounds[1].placed_nothing


def test_what_a_table_says_besides_is_told() -> None:
    head = "turn\track\tword\tref\tpoints\ttotal\tpercent\t\tpoints\n"
    notes = read_table(head + "1\tAEINRST\tRETINAS\tH2\t66\t66\t100\t\t12\tlate\n3\tBCDEFGO\t\tH3\t7\t\t50\n").notes
    assert notes == (
        "not carried: column percent: 2",
        "not carried: column points: 1",
        "not carried: column 10: 1",
        "line 3: the round 3 is stated, it is number 2 of the table",
        "line 3: without a word, not carried: place H3, points 7",
    )


def test_a_game_without_a_name_is_given_none() -> None:
    read = read_table("turn\track\tword\tref\tpoints\n1\tAEINRST\tRETINAS\tH2\t66\n")
    for text in (write_gcg(read.game).text, write_table(read.game).text, write_eliot(read.game).text):
        assert "title" not in text
        assert '"?"' not in text


def test_a_total_that_does_not_add_up_is_named() -> None:
    read = read_table("turn\track\tword\tref\tpoints\ttotal\n1\tAEINRST\tRETINAS\tH2\t66\t67\n")
    assert [note for note in read.notes if "67 is stated" in note]


@pytest.mark.parametrize("kind", FOREIGN)
@pytest.mark.parametrize("returns", ["true", "false"])
def test_a_joker_game_keeps_what_becomes_of_its_blanks(returns: str, kind: str) -> None:
    table = f"# set: draw.joker true\n# set: draw.blank_returns {returns}\nturn\track\tword\tref\tpoints\n1\tAEINRS?\tRATINES\tH2\t66\n"
    game = read_table(table).game
    read, write = FOREIGN[kind]
    assert read(write(game).text).game.rules == game.rules


def test_settings_say_what_differs_from_the_book() -> None:
    rules = ruleset("french")
    for key, value in (("format.rack", "8"), ("format.placed", "8"), ("format.joker", "true"), ("slip.sanctions.late", "warning")):
        rules = with_setting(rules, key, value)
    settings, lost = settings_of(rules)
    assert lost == ()
    again = ruleset("french")
    for key, value in settings:
        again = with_setting(again, key, value)
    assert again == rules


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("ranking.tie_breaks", '["tops_found", "fewest_warnings"]'),
        ("top.ties", "[]"),
        ("draw.minima", "[{until_round = 0, vowels = 1, consonants = 2}]"),
        ("clock.signals", '[{remaining_s = 60, sound = "tick"}, {remaining_s = 0, sound = "end"}]'),
    ],
)
def test_settings_that_are_lists_are_said_as_a_referee_writes_them(key: str, value: str) -> None:
    assert settings_of(with_setting(ruleset("french"), key, value)) == (((key, value),), ())


def test_minima_are_said_where_the_rack_holds_both_the_old_and_the_new_ones() -> None:
    # the book asks for two vowels and two consonants, which a draw of three cannot hold; four of each are more than its seven
    for size, vowels in ((3, 1), (8, 4)):
        rules = ruleset("french")
        minima = ("draw.minima", f"[{{until_round = 0, vowels = {vowels}, consonants = {vowels}}}]")
        placed, rack = ("draw.placed", f"{size}"), ("draw.rack", f"{size}")
        for key, value in (minima, placed, rack) if size == 3 else (rack, placed, minima):
            rules = with_setting(rules, key, value)
        assert rules_with(ruleset("french"), settings_of(rules)[0]) == rules


def test_a_list_too_long_for_a_line_is_named() -> None:
    many = ", ".join(f'{{remaining_s = {seconds}, sound = "tick"}}' for seconds in range(100, 90, -1))
    assert settings_of(with_setting(ruleset("french"), "clock.signals", f"[{many}]")) == (
        (),
        ("the setting clock.signals is not carried",),
    )


def test_an_evening_file_of_a_published_game_states_what_was_retained() -> None:
    text = write_evening(published("fr_hiersac_2018-07-07_normale.txt").game).text
    assert "draw -BNISRAA\nretain K3 BEARNAIS\nclose" in text
    assert "rules french\nlexicon fr\n" in text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[]", "no game file"),
        ("{", "no JSON"),
        ('{"format": "toptable-game", "version": 2, "events": []}', "version '2'"),
        ('{"format": "toptable-game", "version": 1, "events": []}', "begins with EveningOpened"),
        ('{"format": "toptable-game", "version": 1, "colour": 1, "events": []}', "unknown key 'colour'"),
        ('{"format": "toptable-game", "version": 1, "events": [["1", "RoundClosed", {"round": 1}]]}', "comes first"),
        ('{"format": "toptable-game", "version": 1, "events": [[1, "RoundClosed", {}]]}', "expected"),
        ('{"format": "toptable-game", "version": 1, "events": [["1", "Sneezed", {}]]}', "unknown kind"),
    ],
)
def test_what_is_wrong_with_a_game_file_is_said(text: str, message: str) -> None:
    with pytest.raises(ExchangeError, match=message):
        read_game(text)


def test_decoding_never_fails() -> None:
    assert decode(b"\x81\x8d", "no-such-encoding").text
    assert decode("Țăranu".encode()).text == "Țăranu"
