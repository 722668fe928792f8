/** A first game of Venise: what to press now, and why. Without a tip it goes by what can be done, not by what is good. */
import type { VeniseMove, VeniseView, Words } from "../../wire";
import type { Advice, Coach } from "../props";
import { isWalk, settle } from "./choose";

const said = (key: string, params: Words["params"] = {}): Words => ({ key, params });

function advice(id: string, section: string, params: Words["params"] = {}): Advice {
	return { id: `ve_${id}`, now: said(`coach_ve_${id}_now`, params), why: said(`coach_ve_${id}_why`, params), section };
}

const SECTIONS: Record<string, string> = { lay: "laying", lift: "taking" };

/** What a hint says with figures, without them. */
const PLAIN: Record<string, string> = {
	why_ve_route: "coach_ve_why_closer",
	why_ve_closer: "coach_ve_why_closer",
	why_ve_steal: "coach_ve_why_steal",
};

/** What kind of advice a play is, as far as what it does goes. */
function aboutOf({ cards, gems }: VeniseMove): string {
	if (gems.length) return "gem";
	if (isWalk(cards)) return "walk";
	return ["short", "long"].includes(cards.at(-1) ?? "") ? "lay" : "lift";
}

/** A good play, which the board shows. */
function marked(play: VeniseMove, view: VeniseView, paid: (card: string) => Words["params"]): Advice {
	const about = aboutOf(play);
	// A joker that can be one card only is that card as soon as it is pressed.
	const isJoker = play.cards[0] === "joker";
	const isOpen = isJoker && settle(view.legal, ["joker"]).length === 1;
	const params = paid((isJoker && !isOpen ? "joker" : play.cards.at(-1)) ?? "");
	const found = advice(about, SECTIONS[about] ?? "walking", params);
	const joker = isOpen ? "joker_" : "";
	if (play.cards.at(-1) === "move") return { ...found, now: said(`coach_ve_${joker}move_now`, params) };
	if (joker) return { ...found, now: said(`coach_ve_joker_${about === "lift" ? "lift_" : ""}now`, params) };
	return ["lay", "walk"].includes(about) ? { ...found, now: said("coach_ve_marked_now", params) } : found;
}

export const coach: Coach<VeniseView> = {
	wantsTip: true,
	advise(view, seat, tip): Advice | null {
		if (view.seat !== seat) return null;
		if (view.phase === "discard") return advice("discard", "turn", { count: view.hand_limit });
		if (view.phase !== "play") return null;
		const press = (kind: "tile" | "take" | "exchange" | "end") => {
			const count = view.deeds.find((deed) => deed.kind === kind)?.count ?? 0;
			return { button: said(`ve_button_${kind}`, { count }) };
		};
		const paid = (card = "") => ({ card: said(`ve_card_${card}`), count: view.limit });
		if (view.did === "taken") return advice("taken", "turn", press("end"));
		const best = view.legal.find(({ text }) => text === tip?.move);
		if (best?.kind === "play") return marked(best, view, paid);
		if (best && best.kind !== "discard") return advice(best.kind, "turn", press(best.kind));
		const plays = view.legal.filter(({ kind }) => kind === "play");
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
