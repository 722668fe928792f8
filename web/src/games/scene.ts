import { fetchGood, once } from "../fetching";
import type { GameScene } from "../wire";

const asked = once(async (query: string): Promise<unknown> => (await fetchGood(`/api/scene.json?${query}`)).json());

/** A game's board as far as it never changes, drawn by the server: layers, places, symbols and colours. */
export function sceneOf<S extends GameScene>(game: S["game"], options: string): Promise<S> {
	return asked(String(new URLSearchParams({ game, options }))) as Promise<S>;
}
