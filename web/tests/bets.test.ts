import { describe, expect, it } from "vitest";
import { add, asked, DUCATS, evenly, inHand, isSound, read, share, take, write } from "../src/replay/bets";

describe("ducats", () => {
	it("are laid from the hand, then from where most lies", () => {
		expect(add([2, 2, 2, 2, 2, 2, 1], 0)).toEqual([3, 2, 2, 2, 2, 2, 1]);
		expect(add([2, 3, 2, 2, 2, 2, 1], 6)).toEqual([2, 2, 2, 2, 2, 2, 2]);
		let all = evenly(7);
		for (let times = 0; times < 30; times += 1) all = add(all, 4);
		expect(all).toEqual([0, 0, 0, 0, DUCATS, 0, 0]);
		expect(inHand(take(all, 4))).toBe(1);
		expect(take(all, 0)).toEqual(all);
	});

	it("in hand count as spread evenly", () => {
		const stakes = [7, 0, 0, 0, 0, 0, 0];
		expect(share(stakes, 0)).toBeCloseTo(0.5 + 0.5 / 7);
		expect(asked({ seat: 1, rounds: [[stakes]] })).toEqual({ seat: 1, bets: [[[56, 7, 7, 7, 7, 7, 7]]] });
	});

	it("go through a link", () => {
		const bets = { seat: 1 as const, rounds: [[evenly(7), [0, 0, 0, 14, 0, 0, 0]], [evenly(7)]] };
		expect(read(`#${write("Ann & Bob", bets)}`)).toEqual({ name: "Ann & Bob", bets, isNewer: false });
		expect(read("")).toBeNull();
		expect(read("#main")).toBeNull();
		for (const cut of ["#bets=22x-2", "#bets=zzzzzzz"])
			expect(isSound(read(cut)?.bets ?? { seat: 0, rounds: [] })).toBe(false);
		// Cut off before the bets: the server finds that none of them fits.
		expect(read("#v=1&by=Ann")?.bets.rounds).toEqual([[[]]]);
		expect(read("#v=2&by=Ann&wager=3")?.isNewer).toBe(true);
	});
});
