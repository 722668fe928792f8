import { load, save } from "../storage";
import type { LessonInfo } from "../wire";

/** A lesson's name in addresses, and in what this browser keeps. */
export function idOf({ game, name }: Pick<LessonInfo, "game" | "name">): string {
	return `${game}-${name}`;
}

/** The lessons that were finished in this browser. */
export function finished(): string[] {
	const kept: unknown = load("lessons", [] as string[]);
	return Array.isArray(kept) ? kept.filter((id): id is string => typeof id === "string") : [];
}

export function remember(id: string): void {
	save("lessons", [...new Set([...finished(), id])]);
}
