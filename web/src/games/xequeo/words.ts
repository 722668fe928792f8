/** The board and what is asked, in words: for ears and for the line below the board. */
import { t } from "../../i18n.svelte";
import type { XeQueoMove, XeQueoScene, XeQueoView } from "../../wire";
import { distance, isJumping } from "./geometry";
import type { Offers } from "./offers";
import type { Reason } from "./refusal";
import { canMove, type Mode } from "./selection";

const pieceText = (letter: string | undefined): string => t(`piece_${letter}`);

/** All that is to be said of a point. */
export function pointText(
	square: string,
	view: XeQueoView,
	offers: Offers,
	{ scene, own, names, isFar }: { scene: XeQueoScene; own: string | null; names: string[]; isFar: boolean },
): string {
	const piece = offers.squares.get(square);
	const parts = [square];
	if (piece) parts.push(pieceText(piece));
	if (square === view.ring) parts.push(t("xq_a_ring"));
	else if (isFar && view.ring) parts.push(t("xq_a_far", { far: distance(scene, square, view.ring) }));
	if (piece) {
		if (piece === own) parts.push(t("xq_a_own"));
		if (piece === offers.selected) parts.push(t("xq_a_selected"));
		else if (piece === offers.suspect) parts.push(t("xq_a_suspect"));
		else if (offers.isPointing) parts.push(t("xq_a_call"));
		else if (canMove(piece, offers.moves)) parts.push(t("xq_a_can_move"));
		for (const [seat, name] of names.entries()) {
			const count = view.moves.filter((step) => step.piece === piece && step.by === seat).length;
			if (count > 0 && view.phase === "play") parts.push(t("xq_a_moved", { name, count }));
		}
	}
	const target = offers.targets.find((move) => move.square === square);
	if (target) {
		const hasJumps = isJumping(scene, target.path);
		parts.push(hasJumps ? t("xq_a_jumps", { count: target.path.length - 1 }) : t("xq_a_target"));
	}
	const spot = offers.spots.find((move) => move.square === square);
	if (spot) parts.push(spot.kind === "lay" ? t("xq_a_lay") : t("xq_a_place", { piece: pieceText(spot.piece) }));
	return parts.join(", ");
}

export function reasonText({ key, piece, ...numbers }: Reason): string {
	return t(key, piece ? { piece: pieceText(piece), ...numbers } : numbers);
}

/** What is asked, or what is waited for. */
export function promptText(
	view: XeQueoView,
	mode: Mode,
	moves: readonly XeQueoMove[],
	{ names, isShared }: { names: string[]; isShared: boolean },
): string {
	const near = view.seat ?? 0;
	const name = names[1 - (view.turn ?? near)] ?? "";
	switch (mode.kind) {
		case "pointing":
			return t("xq_pointing", { name });
		case "call":
			return t("xq_is_it", { name, piece: pieceText(mode.piece) });
		case "enter": {
			const own = view.seat === null ? null : view.choices[view.seat];
			const isStray = own !== null && own !== mode.piece && !isShared;
			return t(isStray ? "xq_ask_stray" : "xq_ask_enter", { piece: pieceText(mode.piece), name });
		}
		case "piece": {
			const count = moves.filter((move) => move.kind === "go" && move.piece === mode.piece).length;
			return t("xq_selected", { piece: pieceText(mode.piece), count });
		}
	}
	if (view.places.length) return t("xq_over", { name: names[view.places.indexOf(1)] ?? "" });
	if (moves.length > 0) {
		if (view.phase === "setup") return t("xq_do_setup", { piece: pieceText(moves[0]?.piece) });
		if (view.phase === "play" && moves.every((move) => move.kind === "call")) return t("xq_do_call");
		return t(`xq_do_${view.phase}`);
	}
	if (view.phase === "choose")
		return view.seat !== null && view.choices[near]
			? t("xq_chosen", { name: names[1 - near] ?? "" })
			: t("xq_wait_choose");
	if (view.turn !== null) return t(`xq_wait_${view.phase}`, { name: names[view.turn] ?? "" });
	// Nobody's turn, and no set-up: the end of a round is being shown.
	return view.phase === "setup" ? t("xq_wait_setup_chance") : "";
}
