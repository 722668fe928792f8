import { beforeEach, expect, test, vi } from "vitest";
import { dismiss, toast, toasts } from "../src/toasts.svelte";

beforeEach(() => {
	vi.useFakeTimers();
	for (const { id } of toasts()) dismiss(id);
});

test("people read the reason, not the number of the rule", () => {
	toast("The ring cannot lie on d4, next to red on d5 (XQ-3); keep it away from all pieces.");
	toast("Only your own piece may enter the ring (XQ-12, XQ-R2).");
	expect(toasts().map(({ text }) => text)).toEqual([
		"The ring cannot lie on d4, next to red on d5; keep it away from all pieces.",
		"Only your own piece may enter the ring.",
	]);
});

test("what can be undone stays longer than what cannot", () => {
	toast("done");
	toast("gone", { action: { name: "Bring back", act: () => {} } });
	vi.advanceTimersByTime(5000);
	expect(toasts().map(({ text }) => text)).toEqual(["gone"]);
	vi.advanceTimersByTime(5000);
	expect(toasts()).toEqual([]);
});
