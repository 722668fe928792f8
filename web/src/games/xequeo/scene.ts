import { getContext, setContext } from "svelte";
import type { XeQueoScene } from "../../wire";
import { sceneOf as askScene } from "../scene";

const KEY = Symbol("scene");

/** The empty board and all that lies on it as symbols, drawn by the server; its colours follow the page. */
export function loadScene(options: string): Promise<XeQueoScene> {
	return askScene<XeQueoScene>("xequeo", options);
}

/** For things and cards wherever they are shown. */
export function shareScene(scene: () => XeQueoScene): void {
	setContext(KEY, scene);
}

export function sharedScene(): () => XeQueoScene {
	return getContext(KEY);
}
