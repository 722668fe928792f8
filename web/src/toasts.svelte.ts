/** Short notices that go away by themselves. */
export interface Toast {
	id: number;
	text: string;
	isError: boolean;
}

let shown = $state<Toast[]>([]);
let last = 0;

export function toasts(): readonly Toast[] {
	return shown;
}

export function toast(text: string, { isError = false, isLong = false } = {}): void {
	last += 1;
	const id = last;
	// The same words twice would only be a flicker.
	shown = [...shown.filter((other) => other.text !== text), { id, text, isError }].slice(-3);
	setTimeout(() => dismiss(id), isError || isLong ? 7000 : 3500);
}

export function dismiss(id: number): void {
	shown = shown.filter((toast) => toast.id !== id);
}
