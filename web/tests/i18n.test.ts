import { afterEach, describe, expect, it, vi } from "vitest";
import { fill } from "../src/fill";
import { currentLanguage, languages, say, speak, t } from "../src/i18n.svelte";

const TEXTS = {
	hello: "Hello {name}, {{not a name}}",
	cards: { one: "{count} card", other: "{count} cards" },
	event: "{what}!",
	bridge: { plain: "die Brücke auf {post}", to: "zur Brücke auf {post}" },
	walk: "geht {place:to}",
};

describe("filling in", () => {
	it("puts in names, leaves no braces behind, and reads doubled ones as one", () => {
		expect(fill(TEXTS, "en", "hello", { name: "Anna" })).toBe("Hello Anna, {not a name}");
		expect(fill(TEXTS, "en", "hello")).toBe("Hello …, {not a name}");
	});

	it("chooses the form by count; only French counts nothing as one", () => {
		const forms = (language: string) => [0, 1, 2].map((count) => fill(TEXTS, language, "cards", { count }));
		expect(forms("de")).toEqual(["0\u00a0cards", "1\u00a0card", "2\u00a0cards"]);
		expect(forms("fr")).toEqual(["0\u00a0card", "1\u00a0card", "2\u00a0cards"]);
	});

	it("fills in texts within texts", () => {
		const inner = { key: "cards", params: { count: 2 } };
		expect(fill(TEXTS, "en", "event", { what: inner })).toBe("2\u00a0cards!");
	});

	it("puts a thing in the form that the sentence asks for", () => {
		const place = { key: "bridge", params: { post: "b3" } };
		expect(fill(TEXTS, "de", "walk", { place })).toBe("geht zur Brücke auf b3");
		expect(fill(TEXTS, "de", "event", { what: place })).toBe("die Brücke auf b3!");
		expect(fill(TEXTS, "de", "walk", { place: "b3" })).toBe("geht b3");
	});

	it("writes numbers as the language does", () => {
		const shown = (language: string, what: number) => fill(TEXTS, language, "event", { what });
		expect(shown("de", 12.5)).toBe("12,5!");
		expect(shown("en", 1500)).toBe("1500!");
		expect(shown("en", 15000)).toBe("15,000!");
		expect(shown("fr", 15000)).toBe("15\u202f000!");
	});

	it("does not fill in what a name brings along", () => {
		expect(fill(TEXTS, "en", "event", { what: "{count}" })).toBe("{count}!");
	});

	it("shows no key where there is no text, but complains", () => {
		const complain = vi.spyOn(console, "error").mockImplementation(() => {});
		expect(fill(TEXTS, "en", "nothing")).toBe("…");
		expect(complain).toHaveBeenCalledWith("no text: nothing");
		complain.mockRestore();
	});
});

describe("changing the language", () => {
	afterEach(() => vi.unstubAllGlobals());

	it("fetches a catalogue once, and keeps the old one when that fails", async () => {
		const fetched = vi.fn(async (address: string) => {
			if (address.includes("/nl.")) throw new TypeError("offline");
			const spoken = /(\w+)\.json/.exec(address)?.[1] ?? "";
			return new Response(JSON.stringify({ word: address }), { headers: { "content-language": spoken } });
		});
		vi.stubGlobal("fetch", fetched);
		await speak("de");
		expect(t("word")).toBe("/api/texts/de.json");
		expect(document.documentElement.lang).toBe("de");
		await expect(speak("nl")).rejects.toThrow();
		expect(currentLanguage()).toBe("de");
		expect(say({ key: "word", params: {} })).toBe("/api/texts/de.json");
		await speak("it");
		await speak("de");
		expect(fetched).toHaveBeenCalledTimes(3);
	});

	it("ends with the last wish, whichever catalogue comes first", async () => {
		const answers = new Map<string, (response: Response) => void>();
		vi.stubGlobal("fetch", (address: string) => new Promise<Response>((resolve) => answers.set(address, resolve)));
		const first = speak("fr");
		const second = speak("en");
		const answer = (language: string) =>
			answers.get(`/api/texts/${language}.json`)?.(new Response("{}", { headers: { "content-language": language } }));
		answer("en");
		await second;
		answer("fr");
		await first;
		expect(currentLanguage()).toBe("en");
	});

	it("without a wish takes what the server chose, and knows from it which languages there are", async () => {
		const body = JSON.stringify({ language_name_en: "English", language_name_es: "Español", language_unknown: "?" });
		vi.stubGlobal("fetch", async (address: string) => {
			expect(address).toBe("/api/texts.json");
			return new Response(body, { headers: { "content-language": "es" } });
		});
		await speak("");
		expect(currentLanguage()).toBe("es");
		expect(languages()).toEqual([
			{ code: "en", name: "English" },
			{ code: "es", name: "Español" },
		]);
	});
});
