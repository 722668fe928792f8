import type { Effects, Line, Point, VeniseMove, VeniseScene, VeniseView } from "../../src/wire";

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

const words = { key: "", params: {} };
const at = (x: number, y: number): Point => ({ x, y });

function slot(from: Point, to: Point): VeniseScene["slots"][string] {
	const pawn = at((from.x + to.x) / 2, (from.y + to.y) / 2);
	return {
		words,
		chart: [1, 6],
		shape: "edge",
		is_upper: false,
		ends: [from, to],
		pawn,
		carrying: at(pawn.x, pawn.y + 22),
	};
}

/** Two posts and three places for planks. */
export const SCENE: VeniseScene = {
	game: "venise",
	width: 920,
	height: 750,
	defs: '<defs><symbol id="ve-plank-edge"/></defs>',
	layers: [
		{ motion: "", markup: '<g class="canal"/>' },
		{ motion: "tide0", markup: '<path class="wave"/>' },
	],
	palette: { trail: "#b4482e", accent: "#0b7a75", field: "#fbf4e4", "on-accent": "#fff" },
	fields: {
		a4: { words, chart: [0, 6], post: at(0, 0), pawn: at(0, 0), gem: at(5, 5) },
		b4: { words, chart: [2, 6], post: at(200, 0), pawn: at(200, 0), gem: at(180, -30) },
	},
	slots: {
		"a4-b4": slot(at(0, 0), at(100, 0)),
		"b4-c4": slot(at(100, 0), at(200, 0)),
		"a3-a4": slot(at(0, 0), at(0, 100)),
	},
	thick: 27,
	post: 47,
	shades: [at(4, 9), at(5, 12)],
};

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
		phase: "play",
		turn: 0,
		round: 1,
		did: "nothing",
		hourglasses: 4,
		limit: 4,
		hand_limit: 8,
		planks,
		things,
		seats,
		lost: [0, 0],
		pile: 0,
		discards: [],
		jokers: 8,
		hand: [],
		deeds: [],
		costs: {},
		legal: [],
		heading: null,
		is_private: true,
		has_secret: true,
		places: [],
		since: [],
	};
}

export function lines(...all: Effects[]): Line[] {
	const line = { actor: 0, text: "", chapter: { key: "", params: {} }, said: null };
	return all.map((effects) => ({ ...line, effects }));
}
