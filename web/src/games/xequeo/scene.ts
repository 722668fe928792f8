import { fetchGood, once } from "../../fetching";
import type { XeQueoView } from "../../wire";

const drawn = once(async (options: string) => {
	const query = new URLSearchParams({ game: "xequeo", options, theme: "day" });
	return (await fetchGood(`/api/scene.svg?${query}`)).text();
});

/** The empty board and all that lies on it as symbols, drawn by the server; its colours follow the page. */
export function sceneOf({ width, height, letters }: XeQueoView): Promise<string> {
	return drawn(`width=${width} height=${height} pieces=${letters.length}`);
}
