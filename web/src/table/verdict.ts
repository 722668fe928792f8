import { placesOf } from "../games/signs";
import { t } from "../i18n.svelte";
import type { Table } from "../wire";

/** What a match came to for the one who sits here; empty where several do, or nobody. */
export function verdictOf(table: Table, mine: readonly number[]): string {
	const [seat, ...others] = mine;
	const places = placesOf(table.now.view);
	if (seat === undefined || others.length || !places.length) return "";
	if (places[seat] !== 1) return t("web_you_lost");
	return t(places.filter((place) => place === 1).length > 1 ? "web_you_share" : "web_you_won");
}
