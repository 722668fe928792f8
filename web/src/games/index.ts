import type { Component } from "svelte";
import VeniseArt from "../art/VeniseArt.svelte";
import XeQueoArt from "../art/XeQueoArt.svelte";
import { once } from "../fetching";
import type { GameName } from "../wire";
import type { Coach, GameProps } from "./props";

interface House {
	art: Component;
	table: () => Promise<{ default: unknown }>;
	coach?: () => Promise<{ coach: unknown }>;
}

/** The games that have a table, a picture and a page of rules of their own; all others share the generic table. */
const HOUSE: Record<GameName, House> = {
	xequeo: { art: XeQueoArt, table: () => import("./xequeo/XeQueoTable.svelte"), coach: () => import("./xequeo/coach") },
	venise: { art: VeniseArt, table: () => import("./venise/VeniseTable.svelte"), coach: () => import("./venise/coach") },
};

export const GAMES: readonly GameName[] = Object.keys(HOUSE);

export const artOf = (game: GameName): Component | null => HOUSE[game]?.art ?? null;

/** Each game's code is fetched when its first table is opened. Always the same promise: a page that awaits another one
 * would take the board away and put it up anew with every move. */
export const loadGame = once(async (game: GameName) => {
	const load = HOUSE[game]?.table ?? (() => import("./generic/GenericTable.svelte"));
	return (await load()).default as Component<GameProps>;
});

/** Advice for a first game; null where the game brings none. */
export const loadCoach = once(async (game: GameName) => {
	const load = HOUSE[game]?.coach;
	return load ? ((await load()).coach as Coach) : null;
});
