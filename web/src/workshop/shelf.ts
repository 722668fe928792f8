/** The boards that this browser keeps. */
import { load, save } from "../storage";
import type { Draft } from "../wire";

export interface KeptBoard {
	id: string;
	draft: Draft;
	/** For pictures and tables; empty while it cannot be played. */
	code: string;
	/** Copied from a box somebody owns: it stays in this browser. */
	isBox: boolean;
	/** Milliseconds. */
	changed: number;
}

const NAME = "boards";

function all(): Record<string, KeptBoard> {
	return load<Record<string, KeptBoard>>(NAME, {});
}

/** Newest first. */
export function keptBoards(): KeptBoard[] {
	return Object.values(all())
		.filter((kept) => Array.isArray(kept?.draft?.posts) && typeof kept.draft.gems === "object")
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

export function newId(): string {
	return Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The board that was open last; empty before there was one. */
export function lastBoard(): string {
	return load("workshop", "");
}

export function setLastBoard(id: string): void {
	save("workshop", id);
}
