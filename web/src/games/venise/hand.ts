import type { VeniseCard, VeniseMove } from "../../wire";

/** The hand as it lies during a turn: what is played leaves a gap, so that nothing moves under the pointer. */
export function layOut(before: readonly VeniseCard[], hand: readonly VeniseCard[]): VeniseCard[] {
	const held = new Map(hand.map((card) => [card.card, card]));
	const kept = before.map((card) => held.get(card.card) ?? { ...card, count: 0 });
	return [...kept, ...hand.filter((card) => !before.some((other) => other.card === card.card))];
}

/** Whether advice asks for this card, or for one more of its kind than has been picked. */
export function isAskedFor(advised: VeniseMove, card: string, picked: readonly string[]): boolean {
	if (advised.kind === "play") return advised.cards[0] === card;
	const many = (cards: readonly string[]) => cards.filter((other) => other === card).length;
	return many(advised.cards) > many(picked);
}
