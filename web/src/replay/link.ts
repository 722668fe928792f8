import type { LinkedPosition, Position } from "../wire";

/** Of links to positions; a newer one may say more. */
const VERSION = 1;

export function linkTo({ game, options, people, start }: Position): string {
	// What shows whether all of it has arrived comes last.
	const said = { game, options, seats: String(people.length), start, v: String(VERSION) };
	return `${location.origin}/position#${new URLSearchParams(said)}`;
}

/** What a link says; or the text that says what is wrong with it. */
export function readLink(hash: string): LinkedPosition | string {
	const said = new URLSearchParams(hash.replace(/^#/, ""));
	const [game, start, seats, version] = ["game", "start", "seats", "v"].map((name) => said.get(name) ?? "");
	if (/^\d+$/.test(version ?? "") && Number(version) > VERSION) return "study_link_newer";
	if (!game || !start || !/^[1-4]$/.test(seats ?? "") || version !== String(VERSION)) return "study_link_cut";
	return { game, options: said.get("options") ?? "", seats: Number(seats), start };
}
