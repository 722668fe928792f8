/** What was, what is, and what was taken back: as far back as one likes. */
export interface History<T> {
	past: readonly T[];
	now: T;
	future: readonly T[];
}

export function begin<T>(now: T): History<T> {
	return { past: [], now, future: [] };
}

export function change<T>({ past, now }: History<T>, next: T): History<T> {
	return { past: [...past, now], now: next, future: [] };
}

/** The newest change is made larger instead of a new one begun: as of a name that is being typed. */
export function amend<T>(history: History<T>, next: T): History<T> {
	return { ...history, now: next, future: [] };
}

export function undo<T>(history: History<T>): History<T> {
	const last = history.past.at(-1);
	if (last === undefined) return history;
	return { past: history.past.slice(0, -1), now: last, future: [history.now, ...history.future] };
}

export function redo<T>(history: History<T>): History<T> {
	const [next, ...future] = history.future;
	if (next === undefined) return history;
	return { past: [...history.past, history.now], now: next, future };
}
