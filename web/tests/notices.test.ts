import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../src/api";
import { t } from "../src/i18n.svelte";
import { allowNotices, obstacle } from "../src/notices.svelte";
import { settings } from "../src/settings.svelte";
import * as sound from "../src/sound";
import { myTable, rememberTable } from "../src/store";
import { turns } from "../src/turns.svelte";
import type { Person, Standing } from "../src/wire";

const shown: { title: string; body: string }[] = [];

class Notice {
	static permission = "granted";
	static readonly requestPermission = vi.fn(async () => Notice.permission);
	onclick: (() => void) | null = null;
	constructor(title: string, { body }: { body: string }) {
		shown.push({ title, body });
	}
}

let isHidden = true;

function standing(table: string, waiting: number[], since = 0): Standing {
	const person = {
		title: null,
		kind: "person",
		bot: "",
		is_taken: true,
		is_here: false,
		device: "host",
		stand_in: "",
	} as const;
	const people = ["Anna", "Bruno"].map((name, seat) => ({ ...person, seat, name }));
	return { table, people, is_started: true, is_over: false, waiting, since, end: null, is_called: false };
}

beforeEach(() => {
	localStorage.clear();
	shown.length = 0;
	Notice.permission = "granted";
	isHidden = true;
	vi.useFakeTimers();
	vi.stubGlobal("Notification", Notice);
	vi.stubGlobal("isSecureContext", true);
	vi.spyOn(document, "hidden", "get").mockImplementation(() => isHidden);
	settings.set({ noticeTitle: true, noticeBrowser: true, noticeSound: false });
	document.title = "Ridotto";
	turns.review();
});
afterEach(() => {
	settings.set({ noticeTitle: false, noticeBrowser: false });
	isHidden = false;
	document.dispatchEvent(new Event("visibilitychange"));
	vi.useRealTimers();
	vi.restoreAllMocks();
	vi.unstubAllGlobals();
});

async function hear(...tables: Standing[]): Promise<void> {
	vi.spyOn(api, "standings").mockResolvedValue({ tables });
	turns.follow();
	await vi.advanceTimersByTimeAsync(16_000);
}

describe("somebody who has another page before them", () => {
	it("is told once that it is their turn, by title and notice", async () => {
		rememberTable("a", { tokens: { 0: "key" }, mine: [0] });
		turns.review();
		await hear(standing("a", [1]));
		expect(shown).toEqual([]);
		await hear(standing("a", [0]));
		await hear(standing("a", [0], 15));
		expect(shown).toHaveLength(1);
		expect(shown[0]?.body).toContain("Bruno");
		expect(JSON.stringify(shown)).not.toContain("key");
		expect(document.title).toMatch(/^\(1\)/);
		isHidden = false;
		document.dispatchEvent(new Event("visibilitychange"));
		expect(document.title).toBe("Ridotto");
	});

	it("hears nothing of what it did not ask for, of what it sees, and of matches that are gone", async () => {
		rememberTable("a", { tokens: { 0: "key" }, mine: [0] });
		rememberTable("gone", { tokens: { 0: "key" }, mine: [0] });
		turns.review();
		await hear(standing("a", [1]));
		isHidden = false;
		await hear(standing("a", [0]));
		expect(myTable("a")?.isTurn).toBe(true);
		expect(shown).toEqual([]);
		isHidden = true;
		await hear(standing("a", [1]));
		settings.set({ noticeTitle: false, noticeBrowser: false });
		await hear(standing("a", [0]));
		expect(shown).toEqual([]);
		expect(document.title).toBe("Ridotto");
	});

	it("keeps since when, in days as well", async () => {
		rememberTable("a", { tokens: { 0: "key" }, mine: [0] });
		await hear(standing("a", [0], 3 * 86_400));
		const { changed = 0 } = myTable("a") ?? {};
		expect((Date.now() - changed) / 86_400_000).toBeCloseTo(3, 2);
	});
});

describe("a match that is waited for", () => {
	it("rings once, however many windows there are", async () => {
		const ring = vi.spyOn(sound, "play").mockReturnValue();
		settings.set({ noticeTitle: false, noticeBrowser: false, noticeSound: true });
		rememberTable("a", { tokens: { 0: "key" }, mine: [0] });
		await hear(standing("a", [1]));
		expect(ring).not.toHaveBeenCalled();
		await hear(standing("a", [0]));
		await hear(standing("a", [0], 15));
		expect(ring.mock.calls).toEqual([["bell", { isNotice: true }]]);
		expect(shown).toEqual([]);
	});

	it("asks once more for who is wanted back, and not for whom a bot plays", async () => {
		rememberTable("a", { tokens: { 0: "key" }, mine: [0] });
		await hear(standing("a", [1]));
		await hear(standing("a", [0]));
		await hear({ ...standing("a", [0], 15), is_called: true });
		await hear({ ...standing("a", [0], 30), is_called: true });
		expect(shown.map(({ title }) => title)).toEqual([t("web_is_your_turn"), t("web_called_you")]);
		const [anna, ...others] = standing("a", [0]).people;
		await hear({ ...standing("a", [0]), people: [{ ...(anna as Person), stand_in: "greedy" }, ...others] });
		expect(myTable("a")?.isTurn).toBe(false);
		expect(shown).toHaveLength(2);
	});

	it("says nothing of one that was deleted meanwhile", async () => {
		rememberTable("a", { tokens: { 0: "key" }, mine: [0] });
		await hear(standing("a", [1]));
		await hear();
		expect(shown).toEqual([]);
		expect(document.title).toBe("Ridotto");
	});
});

describe("a browser that shows no notices", () => {
	it("says why", async () => {
		vi.stubGlobal("isSecureContext", false);
		expect(obstacle()).toBe("web_notice_insecure");
		vi.stubGlobal("isSecureContext", true);
		Notice.permission = "denied";
		settings.set({ noticeBrowser: false });
		await allowNotices();
		expect(settings.kept.noticeBrowser).toBe(false);
		expect(obstacle()).toBe("web_notice_denied");
	});
});
