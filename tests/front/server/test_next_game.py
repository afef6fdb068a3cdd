"""Is a game between bots paused by whoever began it, and do players go on together in another game?"""

import time

import pytest


def test_a_game_between_bots_can_be_paused_by_whoever_has_begun_it(served):
    server = served()
    game = server.begin(scenario="pig", players=["careful", "random"], pace=0.1)
    with server.visit(game) as host, server.visit(game, []) as guest:
        assert host.state["yours"] == guest.state["yours"] == []
        for wish in ("pause", "one decision", "pace", "again"):
            assert "look on" in guest.ask("refused", do=wish, paused=True, pace=1)["why"]
        assert "true or false" in host.ask("refused", do="pause", paused=1)["why"]
        assert "only bots" in host.ask("refused", do="act", action="roll")["why"]
        host.send(do="pause", paused=True)
        number = host.until(lambda state: state["paused"])["number"]
        assert guest.until(lambda state: state["paused"])["thinking"]
        time.sleep(0.3)  # three times the pace: nothing comes of its own accord
        host.send(do="one decision", at=number + 1)
        assert "gone on" in host.wait("refused")["why"]
        assert host.ask(do="one decision")["number"] == number + 1
        assert host.ask(do="one decision")["number"] == number + 2
        host.send(do="pause", paused=False)
        host.until(lambda state: state["number"] > number + 3)
        assert "gone on" in host.ask("refused", do="one decision")["why"]
    game = server.begin(scenario="pig", players=["person", "careful"])
    with server.visit(game) as person:
        assert "between bots" in person.ask("refused", do="pause", paused=True)["why"]


@pytest.mark.parametrize("swapped", [False, True])
def test_two_players_go_on_in_one_new_game_with_the_keys_they_have(served, swapped):
    server = served()
    game = server.begin(scenario="pig", players=["person", "person"], pace=2)
    keys = list(game["keys"].values())
    with server.visit(game, keys[:1]) as one, server.visit(game, keys[1:]) as two, server.visit(game, []) as guest:
        assert "over" in two.ask("refused", do="again")["why"] and not two.state["successor"]
        assert "look on" in guest.ask("refused", do="again")["why"]
        one.ask(do="give up")
        two.until(lambda state: state["over"])
        two.send(do="again", swapped=swapped)
        what = "swapped" if swapped else "again"
        assert not one.until(lambda state: state["people"]["proposed"] == ["", what])["successor"]
        one.send(do="again", swapped=swapped)
        successor = two.until(lambda state: state["successor"])["successor"]
        assert one.until(lambda state: state["successor"])["successor"] == successor
        assert guest.until(lambda state: state["successor"])["successor"] == successor
        assert one.ask(do="again", swapped=not swapped)["successor"] == successor  # asked for by both at once
    server.restart()
    with server.visit(successor, keys[:1]) as one, server.visit(successor, keys[1:]) as two:
        assert (one.state["yours"], two.state["yours"]) == (([1], [0]) if swapped else ([0], [1]))
        assert one.state["pace"] == 2 and one.state["number"] == 0 and not one.state["successor"]
    with server.visit(game, keys[:1]) as one:
        assert one.state["successor"] == successor
        assert "over" in one.ask("refused", do="act", action="roll")["why"]
    old, new = (server.store.find(each).begun for each in (game["id"], successor))
    assert old.seed != new.seed and len(server.store.recent(9)) == 2


def test_where_no_other_game_can_be_kept_that_is_refused(served):
    server = served()
    game = server.begin(scenario="pig", players=["careful", "person"])
    with server.visit(game) as person:
        person.ask(do="give up")
        server.store.most = 1
        assert "keeps 1 games" in person.ask("refused", do="again")["why"] and not person.state["successor"]
        server.store.most = 2
        person.send(do="again", swapped=True)
        successor = person.until(lambda state: state["successor"])["successor"]
    assert server.store.find(successor).begun.players == ("person", "careful")


def test_of_two_servers_one_begins_the_next_game(served):
    one = served()
    game = one.begin(scenario="pig", players=["person", "person"])
    with one.visit(game) as here:
        here.ask(do="give up")
        two = served(file=one.file)
        with two.visit(game) as there:
            successor = here.ask(do="again")["successor"]
            why = there.ask("refused", do="again")["why"]
            assert why.startswith("another server has changed this game in the file: ")
    assert two.store.find(game["id"]).successor == successor and len(two.store.recent(9)) == 2


def test_a_game_that_is_taken_back_has_no_next_game_until_it_ends_again(served, monkeypatch):
    monkeypatch.setattr("tabletop.front.server.connection.MOST_A_SECOND", 1e6)  # it is played faster than by people
    server = served()
    game = server.begin(scenario="short-pig", players=["person", "person"], practice=True)
    with server.visit(game) as person:
        while not person.state["over"]:
            person.act(person.names()[0])
        person.send(do="again")
        first = person.until(lambda state: state["successor"])["successor"]
        person.ask(do="take back")
        assert not person.state["over"] and not person.state["successor"]
        while not person.state["over"]:
            person.act(person.names()[0])
        person.send(do="again")
        second = person.until(lambda state: state["successor"])["successor"]
    assert first != second and server.store.find(game["id"]).successor == second
