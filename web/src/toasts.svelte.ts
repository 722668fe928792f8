import { withoutCodes } from "./i18n.svelte";

/** Short notices that go away by themselves. */
export interface Toast {
	id: number;
	/** In the language that is read now. */
	readonly text: string;
	isError: boolean;
	/** What can still be done about it. */
	action: { name: () => string; act: () => void } | null;
}

let shown = $state.raw<readonly Toast[]>([]);
let last = 0;

export function toasts(): readonly Toast[] {
	return shown;
}

/** `words` are asked for again when the language changes. */
export function toast(
	words: () => string,
	{ isError = false, isLong = false, action = null as Toast["action"] } = {},
): void {
	last += 1;
	const id = last;
	const added: Toast = {
		id,
		get text() {
			return withoutCodes(words());
		},
		isError,
		action,
	};
	// The same words twice would only be a flicker.
	shown = [...shown.filter((other) => other.text !== added.text), added].slice(-3);
	setTimeout(() => dismiss(id), isError || isLong || action ? 7000 : 3500);
}

export function dismiss(id: number): void {
	shown = shown.filter((toast) => toast.id !== id);
}
