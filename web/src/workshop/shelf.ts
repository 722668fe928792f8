/** The boards that this browser keeps. */
import { load, save } from "../storage";
import type { Draft } from "../wire";

export interface KeptBoard {
	id: string;
	draft: Draft;
	/** For pictures and tables; empty while it cannot be played. */
	code: string;
	/** Milliseconds. */
	changed: number;
}

const NAME = "boards";

/** The mark of a box was beside the draft once. */
type Kept = KeptBoard & { isBox?: boolean };

function all(): Record<string, Kept> {
	return load<Record<string, Kept>>(NAME, {});
}

/** Newest first. */
export function keptBoards(): KeptBoard[] {
	return Object.values(all())
		.filter((kept) => Array.isArray(kept?.draft?.posts) && typeof kept.draft.gems === "object")
		.map(({ isBox = false, ...kept }) => ({ ...kept, draft: { ...kept.draft, is_box: kept.draft.is_box ?? isBox } }))
		.sort((a, b) => b.changed - a.changed);
}

export function keptBoard(id: string): KeptBoard | null {
	return keptBoards().find((kept) => kept.id === id) ?? null;
}

export function keepBoard(kept: Omit<KeptBoard, "changed">): void {
	save(NAME, { ...all(), [kept.id]: { ...kept, changed: Date.now() } });
}

export function forgetBoard(id: string): void {
	const kept = all();
	delete kept[id];
	save(NAME, kept);
}

export function newId(bytes = 6): string {
	const random = crypto.getRandomValues(new Uint8Array(bytes));
	return Array.from(random, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The key to this browser's boards in the gallery. */
export function author(): string {
	const kept = load("author", "");
	if (kept) return kept;
	const fresh = newId(16);
	save("author", fresh);
	return fresh;
}

/** The board that was open last; empty before there was one. */
export function lastBoard(): string {
	return load("workshop", "");
}

export function setLastBoard(id: string): void {
	save("workshop", id);
}
