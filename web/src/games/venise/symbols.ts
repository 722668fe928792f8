import { BOXES } from "../../shapes";

/** The viewBox that shows all of a symbol, and some more to its right. */
export function boxOf(symbol: string, more = 0): string {
	const [x, y, width, height] = BOXES[symbol.split("-")[0] ?? ""] ?? [0, 0, 0, 0];
	return `${x} ${y} ${width + more} ${height}`;
}
