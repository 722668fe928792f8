import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { browserWord, forgetSeat, forgetTable, myTable, myTables, rememberTable } from "../src/store";

beforeEach(() => localStorage.clear());
afterEach(() => {
	vi.restoreAllMocks();
	vi.useRealTimers();
});

describe("the tables of this browser", () => {
	it("adds seats to those it holds already, newest table first", () => {
		vi.useFakeTimers();
		rememberTable("a", { game: "venise", tokens: { 0: "x" } });
		vi.advanceTimersByTime(10);
		rememberTable("b", { game: "xequeo", tokens: { 1: "y" }, invites: { 0: "i" } });
		vi.advanceTimersByTime(10);
		rememberTable("a", { tokens: { 2: "z" }, names: ["Anna"] });
		expect(myTables().map((mine) => mine.table)).toEqual(["a", "b"]);
		expect(myTable("a")).toMatchObject({ game: "venise", tokens: { 0: "x", 2: "z" }, names: ["Anna"] });
	});

	it("gives up a seat, and with the last one the table", () => {
		rememberTable("a", { tokens: { 0: "x", 1: "y" } });
		forgetSeat("a", 0);
		expect(myTable("a")?.tokens).toEqual({ 1: "y" });
		forgetSeat("a", 1);
		expect(myTable("a")).toBeNull();
	});

	it("forgets the oldest of very many, but no seat that is still played from", () => {
		rememberTable("first", { tokens: { 0: "x" }, seen: 1 });
		for (let number = 0; number < 110; number += 1) rememberTable(`t${number}`, { tokens: { 0: "x" }, isOver: true });
		expect(myTables().filter((mine) => mine.isOver)).toHaveLength(100);
		expect(myTable("first")?.tokens).toEqual({ 0: "x" });
		forgetTable("t109");
		expect(myTable("t109")).toBeNull();
	});

	it("survives rubbish in the storage", () => {
		localStorage.setItem("ridotto.tables", "{nonsense");
		expect(myTables()).toEqual([]);
	});
});

it("keeps its word", () => {
	const word = browserWord();
	expect(word).toMatch(/^[0-9a-f]{32}$/);
	expect(browserWord()).toBe(word);
});

it("works as long as the page lives where storage is blocked", () => {
	const blocked = () => {
		throw new DOMException("blocked", "SecurityError");
	};
	vi.spyOn(Storage.prototype, "getItem").mockImplementation(blocked);
	vi.spyOn(Storage.prototype, "setItem").mockImplementation(blocked);
	rememberTable("a", { tokens: { 0: "x" } });
	expect(myTable("a")?.tokens).toEqual({ 0: "x" });
	expect(browserWord()).toBe(browserWord());
});
