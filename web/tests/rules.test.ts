import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { speak } from "../src/i18n.svelte";
import Rules from "../src/pages/Rules.svelte";
import { anchorsOf, grouped, OUTLINES, passagesOf, sizeOf } from "../src/pages/rules/outline";
import Rich from "../src/pages/rules/Rich.svelte";
import { settings } from "../src/settings.svelte";
import { WORDS } from "./words";

/** A catalogue in which every text is its own key, marked with the language. */
function texts(url: string): Record<string, string> {
	const language = url.slice(-7, -5);
	const told = { ...WORDS };
	for (const section of Object.values(OUTLINES).flatMap((outline) => outline.sections)) {
		told[section.title] = `${language} ${section.title}`;
		for (const { text, question } of section.blocks.flatMap(passagesOf)) {
			told[text] = `${language} **${text}**`;
			if (question) told[question] = `${language} ${question}`;
		}
	}
	return told;
}

beforeEach(() => {
	vi.stubGlobal(
		"fetch",
		async (url: string) =>
			new Response(JSON.stringify(texts(url)), { headers: { "content-language": url.slice(-7, -5) } }),
	);
	document.body.innerHTML = "";
});
afterEach(() => vi.unstubAllGlobals());

async function settle(): Promise<void> {
	for (let turn = 0; turn < 5; turn++) await new Promise((done) => setTimeout(done));
	flushSync();
}

describe("the outline of the rules", () => {
	it("gives every rule one address, where it is told first", () => {
		for (const outline of Object.values(OUTLINES)) {
			const anchors = [...anchorsOf(outline).values()].flat();
			expect(new Set(anchors).size).toBe(anchors.length);
			const told = outline.sections.flatMap((section) => section.blocks.flatMap(passagesOf));
			expect(new Set(anchors)).toEqual(new Set(told.flatMap((passage) => passage.rules ?? [])));
		}
	});

	it("puts pictures beside what was told since the last ones", () => {
		const [a, b, c] = [{ text: "a" }, { text: "b" }, { text: "c" }];
		expect(grouped([a, b, { pictures: ["x"] }, c])).toEqual([
			{ blocks: [a, b], pictures: ["x"] },
			{ blocks: [c], pictures: [] },
		]);
	});

	it("knows the size of its pictures", () => {
		expect(sizeOf("xq-jump")).toEqual([796, 796]);
	});
});

describe("a page of rules", () => {
	it("shows every passage, with addresses that exist for every link on it", async () => {
		await speak("de");
		settings.set({ hasCodes: true }); // the numbers of the rules are links, too
		const page = mount(Rules, { target: document.body, props: { game: "venise" } });
		await settle();
		const words = document.body.textContent ?? "";
		for (const section of OUTLINES.venise.sections)
			for (const passage of section.blocks.flatMap(passagesOf)) expect(words).toContain(`de ${passage.text}`);
		expect(words).not.toContain("**");
		const links = [...document.querySelectorAll<HTMLAnchorElement>('main a[href^="#"]')];
		expect(links.length).toBeGreaterThan(80);
		for (const link of links) expect(document.getElementById(link.getAttribute("href")?.slice(1) ?? "")).not.toBeNull();
		const ids = [...document.querySelectorAll("[id]")].map((part) => part.id);
		expect(new Set(ids).size).toBe(ids.length);
		expect(document.querySelectorAll("figure img[alt='']").length).toBe(0);
		settings.set({ hasCodes: false });
		flushSync();
		expect(ids.filter((id) => document.getElementById(id) === null)).toEqual([]);
		unmount(page);
	});

	it("follows the language", async () => {
		await speak("it");
		const page = mount(Rules, { target: document.body, props: { game: "xequeo" } });
		await settle();
		expect(document.body.textContent).toContain("it rules_xq_idea_1");
		await speak("nl");
		await settle();
		expect(document.body.textContent).toContain("nl rules_xq_idea_1");
		unmount(page);
	});
});

describe("the one markup", () => {
	it("makes bold what stands between stars, and nothing else into markup", () => {
		const text = mount(Rich, { target: document.body, props: { text: "a **b** <i>c</i> **d**" } });
		expect(document.body.textContent).toBe("a b <i>c</i> d");
		expect([...document.querySelectorAll("strong")].map((bold) => bold.textContent)).toEqual(["b", "d"]);
		expect(document.querySelector("i")).toBeNull();
		unmount(text);
	});
});
