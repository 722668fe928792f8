/** What can be chosen next: the legal moves, sorted into each other. Nothing here knows a rule. */
import type { VeniseMove, VeniseView } from "../../wire";

/** How many everybody has to find. */
export const GEMS = 4;

/** What was chosen so far, from the outside in: `["joker", "move", "a1-b1"]`. */
export type Path = readonly string[];

export interface Option {
	/** A card, a plank, a place, the end of a walk, or a walk. */
	key: string;
	/** What to do when it is chosen; null where more has to be chosen. */
	move: VeniseMove | null;
	/** All that it can still come to. */
	moves: VeniseMove[];
}

export type Choice = "card" | "joker" | "plank" | "place" | "walk" | "way";

export function isWalk(cards: Path): boolean {
	return cards.at(-1)?.startsWith("step") ?? false;
}

/** The keys that lead to a move. A walk is chosen by its end, and by its way only where ways take different gems. */
export function pathOf(move: VeniseMove): Path {
	if (!isWalk(move.cards)) return [...move.cards, ...move.places];
	return [...move.cards, move.places.at(-1) ?? "", move.places.join(",")];
}

/** Of walks to one field, those that take fewer of the same gems are left out: nobody wants them. */
export function worthwhile(walks: readonly VeniseMove[]): VeniseMove[] {
	const isMore = (more: VeniseMove, less: VeniseMove): boolean =>
		more.gems.length > less.gems.length && less.gems.every((gem) => more.gems.includes(gem));
	return walks.filter((walk) => !walks.some((other) => isMore(other, walk)));
}

export function optionsOf(legal: readonly VeniseMove[], chosen: Path): Option[] {
	const found = new Map<string, VeniseMove[]>();
	for (const move of legal) {
		if (move.kind !== "play") continue;
		const path = pathOf(move);
		if (chosen.some((key, nth) => path[nth] !== key)) continue;
		const key = path[chosen.length];
		if (key === undefined) continue;
		const moves = found.get(key);
		if (moves) moves.push(move);
		else found.set(key, [move]);
	}
	return [...found].map(([key, moves]) => {
		const rest = moves.map((move) => pathOf(move).length - chosen.length);
		const isEnd = rest.every((length) => length === 1);
		if (isEnd) return { key, move: moves[0] ?? null, moves };
		if (moves.every((move) => isWalk(move.cards)) && rest.every((length) => length === 2)) {
			const walks = worthwhile(moves);
			return { key, move: walks.length === 1 ? (walks[0] ?? null) : null, moves: walks };
		}
		return { key, move: null, moves };
	});
}

/** What kind of thing is to be chosen next. */
export function choiceOf(chosen: Path): Choice {
	const rest = chosen[0] === "joker" ? chosen.slice(1) : chosen;
	if (!rest.length) return chosen.length ? "joker" : "card";
	const [card = "", ...places] = rest;
	if (isWalk([card])) return places.length ? "way" : "walk";
	if (card === "remove") return "plank";
	return card === "move" && !places.length ? "plank" : "place";
}

/** The card that is paid with. */
export function paidWith(chosen: Path): string {
	return chosen[0] ?? "";
}

/** What the chosen card does; empty while a joker may still become anything. */
export function cardOf(chosen: Path): string {
	return (chosen[0] === "joker" ? chosen[1] : chosen[0]) ?? "";
}

/** Choices that are none are made: a joker that can only be one card is it. */
export function settle(legal: readonly VeniseMove[], chosen: Path): Path {
	const options = optionsOf(legal, chosen);
	const [only] = options;
	if (options.length === 1 && only && !only.move && choiceOf(chosen) === "joker") return [...chosen, only.key];
	return chosen;
}

/** What comes next on the way to a move; null where something else was chosen. */
export function nextOf(move: VeniseMove | null, chosen: Path): string | null {
	if (!move) return null;
	const path = pathOf(move);
	return chosen.every((key, nth) => path[nth] === key) ? (path[chosen.length] ?? null) : null;
}

/** Whether a choice still leads somewhere, now that the view is another. */
export function isOpen(legal: readonly VeniseMove[], chosen: Path): boolean {
	return optionsOf(legal, chosen).length > 0;
}

// -- exchanging ---------------------------------------------------------------------------------------------------------

function without(cards: readonly string[], some: readonly string[]): string[] | null {
	const left = [...cards];
	for (const card of some) {
		const at = left.indexOf(card);
		if (at < 0) return null;
		left.splice(at, 1);
	}
	return left;
}

/** The exchange of exactly these cards, in any order. */
export function exchangeOf(legal: readonly VeniseMove[], given: readonly string[]): VeniseMove | null {
	return legal.find(({ kind, cards }) => kind === "exchange" && without(cards, given)?.length === 0) ?? null;
}

/** Which cards can be given next, after those given. */
export function giveableOf(legal: readonly VeniseMove[], given: readonly string[]): Set<string> {
	return new Set(legal.flatMap(({ kind, cards }) => (kind === "exchange" ? (without(cards, given) ?? []) : [])));
}

/** Why a walk should be looked at twice: it leaves a gem lying that the card could bring, or steps unused. */
export function wasteOf(view: VeniseView, options: readonly Option[], walk: VeniseMove): "gem" | "steps" | null {
	const home = view.seats[view.turn]?.home ?? 0;
	// The last gem ends the walk, and the match for whoever takes it.
	if (home + walk.gems.length >= GEMS) return null;
	const others = options.flatMap(({ moves }) => moves);
	if (others.some(({ gems }) => gems.length > walk.gems.length)) return "gem";
	return others.some(({ places }) => places.length > walk.places.length) ? "steps" : null;
}

export function moveOf(view: VeniseView, kind: VeniseMove["kind"], card = ""): VeniseMove | null {
	return view.legal.find((move) => move.kind === kind && (move.cards[0] ?? "") === card) ?? null;
}
