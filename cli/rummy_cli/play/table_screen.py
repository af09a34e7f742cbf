"""The table screen: drawn anew at each prompt, in colour, as wide as the terminal."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Sequence
from itertools import islice
from typing import Final

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from rummy_cli.faces import CardText
from rummy_cli.play.asking import Keyboard
from rummy_cli.play.choices import Choice, choices
from rummy_cli.play.scene import Line, Row, Scene, match_words, score_text
from rummy_cli.play.table_frame import FORMS, GAP, Form, table_parts
from rummy_core.cards import card

_NARROW: Final = 40  # below this nothing is laid out any more, lines are only broken
_WIDEST: Final = 100  # a table that is wider is hard to take in
_LABEL: Final = 11
_LABELS: Final = 16  # a longer name does not push the rows of the others to the right
_BELOW: Final = 3  # rows of an answer that may push a table up
_AIRY: Final = 23  # rows of a terminal that has room for empty lines
_CARD: Final = re.compile(r"(?<![A-Za-z0-9])(?:(10|[2-9AJQK])([♣♦♥♠])|([2-9ATJQK])([CDHS]))(?![A-Za-z0-9])")
_SUITS: Final = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}
_ONE_ROW: Final = 80  # from this width on the choices stand on one row, else on two
UNDO: Final = Choice("u", "undo", "", "undo")
HINT: Final = Choice("h", "hint", "", "hint")
SORT: Final = Choice("s", "sort", "", "sort")
HELP: Final = Choice("?", "?", "", "more")


class TableScreen:
    """Draws the table of a scene, what was said under it, and the choices on the last lines."""

    def __init__(self, keyboard: Keyboard, cards: CardText, console: Console) -> None:
        self.cards = cards
        self._keyboard = keyboard
        self._console = console

    @property
    def _width(self) -> int:
        return min(self._console.width, _WIDEST)

    def say(self, line: str) -> None:
        """Say one line at once, below what stands there."""
        self._write([self._body(line, 1)])

    def page(self, lines: Sequence[Line]) -> None:
        """Show lines on an empty screen, and what is too long for one a screen at a time."""
        lead = _lead([line.label for line in lines if isinstance(line, Row)])
        rows = [row for line in lines for row in self._line(line, lead)]
        step = max(self._console.height - _BELOW, 1)
        with contextlib.suppress(EOFError):
            # Where input has ended nobody waits: the rest is written all the same.
            while len(rows) > step:
                self._console.clear()
                self._write([rows[:step]])
                rows = rows[step:]
                self._keyboard.line(" Enter: more > ")
        self._console.clear()
        self._write([rows])

    def cover(self) -> None:
        """Empty the screen.

        A screen that is emptied may still be scrolled to. So this begins the
        terminal's alternate screen, of which nothing is kept.
        """
        if not self._console.is_alt_screen:
            self._console.set_alt_screen(True)
        self._console.clear()

    def leave(self) -> None:
        """Go back to the normal screen, where this was not on it."""
        if self._console.is_alt_screen:
            self._console.set_alt_screen(False)

    def prompt(self, scene: Scene, messages: Sequence[str]) -> str:
        """Draw the table, what was said, and the choices; a long answer stands alone."""
        foot = self._choices(scene)
        # A question asked back may yet stand below.
        room = self._console.height - 2
        said = self._said(scene, messages)
        under = sum(map(len, [*said, *foot]))
        form, frame = self._fitting(scene, under + 2)
        if form.flow:
            # Such a table does not say what the others did.
            said = self._said(scene, messages, of_others=True)
            under = sum(map(len, [*said, *foot]))
            _, frame = self._fitting(scene, under + 2)
        rows = sum(map(len, frame)) + under
        if rows <= room:
            self._console.clear()
            apart = [[Text()]] if said and rows + 2 <= room and self._console.height >= _AIRY else []
            self._write([*frame, *said, *apart, *foot])
            return self._keyboard.line(" > ")
        _, alone = self._fitting(scene, sum(map(len, foot)) + 2)
        if sum(map(len, [*alone, *foot])) > room:
            return self._table_in_screens([*alone, *said], foot, room)
        return self._answer_alone(said, room)

    def _said(self, scene: Scene, messages: Sequence[str], *, of_others: bool = False) -> list[list[Text]]:
        """What is said below a table, with or without what it shows of the others' moves."""
        news = [
            told.sentence
            for told in scene.news
            if not told.on_table and (of_others or told.seat == scene.view.seat or not told.predicate)
        ]
        return [self._body(line, 1) for line in [*scene.opening, *news, *messages]]

    def _table_in_screens(
        self, blocks: Sequence[Sequence[Text]], foot: Sequence[Sequence[Text]], room: int
    ) -> str:
        """Show a table that is too long for the screen a screen at a time, with the choices on each."""
        below = [row for block in foot for row in block]
        rows = [row for block in blocks for row in block]
        step = max(room - len(below), 1)
        while len(rows) > step:
            self._console.clear()
            self._write([rows[:step], below])
            rows = rows[step:]
            line = self._keyboard.line(" Enter: more, or any move > ")
            if line.strip():
                return line
        self._console.clear()
        self._write([rows, below])
        return self._keyboard.line(" > ")

    def _answer_alone(self, said: list[list[Text]], room: int) -> str:
        """Show what is too long to stand under the table, a screen at a time.

        What is typed at a stop is an answer like any other; Enter alone goes on.
        """
        rows = [row for block in said for row in block]
        answer, rows = self._screens_of(rows, room - 1, " Enter: more, or any move > ")
        if answer:
            return answer
        self._console.clear()
        self._write([rows])
        return self._keyboard.line(" Enter: the table, or any move > ")

    def _screens_of(self, rows: list[Text], room: int, prompt: str) -> tuple[str, list[Text]]:
        """Show screens of ``rows`` until the last, or an answer, comes; return both."""
        while len(rows) > room:
            self._console.clear()
            self._write([rows[:room]])
            rows = rows[room:]
            line = self._keyboard.line(prompt)
            if line.strip():
                return line, rows
        return "", rows

    def question(self, lines: Sequence[str], question: str, over: Scene | None = None) -> str:
        """Show ``lines`` below what stands there, or below the table alone; ask, and return the answer.

        What is too long for that has the screen for itself, like a long answer.
        """
        rows = [row for line in lines for row in self._body(line, 1)]
        asked = self._body(question, 1, spare=len(" > "))
        asked[-1].append(" >")
        if over is not None:
            self._console.clear()
            _, frame = self._fitting(over, len(rows) + len(asked))
            if sum(map(len, [*frame, rows, asked])) <= self._console.height:
                self._write(frame)
        elif len(rows) > _BELOW:
            answer, rows = self._screens_of(
                rows, self._console.height - len(asked) - 1, " Enter: more, or answer > "
            )
            if answer:
                return answer
            self._console.clear()
        self._write([rows, asked[:-1]])
        self._console.print(asked[-1], end="")
        return self._keyboard.line(" ")

    # Lines.

    def _write(self, blocks: Sequence[Sequence[Text]]) -> None:
        for block in blocks:
            for row in block:
                self._console.print(row, no_wrap=True, overflow="ignore", crop=False)

    def _coloured(self, text: str) -> Text:
        shown = Text(text)
        for match in _CARD.finditer(text):
            suit = _SUITS.get(match[2] or "", match[4])
            colour = self.cards.suit_colour(card(f"A{suit}"))
            shown.stylize(f"bold {colour}".strip(), match.start(), match.end())
        return shown

    def _body(self, line: str, indent: int, spare: int = 0) -> list[Text]:
        """Return ``line`` broken to the width, every row indented; a colon list keeps its own indent."""
        own = len(line) - len(line.lstrip())
        room = max(self._width - indent - own - spare, 10)
        rows = self._coloured(line.strip()).wrap(self._console, room) if line.strip() else [Text()]
        broken = []
        for row in rows:
            row.rstrip()
            broken.append(Text(" " * (indent + own)) + row)
        return broken

    def _two(self, left: Text, right: Text) -> list[Text]:
        """Return two texts on one row, the second at the right edge, or below where they do not fit."""
        gap = self._width - left.cell_len - right.cell_len - 1
        if gap >= 2:
            return [left + Text(" " * gap) + right]
        return [*left.wrap(self._console, self._width), *self._at_the_edge(right)]

    def _at_the_edge(self, right: Text) -> list[Text]:
        """Return a text on rows of its own, at the right edge."""
        rows = []
        for row in self._in_groups(right.plain, max(self._width - 2, 10)):
            row.stylize(right.style)
            rows.append(Text(" " * max(self._width - row.cell_len - 1, 1)) + row)
        return rows

    def _labelled(self, label: str, text: str, right: str = "", least: int = _LABEL) -> list[Text]:
        """Return a row with a label; the text is broken beside it, ``right`` at the edge."""
        name = Text(f" {label}", style="bold")
        lead = max(least, name.cell_len + 1)
        room = self._width - lead - 1
        if room < _NARROW // 2:
            lead, room = 3, self._width - 4
        rows = self._in_groups(text, room)
        out: list[Text] = []
        if lead < name.cell_len + 1:
            out.append(name)
            name = Text()
        for place, row in enumerate(rows or [Text()]):
            head = name if not place else Text()
            out.append(head + Text(" " * (lead - head.cell_len)) + row)
        if right:
            figure = self._coloured(right)
            gap = self._width - 1 - out[-1].cell_len - figure.cell_len
            if gap >= 2:
                out[-1] = out[-1] + Text(" " * gap) + figure
            else:
                out += self._at_the_edge(figure)
        return out

    def _in_groups(self, text: str, room: int) -> list[Text]:
        """Break ``text`` between its groups where they fit, as melds do, else between words."""
        lines = [""]
        for part in re.split(r"(?<=\|) |   +", text):
            gap = "" if not lines[-1] else " " if lines[-1].endswith("|") else "   "
            if lines[-1] and cell_len(lines[-1] + gap + part) > room:
                lines.append(part)
            else:
                lines[-1] += gap + part
        rows = []
        for line in lines:
            for row in self._coloured(line).wrap(self._console, room):
                row.rstrip()
                rows.append(row)
        return rows

    def _line(self, line: Line, lead: int) -> list[Text]:
        if isinstance(line, Row):
            if not line.text and not line.right:
                return []
            return self._labelled(line.label, line.text, line.right, lead)
        return self._body(line, 1)

    # The table.

    def _frame(self, scene: Scene, form: Form) -> list[list[Text]]:
        rule = [Text(("─" if self.cards.style == "signs" else "-") * self._width, style="dim")]
        words = match_words(scene.match)
        head = Text(f" {words if self.cards.style == 'signs' else words.replace(' · ', ', ')}", style="bold")
        score = Text("   ".join(score_text(scene.match)) if form.score else "", style="bold")
        frame = [self._two(head, score), rule]
        parts = list(table_parts(scene, form))
        lead = _lead([part.label for part in parts])
        for part in parts:
            if part is not GAP:
                frame.append(self._labelled(part.label, part.text, part.right, lead))
            elif form.airy:
                frame.append([Text()])
        frame.append(rule)
        return frame

    def _fitting(self, scene: Scene, besides: int) -> tuple[Form, list[list[Text]]]:
        """The roomiest table that leaves so many rows of the screen free, or the most compact one."""
        form, frame = FORMS[-1], list[list[Text]]()
        for form in FORMS:
            if form.airy and self._console.height < _AIRY:
                continue
            frame = self._frame(scene, form)
            if sum(map(len, frame)) + besides <= self._console.height:
                break
        return form, frame

    def _choices(self, scene: Scene) -> list[list[Text]]:
        """Return the step and every legal kind of move, in the fullest form that has room."""
        head = Text(f" {scene.view.step.capitalize()}:", style="bold")
        forms = self._forms(scene)
        for rows in range(1 if self._width >= _ONE_ROW else 2, len(forms[0]) + 2):
            for items in forms:
                sizes = [head.cell_len, *(item.cell_len for item in items)]
                needed = len(_filled(sizes, self._width - 1))
                if 0 < needed <= rows:
                    # No wider than so many rows take, so that they are about equally long.
                    filled = (_filled(sizes, room) for room in range(self._width))
                    counts = next(counts for counts in filled if len(counts) == needed)
                    return [[row] for row in _parted(head, items, counts)]
        return [[head], *([Text(" ") + item] for item in forms[0])]

    def _forms(self, scene: Scene) -> list[list[Text]]:
        """The choices with their keys, then in words, at last without what ``?`` tells as well."""
        offered = choices(scene.view, scene.actions, self.cards)
        undo = [UNDO] if scene.can_undo else []
        keys = [
            Text("  ")
            + Text(one.key, style="bold cyan")
            + Text(" " * bool(one.beside_key))
            + self._coloured(one.beside_key)
            for one in (*offered, *undo, HINT, SORT, HELP)
        ]
        *words, hint, sort, mark = (
            Text("  ")
            + Text(one.words, style="bold cyan")
            + Text(" " * bool(one.beside_words))
            + self._coloured(one.beside_words)
            for one in (*offered, *undo, HINT, SORT, HELP)
        )
        return [
            keys,
            [*words, hint, sort, keys[-1]],
            [*words, hint, keys[-1]],
            [*words, hint, mark],
            [*words, mark],
        ]


def _lead(labels: Sequence[str]) -> int:
    """The column at which texts begin beside their labels, alike for all."""
    sizes = (cell_len(label) + 2 for label in labels)
    return max([_LABEL, *(size for size in sizes if size <= _LABELS)])


def _filled(sizes: Sequence[int], room: int) -> list[int]:
    """How many go on each row of so much room, behind the first, the head; nothing where one does not."""
    counts, used = [0], sizes[0]
    for size in sizes[1:]:
        if used + size > room:
            counts.append(0)
            used = 1
            if used + size > room:
                return []
        counts[-1] += 1
        used += size
    return counts


def _parted(head: Text, items: Sequence[Text], counts: Sequence[int]) -> list[Text]:
    """The rows of a head and items, so many on each."""
    rows, left = [], iter(items)
    for place, count in enumerate(counts):
        rows.append(Text.assemble(Text(" ") if place else head, *islice(left, count)))
    return rows
