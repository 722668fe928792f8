import { placesOf } from "../games/signs";
import { t } from "../i18n.svelte";
import type { Table } from "../wire";

/** Not where it was called off, or time ran out for everybody. */
export function hasWinner(table: Table): boolean {
	return !table.now.end?.key.endsWith("_all");
}

/** What a match came to for the one who sits here; empty where several do, or nobody. */
export function verdictOf(table: Table, mine: readonly number[]): string {
	const [seat, ...others] = mine;
	const places = placesOf(table.now.view);
	if (seat === undefined || others.length || !places.length || !hasWinner(table)) return "";
	if (places[seat] !== 1) return t("web_you_lost");
	return t(places.filter((place) => place === 1).length > 1 ? "web_you_share" : "web_you_won");
}
