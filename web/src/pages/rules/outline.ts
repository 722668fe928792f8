/** What stands on a page of rules, in which order, and which numbered rules it tells: xequeo.json and venise.json. */
import sizes from "./sizes.json";
import venise from "./venise.json";
import xequeo from "./xequeo.json";

/** A text of the catalogue with the rules it tells, the fine points it leads to, and the options that change it. */
export interface Passage {
	text: string;
	rules?: string[];
	see?: string[];
	options?: string[];
	question?: string;
}
export interface Case extends Passage {
	picture: string;
}
export interface CardRow extends Passage {
	cards: string[];
}
export type Block =
	| Passage
	| { items: Passage[]; ordered?: boolean }
	| { pictures: string[] }
	| { cases: Case[] }
	| { table: CardRow[] };
export interface Section {
	id: string;
	title: string;
	blocks: Block[];
}
export interface Outline {
	by: string;
	sections: Section[];
}

export const OUTLINES: Record<"xequeo" | "venise", Outline> = { xequeo, venise };

/** Passages that are told together, and what is shown beside them. */
export interface Group {
	blocks: Block[];
	pictures: string[];
}

/** Pictures stand beside all that was told since the last ones. */
export function grouped(blocks: readonly Block[]): Group[] {
	const groups: Group[] = [];
	let open: Group | null = null;
	for (const block of blocks) {
		if (!open) {
			open = { blocks: [], pictures: [] };
			groups.push(open);
		}
		if ("pictures" in block) {
			open.pictures = block.pictures;
			open = null;
		} else open.blocks.push(block);
	}
	return groups;
}

export function passagesOf(block: Block): Passage[] {
	if ("items" in block) return block.items;
	if ("cases" in block) return block.cases;
	if ("table" in block) return block.table;
	return "pictures" in block ? [] : [block];
}

/** By passage: the rules told there first, whose addresses (#XQ-11) lead there. */
export function anchorsOf(outline: Outline): Map<Passage, string[]> {
	const known = new Set<string>();
	const anchors = new Map<Passage, string[]>();
	for (const section of outline.sections)
		for (const block of section.blocks)
			for (const passage of passagesOf(block)) {
				const fresh = (passage.rules ?? []).filter((rule) => !known.has(rule));
				for (const rule of fresh) known.add(rule);
				anchors.set(passage, fresh);
			}
	return anchors;
}

export function sizeOf(picture: string): [number, number] {
	const [width, height] = (sizes as Record<string, number[]>)[picture] ?? [];
	return [width ?? 1, height ?? 1];
}
