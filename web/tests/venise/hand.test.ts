import { expect, it } from "vitest";
import { isAskedFor, layOut } from "../../src/games/venise/hand";
import { legal } from "./make";

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

it("advice asks for a card until enough of its kind are picked", () => {
	const exchange = legal("exchange:short,short,short,step1");
	expect(isAskedFor(exchange, "short", [])).toBe(true);
	expect(isAskedFor(exchange, "short", ["short", "short"])).toBe(true);
	expect(isAskedFor(exchange, "short", ["short", "short", "short"])).toBe(false);
	expect(isAskedFor(exchange, "step1", ["short", "step1"])).toBe(false);
	expect(isAskedFor(exchange, "long", [])).toBe(false);
	expect(isAskedFor(legal("*short:a4-b4"), "joker", [])).toBe(true);
	expect(isAskedFor(legal("*short:a4-b4"), "short", [])).toBe(false);
});
