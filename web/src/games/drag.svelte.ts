/** A press that becomes a drag once the pointer has gone far enough. */
const FAR = 8;

/** What a pointer drags about, and where it is in the window. */
export interface Held<T> {
	item: T;
	x: number;
	y: number;
}

export class Drag<T> {
	held = $state.raw<Held<T> | null>(null);
	#pressed: (Held<T> & { id: number }) | null = null;
	#wasDragged = false;

	/** Null where there is nothing to take. */
	press(event: PointerEvent, item: T | null): void {
		this.#wasDragged = false;
		if (event.button !== 0 || this.held) return;
		if (item === null) this.#pressed = null;
		else this.#pressed = { item, id: event.pointerId, x: event.clientX, y: event.clientY };
	}

	/** What is being dragged; `onlift` is told once, when it begins. */
	move(event: PointerEvent, onlift: (item: T) => void = () => {}): Held<T> | null {
		const pressed = this.#pressed;
		// Let go where nobody saw it.
		if (!event.buttons) this.#pressed = null;
		if (!event.buttons || pressed?.id !== event.pointerId) return null;
		const { clientX: x, clientY: y } = event;
		if (!this.held) {
			if (Math.hypot(x - pressed.x, y - pressed.y) <= FAR) return null;
			(event.currentTarget as Element).setPointerCapture(event.pointerId);
			this.#wasDragged = true;
			onlift(pressed.item);
		}
		this.held = { item: pressed.item, x, y };
		return this.held;
	}

	/** What was dragged until now, and where to. */
	release(event: PointerEvent): Held<T> | null {
		if (this.#pressed?.id !== event.pointerId) return null;
		const { held } = this;
		this.#pressed = null;
		this.held = null;
		// Where it is let go, which the last move need not have been.
		return held && event.type === "pointerup" ? { ...held, x: event.clientX, y: event.clientY } : held;
	}

	/** Whether the click that comes now only ends a drag; asked once. */
	swallowsClick(): boolean {
		const wasDragged = this.#wasDragged;
		this.#wasDragged = false;
		return wasDragged;
	}
}
