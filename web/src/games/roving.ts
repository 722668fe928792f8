/** Where the focus goes in a row of things by a key, round and round; undefined where the key means something else. */
export function along(key: string, at: number, count: number): number | undefined {
	if (key === "Home") return 0;
	if (key === "End") return count - 1;
	const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[key];
	return step && (at + step + count) % count;
}
