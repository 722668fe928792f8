import { fetchGood, once } from "../../fetching";

/** The canal as the server draws it, in layers: the water's light moves, everything else stands still. */
export interface Scene {
	/** Gradients, and a symbol for everything that moves. */
	defs: string;
	back: string;
	/** Waves and glints, in groups that drift apart. */
	tides: string[];
	gondola: string;
	front: string;
}

const TIDES = 3;
const drawn = once(async (address: string) => layersOf(await (await fetchGood(address)).text()));

export function sceneOf(options: string, theme: string): Promise<Scene> {
	return drawn(`/api/scene.svg?${new URLSearchParams({ game: "venise", options, theme })}`);
}

export function layersOf(text: string): Scene {
	const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
	const take = (selector: string): string => {
		const found = [...root.querySelectorAll(selector)];
		const markup = found.map((node) => node.outerHTML).join("");
		for (const node of found) node.remove();
		return markup;
	};
	const defs = take(":scope > defs");
	const clip = root.querySelector("[clip-path]")?.getAttribute("clip-path") ?? "none";
	const tides = Array.from({ length: TIDES }, (_, tide) => `<g clip-path="${clip}">${take(`.tide${tide}`)}</g>`);
	const gondola = take(".afloat");
	const back = take(".canal");
	return { defs, back, tides, gondola, front: root.innerHTML };
}
