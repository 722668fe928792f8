import { fetchGood, once } from "./fetching";
import { fill, type Param, type Texts } from "./fill";
import { settings } from "./settings.svelte";
import type { Words } from "./wire";

const NAME = "language_name_";
let language = $state("en");
let texts = $state.raw<Texts>({});
let latest = "";
/** Pages that have texts of their own; whoever was there once has them in every language. */
const areas = new Set<string>();
const fetchTexts = once(async (wanted: string) => {
	const answer = await fetchGood(wanted ? `/api/texts/${wanted}.json` : "/api/texts.json");
	return { language: answer.headers.get("content-language") ?? "en", texts: (await answer.json()) as Texts };
});

/** Shows everything in another language, without a reload; without a wish in the one that the browser asks for. The
 * old one stays until the new one is here. */
export async function speak(wanted: string): Promise<void> {
	latest = wanted;
	const found = await fetchTexts(wanted);
	const more = await Promise.all([...areas].map(async (area) => (await fetchTexts(`${area}/${found.language}`)).texts));
	// Somebody who changes their mind gets the last wish, whichever catalogue comes first.
	if (latest !== wanted) return;
	language = found.language;
	texts = Object.assign({}, found.texts, ...more);
	document.documentElement.lang = language;
}

/** Adds the texts of a page that not everybody opens. */
export async function speakOf(area: string): Promise<void> {
	areas.add(area);
	await speak(latest);
}

/** The languages there are, each by its own name. */
export function languages(): { code: string; name: string }[] {
	return Object.entries(texts)
		.filter(([key]) => key.startsWith(NAME))
		.map(([key, name]) => ({ code: key.slice(NAME.length), name: String(name) }));
}

/** A text of the catalogue. Read inside a component it follows the language. */
export function t(key: string, params?: Record<string, Param>): string {
	return fill(texts, language, key, params);
}

const CODES = /\s?\((?:XQ|VE)-[^)]*\)/g;

/** The number of a rule is for those who look it up; whoever plays reads the reason. */
export function withoutCodes(text: string): string {
	return text.replace(CODES, "");
}

/** What the server said, in this reader's language. */
export function say(words: Words): string {
	const text = fill(texts, language, words.key, words.params);
	return settings.kept.hasCodes ? text : withoutCodes(text);
}

export function hasText(key: string): boolean {
	return key in texts;
}

export function currentLanguage(): string {
	return language;
}
