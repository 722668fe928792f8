import type { Component } from "svelte";
import { once } from "../fetching";
import type { GameName } from "../wire";
import type { GameProps } from "./props";

export const GAMES: readonly GameName[] = ["xequeo", "venise"];

/** Each game's code is fetched when its first table is opened. Always the same promise: a page that awaits another one
 * would take the board away and put it up anew with every move. */
export const loadGame = once(async (game: GameName) => {
	const module =
		game === "xequeo" ? await import("./xequeo/XeQueoTable.svelte") : await import("./venise/VeniseTable.svelte");
	return module.default as unknown as Component<GameProps>;
});
