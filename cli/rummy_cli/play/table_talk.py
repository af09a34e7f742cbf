"""From the flags of ``rummy play`` to a match at its screen, and how it is left again."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from rummy_cli.choosing import Game, chosen_book, chosen_game, chosen_seed
from rummy_cli.errors import CommandError, sentence
from rummy_cli.faces import card_text
from rummy_cli.layout import print_json
from rummy_cli.play.asides import Ending
from rummy_cli.play.asking import Keyboard
from rummy_cli.play.auto import match_data, play_alone, told_deal
from rummy_cli.play.match_told import side_names
from rummy_cli.play.opening import ask_game, first_lines, newest_unfinished, offer_unfinished, resumed_lines
from rummy_cli.play.plain_screen import PlainScreen
from rummy_cli.play.players import Player, named, seat_players
from rummy_cli.play.saving import Resumed, Save, resume, whole_header
from rummy_cli.play.scene import Screen
from rummy_cli.play.score_screens import match_sheet
from rummy_cli.play.session import Session
from rummy_cli.play.stopping import Stopped, Stopping
from rummy_cli.safe_text import safe
from rummy_cli.shell_words import rummy_program, typed_in_a_shell
from rummy_core.deal import Deal
from rummy_core.match import Match
from rummy_core.records import deal_lines, header_of
from rummy_core.rulebook import Rulebook, Variant
from rummy_core.scoring import Seating


@dataclass(frozen=True, slots=True)
class Wishes:
    """The flags of ``rummy play``, as typed."""

    variant: str | None = None
    bots: str | None = None
    seat: int | None = None
    auto: bool = False
    hotseat: bool = False
    names: str | None = None
    deals: int | None = None
    target: int | None = None
    save: str | None = None
    force: bool = False
    resume: str | None = None
    plain: bool = False
    ascii_only: bool = False
    cards: str | None = None
    as_json: bool = False
    settings: Sequence[str] = ()
    preset: str | None = None
    house_rules: Sequence[str] = ()
    players: int | None = None
    seed: str | None = None

    @property
    def shapes_a_match(self) -> bool:
        """Whether a flag says what a new match is to be like."""
        chosen = (self.bots, self.seat, self.names, self.deals, self.target, self.preset, self.players)
        return (
            any(one is not None for one in chosen)
            or bool(self.settings or self.house_rules)
            or self.auto
            or self.hotseat
            or self.seed is not None
            or self.save is not None
        )


@dataclass(frozen=True, slots=True)
class Table:
    """A match ready to be played."""

    match: Match
    players: tuple[Player, ...]
    save: Save
    opening: Sequence[str]


def play(wishes: Wishes) -> int:
    """Play a match as wished and return the exit code.

    Raises:
        CommandError: for wishes that cannot be met.
    """
    if wishes.as_json and not wishes.auto:
        raise CommandError("--json prints a match that bots play alone; add --auto")
    if wishes.force and wishes.save is None:
        raise CommandError("--force goes with --save FILE")
    with Stopping() as stopping:
        screen = make_screen(wishes, stopping)
        try:
            table = set_up(wishes, screen)
        except (EOFError, KeyboardInterrupt):
            return 0
        except Stopped as stopped:
            return stopped.exit_code
        return _run(wishes, table, screen, stopping)


def make_screen(wishes: Wishes, stopping: Stopping) -> Screen:
    """Return the screen for this terminal: a drawn table, or sentences where it cannot be drawn."""
    plain = wishes.plain or _wants_plain()
    words = wishes.cards == "words" or (plain and wishes.cards is None and not wishes.ascii_only)
    cards = card_text(sys.stdout, ascii_only=wishes.ascii_only, words=words)
    keyboard = Keyboard(stopping)
    if plain or wishes.auto:
        return PlainScreen(keyboard, cards)
    # rich takes 10 MB and a while: plain players do without.
    from rich.console import Console

    from rummy_cli.play.table_screen import TableScreen

    return TableScreen(keyboard, cards, Console(highlight=False, markup=False, emoji=False))


def _wants_plain() -> bool:
    asked = os.environ.get("RUMMY_PLAIN", "")
    terminal = sys.stdout is not None and sys.stdout.isatty()
    return not terminal or os.environ.get("TERM", "dumb") in ("dumb", "") or asked not in ("", "0")


def set_up(wishes: Wishes, screen: Screen) -> Table:
    """Take up an unfinished match, or begin a new one."""
    if wishes.resume is not None:
        return _resumed(_found(wishes), screen)
    name = wishes.variant
    asks = not wishes.shapes_a_match
    if name is None:
        found = offer_unfinished(screen, None, None) if asks else None
        if found is not None:
            return _resumed(found, screen)
        name = ask_game(screen)
        asks = False
    game = chosen_game(name)
    if asks:
        found = offer_unfinished(screen, game.variant.name, _local(game))
        if found is not None:
            return _resumed(found, screen)
    return _begun(wishes, game)


def _local(game: Game) -> tuple[Variant, str] | None:
    return (game.variant, game.file_hash) if game.file_hash else None


def _found(wishes: Wishes) -> Resumed:
    """The match that --resume asks for."""
    given = Wishes(
        variant=wishes.variant, resume=wishes.resume, auto=wishes.auto, as_json=wishes.as_json,
        plain=wishes.plain, ascii_only=wishes.ascii_only, cards=wishes.cards,
    )  # fmt: skip
    if given != wishes:
        raise CommandError("--resume takes the game, its options and its players from the record")
    name, file = wishes.variant, wishes.resume
    if name is None and file and not file.endswith(".rummy") and not Path(file).exists():
        # 'rummy play --resume gin': the word behind --resume is a game.
        name, file = file, ""
    game = chosen_game(name) if name else None
    local = _local(game) if game else None
    if file:
        return resume(Path(file).expanduser(), local)
    return newest_unfinished(game.variant.name if game else None, local)


def _resumed(found: Resumed, screen: Screen) -> Table:
    header = found.header
    count = found.match.book.players
    bots = [*header.bots, *[""] * count][:count]
    if not any(header.bots) and not header.seats:
        raise CommandError("the record does not say who plays")
    try:
        players = named(bots, [name[:24] for name in header.seats[:count]])
    except CommandError:
        players = named(bots, ())
    return Table(found.match, players, found.save, resumed_lines(found))


def _begun(wishes: Wishes, game: Game) -> Table:
    book = _book(wishes, game)
    players = seat_players(
        book.players,
        bots=wishes.bots,
        seat=wishes.seat,
        auto=wishes.auto,
        hotseat=wishes.hotseat,
        names=wishes.names,
    )
    match = Match(book, chosen_seed(wishes.seed))
    deal = match.begin_deal()
    header = header_of(
        match,
        seats=[player.name for player in players],
        bots=[player.bot for player in players],
        version=_version(),
        file=game.file_hash,
    )
    text = whole_header(header, deal_lines(match, deal))
    if wishes.save is not None:
        save = Save.begin(text, Path(wishes.save).expanduser(), force=wishes.force)
    else:
        save = Save.begin_in_home(text, header)
    return Table(match, players, save, first_lines(book))


def _book(wishes: Wishes, game: Game) -> Rulebook:
    settings = list(wishes.settings)
    for flag, option, value in (
        ("--deals", "max_deals", wishes.deals),
        ("--target", "target", wishes.target),
    ):
        if value is None:
            continue
        if option not in game.variant.options.model_fields:
            raise CommandError(f"{safe(game.variant.title)} has no target; leave out {flag}")
        settings.append(f"{option}={value}")
    return chosen_book(
        game,
        settings=settings,
        preset=wishes.preset,
        house_rules=wishes.house_rules,
        players=wishes.players,
    )


def _version() -> str:
    try:
        return version("rummykit")
    except PackageNotFoundError:
        return ""


def _run(wishes: Wishes, table: Table, screen: Screen, stopping: Stopping) -> int:
    """Play, and leave the table tidily however it ends."""
    code = 0
    try:
        if wishes.auto:
            _alone(wishes, table, screen, stopping)
        else:
            Session(table.match, table.players, table.save, screen, stopping, table.opening).run()
    except (Ending, EOFError):
        pass
    except Stopped as stopped:
        code = stopped.exit_code
        # The terminal itself may be gone.
        with contextlib.suppress(OSError):
            screen.say("")
    finally:
        warning = table.save.close()
        with contextlib.suppress(OSError):
            screen.leave()
    if wishes.as_json:
        if warning:
            print(f"warning: {warning}; what is not on disk is lost", file=sys.stderr)
        if table.match.is_over:
            record = None if warning else str(table.save.path)
            print_json(match_data(table.match, record))
        return code
    with contextlib.suppress(OSError):
        # Not by the screen, which would break a path between two rows.
        print(*_farewell(wishes, table, warning), sep="\n", flush=True)
    return code


def _farewell(wishes: Wishes, table: Table, warning: str) -> list[str]:
    """What is said last: where the match is, and the whole line that goes on with it from anywhere."""
    path = str(table.save.path.absolute())
    shown = safe(path, 1000)
    if warning:
        return [sentence(f"{warning}; what is not on disk is lost")]
    if table.match.is_over:
        return [f"The record of the match: {shown}"]
    given = wishes.variant or ""
    game = [str(Path(given).absolute())] if given.endswith(".py") else []
    typed = typed_in_a_shell([rummy_program(), "play", *game, "--resume", path])
    if safe(typed, 4000) != typed:
        # What does not print cannot be typed either.
        typed = "'rummy play --resume FILE', FILE being that file."
    return [f"The match is saved: {shown}", f"Go on with it: {typed}"]


def _alone(wishes: Wishes, table: Table, screen: Screen, stopping: Stopping) -> None:
    match, players = table.match, table.players

    def ended(deal: Deal, title: str, seating: Seating) -> None:
        if not wishes.as_json:
            screen.page(told_deal(match, players, screen.cards, deal, title, seating))

    def warn(line: str) -> None:
        if line and wishes.as_json:
            print(f"warning: {line}", file=sys.stderr)
        elif line:
            screen.say(sentence(line))

    play_alone(match, players, table.save, stopping, ended, warn)
    assert match.sheet is not None
    if wishes.as_json:
        return
    names = side_names(match, players, -1)
    screen.page([*match_sheet(match.sheet, names, -1), f"Seed: {safe(str(match.seed))}."])
