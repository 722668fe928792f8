import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Stage } from "../src/table/stage.svelte";
import { line, table } from "./fake-socket";

let stage: Stage;

beforeEach(() => {
	vi.useFakeTimers();
	stage = new Stage();
});
afterEach(() => {
	stage.close();
	vi.useRealTimers();
});

function look(version: number): void {
	stage.look({ table: table(version), step: [line(`m${version}`)], isNext: version > 1 });
}

const shown = () => stage.scene?.table.now.version;

it("shows each change for a while before the next", () => {
	look(1);
	expect(stage.scene?.before).toBeNull();
	look(2);
	look(3);
	expect(shown()).toBe(2);
	expect(stage.isQuiet).toBe(false);
	expect(stage.scene?.before).toMatchObject({ version: 1 });
	vi.advanceTimersByTime(650);
	expect(shown()).toBe(3);
	expect(stage.isQuiet).toBe(true);
});

it("hurries when many wait", () => {
	for (let version = 1; version <= 12; version += 1) look(version);
	vi.advanceTimersByTime(3_500);
	expect(shown()).toBe(12);
});

it("drops what waits when the whole table comes anew", () => {
	look(1);
	look(2);
	look(3);
	stage.look({ table: table(9), step: [], isNext: false });
	expect(shown()).toBe(9);
	vi.advanceTimersByTime(5_000);
	expect(shown()).toBe(9);
});

it("does not animate people who come and go", () => {
	look(1);
	const now = stage.scene?.table.now;
	const people = [
		{ seat: 0, name: "Anna", title: null, kind: "person", bot: "", is_taken: true, is_here: true, device: "" },
	] as const;
	stage.look({
		table: { ...table(1), now: now as NonNullable<typeof now>, people: [...people] },
		step: [],
		isNext: true,
	});
	expect(stage.scene?.table.people[0]?.name).toBe("Anna");
	expect(stage.isQuiet).toBe(true);
});
