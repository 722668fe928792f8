import type { XeQueoResult, XeQueoView } from "../../wire";

/** What to show happening between two views. */
export type Act =
	/** Pieces come onto the board, in this order. */
	| { kind: "deal"; pieces: string[] }
	| { kind: "lay"; square: string }
	/** Both have chosen; the cards lie under the decks. */
	| { kind: "chosen" }
	| { kind: "go"; piece: string; path: string[] }
	/** A round is over; `path` is the way into the ring, where there was one. */
	| { kind: "end"; result: XeQueoResult; round: number; ring: string | null; path: string[] }
	/** Something was taken back, or more than one thing happened: things slide where they belong. */
	| { kind: "slide"; from: Record<string, string> }
	| { kind: "none" };

/** No guessing: what does not follow from the view before is only shown, not acted out. */
export function actOf(before: XeQueoView | null, view: XeQueoView): Act {
	if (!before || before.scene !== view.scene) return { kind: "none" };
	const rounds = view.results.length - before.results.length;
	const result = view.results.at(-1);
	if (rounds === 1 && result) {
		const isEntry = result.how !== "call" && result.how !== "miss";
		const path = isEntry ? (view.moves.at(-1)?.path ?? []) : [];
		return { kind: "end", result, round: view.results.length, ring: before.ring ?? path.at(-1) ?? null, path };
	}
	if (rounds === 0) {
		if (view.pieces.length > before.pieces.length)
			return { kind: "deal", pieces: view.pieces.slice(before.pieces.length).map((piece) => piece.letter) };
		if (before.ring === null && view.ring !== null) return { kind: "lay", square: view.ring };
		if (before.ring === view.ring && before.phase === "choose" && view.phase === "play") return { kind: "chosen" };
		const last = view.moves.at(-1);
		if (before.ring === view.ring && last && view.moves.length === before.moves.length + 1)
			return { kind: "go", piece: last.piece, path: last.path };
	}
	const from: Record<string, string> = {};
	for (const { letter, square } of before.pieces) {
		const now = view.pieces.find((piece) => piece.letter === letter);
		if (now && now.square !== square) from[letter] = square;
	}
	return Object.keys(from).length > 0 ? { kind: "slide", from } : { kind: "none" };
}

/** The table while the end of a round is shown: the round is not over yet, and nobody can do anything. */
export function heldView(before: XeQueoView, { result, path }: Act & { kind: "end" }): XeQueoView {
	const square = path.at(-1);
	return {
		...before,
		turn: null,
		pieces: before.pieces.map((piece) => (square && piece.letter === result.piece ? { ...piece, square } : piece)),
		moves: square ? [...before.moves, { by: result.by, piece: result.piece, path }] : before.moves,
		reach: [],
		legal: [],
	};
}
