import type { XeQueoMove, XeQueoScene, XeQueoView } from "../../src/wire";

/** The round of the README's picture, as seat 0 sees it; `changes` makes it another. */
export function viewOf(changes: Partial<XeQueoView> = {}): XeQueoView {
	return {
		game: "xequeo",
		seat: 0,
		phase: "play",
		round: 1,
		turn: 0,
		scene: "",
		letters: "ROYGBVW",
		pieces: [
			{ letter: "R", square: "e6" },
			{ letter: "O", square: "f1" },
			{ letter: "W", square: "b3" },
		],
		ring: "d3",
		choices: ["W", null],
		heading: null,
		is_private: false,
		has_secret: true,
		rings: [0, 0],
		goal: 4,
		moves: [],
		results: [],
		reach: [go("W", "b3", "c3"), go("W", "b3", "d3"), go("O", "f1", "d3"), call("R"), call("W")],
		legal: ["Wc3", "Wd3", "R!", "W!"],
		places: [],
		...changes,
	};
}

export function go(piece: string, ...path: string[]): XeQueoMove {
	const square = path.at(-1) ?? "";
	return { text: `${piece}${square}`, kind: "go", piece, square, path };
}

function call(piece: string): XeQueoMove {
	return { text: `${piece}!`, kind: "call", piece, square: "", path: [] };
}

export function choose(piece: string): XeQueoMove {
	return { text: `=${piece}`, kind: "choose", piece, square: "", path: [] };
}

export function lay(square: string): XeQueoMove {
	return { text: `@${square}`, kind: "lay", piece: "", square, path: [] };
}

/** A board measured otherwise than the drawn one: whoever keeps numbers of their own is found out. */
export function sceneOf(width = 7, height = 7): XeQueoScene {
	const [cell, edge] = [10, 7];
	const files = [..."abcdefg"].slice(0, width);
	const ranks = Array.from({ length: height }, (_, row) => files.map((file) => `${file}${height - row}`));
	const placed = ranks.flatMap((rank, row) =>
		rank.map((square, column) => [square, { x: edge + cell * column, y: edge + cell * row }] as const),
	);
	return {
		game: "xequeo",
		width: 2 * edge + cell * (width - 1),
		height: 2 * edge + cell * (height - 1),
		defs: "",
		layers: [],
		palette: {},
		ranks,
		points: Object.fromEntries(placed),
		cell,
		arcs: { straight: 10.4, diagonal: 8.4 },
		arrow: { tip: 4.3, gap: 5.6, back: 2.1, wide: 1.2 },
		trail: { width: 1, stop: 1, rim: 1 },
		thing: 5,
		card: [5, 7],
		distances: files.map((_, across) => ranks.map((_, up) => Math.round(10 * Math.hypot(across, up)) / 10)),
	};
}
