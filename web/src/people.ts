import { say } from "./i18n.svelte";
import type { Person, Words } from "./wire";

/** As somebody typed it; or, for bots and whoever has no name, words for each reader's language. */
export type Name = string | Words;

export function keptName({ title, name }: Person): Name {
	return title ?? name;
}

export function showName(name: Name): string {
	return typeof name === "string" ? name : say(name);
}

/** How a person or bot is called, in the reader's language. */
export function nameOf(person: Person | undefined): string {
	return person ? showName(keptName(person)) : "";
}
