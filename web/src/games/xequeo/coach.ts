import type { Hint, Words, XeQueoMove, XeQueoView } from "../../wire";
import type { Advice, Coach } from "../props";

const SECTIONS: Record<string, string> = {
	setup: "round",
	ring: "round",
	choose: "round",
	play: "turn",
	enter: "ring",
	must: "ring",
};

const words = (key: string, params: Words["params"] = {}): Words => ({ key, params });

const ownOf = (view: XeQueoView): string | null => (view.seat === null ? null : (view.choices[view.seat] ?? null));

/** What this is about: the phase, and in it what can be done now and could not before. */
function lesson(view: XeQueoView): string {
	if (view.phase !== "play") return view.phase;
	if (!view.reach.some((move) => move.kind === "go")) return "must";
	const own = ownOf(view);
	const canEnter = own !== null && view.reach.some((move) => move.piece === own && move.square === view.ring);
	return canEnter ? "enter" : "play";
}

/** Who won the round before. */
function newsOf(view: XeQueoView, seat: number): Words | null {
	const result = view.results.at(-1);
	if (!result || (view.phase !== "ring" && view.phase !== "choose")) return null;
	return words(result.winner === seat ? "coach_xq_won" : "coach_xq_lost", { round: view.results.length });
}

/** Why somebody who knows the game would do this. */
function reason(view: XeQueoView, move: XeQueoMove): string {
	if (move.kind !== "go") return move.kind;
	if (move.square === view.ring) return "entry";
	return move.piece === ownOf(view) ? "own" : "other";
}

export const coach: Coach<XeQueoView> = {
	advise(view, seat): Advice | null {
		const about = lesson(view);
		const section = SECTIONS[about];
		if (!section) return null;
		return {
			id: `xq_${about}`,
			now: words(`coach_xq_${about}_now`),
			why: words(`coach_xq_${about}_why`),
			news: newsOf(view, seat),
			section,
		};
	},

	why(view, hint: Hint): Words | null {
		const move = view.reach.find((each) => each.text === hint.move);
		return move ? words(`hint_xq_${reason(view, move)}`) : null;
	},
};
