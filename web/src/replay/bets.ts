/** Bets on seven pieces: ducats laid on each, the rest in hand. What is in hand counts as spread evenly. */
import type { AskGuess } from "../wire";

export type Stakes = readonly number[];
/** Two for each of seven pieces. */
export const DUCATS = 14;

export interface Bets {
	seat: AskGuess["seat"];
	/** By round, by move. */
	rounds: readonly (readonly Stakes[])[];
}

export function inHand(stakes: Stakes): number {
	return DUCATS - stakes.reduce((sum, stake) => sum + stake, 0);
}

export function evenly(pieces: number): Stakes {
	return Array<number>(pieces).fill(Math.floor(DUCATS / pieces));
}

/** One more: from the hand or, if that is empty, from where most lies. */
export function add(stakes: Stakes, piece: number): Stakes {
	const next = [...stakes];
	if (!inHand(stakes)) {
		const others = next.map((stake, index) => (index === piece ? 0 : stake));
		const most = Math.max(...others);
		if (!most) return stakes;
		next[others.indexOf(most)] = most - 1;
	}
	next[piece] = (next[piece] ?? 0) + 1;
	return next;
}

export function take(stakes: Stakes, piece: number): Stakes {
	return stakes.map((stake, index) => (index === piece ? Math.max(0, stake - 1) : stake));
}

export function share(stakes: Stakes, piece: number): number {
	return ((stakes[piece] ?? 0) + inHand(stakes) / stakes.length) / DUCATS;
}

/** As the server reckons: whole numbers, what is in hand spread evenly. */
export function asked({ seat, rounds }: Bets): AskGuess {
	return {
		seat,
		bets: rounds.map((round) => round.map((stakes) => stakes.map((stake) => stake * stakes.length + inHand(stakes)))),
	};
}

/** Of links to bets; a newer one may say more. */
const VERSION = 1;

/** What a link says of a friend's bets. */
export interface Rival {
	name: string;
	bets: Bets;
	isNewer: boolean;
}

/** For a link: a digit for each piece. */
export function write(name: string, { seat, rounds }: Bets): string {
	const bets = rounds.map((round) => round.map((stakes) => stakes.map((each) => each.toString(36)).join("")).join("."));
	return new URLSearchParams({ v: String(VERSION), by: name, seat: String(seat), bets: bets.join("!") }).toString();
}

/** Null where the link says nothing of a friend. Whether the bets fit the match, the server says. */
export function read(hash: string): Rival | null {
	const found = new URLSearchParams(hash.replace(/^#/, ""));
	if (!["v", "by", "seat", "bets"].some((name) => found.has(name))) return null;
	const rounds = (found.get("bets") ?? "")
		.split("!")
		.map((round) => round.split(".").map((stakes) => [...stakes].map((digit) => Number.parseInt(digit, 36))));
	return {
		name: (found.get("by") ?? "").slice(0, 40),
		bets: { seat: found.get("seat") === "1" ? 1 : 0, rounds },
		isNewer: Number(found.get("v") ?? VERSION) > VERSION,
	};
}

export function isSound({ rounds }: Bets): boolean {
	return rounds.every((round) => round.every((stakes) => stakes.every(Number.isInteger) && inHand(stakes) >= 0));
}
