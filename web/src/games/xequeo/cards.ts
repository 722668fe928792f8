import type { XeQueoView } from "../../wire";

/** The card of a round at somebody's deck. */
export interface DeckCard {
	hasCard: boolean;
	/** The piece on it, where the viewer knows it. */
	card: string | null;
	isOpen: boolean;
}

/** Of the round that is on, or of the one just over; when the match is over, nothing is covered (XQ-R7). */
export function cardOf(view: XeQueoView, seat: number, isPeeking: boolean): DeckCard {
	if (view.phase === "choose" || view.phase === "play") {
		const card = view.choices[seat] ?? null;
		const hasCard = view.phase === "play" || card !== null;
		return { hasCard, card, isOpen: card !== null && (seat !== view.seat || isPeeking || view.places.length > 0) };
	}
	const latest = view.results.at(-1);
	if (!latest) return { hasCard: false, card: null, isOpen: false };
	const isOpen = latest.shown[seat] || view.places.length > 0;
	return { hasCard: true, card: isOpen ? (latest.choices[seat] ?? null) : null, isOpen };
}
