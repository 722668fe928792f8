/** A first game of Venise: what to press now, and why. It goes by what can be done, not by what is best. */
import type { VeniseView, Words } from "../../wire";
import type { Advice, Coach } from "../props";
import { isWalk } from "./choose";

const said = (key: string, params: Words["params"] = {}): Words => ({ key, params });

function advice(id: string, section: string, params: Words["params"] = {}): Advice {
	return { id: `ve_${id}`, now: said(`coach_ve_${id}_now`, params), why: said(`coach_ve_${id}_why`, params), section };
}

/** What a hint says with figures, without them. */
const PLAIN: Record<string, string> = {
	why_ve_route: "coach_ve_why_closer",
	why_ve_closer: "coach_ve_why_closer",
	why_ve_steal: "coach_ve_why_steal",
};

export const coach: Coach<VeniseView> = {
	advise(view, seat): Advice | null {
		if (view.seat !== seat) return null;
		if (view.phase === "discard") return advice("discard", "turn");
		if (view.phase !== "play") return null;
		const plays = view.legal.filter(({ kind }) => kind === "play");
		const press = (kind: "tile" | "take" | "end") => {
			const count = view.deeds.find((deed) => deed.kind === kind)?.count ?? 0;
			return { button: said(`ve_button_${kind}`, { count }) };
		};
		const paid = (card = "") => ({ card: said(`ve_card_${card}`), count: view.limit });
		if (view.did === "taken") return advice("taken", "turn", press("end"));
		const gem = plays.find(({ gems }) => gems.length);
		if (gem) return advice("gem", "walking", paid(gem.cards[0]));
		const walk = plays.find(({ cards }) => isWalk(cards));
		const lay = plays.find(({ cards }) => ["short", "long"].includes(cards.at(-1) ?? ""));
		// First a plank, then onto it.
		if (walk && (view.did === "played" || !lay)) return advice("walk", "walking", paid(walk.cards[0]));
		if (lay) return advice("lay", "laying", paid(lay.cards[0]));
		if (view.legal.some(({ kind }) => kind === "tile") && view.hand.some((card) => card.why_not === "dear"))
			return advice("tile", "turn", press("tile"));
		if (view.legal.some(({ kind }) => kind === "take")) return advice("take", "turn", press("take"));
		return advice("end", "turn", press("end"));
	},
	why(_view, { reasons }): Words | null {
		const key = PLAIN[reasons[0]?.key ?? ""];
		return key ? said(key) : null;
	},
};
