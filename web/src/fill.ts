import type { Words } from "./wire";

/** A text; or its forms, by number or by what a sentence asks for. */
type Text = string | Record<string, string>;
export type Texts = Record<string, Text>;
export type Param = Words | string | number;

type Listener = (key: string, params: Record<string, Param>) => void;
/** Browser tests hear what is put into texts, and compare it with the proof sheet. */
const { onfill } = globalThis as { onfill?: Listener };

const PLAIN = "plain";
/** A number stays on one line with what it counts. */
const COUNTED = "{count} ";
const TOGETHER = "{count}\u00a0";
/** Where there is nothing to say at all. */
const UNSAID = "…";

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
	onfill?.(key, params);
	let text = texts[key];
	if (text === undefined) {
		console.error(`no text: ${key}`);
		return UNSAID;
	}
	if (typeof text !== "string") {
		const wanted = "other" in text ? plurals(language).select(Number(params.count)) : form;
		text = text[wanted] ?? text.other ?? Object.values(text)[0] ?? "";
		text = text.replaceAll(COUNTED, TOGETHER);
	}
	return text.replace(/\{\{|\}\}|\{(\w+)(?::(\w+))?\}/g, (found, name?: string, asked?: string) => {
		if (name === undefined) return found.charAt(0);
		const value = params[name];
		if (value === undefined) return UNSAID;
		if (typeof value === "object") return fill(texts, language, value.key, value.params, asked);
		return typeof value === "number" ? numbers(language).format(value) : value;
	});
}
