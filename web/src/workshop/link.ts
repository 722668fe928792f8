/** A whole board in an address: a version, how long the rest is, and the rest. */
import type { Colour, Draft, WorkshopKit } from "../wire";

const VERSION = 1;
/** Characters of an address that could be a board; ours have about 250. */
const LONGEST = 4000;

export type LinkFault = "cut" | "newer" | "broken" | "long";

/** The board as records have it, with its side and name. */
function show(kit: WorkshopKit, { name, side, posts, gems }: Draft): string {
	const own = kit.colours.map(({ colour, letter }) => `${letter}:${(gems[colour] ?? []).join(",")}`);
	return [posts.join(";"), ...own, side, name].join(" ");
}

export function showLink(kit: WorkshopKit, draft: Draft): string {
	const bytes = new TextEncoder().encode(show(kit, draft));
	const data = btoa(String.fromCharCode(...bytes))
		.replaceAll("+", "-")
		.replaceAll("/", "_")
		.replaceAll("=", "");
	return `${VERSION}.${data.length}.${data}`;
}

/** What it holds may still be no board: the kit and the check say. */
export function parseLink(kit: WorkshopKit, link: string): Draft | LinkFault {
	if (link.length > LONGEST) return "long";
	const [, version, length, data] = /^(\d{1,6})\.(\d{1,6})\.([\w-]*)/.exec(link) ?? [];
	if (version === undefined || length === undefined || data === undefined)
		return /^\d{1,6}(\.\d{0,6})?$/.test(link) ? "cut" : "broken";
	if (Number(version) > VERSION) return "newer";
	if (data.length < Number(length)) return "cut";
	let text: string;
	try {
		const bytes = Uint8Array.from(atob(data.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
		text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		return "broken";
	}
	const [posts, ...rest] = text.split(" ");
	const letters = rest.slice(0, kit.colours.length);
	const [side, ...name] = rest.slice(kit.colours.length);
	if (!posts || (side !== "day" && side !== "night")) return "broken";
	const gems = {} as Record<Colour, string[]>;
	for (const [nth, { colour, letter }] of kit.colours.entries()) {
		const [found, fields] = letters[nth]?.split(":") ?? [];
		if (found !== letter || fields === undefined) return "broken";
		gems[colour] = fields ? fields.split(",") : [];
	}
	return { name: name.join(" "), side, posts: posts.split(";"), gems, is_box: false };
}
