import type { XeQueoScene, XeQueoView } from "../../wire";
import { sceneOf as askScene } from "../scene";

/** The empty board and all that lies on it as symbols, drawn by the server; its colours follow the page. */
export async function sceneOf(view: XeQueoView): Promise<string> {
	const options = `width=${view.width} height=${view.height} pieces=${view.letters.length}`;
	const { width, height, defs, layers } = await askScene<XeQueoScene>("xequeo", options);
	const markup = layers.map((layer) => layer.markup).join("");
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${defs}${markup}</svg>`;
}
