import { expect, it } from "vitest";
import { layOut } from "../../src/games/venise/hand";

const card = (name: string, count = 1) => ({ card: name, count, cost: 1, why_not: "" as const });

it("a hand keeps the places of what was played, and new cards come last", () => {
	const before = [card("short"), card("move"), card("step1", 2)];
	const after = layOut(before, [card("step1"), card("joker"), card("short")]);
	expect(after.map(({ card: name, count }) => [name, count])).toEqual([
		["short", 1],
		["move", 0],
		["step1", 1],
		["joker", 1],
	]);
	expect(layOut([], before)).toEqual(before);
});
