import { expect, test } from "vitest";
import { showDay } from "../src/parts/ago";

test("a day is written as its readers write it, and whatever else as it stands", () => {
	expect(showDay("2026-11-19")).toBe("19 November 2026");
	for (const other of ["", "yesterday", "2026-13-01", "2026"]) expect(showDay(other)).toBe(other);
});
