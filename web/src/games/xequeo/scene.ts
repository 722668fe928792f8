import type { XeQueoView } from "../../wire";

const fetched = new Map<string, Promise<string>>();

/** The empty board and all that lies on it as symbols, drawn by the server; its colours follow the page. */
export function sceneOf({ width, height, letters }: XeQueoView): Promise<string> {
	const options = `width=${width} height=${height} pieces=${letters.length}`;
	let promise = fetched.get(options);
	if (!promise) {
		promise = fetchScene(options);
		fetched.set(options, promise);
		promise.catch(() => fetched.delete(options));
	}
	return promise;
}

async function fetchScene(options: string): Promise<string> {
	const answer = await fetch(`/api/scene.svg?${new URLSearchParams({ game: "xequeo", options, theme: "day" })}`);
	if (!answer.ok) throw new Error(`scene: ${answer.status}`);
	return answer.text();
}
