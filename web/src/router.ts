import { GAMES } from "./games";
import { newest } from "./parts/back";
import type { GameName } from "./wire";

export type Route =
	| { page: "home" }
	| { page: "new"; game: GameName | null }
	| { page: "lobby" }
	| { page: "table"; table: string }
	| { page: "rules"; game: GameName }
	| { page: "learn"; lesson: string | null }
	| { page: "replay"; table: string | null; at: number | null }
	| { page: "position" }
	| { page: "guess"; table: string }
	| { page: "settings" }
	| { page: "workshop" }
	| { page: "missing" };

export function parseRoute(path: string): Route {
	const [page = "", argument = "", move, ...rest] = path.split("/").filter(Boolean).map(decode);
	const isMove = page === "replay" && /^\d{1,6}$/.test(move ?? "0");
	if (rest.length || (move !== undefined && !isMove)) return { page: "missing" };
	// Which other games there are, the server knows: the page asks it.
	const game = /^[a-z][a-z0-9]*$/.test(argument) ? argument : null;
	switch (page) {
		case "":
			return { page: "home" };
		case "new":
			return argument && !game ? { page: "missing" } : { page: "new", game };
		case "rules":
			return argument && !GAMES.includes(argument)
				? { page: "missing" }
				: { page: "rules", game: argument || (GAMES[0] as GameName) };
		case "t":
			return argument ? { page: "table", table: argument } : { page: "missing" };
		case "guess":
			return argument ? { page: "guess", table: argument } : { page: "missing" };
		case "learn":
			return { page: "learn", lesson: argument || null };
		case "replay":
			return { page: "replay", table: argument || null, at: move === undefined ? null : Number(move) };
		case "position":
		case "lobby":
		case "settings":
		case "workshop":
			return argument ? { page: "missing" } : { page };
		default:
			return { page: "missing" };
	}
}

function decode(part: string): string {
	try {
		return decodeURIComponent(part);
	} catch {
		return part;
	}
}

type Listener = (path: string) => void;
const listeners = new Set<Listener>();

/** Calls back with the path whenever another page is to be shown. */
export function onNavigate(listener: Listener): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

function tell(): void {
	for (const listener of listeners) listener(location.pathname);
}

export function go(address: string, { replace = false } = {}): void {
	// What was laid over the page has an entry of its own, which goes with it.
	if (replace || (history.state as { isSheet?: boolean } | null)?.isSheet) history.replaceState(null, "", address);
	else history.pushState(null, "", address);
	newest.isSheet = false;
	tell();
}

/** Links to our own pages change the page without a reload; everything else is the browser's. */
export function followLinks(): void {
	addEventListener("popstate", () => {
		// The page itself may have changed the address, as replays do.
		if (!newest.isSheet) tell();
	});
	document.addEventListener("click", (event) => {
		if (
			event.defaultPrevented ||
			event.button !== 0 ||
			event.metaKey ||
			event.ctrlKey ||
			event.shiftKey ||
			event.altKey
		)
			return;
		const link = (event.target as Element | null)?.closest?.("a");
		if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
		if (link.pathname.startsWith("/api/")) return;
		if (link.pathname === location.pathname && link.hash) return;
		event.preventDefault();
		go(link.pathname + link.search + link.hash);
	});
}
