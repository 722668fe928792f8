"""The games of the house, registered as any package registers one."""

from __future__ import annotations

from typing import Final

from ridotto.games.registration import Registration

XEQUEO: Final = Registration(
    title="Xe Queo!",
    rules="ridotto.games.xequeo:XeQueo",
    starts="ridotto.games.xequeo.starts",
    lessons="ridotto.games.xequeo.lessons",
    # As measured (docs/arena.md).
    bots={
        "random": "ridotto.bots.baseline:RandomBot",
        "tourist": "ridotto.bots.xequeo:Tourist",
        "fishmonger": "ridotto.bots.xequeo:Fishmonger",
        "greedy": "ridotto.bots.xequeo:Greedy",
        "ismcts": "ridotto.bots.search:ISMCTS",
        "casanova": "ridotto.bots.bluff:casanova",
        "mask": "ridotto.bots.bluff:mask",
        "doge": "ridotto.bots.bluff:doge",
        "inquisitor": "ridotto.bots.bluff:inquisitor",
    },
    study_bots=frozenset({"greedy", "ismcts", "mask"}),
    adviser="doge",  # not whoever wins most against weak players, but whoever gives the least away
    substitute="greedy",
    heuristics="ridotto.bots.heuristics:XeQueoHeuristics",
    terminal="ridotto.cli.terminal.xequeo:XeQueoTerminal",
    telling="ridotto.tell.xequeo",
    view="ridotto.server.views.xequeo:xequeo_view",
    past="ridotto.server.views.xequeo:xequeo_past",
    scene="ridotto.server.views.xequeo:scene",
    first_scenes=("",),
    drawing="ridotto.draw.xequeo:drawing",
    pictures="ridotto.draw.rules:XEQUEO_PICTURES",
    perft="ridotto.cli.perft:count_xequeo",
)

VENISE: Final = Registration(
    title="Venise",
    rules="ridotto.games.venise:Venise",
    starts="ridotto.games.venise.starts",
    lessons="ridotto.games.venise.lessons",
    bots={
        "random": "ridotto.bots.baseline:RandomBot",
        "greedy": "ridotto.bots.venise:Greedy",
        "gondolier": "ridotto.bots.doge:Gondolier",
        "ismcts": "ridotto.bots.search:ISMCTS",
        "doge": "ridotto.bots.doge:Doge",
    },
    adviser="doge",
    coach="greedy",
    substitute="greedy",
    heuristics="ridotto.bots.heuristics:VeniseHeuristics",
    terminal="ridotto.cli.terminal.venise:VeniseTerminal",
    telling="ridotto.tell.venise",
    view="ridotto.server.views.venise:venise_view",
    effects="ridotto.games.venise.effects:effects_of",
    scene="ridotto.server.views.venise:scene",
    first_scenes=("", "board=night-basic"),
    drawing="ridotto.draw.venise:svg",
    pictures="ridotto.draw.rules:VENISE_PICTURES",
    facts="ridotto.tell.venise:box_facts",
    boards="ridotto.games.venise.boards:shipped_boards",
    perft="ridotto.cli.perft:count_venise",
)
