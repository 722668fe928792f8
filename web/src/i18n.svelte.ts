import { fetchGood, once } from "./fetching";
import { settings } from "./settings.svelte";
import type { Words } from "./wire";

export const LANGUAGES = ["en", "de", "it", "fr", "nl"] as const;
export type Language = (typeof LANGUAGES)[number];

export const LANGUAGE_NAMES: Record<Language, string> = {
	en: "English",
	de: "Deutsch",
	it: "Italiano",
	fr: "Français",
	nl: "Nederlands",
};

/** A text; or its forms, by number or by what a sentence asks for. */
type Text = string | Record<string, string>;
export type Texts = Record<string, Text>;
type Param = Words | string | number;

/** The first of the browser's wishes that we speak, else English. */
export function pickLanguage(wishes: readonly string[]): Language {
	for (const wish of wishes) {
		const language = LANGUAGES.find((known) => known === wish.slice(0, 2).toLowerCase());
		if (language) return language;
	}
	return "en";
}

const PLAIN = "plain";

/** One for each language: making them is slow. */
function formatters<T>(make: (language: string) => T): (language: string) => T {
	const known = new Map<string, T>();
	return (language) => {
		const found = known.get(language) ?? make(language);
		known.set(language, found);
		return found;
	};
}

const plurals = formatters((language) => new Intl.PluralRules(language));
// From five digits on, as the server's catalogue does.
const numbers = formatters((language) => new Intl.NumberFormat(language, { useGrouping: "min2" }));

/** Fills in a text as the server's catalogue does: {names}, forms by `count`, texts within texts, {things:in a form}. */
export function fill(
	texts: Texts,
	language: string,
	key: string,
	params: Record<string, Param> = {},
	form = PLAIN,
): string {
	let text = texts[key];
	if (text === undefined) return key;
	if (typeof text !== "string") {
		const wanted = "other" in text ? plurals(language).select(Number(params.count)) : form;
		text = text[wanted] ?? text.other ?? Object.values(text)[0] ?? "";
	}
	return text.replace(/\{\{|\}\}|\{(\w+)(?::(\w+))?\}/g, (found, name?: string, asked?: string) => {
		if (name === undefined) return found.charAt(0);
		const value = params[name];
		if (value === undefined) return "…";
		if (typeof value === "object") return fill(texts, language, value.key, value.params, asked);
		return typeof value === "number" ? numbers(language).format(value) : value;
	});
}

let language = $state<Language>("en");
let texts = $state.raw<Texts>({});
let latest: Language = "en";
const fetchTexts = once(
	async (wanted: Language) => (await (await fetchGood(`/api/texts/${wanted}.json`)).json()) as Texts,
);

/** Shows everything in another language, without a reload. The old one stays until the new one is here. */
export async function speak(wanted: Language): Promise<void> {
	latest = wanted;
	const found = await fetchTexts(wanted);
	// Somebody who changes their mind gets the last wish, whichever catalogue comes first.
	if (latest !== wanted) return;
	texts = found;
	language = wanted;
	document.documentElement.lang = wanted;
}

export function wishedLanguage(): Language {
	return pickLanguage([settings.kept.language, ...(navigator.languages ?? [navigator.language])]);
}

/** A text of the catalogue. Read inside a component it follows the language. */
export function t(key: string, params?: Record<string, Param>): string {
	return fill(texts, language, key, params);
}

/** What the server said, in this reader's language. */
export function say(words: Words): string {
	return fill(texts, language, words.key, words.params);
}

export function hasText(key: string): boolean {
	return key in texts;
}

export function currentLanguage(): Language {
	return language;
}
