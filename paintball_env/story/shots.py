"""SH6 in words: the dice of a volley or a reaction, in the order of `rules.shooting`, and what is hit."""

from collections.abc import Iterator

from paintball_env.render.words import MISFIRES, rolled
from paintball_env.rules.figures import put_out
from paintball_env.rules.marshals import in_order, mark
from paintball_env.rules.sight import is_shielded
from paintball_env.rules.state import HARD, MARSHALS, NONE, SHOOT, SOFT, STRIDE
from tabletop.hexes import DIRECTIONS

from ..rules import shooting
from .marking import check_lines, class_of, save_line
from .scene import Scene, flag_lines, name_of

# What is in the way: its words, the rules, and the figure that is hit, or NONE.
Thing = tuple[str, str, int]


class Shots:
    """Tells the shots of one figure.

    Args:
      scene: as the shots begin; goes along.
      who: id of the shooter.

    Attributes:
      lines: a line a die, and what came of it.
      outcomes: the same in a few words.
    """

    def __init__(self, scene: Scene, who: int) -> None:
        self.scene, self.who = scene, who
        self.lines: list[str] = []
        self.outcomes: list[str] = []

    def volley(self) -> None:
        """The declared volley, up to the opponent's choice (SH4) if there is one."""
        scene = self.scene
        game = scene.game
        shots = [int(shot) for shot in game.shot if shot != NONE]
        aimed = int(scene.figure(self.who).aim) if game.kind == SHOOT else 0
        hits = self._fire(int(scene.figure(shots[0]).hex), len(shots), aimed)
        if 0 < hits < len(shots) and len(set(shots)) > 1:
            side = "Blue" if self.who < STRIDE else "Red"
            self.lines.append(f"{hits} of {len(shots)} shots hit: {side} picks whom (SH4)")
            return
        game.taken[:hits] = 1
        self.strike()

    def reaction(self, mover: int) -> None:
        """SE2: a sentry's one die."""
        if self._fire(int(self.scene.figure(mover).hex), 1, 0):
            self._hit(mover)

    def strike(self) -> None:
        """SH6 (6): each shot that counts, in declared order."""
        game = self.scene.game
        for taken, shot in zip(game.taken.tolist(), game.shot.tolist(), strict=True):
            if not taken:
                continue
            if self.scene.figure(shot).hex == NONE:
                self.lines.append(f"a hit on {name_of(shot)} is lost: it is out already (SH6)")
            elif game.kind == SHOOT:
                self._hit(shot)
            elif self.scene.figure(shot).suppressed:
                self.lines.append(f"a hit on {name_of(shot)} is lost: it is suppressed already (SU2)")
            else:
                self._suppress(shot)

    def _fire(self, goal: int, shots: int, aimed: int) -> int:
        """The hits left after spotting, misfires and the way."""
        scene = self.scene
        start = int(scene.figure(self.who).hex)
        if not self._spotted():
            return 0
        found = [self._die(start, goal, shots, i, aimed if i == 0 else 0) for i in range(shots)]
        hits = found.count(3)
        for _ in range(found.count(1)):
            if self._misfire():
                if hits:
                    self.lines.append("the other shots are lost (MF7)")
                return 0
        left = sum(not self._stopped(start, goal) for _ in range(hits))
        if not hits:
            self.outcomes.append("misses" if shots == 1 else "all miss")
        return left

    def _spotted(self) -> bool:
        for purpose, where, rule in (("spot-in", "out of", "SM2"), ("spot-through", "through", "SM3")):
            if self.scene.peek() != purpose:
                continue
            draw = self.scene.next(purpose)
            sees = class_of(draw) == 2
            result = "it sees" if sees else "it sees nothing, no shot"
            if not sees and purpose == "spot-in":
                result += ", and it does nothing more this turn"
            self.lines.append(f"spotting {where} the smoke: {rolled(draw)} ({rule}): {result}")
            if not sees:
                self.outcomes.append("sees nothing in the smoke")
                return False
        return True

    def _die(self, start: int, goal: int, shots: int, number: int, aimed: int) -> int:
        draw = self.scene.next("hit")
        board = self.scene.world.board
        reach = int(board.distance[start, goal])
        entrenched = reach > 0 and board.works[goal] != NONE and board.works[goal] != board.works[start]
        rule = "SH7" if reach == 0 else "EN1" if entrenched else "SH1, AI1" if aimed else "SH1"
        found = class_of(draw)
        result = ("misfire", "miss", "hit")[found - 1]
        where = f"range {reach}" + (", entrenched" if entrenched else "") + (", aimed" if aimed else "")
        die = f"hit roll {number + 1}" if shots > 1 else "hit roll"
        rule = "SH2" if found == 1 else rule
        self.lines.append(f"{die}: {rolled(draw)} at {where} ({rule}): {result}")
        return found

    def _misfire(self) -> bool:
        """MF: True: the other shots are lost."""
        scene, name = self.scene, name_of(self.who)
        before = Scene(scene.scenario, scene.games, ())
        draw = scene.next("misfire")
        assert isinstance(draw.result, int)
        line = f"misfire roll: {draw.result} (MF{draw.result}): {MISFIRES[draw.result - 1]}"
        ended, out = draw.result != 6, draw.result == 1
        self.lines.append(line)
        if draw.result == 6:
            if scene.peek() == "goggles":
                seen = scene.next("goggles")
                ended = out = class_of(seen) == 1
                result = "disqualified, out" if out else "nobody saw it"
                self.lines.append(f"a Marshal is near: {rolled(seen)} (MF6): {result}")
            else:
                self.lines.append("no Marshal is near: it does not matter (MF6)")
        if out:
            put_out(scene.game, self.who)
            self.lines += flag_lines(before, scene)
        if ended:
            words = [f"out of gas, {name} is out", f"{name} is out of ammo", f"{name}'s gun jams", "a minor trouble"]
            words += [f"{name}'s goggles steam up", f"{name} is disqualified"]
            self.outcomes.append(words[draw.result - 1])
        return ended

    def _stopped(self, start: int, goal: int) -> bool:
        for words, rules, figure in self._things(start, goal):
            draw = self.scene.next("way")
            stopped = class_of(draw) == 2
            result = "stopped" if stopped else "passes"
            self.lines.append(f"in the way, {words}: {rolled(draw)} ({rules}): {result}")
            if stopped:
                if figure == NONE:
                    self.outcomes.append(f"{words} stops it")
                else:
                    self.outcomes.append(f"hits {name_of(figure)} instead")
                    self._hit(figure)
                return True
        return False

    def _things(self, start: int, goal: int) -> Iterator[Thing]:
        """IW2, IW4: what is in the way now, from the shooter outward."""
        scene = self.scene
        game, board, team = scene.game, scene.world.board, self.who // STRIDE
        for place in board.between[start, goal, : board.crossed[start, goal]].tolist():
            where = scene.hex_name(place)
            for side in (team, 1 - team):
                for number in range(game.figure.shape[1]):
                    if game.figure[side, number].hex == place:
                        who = STRIDE * side + number
                        yield f"{name_of(who)} in {where}", "IW1, IW3", who
            for m in range(MARSHALS):
                index = int(in_order(team, m))
                if game.marshal[index].hex == place:
                    yield f"Marshal M{index + 1} in {where}", "IW1, IW3", NONE
            if game.cover[place] == SOFT:
                yield f"soft cover in {where}", "IW1, SC1", NONE
        if game.cover[goal] == SOFT:
            yield f"soft cover in {scene.hex_name(goal)}", "IW1, SC1", NONE
        elif is_shielded(scene.world, game, start, goal):
            facing = DIRECTIONS[int(game.cover[goal]) - HARD]
            yield f"hard cover in {scene.hex_name(goal)} facing {facing}", "IW1, HC2", NONE

    def _hit(self, target: int) -> None:
        """SV, PC: a figure is hit."""
        scene = self.scene
        before = Scene(scene.scenario, scene.games, ())
        draws = scene.run(mark, target)
        soft = before.game.cover[before.figure(target).hex] == SOFT
        self.lines.append(save_line(draws[0], target, "SV2" if soft else "SV1"))
        if class_of(draws[0]) == 1:
            self.outcomes.append(f"{name_of(target)} is unmarked")
            return
        lines, outcome = check_lines(before, scene, target, draws[1:])
        self.lines += lines
        self.outcomes.append(outcome)

    def _suppress(self, target: int) -> None:
        """SU1: the save against suppressive fire."""
        draw = self.scene.run(shooting.suppress, target)[0]
        saved = class_of(draw) == 1
        result = "unimpressed" if saved else "suppressed, impotent for the rest of the turn"
        self.lines.append(f"save of {name_of(target)}: {rolled(draw)} (SU1): {result}")
        self.outcomes.append(f"{name_of(target)} is {'not ' if saved else ''}suppressed")
