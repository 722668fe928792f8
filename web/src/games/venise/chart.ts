/** The canal as rows of places, posts and what lies between them, for whoever walks over it by arrow keys. */
import { t } from "../../i18n.svelte";
import type { Point, VeniseScene, VeniseView } from "../../wire";
import { isWalk } from "./choose";
import { middle } from "./geometry";
import { placeText } from "./words";

/** Posts have even numbers, and what lies between them has odd ones. */
const WIDTH = 9;
const HEIGHT = 7;

/** A post, or what lies between posts. */
export interface Place {
	column: number;
	row: number;
	/** Of a post: where a pawn can stand. */
	fields: string[];
	/** Where planks can lie. */
	slots: string[];
	at: Point;
}

const postAt = (column: number, row: number): string => `${"abcde"[column / 2]}${row / 2 + 1}`;

/** From the far row to the near one, as it is seen. */
export function chartOf(scene: VeniseScene): Place[][] {
	const rows: Place[][] = [];
	for (let row = HEIGHT - 1; row >= 0; row -= 1)
		rows.push(
			Array.from({ length: WIDTH }, (_, column) => ({ column, row, fields: [], slots: [], at: { x: 0, y: 0 } })),
		);
	const place = ([column, row]: [number, number]) => rows[HEIGHT - 1 - row]?.[column];
	for (const [name, { chart }] of Object.entries(scene.fields)) place(chart)?.fields.push(name);
	for (const [name, { chart }] of Object.entries(scene.slots)) place(chart)?.slots.push(name);
	const posts = new Map(Object.values(scene.fields).map(({ chart, post }) => [chart.join(), post]));
	const mean = (points: Point[]): Point => ({
		x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
		y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
	});
	for (const each of rows.flat()) {
		const { column, row } = each;
		const slot = scene.slots[each.slots.find((name) => scene.slots[name]?.shape === "edge") ?? ""];
		// Where no post stands and nothing can lie, it is in the middle of the posts around.
		const around = [-2, -1, 0, 1, 2].flatMap((dx) =>
			[-1, 0, 1].flatMap((dy) => posts.get([column + dx, row + dy].join()) ?? []),
		);
		each.at = posts.get([column, row].join()) ?? (slot ? middle(slot.ends) : mean(around));
	}
	return rows;
}

/** What can be done somewhere, at the least cost. */
type Deed = "walk" | "lay" | "lift" | "shift";
export type Reach = ReadonlyMap<string, Partial<Record<Deed, number>>>;

const DEEDS: Record<string, Deed> = { short: "lay", long: "lay", remove: "lift", move: "shift" };

export function reachOf(view: VeniseView): Reach {
	const found = new Map<string, Partial<Record<Deed, number>>>();
	for (const { kind, cards, places } of view.legal) {
		if (kind !== "play") continue;
		const walks = isWalk(cards);
		const deed = walks ? "walk" : DEEDS[cards.at(-1) ?? ""];
		const place = (walks ? places.at(-1) : places[0]) ?? "";
		const cost = view.costs[cards[0] ?? ""] ?? 0;
		if (!deed) continue;
		const known = found.get(place) ?? {};
		found.set(place, { ...known, [deed]: Math.min(cost, known[deed] ?? cost) });
	}
	return found;
}

/** All that is to be said of a place: what lies and stands there, and what it would cost to do something there. `aims`
 * are the things that can be chosen there now, in words; then nothing is said of what else could be done. */
export function tellPlace(
	{ column, row, fields, slots }: Place,
	view: VeniseView,
	{
		scene,
		reach,
		nameOf,
		aims,
	}: { scene: VeniseScene; reach: Reach; nameOf: (seat: number) => string; aims: string[] },
): string {
	const standing = (field: string): string[] =>
		view.things
			.filter((thing) => thing.field === field)
			.map(({ seat, is_gem }) => {
				const thing = is_gem ? "gem" : "pawn";
				return seat === view.seat ? t(`ve_chart_own_${thing}`) : t(`ve_chart_${thing}`, { name: nameOf(seat) });
			});
	const doable = (name: string): string[] =>
		aims.length ? [] : Object.entries(reach.get(name) ?? {}).map(([deed, count]) => t(`ve_chart_${deed}`, { count }));
	const told = (name: string): string => [placeText(scene, name), ...standing(name), ...doable(name)].join(", ");
	const lying = slots.filter((slot) => slot in view.planks);
	const bare: string[] = [];
	if (fields.length + lying.length === 0) {
		const [from, to] = [postAt(column - (column % 2), row - (row % 2)), postAt(column + (column % 2), row + (row % 2))];
		if (from === to) bare.push(t("ve_chart_water", { spot: from }));
		else if (!slots.length) bare.push(t("ve_chart_none", { from, to }));
		else bare.push(t(column % 2 && row % 2 ? "ve_chart_middle" : "ve_chart_gap", { from, to }));
	}
	const open = slots.filter((slot) => !lying.includes(slot) && doable(slot).length);
	return [...bare, ...[...fields, ...lying, ...open].map(told), ...aims].join("; ");
}
