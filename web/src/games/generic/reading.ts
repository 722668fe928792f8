export interface Fact {
	name: string;
	value: string;
}

/** Lines that are all written "name: value", as such; null for any other text, which is shown as it is. */
export function factsOf(text: string): Fact[] | null {
	const facts = text
		.split("\n")
		.filter((line) => line.trim())
		.map((line) => /^([^:]+): (.*)$/.exec(line));
	if (facts.length === 0 || facts.some((found) => !found)) return null;
	return facts.map((found) => ({ name: found?.[1] ?? "", value: found?.[2] ?? "" }));
}

/** Where a key leads in a grid of buttons; null where it leads nowhere. */
export function wanted(key: string, at: number, count: number, columns: number): number | null {
	const next = {
		ArrowRight: at + 1,
		ArrowLeft: at - 1,
		ArrowDown: at + columns,
		ArrowUp: at - columns,
		Home: 0,
		End: count - 1,
	}[key];
	return next !== undefined && next >= 0 && next < count ? next : null;
}
