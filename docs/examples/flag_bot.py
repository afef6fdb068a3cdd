"""One figure fetches the flag by the shortest way and brings it to its goal; the others shoot and go on sentry."""

from paintball_env import Bot, View


class FlagBot(Bot):
    def act(self, view: View) -> int:
        own = {figure.name: figure for figure in view.figures(view.team)}
        enemies = {enemy.name: enemy for enemy in view.figures(1 - view.team)}
        prize, runner, goal = view.prize, "", view.goal
        if prize is not None and own:
            if prize.carrier not in own:
                goal = prize.hex
            runner = prize.carrier if prize.carrier in own else min(own, key=lambda n: view.steps(own[n].hex, goal))
        worths = {}
        for name, action in view.legal.items():
            who, _, order = name.partition(" ")
            worth = 0.01 * self.random.random()
            if who == runner and order == "take flag":
                worth = 10.0
            elif who == runner and order.startswith("move"):
                there = view.beside(own[who].hex, order.split()[1])
                worth += float(view.steps(own[who].hex, goal) - view.steps(there, goal))
            elif order.startswith("shoot") and enemies[order.split()[1]].gun != "jammed":
                worth += 2.0 * view.chance_to_put_out(own[who].hex, enemies[order.split()[1]].hex)
            elif who != runner and order == "sentry":
                worth = 0.1
            elif order.startswith(("move", "rotate")) or order == "stand down":
                worth = -1.0
            worths[action] = worth
        return max(worths, key=lambda action: worths[action])
