/** What a browser keeps between visits. Where storage is blocked everything works, but only as long as the page lives. */
const memory = new Map<string, string>();

/** Kept as long as the tab, also when it is loaded anew. */
type Place = "browser" | "tab";

function storage(place: Place): Storage {
	return place === "tab" ? sessionStorage : localStorage;
}

export function load<T>(name: string, otherwise: T, place: Place = "browser"): T {
	let text: string | null | undefined;
	try {
		// What could not be written any more is newer than what could.
		text = memory.get(name) ?? storage(place).getItem(`ridotto.${name}`);
	} catch {
		text = null;
	}
	if (text == null) return otherwise;
	try {
		const kept = JSON.parse(text) as T;
		// What something else has left there is not taken for ours.
		return kept !== null && typeof kept === typeof otherwise ? kept : otherwise;
	} catch {
		return otherwise;
	}
}

export function save(name: string, value: unknown, place: Place = "browser"): void {
	const text = JSON.stringify(value);
	try {
		storage(place).setItem(`ridotto.${name}`, text);
		memory.delete(name);
	} catch {
		memory.set(name, text);
	}
}

export function remove(name: string, place: Place = "browser"): void {
	memory.delete(name);
	try {
		storage(place).removeItem(`ridotto.${name}`);
	} catch {
		// it was never there
	}
}

/** Another window of this browser has changed something. */
export function onForeignChange(name: string, changed: () => void): () => void {
	const listen = (event: StorageEvent) => {
		if (event.key === `ridotto.${name}`) changed();
	};
	addEventListener("storage", listen);
	return () => removeEventListener("storage", listen);
}
