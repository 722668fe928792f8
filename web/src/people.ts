import { say } from "./i18n.svelte";
import type { Person } from "./wire";

/** How a person or bot is called, in the reader's language. */
export function nameOf(person: Person | undefined): string {
	if (!person) return "";
	return person.title ? say(person.title) : person.name;
}
