/** Why nothing happens where somebody pressed: the table refuses nothing in silence. */
import type { XeQueoMove, XeQueoScene, XeQueoView } from "../../wire";
import { distance } from "./geometry";
import type { Mode } from "./selection";

/** A text of the catalogue with what is put in: `piece` is a letter, `here` and `there` are distances. */
export interface Reason {
	key: string;
	piece?: string;
	here?: number;
	there?: number;
}

export interface Refusal {
	square: string;
	text: string;
	/** Distances explain it. */
	isFar: boolean;
}

/** Why `square` cannot be pressed now; null: because there is nothing to do at all. */
export function whyNot(
	scene: XeQueoScene,
	view: XeQueoView,
	mode: Mode,
	moves: readonly XeQueoMove[],
	square: string,
): Reason | null {
	const [kind] = moves.map((move) => move.kind);
	const piece = view.pieces.find((each) => each.square === square)?.letter;
	if (kind === undefined) return null;
	if (kind === "lay") return { key: piece ? "xq_no_vacant" : "xq_no_lay" };
	if (kind === "place") return { key: "xq_no_vacant" };
	if (kind === "choose") return { key: "xq_no_choose" };
	if (mode.kind === "pointing" || mode.kind === "call") return { key: "xq_no_point" };
	// Another piece is meant rather than its space.
	if (piece) return whyStuck(view, piece);
	return mode.kind === "piece" ? whyNotThere(scene, view, mode.piece, square) : { key: "xq_no_piece" };
}

/** Why this piece cannot move at all. */
function whyStuck(view: XeQueoView, piece: string): Reason {
	const isEntry = view.reach.some((move) => move.piece === piece && move.square === view.ring);
	return { key: isEntry ? "xq_no_stray" : "xq_no_move", piece };
}

/** Why this piece cannot go to this vacant space. */
export function whyNotThere(scene: XeQueoScene, view: XeQueoView, piece: string, square: string): Reason {
	const here = view.pieces.find((each) => each.letter === piece)?.square;
	if (!here || !view.ring) return { key: "xq_no_way", piece };
	const [from, to] = [distance(scene, here, view.ring), distance(scene, square, view.ring)];
	if (to >= from) return { key: "xq_no_closer", piece, here: from, there: to };
	const isEntry = square === view.ring && view.reach.some((move) => move.piece === piece && move.square === square);
	return { key: isEntry ? "xq_no_stray" : "xq_no_way", piece };
}
