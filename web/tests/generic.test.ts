import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, it, vi } from "vitest";
import GenericTable from "../src/games/generic/GenericTable.svelte";
import { factsOf, wanted } from "../src/games/generic/reading";
import type { GenericView } from "../src/wire";

const VIEW: GenericView = {
	game: "generic",
	seat: 0,
	heading: { key: "generic_plain", params: { text: "Round 1" } },
	text: "Points: 1, 0\nLast: –",
	is_private: true,
	has_secret: false,
	legal: ["a", "b", "c"],
	places: [],
};

let close = () => {};
afterEach(() => {
	close();
	close = () => {};
});

function show(view: GenericView, canAct = true) {
	const onmove = vi.fn<(move: string) => Promise<void>>(() => Promise.resolve());
	const props = { view, before: null, step: [], people: [], canAct, isShared: false, onmove };
	const table = mount(GenericTable, { target: document.body, props });
	flushSync();
	close = () => void unmount(table);
	return onmove;
}

const texts = (selector: string): string[] =>
	[...document.querySelectorAll(selector)].map((each) => each.textContent ?? "");

it("shows what can be read and done", () => {
	const onmove = show(VIEW);
	expect(texts("dt")).toEqual(["Points", "Last"]);
	expect(texts("dd")).toEqual(["1, 0", "–"]);
	expect(texts("button")).toEqual(["a", "b", "c"]);
	document.querySelectorAll("button")[1]?.click();
	expect(onmove).toHaveBeenCalledWith("b");
});

it("offers nothing to whoever may not act", () => {
	show(VIEW, false);
	expect(texts("button")).toEqual([]);
});

it("shows a drawing as it is", () => {
	show({ ...VIEW, text: ". x\no :" });
	expect(texts("pre")).toEqual([". x\no :"]);
	expect(factsOf("a: 1\n. x")).toBeNull();
	expect(factsOf("")).toBeNull();
});

it("is walked through with arrows, one stop for Tab", () => {
	show(VIEW);
	const stops = () => [...document.querySelectorAll("button")].map((each) => each.tabIndex);
	expect(stops()).toEqual([0, -1, -1]);
	const first = document.querySelector("button");
	first?.dispatchEvent(new KeyboardEvent("keydown", { key: "End", bubbles: true }));
	flushSync();
	expect(stops()).toEqual([-1, -1, 0]);
});

it("knows where keys lead", () => {
	expect(wanted("ArrowDown", 1, 10, 4)).toBe(5);
	expect(wanted("ArrowDown", 7, 10, 4)).toBeNull();
	expect(wanted("ArrowLeft", 0, 10, 4)).toBeNull();
	expect(wanted("x", 0, 10, 4)).toBeNull();
});
