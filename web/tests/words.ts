/** Every text of the catalogue reads as its key, so that tests see which one is shown; one that does not exist is "…". */
import { speak } from "../src/i18n.svelte";

const files = import.meta.glob<string>("../../src/ridotto/i18n/en/*.toml", {
	query: "?raw",
	import: "default",
	eager: true,
});
export const WORDS: Record<string, string> = {};
for (const file of Object.values(files)) for (const [, key = ""] of file.matchAll(/^(\w+) = /gm)) WORDS[key] = key;
const fetched = globalThis.fetch;
globalThis.fetch = async () => new Response(JSON.stringify(WORDS), { headers: { "content-language": "en" } });
await speak("keys");
globalThis.fetch = fetched;
