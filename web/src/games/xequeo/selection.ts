import type { XeQueoMove, XeQueoPiece } from "../../wire";

/** What has been picked so far. */
export type Mode =
	| { kind: "idle" }
	/** A piece, to be moved. */
	| { kind: "piece"; piece: string }
	/** "Xe queo!": now for the piece. */
	| { kind: "pointing" }
	/** Is it really this one? */
	| { kind: "call"; piece: string }
	/** About to enter the ring, which is worth a question. */
	| { kind: "enter"; piece: string; move: string }
	/** A card of the fan, not yet laid under the deck. */
	| { kind: "card"; piece: string };

export interface Choices {
	/** What may be done here and now. */
	moves: readonly XeQueoMove[];
	pieces: readonly XeQueoPiece[];
	ring: string | null;
}

/** What picking something leads to: a new mode, and a move when it is complete. */
export interface Step {
	mode: Mode;
	move?: string;
}

const IDLE: Mode = { kind: "idle" };

export function targetsOf(piece: string, moves: readonly XeQueoMove[]): XeQueoMove[] {
	return moves.filter((move) => move.kind === "go" && move.piece === piece);
}

export function canMove(piece: string, moves: readonly XeQueoMove[]): boolean {
	return moves.some((move) => move.kind === "go" && move.piece === piece);
}

export function canCall(moves: readonly XeQueoMove[]): boolean {
	return moves.some((move) => move.kind === "call");
}

/** A point was clicked, tapped or entered. */
export function press(mode: Mode, square: string, choices: Choices): Step {
	const piece = choices.pieces.find((each) => each.square === square)?.letter;
	if (mode.kind === "pointing" || mode.kind === "call") return piece ? point(piece, choices) : { mode };
	const there = choices.moves.find((move) => (move.kind === "lay" || move.kind === "place") && move.square === square);
	if (there) return { mode: IDLE, move: there.text };
	if (piece) return pick(mode, piece, choices);
	if (mode.kind === "piece") return drop(mode.piece, square, choices);
	return { mode: mode.kind === "card" ? mode : IDLE };
}

/** A piece was meant, by its letter or where it stands. */
export function pick(mode: Mode, piece: string, { moves, ...choices }: Choices): Step {
	if (mode.kind === "pointing" || mode.kind === "call") return point(piece, { moves, ...choices });
	const choose = moves.find((move) => move.kind === "choose" && move.piece === piece);
	if (choose) {
		if (mode.kind === "card" && mode.piece === piece) return { mode: IDLE, move: choose.text };
		return { mode: { kind: "card", piece } };
	}
	if (mode.kind === "piece" && mode.piece === piece) return { mode: IDLE };
	return { mode: canMove(piece, moves) ? { kind: "piece", piece } : IDLE };
}

/** A piece was dragged or sent to a point; where it cannot go it stays selected. */
export function drop(piece: string, square: string, choices: Choices): Step {
	const move = targetsOf(piece, choices.moves).find((each) => each.square === square);
	if (!move) return { mode: canMove(piece, choices.moves) ? { kind: "piece", piece } : IDLE };
	if (square === choices.ring) return { mode: { kind: "enter", piece, move: move.text } };
	return { mode: IDLE, move: move.text };
}

function point(piece: string, { moves }: Choices): Step {
	const call = moves.find((move) => move.kind === "call" && move.piece === piece);
	return { mode: call ? { kind: "call", piece } : { kind: "pointing" } };
}

/** "Xe queo!": begin to point, or think better of it. */
export function pressCall(mode: Mode, choices: Choices): Step {
	if (!canCall(choices.moves) || mode.kind === "pointing" || mode.kind === "call") return { mode: IDLE };
	return { mode: { kind: "pointing" } };
}

export function confirm(mode: Mode, choices: Choices): Step {
	if (mode.kind === "enter") return { mode: IDLE, move: mode.move };
	if (mode.kind === "call" || mode.kind === "card") {
		const kind = mode.kind === "call" ? "call" : "choose";
		const move = choices.moves.find((each) => each.kind === kind && each.piece === mode.piece);
		return move ? { mode: IDLE, move: move.text } : { mode: IDLE };
	}
	return { mode };
}

/** One step back: Escape. */
export function back(mode: Mode): Mode {
	if (mode.kind === "call") return { kind: "pointing" };
	if (mode.kind === "enter") return { kind: "piece", piece: mode.piece };
	return IDLE;
}

/** What is still meant when the table has changed. */
export function keep(mode: Mode, choices: Choices): Mode {
	if (mode.kind === "piece") return canMove(mode.piece, choices.moves) ? mode : IDLE;
	if (mode.kind === "card") return choices.moves.some((move) => move.kind === "choose") ? mode : IDLE;
	if (mode.kind === "enter") return choices.moves.some((move) => move.text === mode.move) ? mode : IDLE;
	return mode.kind === "idle" || canCall(choices.moves) ? mode : IDLE;
}
