import type { XeQueoMove, XeQueoView } from "../../wire";
import { canMove, type Mode, targetsOf } from "./selection";

/** What the board has on offer, now that this much is picked. */
export interface Offers {
	moves: readonly XeQueoMove[];
	/** The pieces by their squares. */
	squares: ReadonlyMap<string, string>;
	/** A piece is to be called. */
	isPointing: boolean;
	/** The one that is pointed at. */
	suspect: string | null;
	selected: string | null;
	/** Where the selected piece can go. */
	targets: XeQueoMove[];
	/** Where the ring or a new piece can lie. */
	spots: XeQueoMove[];
}

export function offersOf(view: XeQueoView, moves: readonly XeQueoMove[], mode: Mode): Offers {
	const isPiece = mode.kind === "piece" || mode.kind === "enter";
	return {
		moves,
		squares: new Map(view.pieces.map((piece) => [piece.square, piece.letter])),
		isPointing: mode.kind === "pointing" || mode.kind === "call",
		suspect: mode.kind === "call" ? mode.piece : null,
		selected: isPiece || mode.kind === "card" ? mode.piece : null,
		targets: isPiece ? targetsOf(mode.piece, moves) : [],
		spots: moves.filter((move) => move.kind === "lay" || move.kind === "place"),
	};
}

export function canPress(square: string, { squares, isPointing, moves, targets, spots }: Offers): boolean {
	const piece = squares.get(square);
	if (piece) return isPointing || canMove(piece, moves) || moves.some((move) => move.kind === "choose");
	return [...targets, ...spots].some((move) => move.square === square);
}
