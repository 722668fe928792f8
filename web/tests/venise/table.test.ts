import { flushSync, mount, tick, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import VeniseTable from "../../src/games/venise/VeniseTable.svelte";
import type { Person, VeniseView } from "../../src/wire";
import { legal, moves, SCENE, view } from "./make";

const PEOPLE: Person[] = ["Anna", "Bruno"].map((name, seat) => ({
	seat,
	name,
	kind: "person",
	bot: "",
	is_taken: true,
	is_here: true,
	device: "",
	stand_in: "",
	title: null,
}));

function turn(changes: Partial<VeniseView> = {}): VeniseView {
	return {
		...view({ planks: { "a3-a4": ["x"], x: [] } }),
		costs: { short: 1, move: 2, step2: 2, joker: 2 },
		hand: [
			{ card: "short", count: 2, cost: 1, why_not: "" },
			{ card: "move", count: 1, cost: 2, why_not: "" },
			{ card: "step2", count: 1, cost: 2, why_not: "walk" },
		],
		deeds: [
			{ kind: "tile", count: 0, why_not: "none" },
			{ kind: "exchange", count: 4, why_not: "" },
			{ kind: "end", count: 2, why_not: "" },
		],
		legal: [...moves("short:a4-b4", "move:a3-a4,a4-b4", "end"), legal("exchange:short,short,move,step2")],
		...changes,
	};
}

let app: ReturnType<typeof mount> | null = null;
const onmove = vi.fn(async (_move: string) => {});

async function show(seen: VeniseView, canAct = true): Promise<void> {
	app = mount(VeniseTable, {
		target: document.body,
		props: { view: seen, before: null, step: [], people: PEOPLE, canAct, isShared: false, onmove },
	});
	await vi.waitFor(() => expect(document.querySelector(".board")).not.toBeNull());
}

function find<T extends Element = HTMLElement>(selector: string): T {
	const node = document.querySelector<T>(selector);
	if (!node) throw new Error(`nothing there: ${selector}`);
	return node;
}

function press(node: Element, key: string): void {
	node.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
	flushSync();
}

function click(selector: string): void {
	find(selector).dispatchEvent(new MouseEvent("click", { bubbles: true }));
	flushSync();
}

beforeEach(() => {
	onmove.mockClear();
	vi.stubGlobal("fetch", async () => Response.json(SCENE));
});

afterEach(() => {
	if (app) void unmount(app);
	app = null;
	document.body.innerHTML = "";
	vi.unstubAllGlobals();
});

describe("a turn", () => {
	it("goes from a card to a place, and the place is played at once", async () => {
		await show(turn());
		expect(document.querySelectorAll("[data-target]")).toHaveLength(0);
		click('button[data-card="short"]');
		expect(document.querySelectorAll(".due")).toHaveLength(1);
		click('[data-target="a4-b4"]');
		expect(onmove.mock.calls).toEqual([["short:a4-b4"]]);
	});

	it("can be played with keys alone, and Escape goes back a step", async () => {
		await show(turn());
		const card = find('button[data-card="move"]');
		card.focus();
		press(card, "ArrowLeft");
		expect(document.activeElement?.getAttribute("data-card")).toBe("short");
		click('button[data-card="move"]');
		const plank = find<SVGGElement>('[data-target="a3-a4"]');
		press(plank, "Enter");
		expect(document.querySelector('[data-target="a4-b4"]')).not.toBeNull();
		press(find('[data-target="a4-b4"]'), "Escape");
		expect(document.querySelector('[data-target="a3-a4"]')).not.toBeNull();
		press(find('[data-target="a3-a4"]'), "Enter");
		press(find('[data-target="a4-b4"]'), " ");
		expect(onmove.mock.calls).toEqual([["move:a3-a4,a4-b4"]]);
	});

	it("says why a card or a button does nothing", async () => {
		await show(turn());
		click('button[data-card="step2"]');
		expect(find(".prompt").textContent).toContain("ve_not_walk");
		expect(find('button[data-card="step2"]').getAttribute("aria-disabled")).toBe("true");
		click(".deed.tile");
		expect(find(".prompt").textContent).toContain("ve_not_none");
		expect(onmove).not.toHaveBeenCalled();
	});

	it("exchanges cards that are picked, unpicked and confirmed", async () => {
		await show(turn());
		click(".deed.exchange");
		for (const card of ["step2", "short", "move", "short"]) click(`button[data-card="${card}"]`);
		expect(onmove).not.toHaveBeenCalled();
		// Pressed once more, equal cards are put back.
		click('button[data-card="short"]');
		expect(find<HTMLButtonElement>(".confirm").disabled).toBe(true);
		for (const _ of ["short", "short"]) click('button[data-card="short"]');
		click(".confirm");
		expect(onmove.mock.calls).toEqual([["exchange:short,short,move,step2"]]);
	});

	it("ends only when asked twice while cards can be played, and sends nothing twice", async () => {
		await show(turn());
		expect(find(".deed.end").classList).not.toContain("primary");
		click(".deed.end");
		expect(onmove).not.toHaveBeenCalled();
		expect(find(".prompt").textContent).toContain("ve_ask_end");
		click(".deed.end");
		click(".deed.end");
		expect(onmove.mock.calls).toEqual([["end"]]);
	});

	it("ends at once when there is nothing else to do", async () => {
		await show(turn({ legal: moves("end"), did: "taken" }));
		expect(find(".prompt").textContent).toContain("ve_ask_taken");
		expect(document.querySelector(".budget .due, .budget svg")).toBeNull();
		expect(find(".deed.end").classList).toContain("primary");
		click(".deed.end");
		expect(onmove.mock.calls).toEqual([["end"]]);
	});

	it("lays off surplus cards that are picked and confirmed", async () => {
		const hand = [
			{ card: "short", count: 9, cost: 1, why_not: "" as const },
			{ card: "move", count: 1, cost: 1, why_not: "" as const },
		];
		await show(turn({ phase: "discard", hand, deeds: [], legal: moves("-short", "-move") }));
		expect(document.querySelector(".budget svg")).toBeNull();
		expect(find(".now").dataset.mode).toBe("discard");
		click('button[data-card="short"]');
		click('button[data-card="move"]');
		expect(onmove).not.toHaveBeenCalled();
		click(".confirm");
		await vi.waitFor(() => expect(onmove.mock.calls).toEqual([["-short"], ["-move"]]));
	});

	it("asks again before a walk that leaves steps, and tells a finger before anything is done", async () => {
		const walks = moves("step2:a4-b4", "step2:a4-b4,b4", "short:a3-a4");
		const hand = ["step2", "short"].map((card) => ({ card, count: 1, cost: 2, why_not: "" as const }));
		await show(turn({ hand, legal: walks }));
		click('button[data-card="step2"]');
		click('[data-target="a4-b4"]');
		expect(onmove).not.toHaveBeenCalled();
		expect(find(".prompt").textContent).toContain("ve_waste_steps");
		press(find('[data-target="a4-b4"]'), "Escape");
		click('[data-target="b4"]');
		expect(onmove.mock.calls).toEqual([["step2:a4-b4,b4"]]);
	});

	it("says what others did to the own planks", async () => {
		const since = [{ done: { seat: 1, taken: ["a4-b4"], fallen: ["x"] }, yours: ["a4-b4"] }];
		await show(turn({ since }));
		expect(find(".prompt").textContent).toContain("ve_lost_taken");
		expect(find(".prompt").textContent).not.toContain("ve_lost_fallen");
		expect(document.querySelectorAll('[data-trace="1"]')).toHaveLength(1);
	});
});

describe("who may not act", () => {
	it("sees the cards but plays none", async () => {
		await show(turn(), false);
		click('button[data-card="short"]');
		click(".deed.end");
		expect(document.querySelectorAll("[data-target]")).toHaveLength(0);
		expect(onmove).not.toHaveBeenCalled();
	});

	it("has no hand as a spectator", async () => {
		await show(turn({ seat: null, hand: [], deeds: [], legal: [], is_private: false }), false);
		expect(document.querySelector(".hand")).toBeNull();
		expect(document.querySelectorAll(".side")).toHaveLength(2);
	});
});

it("says so when the canal cannot be fetched", async () => {
	vi.stubGlobal("fetch", async () => new Response("", { status: 500 }));
	app = mount(VeniseTable, {
		target: document.body,
		props: {
			view: turn({ scene: "board=broken" }),
			before: null,
			step: [],
			people: PEOPLE,
			canAct: true,
			isShared: false,
			onmove,
		},
	});
	await vi.waitFor(() => expect(document.body.textContent).toContain("ve_web_failed"));
	await tick();
});
