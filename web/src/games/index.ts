import type { Component } from "svelte";
import type { GameName } from "../wire";
import type { GameProps } from "./props";

export const GAMES: readonly GameName[] = ["xequeo", "venise"];

/** Each game's code is fetched when its first table is opened. */
export async function loadGame(game: GameName): Promise<Component<GameProps>> {
	const module =
		game === "xequeo" ? await import("./xequeo/XeQueoTable.svelte") : await import("./venise/VeniseTable.svelte");
	return module.default as unknown as Component<GameProps>;
}
