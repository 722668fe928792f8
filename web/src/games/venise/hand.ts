import type { VeniseCard } from "../../wire";

/** The hand as it lies during a turn: what is played leaves a gap, so that nothing moves under the pointer. */
export function layOut(before: readonly VeniseCard[], hand: readonly VeniseCard[]): VeniseCard[] {
	const held = new Map(hand.map((card) => [card.card, card]));
	const kept = before.map((card) => held.get(card.card) ?? { ...card, count: 0 });
	return [...kept, ...hand.filter((card) => !before.some((other) => other.card === card.card))];
}
