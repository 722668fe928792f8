import { say } from "../i18n.svelte";
import type { Line } from "../wire";

export interface Told {
	/** Number in the log. */
	index: number;
	actor: number;
	text: string;
}

export interface Chapter {
	title: string;
	lines: Told[];
}

/** The log for readers: what is worth words, under the headings it belongs to. */
export function chaptersOf(lines: readonly Line[]): Chapter[] {
	const chapters: Chapter[] = [];
	lines.forEach((line, index) => {
		const title = say(line.chapter);
		let last = chapters.at(-1);
		if (last?.title !== title) {
			last = { title, lines: [] };
			chapters.push(last);
		}
		if (line.said) last.lines.push({ index, actor: line.actor, text: say(line.said) });
	});
	return chapters.filter((chapter) => chapter.lines.length > 0);
}
