import type { Effects, Line, Shape, VeniseMove, VeniseView } from "../../src/wire";

/** A legal move as the server would list it. */
export function legal(text: string, gems: string[] = []): VeniseMove {
	const base = { text, cards: [], places: [], gems };
	if (text === "tile" || text === "take" || text === "end") return { ...base, kind: text };
	if (text.startsWith("-")) return { ...base, kind: "discard", cards: [text.slice(1)] };
	const [head = "", rest = ""] = text.split(":");
	const list = rest.split(",");
	if (head === "exchange") return { ...base, kind: "exchange", cards: list };
	return { ...base, kind: "play", cards: head.startsWith("*") ? ["joker", head.slice(1)] : [head], places: list };
}

export function moves(...texts: string[]): VeniseMove[] {
	return texts.map((text) => legal(text));
}

interface Wishes {
	planks?: Record<string, string[]>;
	pawns?: string[];
	gems?: string[][];
	home?: number[];
}

/** A view with what matters for looking at changes. */
export function view({ planks = {}, pawns = ["a4", "e1"], gems = [[], []], home = [0, 0] }: Wishes): VeniseView {
	const shape: Shape = "edge";
	const things = [
		...pawns.map((field, seat) => ({ seat, field, is_gem: false, x: 0, y: 0 })),
		...gems.flatMap((fields, seat) => fields.map((field) => ({ seat, field, is_gem: true, x: 0, y: 0 }))),
	];
	const seats = home.map((count) => ({
		colour: "red",
		letter: "R",
		home: count,
		short: 0,
		long: 0,
		tiles: 0,
		cards: 0,
		known: [],
		place: 0,
		is_stranded: false,
	}));
	return {
		game: "venise",
		seat: 0,
		scene: "",
		side: "day",
		phase: "play",
		turn: 0,
		first: 0,
		round: 1,
		did: "nothing",
		hourglasses: 4,
		limit: 4,
		draws: 0,
		hand_limit: 8,
		planks: Object.entries(planks).map(([slot, falls]) => ({ slot, shape, falls })),
		things,
		places: {},
		seats,
		lost: [0, 0],
		pile: 0,
		discards: [],
		jokers: 8,
		hand: [],
		deeds: [],
		costs: {},
		finished: [],
		legal: [],
		is_private: true,
		result: [],
		reason: "",
		last: null,
	};
}

export function lines(...all: Effects[]): Line[] {
	const line = { actor: 0, text: "", news: "", chapter: { key: "", params: {} }, said: null };
	return all.map((effects) => ({ ...line, effects }));
}
