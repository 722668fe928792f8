import { fetchGood, once } from "../../fetching";
import { fill, type Texts } from "../../fill";
import { currentLanguage } from "../../i18n.svelte";

let language = $state<string | null>(null);
let texts = $state.raw<Texts>({});
const fetchRules = once(
	async (wanted: string) => (await (await fetchGood(`/api/texts/rules/${wanted}.json`)).json()) as Texts,
);

/** Gets the rules in the language of the page; until they are here the last ones stay. */
export async function loadRules(): Promise<void> {
	const wanted = currentLanguage();
	const found = await fetchRules(wanted);
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
