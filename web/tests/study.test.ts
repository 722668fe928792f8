import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keptStudy, Study } from "../src/replay/study.svelte";
import { load, save } from "../src/storage";
import { myTable, rememberTable } from "../src/store";
import { dismiss, toasts } from "../src/toasts.svelte";
import type { Replay } from "../src/wire";

const REPLAY = { end: { key: "end", params: {} }, variations: [] } as unknown as Replay;

/** The server says no, or yes. */
function answers(code = ""): void {
	const body = code ? { code, words: { key: code, params: {} } } : { record: "with it", replay: REPLAY };
	vi.stubGlobal("fetch", async () => new Response(JSON.stringify(body), { status: code ? 409 : 200 }));
}

async function collected(code = ""): Promise<boolean> {
	answers(code);
	rememberTable("played", { isOver: true, origin: { of: "match", line: 0, at: 3 } });
	await new Study("match", REPLAY, "record").collect();
	return myTable("played")?.origin?.isKept ?? false;
}

beforeEach(() => {
	localStorage.clear();
	for (const { id } of toasts()) dismiss(id);
});
afterEach(() => vi.unstubAllGlobals());

describe("what was played on from a match", () => {
	it("becomes a variation once", async () => {
		expect(await collected()).toBe(true);
		expect(keptStudy("match")).toBe("with it");
		expect(toasts()).toHaveLength(0);
	});

	it.each(["study_masked", "study_other", "table_unknown"])("says why it never will: %s", async (code) => {
		expect(await collected(code)).toBe(true);
		expect(toasts()).toHaveLength(1);
	});

	it.each(["study_full", "too_busy"])("is tried again the next time: %s", async (code) => {
		expect(await collected(code)).toBe(false);
		expect(toasts()).toHaveLength(1);
		expect(await collected()).toBe(true);
	});

	it("says nothing where nobody moved", async () => {
		expect(await collected("study_empty")).toBe(true);
		expect(toasts()).toHaveLength(0);
	});
});

describe("storage that is full", () => {
	it("goes on with what could not be written", () => {
		save("study.a", "old");
		const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
			throw new DOMException("full", "QuotaExceededError");
		});
		save("study.a", "new");
		expect(load("study.a", "")).toBe("new");
		full.mockRestore();
		save("study.a", "newest");
		expect([load("study.a", ""), localStorage.getItem("ridotto.study.a")]).toEqual(["newest", '"newest"']);
	});
});
