import { expect, test } from "vitest";
import { toast, toasts } from "../src/toasts.svelte";

test("a notice gives the reason without the number of its rule", () => {
	toast(() => "The side is “day” or “night”, not “noon” (VE-6).");
	toast(() => "It must end closer to the ring (XQ-R3).");
	expect(toasts().map(({ text }) => text)).toEqual([
		"The side is “day” or “night”, not “noon”.",
		"It must end closer to the ring.",
	]);
});

test("a notice is said in the language that is read now", () => {
	let language = "en";
	toast(() => (language === "en" ? "Copied." : "Kopiert."));
	expect(toasts().at(-1)?.text).toBe("Copied.");
	language = "de";
	expect(toasts().at(-1)?.text).toBe("Kopiert.");
});
