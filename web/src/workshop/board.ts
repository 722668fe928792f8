/** A board that is being made, and what can be done to it. What may stand where, and what is whose image, the kit says. */
import type { BoardSymmetry, Colour, Draft, Point, PostKind, WorkshopKit } from "../wire";

/** Which symmetries a change keeps. */
export const MODES = ["both", "left_right", "up_down", "half_turn", "none"] as const;
export type Mode = (typeof MODES)[number];

/** A place for a gem. */
export interface Place {
	field: string;
	spot: string;
	/** The end of the field's name. */
	end: string;
	at: Point;
	colour: Colour | null;
}

export function imagesOf(kit: WorkshopKit, mode: Mode): BoardSymmetry[] {
	if (mode === "none") return [];
	if (mode === "both") return Object.values(kit.symmetries);
	const image = kit.symmetries[mode];
	return image ? [image] : [];
}

const spotOf = (field: string) => field.slice(0, 2);
const endOf = (field: string) => field.slice(2);

function imageOf(image: BoardSymmetry, field: string): string {
	return (image.spots[spotOf(field)] ?? "") + (image.fields[endOf(field)] ?? endOf(field));
}

/** Where else something happens when it happens to a field. */
export function partnersOf(images: readonly BoardSymmetry[], field: string): string[] {
	return images.map((image) => imageOf(image, field));
}

/** No two colours would want the same place. */
export function canHold(images: readonly BoardSymmetry[], field: string): boolean {
	return new Set([field, ...partnersOf(images, field)]).size === images.length + 1;
}

// -- posts -----------------------------------------------------------------------------------------------------------

function rowAndColumn(draft: Draft, spot: string): [number, number] {
	return [draft.posts.length - Number(spot[1]), spot.charCodeAt(0) - 97];
}

export function symbolAt(draft: Draft, spot: string): string {
	const [row, column] = rowAndColumn(draft, spot);
	return draft.posts[row]?.[column] ?? "";
}

function withSymbols(draft: Draft, symbols: ReadonlyMap<string, string>): Draft {
	const posts = draft.posts.map((row) => [...row]);
	for (const [spot, symbol] of symbols) {
		const [row, column] = rowAndColumn(draft, spot);
		const signs = posts[row];
		if (signs) signs[column] = symbol;
	}
	return { ...draft, posts: posts.map((row) => row.join("")) };
}

export function kindOf(kit: WorkshopKit, symbol: string): PostKind | null {
	return kit.kinds.find((kind) => kind.symbol === symbol) ?? null;
}

/** The posts that change with one, by spot; null where an image asks for something else in the same place. */
function symbolsWith(
	images: readonly BoardSymmetry[],
	spot: string,
	symbol: string,
): ReadonlyMap<string, string> | null {
	const found = new Map([[spot, symbol]]);
	for (const image of images) {
		const there = image.spots[spot] ?? spot;
		const wanted = image.posts[symbol] ?? symbol;
		if ((found.get(there) ?? wanted) !== wanted) return null;
		found.set(there, wanted);
	}
	return found;
}

export function canStand(kit: WorkshopKit, images: readonly BoardSymmetry[], spot: string, symbol: string): boolean {
	const symbols = symbolsWith(images, spot, symbol);
	return symbols !== null && [...symbols].every(([at, sign]) => kit.spots[at]?.kinds.includes(sign));
}

/** Gems that lose their place leave the board. */
export function setPost(
	kit: WorkshopKit,
	draft: Draft,
	images: readonly BoardSymmetry[],
	spot: string,
	symbol: string,
): Draft | null {
	const symbols = symbolsWith(images, spot, symbol);
	if (!symbols || !canStand(kit, images, spot, symbol)) return null;
	return swept(kit, withSymbols(draft, symbols));
}

/** The same board by day or by night: only what cannot stay changes. */
export function onSide(kit: WorkshopKit, draft: Draft): Draft {
	return tidy(kit, { ...draft, side: kit.side });
}

/** Whatever cannot be is as on plain posts. */
export function tidy(kit: WorkshopKit, draft: Draft): Draft {
	const symbols = new Map<string, string>();
	const whole = { ...draft, posts: kit.plain.posts };
	for (const [spot, { kinds }] of Object.entries(kit.spots)) {
		const symbol = symbolAt(draft, spot);
		if (kinds.includes(symbol)) symbols.set(spot, symbol);
	}
	return swept(kit, withSymbols(whole, symbols));
}

// -- gems ------------------------------------------------------------------------------------------------------------

/** All places where a gem can lie. */
export function placesOf(kit: WorkshopKit, draft: Draft): Place[] {
	const owners = ownersOf(draft);
	return Object.entries(kit.spots).flatMap(([spot, { at }]) =>
		Object.entries(kindOf(kit, symbolAt(draft, spot))?.fields ?? {}).map(([end, off]) => ({
			field: spot + end,
			spot,
			end,
			at: { x: at.x + off.x, y: at.y + off.y },
			colour: owners.get(spot + end) ?? null,
		})),
	);
}

