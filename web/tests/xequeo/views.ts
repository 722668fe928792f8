import type { XeQueoMove, XeQueoView } from "../../src/wire";

/** The round of the README's picture, as seat 0 sees it; `changes` makes it another. */
export function viewOf(changes: Partial<XeQueoView> = {}): XeQueoView {
	return {
		game: "xequeo",
		seat: 0,
		phase: "play",
		round: 1,
		turn: 0,
		first: 0,
		width: 7,
		height: 7,
		letters: "ROYGBVW",
		pieces: [
			{ letter: "R", square: "e6" },
			{ letter: "O", square: "f1" },
			{ letter: "W", square: "b3" },
		],
		ring: "d3",
		choices: ["W", null],
		is_private: false,
		rings: [0, 0],
		goal: 4,
		start: [],
		moves: [],
		results: [],
		reach: [go("W", "b3", "c3"), go("W", "b3", "d3"), go("O", "f1", "d3"), call("R"), call("W")],
		legal: ["Wc3", "Wd3", "R!", "W!"],
		can_stray: false,
		outcome: null,
		...changes,
	};
}

export function go(piece: string, ...path: string[]): XeQueoMove {
	const square = path.at(-1) ?? "";
	return { text: `${piece}${square}`, kind: "go", piece, square, path };
}

export function call(piece: string): XeQueoMove {
	return { text: `${piece}!`, kind: "call", piece, square: "", path: [] };
}

export function choose(piece: string): XeQueoMove {
	return { text: `=${piece}`, kind: "choose", piece, square: "", path: [] };
}

export function lay(square: string): XeQueoMove {
	return { text: `@${square}`, kind: "lay", piece: "", square, path: [] };
}
