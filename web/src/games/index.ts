import type { Component } from "svelte";
import type { GameName } from "../wire";
import type { GameProps } from "./props";

export const GAMES: readonly GameName[] = ["xequeo", "venise"];

const loaded = new Map<GameName, Promise<Component<GameProps>>>();

/** Each game's code is fetched when its first table is opened. Always the same promise: a page that awaits another one
 * would take the board away and put it up anew with every move. */
export function loadGame(game: GameName): Promise<Component<GameProps>> {
	let component = loaded.get(game);
	if (!component) {
		component = fetchGame(game);
		loaded.set(game, component);
		component.catch(() => loaded.delete(game));
	}
	return component;
}

async function fetchGame(game: GameName): Promise<Component<GameProps>> {
	const module =
		game === "xequeo" ? await import("./xequeo/XeQueoTable.svelte") : await import("./venise/VeniseTable.svelte");
	return module.default as unknown as Component<GameProps>;
}
