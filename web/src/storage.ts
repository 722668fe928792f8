/** What a browser keeps between visits. Where storage is blocked everything works, but only as long as the page lives. */
const memory = new Map<string, string>();

export function load<T>(name: string, otherwise: T): T {
	let text: string | null | undefined;
	try {
		text = localStorage.getItem(`ridotto.${name}`);
	} catch {
		text = memory.get(name);
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

export function save(name: string, value: unknown): void {
	const text = JSON.stringify(value);
	try {
		localStorage.setItem(`ridotto.${name}`, text);
	} catch {
		memory.set(name, text);
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