function ownersOf(draft: Draft): Map<string, Colour> {
	const owners = new Map<string, Colour>();
	for (const [colour, fields] of Object.entries(draft.gems) as [Colour, string[]][])
		for (const field of fields) owners.set(field, colour);
	return owners;
}

export function gemAt(draft: Draft, field: string): Colour | null {
	return ownersOf(draft).get(field) ?? null;
}

/** How many gems of each colour are still to be laid. */
export function missing(kit: WorkshopKit, draft: Draft): Record<Colour, number> {
	const left = kit.colours.map(({ colour }) => [colour, kit.gems - (draft.gems[colour]?.length ?? 0)]);
	return Object.fromEntries(left) as Record<Colour, number>;
}

function withOwners(kit: WorkshopKit, draft: Draft, owners: ReadonlyMap<string, Colour>): Draft {
	const gems = Object.fromEntries(kit.colours.map(({ colour }) => [colour, [] as string[]])) as Record<
		Colour,
		string[]
	>;
	for (const [field, colour] of owners) gems[colour]?.push(field);
	for (const fields of Object.values(gems)) fields.sort();
	return { ...draft, gems };
}

/** Without gems that lie nowhere, or are too many. */
function swept(kit: WorkshopKit, draft: Draft): Draft {
	const there = new Set(placesOf(kit, { ...draft, gems: kit.plain.gems }).map(({ field }) => field));
	const owners = new Map<string, Colour>();
	for (const { colour } of kit.colours)
		for (const field of [...new Set(draft.gems[colour] ?? [])].slice(0, kit.gems))
			if (there.has(field) && !owners.has(field)) owners.set(field, colour);
	return withOwners(kit, draft, owners);
}

/** Two places change what lies on them, and so do all their images. */
export function moveGem(
	kit: WorkshopKit,
	draft: Draft,
	images: readonly BoardSymmetry[],
	from: string,
	to: string,
): Draft | null {
	if (from === to) return null;
	const ways = [[from, to], ...images.map((image) => [imageOf(image, from), imageOf(image, to)])] as [string, string][];
	const pairs = new Map(ways.map(([a, b]) => [[a, b].sort().join(" "), [a, b] as const]));
	const touched = [...pairs.values()].flat();
	if (new Set(touched).size < touched.length) return null;
	const before = ownersOf(draft);
	const after = new Map(before);
	for (const [a, b] of pairs.values())
		for (const [here, there] of [
			[a, b],
			[b, a],
		] as const) {
			const colour = before.get(there);
			if (colour) after.set(here, colour);
			else after.delete(here);
		}
	const moved = withOwners(kit, draft, after);
	return isSame(moved, swept(kit, moved)) ? moved : null;
}

/** A new gem, and its images of the other colours; what lay there leaves the board. */
export function layGem(
	kit: WorkshopKit,
	draft: Draft,
	images: readonly BoardSymmetry[],
	colour: Colour,
	field: string,
): Draft | null {
	if (!canHold(images, field)) return null;
	const owners = ownersOf(draft);
	const left = missing(kit, draft);
	const wanted: [string, Colour][] = [
		[field, colour],
		...images.map((image): [string, Colour] => [imageOf(image, field), image.colours[colour]]),
	];
	for (const [there] of wanted) {
		const old = owners.get(there);
		if (old) left[old] += 1;
		owners.delete(there);
	}
	for (const [there, own] of wanted) {
		if (left[own] < 1) return null;
		left[own] -= 1;
		owners.set(there, own);
	}
	return withOwners(kit, draft, owners);
}

export function takeGem(kit: WorkshopKit, draft: Draft, images: readonly BoardSymmetry[], field: string): Draft {
	const owners = ownersOf(draft);
	for (const there of [field, ...partnersOf(images, field)]) owners.delete(there);
	return withOwners(kit, draft, owners);
}

// -- the whole board -------------------------------------------------------------------------------------------------

export function isSame(one: Draft, other: Draft): boolean {
	return JSON.stringify(ordered(one)) === JSON.stringify(ordered(other));
}

function ordered({ name, side, posts, gems }: Draft): unknown {
	return [name, side, posts, Object.entries(gems).sort(([a], [b]) => (a < b ? -1 : 1))];
}

/** Which of the modes the board keeps already: the one with the most images. */
export function modeOf(kit: WorkshopKit, draft: Draft): Mode {
	const kept = Object.keys(kit.symmetries).filter((name) => {
		const image = kit.symmetries[name] as BoardSymmetry;
		const posts = Object.keys(kit.spots).every(
			(spot) => symbolAt(draft, image.spots[spot] ?? "") === image.posts[symbolAt(draft, spot)],
		);
		const owners = ownersOf(draft);
		return posts && [...owners].every(([field, colour]) => owners.get(imageOf(image, field)) === image.colours[colour]);
	});
	if (kept.length === Object.keys(kit.symmetries).length) return "both";
	return (kept[0] as Mode | undefined) ?? "none";
}
