import { currentLanguage, fill, type Language, type Texts } from "../../i18n.svelte";

let language = $state<Language | null>(null);
let texts = $state.raw<Texts>({});
const fetched = new Map<Language, Promise<Texts>>();

async function fetchRules(wanted: Language): Promise<Texts> {
	const answer = await fetch(`/api/texts/rules/${wanted}.json`);
	if (!answer.ok) throw new Error(`rules: ${answer.status}`);
	return (await answer.json()) as Texts;
}

/** Gets the rules in the language of the page; until they are here the last ones stay. */
export async function loadRules(): Promise<void> {
	const wanted = currentLanguage();
	let promise = fetched.get(wanted);
	if (!promise) {
		promise = fetchRules(wanted);
		fetched.set(wanted, promise);
		promise.catch(() => fetched.delete(wanted));
	}
	const found = await promise;
	if (wanted !== currentLanguage()) return;
	texts = found;
	language = wanted;
}

/** A text of the rules. Read inside a component it follows the language. */
export function r(key: string, params?: Record<string, string | number>): string {
	return fill(texts, language ?? "en", key, params);
}

export function hasRules(): boolean {
	return language !== null;
}
