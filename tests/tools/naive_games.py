#!/usr/bin/env python3
"""naive_games.py - perft of games in configs/games for which no count is published, by plain
lists and dictionaries, from the rules in prose. Shares nothing with the kit.
Use: tests/tools/naive_games.py GAME DEPTH [SIZE [POSITION]]   the counts from depth 1 on
An action is what the game's file calls one. A finished game has no successors.
"""

import functools
import sys

FOUR = ((1, 0), (0, 1), (-1, 0), (0, -1))
EIGHT = FOUR + ((1, 1), (-1, 1), (-1, -1), (1, -1))
SIX = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


class Clobber:
    """A stone moves onto a neighbour of the other side; who cannot, has lost."""

    def __init__(self, size):
        self.width, self.height = size or 6, (size or 6) - 1

    def start(self):
        return {(x, y): (x + y) % 2 for x in range(self.width) for y in range(self.height)}, 0

    def next(self, position):
        board, side = position
        for (x, y), owner in board.items():
            for dx, dy in FOUR:
                if owner == side and board.get((x + dx, y + dy)) == 1 - side:
                    after = dict(board)
                    del after[x, y]
                    after[x + dx, y + dy] = side
                    yield after, 1 - side


class Konane:
    """The first stones are removed from the middle or a corner, then next to the gap; then
    jumps over a neighbour, on in the same direction as often as one likes."""

    def __init__(self, size):
        self.size = size or 8

    def start(self):
        cells = [(x, y) for x in range(self.size) for y in range(self.size)]
        return {(x, y): (x + y) % 2 for x, y in cells}, 0

    def next(self, position):
        board, side = position
        last, total = self.size - 1, self.size * self.size
        gaps = [(x, y) for x in range(self.size) for y in range(self.size) if (x, y) not in board]
        if len(board) > total - 2 and len(gaps) < 2:
            middle = {last // 2, self.size // 2}
            for x, y in board:
                first = (x in middle and y in middle) or (x in (0, last) and y in (0, last))
                second = any(abs(x - a) + abs(y - b) == 1 for a, b in gaps)
                if board[x, y] == side and (second if gaps else first):
                    yield {cell: who for cell, who in board.items() if cell != (x, y)}, 1 - side
            return
        for (x, y), owner in board.items():
            for dx, dy in FOUR:
                after, at = dict(board), (x, y)
                while owner == side:
                    over, to = (at[0] + dx, at[1] + dy), (at[0] + 2 * dx, at[1] + 2 * dy)
                    inside = 0 <= to[0] <= last and 0 <= to[1] <= last
                    if not inside or after.get(over) != 1 - side or to in after:
                        break
                    del after[over], after[at]
                    after[to], at = side, to
                    yield dict(after), 1 - side


class LinesOfAction:
    """As many cells as pieces on the line; over own pieces only; connected wins."""

    def __init__(self, size):
        self.size = size or 8

    def start(self):
        last, middle = self.size - 1, range(1, self.size - 1)
        board = {(i, y): 0 for i in middle for y in (0, last)}
        board.update({(x, i): 1 for i in middle for x in (0, last)})
        return board, 0

    @staticmethod
    def connected(board, side):
        own = {cell for cell, owner in board.items() if owner == side}
        todo, seen = list(own)[:1], set(list(own)[:1])
        while todo:
            x, y = todo.pop()
            for dx, dy in EIGHT:
                if (x + dx, y + dy) in own - seen:
                    seen.add((x + dx, y + dy))
                    todo.append((x + dx, y + dy))
        return seen == own

    def next(self, position):
        board, side = position
        if self.connected(board, 0) or self.connected(board, 1):
            return
        for (x, y), owner in board.items():
            for dx, dy in EIGHT:
                if owner != side:
                    continue
                line = [(x + n * dx, y + n * dy) for n in range(-self.size, self.size)]
                steps = sum(cell in board for cell in line)
                way = [(x + n * dx, y + n * dy) for n in range(1, steps + 1)]
                to = way[-1]
                inside = 0 <= to[0] < self.size and 0 <= to[1] < self.size
                if (not inside or any(board.get(cell) == 1 - side for cell in way[:-1])
                        or board.get(to) == side):
                    continue
                after = dict(board)
                del after[x, y]
                after[to] = side
                yield after, 1 - side


class Ataxx:
    """A piece is added next to an own one, or jumps two cells; enemies beside it turn."""

    def __init__(self, size):
        self.size = size or 7

    def start(self):
        last = self.size - 1
        return {(0, last): 0, (last, 0): 0, (0, 0): 1, (last, last): 1}, 0

    def next(self, position):
        board, side = position
        own = [cell for cell, owner in board.items() if owner == side]
        if not own or len(own) == len(board):
            return
        moves = set()
        for x, y in own:
            for dx in range(-2, 3):
                for dy in range(-2, 3):
                    to = (x + dx, y + dy)
                    if to not in board and 0 <= to[0] < self.size and 0 <= to[1] < self.size:
                        moves.add(((x, y) if max(abs(dx), abs(dy)) == 2 else None, to))
        for come_from, to in moves:
            after = {cell: owner for cell, owner in board.items() if cell != come_from}
            after[to] = side
            for dx, dy in EIGHT:
                if (to[0] + dx, to[1] + dy) in after:
                    after[to[0] + dx, to[1] + dy] = side
            yield after, 1 - side
        if not moves and len(board) < self.size ** 2:
            yield board, 1 - side


class Lines:
    """A stone on an empty cell; `ends` says when lines end the game."""

    def __init__(self, cells, axes, ends):
        self.cells, self.axes, self.ends = cells, axes, ends

    def start(self):
        return {}, 0

    def longest(self, board, side):
        best = 0
        for x, y in (cell for cell in board if board[cell] == side):
            for dx, dy in self.axes:
                n = 1
                while board.get((x + n * dx, y + n * dy)) == side:
                    n += 1
                best = max(best, n)
        return best

    def next(self, position):
        board, side = position
        if self.ends(self.longest(board, 1 - side)):
            return
        for cell in self.cells:
            if cell not in board:
                yield {**board, cell: side}, 1 - side


def yavalath(size):
    side = size or 5
    cells = [(x, y) for x in range(2 * side - 1) for y in range(2 * side - 1)
             if side - 1 <= x + y <= 3 * side - 3]
    return Lines(cells, SIX[:3], lambda n: n >= 3)


def gomoku(size):
    cells = [(x, y) for x in range(size or 15) for y in range(size or 15)]
    return Lines(cells, ((1, 0), (0, 1), (1, 1), (1, -1)), lambda n: n >= 5)


class Pentago:
    """A marble, then a quarter is turned; two actions. Five in a row end the game."""

    def __init__(self, _):
        cells = [(x, y) for x in range(6) for y in range(6)]
        self.lines = Lines(cells, ((1, 0), (0, 1), (1, 1), (1, -1)), None)

    def start(self):
        return {}, 0, False

    def next(self, position):
        board, side, placed = position
        if max(self.lines.longest(board, 0), self.lines.longest(board, 1)) >= 5:
            return
        if not placed:
            for cell in self.lines.cells:
                if cell not in board:
                    yield {**board, cell: side}, side, True
            return
        for left in (0, 3):
            for low in (0, 3):
                for way in (-1, 1):
                    after = {}
                    for (x, y), owner in board.items():
                        if left <= x < left + 3 and low <= y < low + 3:
                            dx, dy = x - left - 1, y - low - 1
                            x, y = left + 1 - way * dy, low + 1 + way * dx
                        after[x, y] = owner
                    yield after, 1 - side, False


class Y:
    """A stone on an empty cell of a triangle; a chain that touches all three edges wins."""

    def __init__(self, size):
        self.size = size or 13
        self.cells = [(x, y) for x in range(self.size) for y in range(self.size - x)]

    def start(self):
        return {}, 0

    def won(self, board, side):
        own = {cell for cell, owner in board.items() if owner == side}
        while own:
            todo, touched = [own.pop()], set()
            while todo:
                x, y = todo.pop()
                touched |= {n for n, edge in enumerate((x, y, self.size - 1 - x - y)) if not edge}
                for dx, dy in SIX:
                    if (x + dx, y + dy) in own:
                        own.remove((x + dx, y + dy))
                        todo.append((x + dx, y + dy))
            if len(touched) == 3:
                return True
        return False

    def next(self, position):
        board, side = position
        if self.won(board, 1 - side):
            return
        for cell in self.cells:
            if cell not in board:
                yield {**board, cell: side}, 1 - side


class Havannah:
    """Wins who has a chain with two corners, with three edges, or around a cell."""

    def __init__(self, size):
        last = (size or 8) - 1
        self.cells = {(x, y) for x in range(-last, last + 1) for y in range(-last, last + 1)
                      if abs(x + y) <= last}

    def start(self, text=None):
        """text: the side, and the rows of the enclosing rhombus from the top, as fulcrum has."""
        if not text:
            return {}, 0
        side, rows = text.split()
        last = len(rows.split("/")) // 2
        return {(x - last, last - y): "xo".index(letter)
                for y, row in enumerate(rows.split("/")) for x, letter in enumerate(row)
                if letter in "xo"}, int(side) - 1

    def around(self, x, y):
        return [(x + dx, y + dy) for dx, dy in SIX if (x + dx, y + dy) in self.cells]

    def reach(self, seed, may_enter):
        """The cells that paths from the seed reach through cells that may be entered."""
        found, new = {seed}, [seed]
        while new:
            for cell in self.around(*new.pop()):
                if cell not in found and may_enter(cell):
                    found.add(cell)
                    new.append(cell)
        return found

    @functools.lru_cache(None)  # the same stones come in many orders
    def wins(self, own):
        last = max(x for x, _ in self.cells)
        edges = [lambda x, y: x, lambda x, y: -x, lambda x, y: y, lambda x, y: -y,
                 lambda x, y: x + y, lambda x, y: -x - y]
        for stone in own:
            chain = self.reach(stone, lambda cell: cell in own)
            on = [{i for i, of in enumerate(edges) if of(*cell) == last} for cell in chain]
            if sum(len(at) == 2 for at in on) >= 2 or \
                    len(set().union(*(at for at in on if len(at) == 1))) >= 3:
                return True
        # A ring lies around a cell if no path from it, past own stones, leaves the board.
        return any(all(len(self.around(*cell)) == 6
                       for cell in self.reach(middle, lambda cell: cell not in own))
                   for middle in self.cells)

    def next(self, position):
        board, side = position
        if self.wins(frozenset(cell for cell, owner in board.items() if owner == 1 - side)):
            return
        for cell in self.cells - set(board):
            yield {**board, cell: side}, 1 - side


class Go:
    """A position does not come again with the same side to move; two passes end the game."""

    def __init__(self, size):
        self.cells = {(x, y) for x in range(size or 9) for y in range(size or 9)}

    def start(self):
        return {}, 0, 0, [({}, 0)]

    def taken(self, board, side):
        """The stones of a side's groups that touch no empty cell."""
        found = set()
        for cell in (cell for cell, owner in board.items() if owner == side):
            chain, new, free = {cell}, [cell], False
            while new:
                x, y = new.pop()
                for dx, dy in FOUR:
                    to = (x + dx, y + dy)
                    free |= to in self.cells and to not in board
                    if board.get(to) == side and to not in chain:
                        chain.add(to)
                        new.append(to)
            found |= set() if free else chain
        return found

    def next(self, position):
        board, side, passes, past = position
        if passes == 2:
            return
        for cell in self.cells - set(board):
            after = {**board, cell: side}
            for gone in self.taken(after, 1 - side):
                del after[gone]
            if not self.taken(after, side) and (after, 1 - side) not in past:
                yield after, 1 - side, 0, past + [(after, 1 - side)]
        yield board, 1 - side, passes + 1, past


class Tumbleweed:
    """Stacks of (owner, height); the first turn sets up one stack for each side."""

    def __init__(self, size):
        side = size or 8
        self.middle = (side - 1, side - 1)
        self.cells = {(x, y) for x in range(2 * side - 1) for y in range(2 * side - 1)
                      if side - 1 <= x + y <= 3 * side - 3}

    def start(self):
        return {self.middle: (2, 2)}, 0, 0, 0

    def sights(self, board, side, cell):
        seen = 0
        for dx, dy in SIX:
            x, y = cell[0] + dx, cell[1] + dy
            while (x, y) in self.cells and (x, y) not in board:
                x, y = x + dx, y + dy
            seen += board.get((x, y), (None,))[0] == side
        return seen

    def next(self, position):
        board, side, setting, passes = position
        if passes == 2:
            return
        if setting < 2:
            for cell in self.cells - set(board):
                owner = 1 if setting else 0
                yield {**board, cell: (owner, 1)}, setting, setting + 1, 0
            return
        for cell in self.cells:
            height = self.sights(board, side, cell)
            if height > board.get(cell, (None, 0))[1]:
                yield {**board, cell: (side, height)}, 1 - side, 2, 0
        yield board, 1 - side, 2, passes + 1


GAMES = {"clobber": Clobber, "konane": Konane, "linesofaction": LinesOfAction, "ataxx": Ataxx,
         "yavalath": yavalath, "gomoku": gomoku, "pentago": Pentago, "y": Y,
         "tumbleweed": Tumbleweed, "havannah": Havannah, "go": Go}


def perft(game, position, depth):
    return sum(perft(game, after, depth - 1) if depth > 1 else 1 for after in game.next(position))


def main():
    game = GAMES[sys.argv[1]](int(sys.argv[3]) if len(sys.argv) > 3 else None)
    start = game.start(*sys.argv[4:])
    print(*(perft(game, start, depth) for depth in range(1, int(sys.argv[2]) + 1)))


if __name__ == "__main__":
    main()
