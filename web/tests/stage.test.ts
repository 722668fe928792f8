import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { settings } from "../src/settings.svelte";
import { Stage } from "../src/table/stage.svelte";
import { line, table } from "./fake-socket";

let stage: Stage;
/** Ends what the game shows of the moment. */
let through: () => void;

beforeEach(() => {
	stage = new Stage();
});
afterEach(() => {
	stage.close();
	vi.restoreAllMocks();
});

function look(version: number): void {
	stage.look({ table: table(version), step: [line(`m${version}`)], isNext: version > 1 });
}

function perform(): void {
	stage.perform(
		new Promise<void>((done) => {
			through = done;
		}),
	);
}

function hide(isHidden: boolean): void {
	vi.spyOn(document, "hidden", "get").mockReturnValue(isHidden);
	document.dispatchEvent(new Event("visibilitychange"));
}

const shown = () => stage.moment?.table.now.version;
const settled = () => new Promise((done) => setTimeout(done));

it("shows each change until the game is through with it, however long that takes", async () => {
	look(1);
	expect(stage.moment?.before).toBeNull();
	look(2);
	perform();
	look(3);
	await settled();
	expect(shown()).toBe(2);
	expect(stage.isQuiet).toBe(false);
	expect(stage.moment?.before).toMatchObject({ version: 1 });
	through();
	await settled();
	expect(shown()).toBe(3);
	expect(stage.isAtRest).toBe(true);
});

it("waits for nothing where nothing moves", async () => {
	for (let version = 1; version <= 4; version += 1) look(version);
	await settled();
	expect(shown()).toBe(4);
	expect(stage.isAtRest).toBe(true);
});

it("lets people act on the newest while it is still being shown, and is not at rest before", async () => {
	look(1);
	look(2);
	perform();
	await settled();
	expect(stage.isQuiet).toBe(true);
	expect(stage.isAtRest).toBe(false);
	through();
	await settled();
	expect(stage.isAtRest).toBe(true);
});

it("goes on after effects that fail", async () => {
	look(1);
	look(2);
	stage.perform(Promise.reject(new Error("no such piece")));
	look(3);
	await settled();
	expect(shown()).toBe(3);
});

describe("shows the newest at once", () => {
	beforeEach(async () => {
		look(1);
		look(2);
		perform();
		look(3);
		await settled();
		expect(shown()).toBe(2);
	});
	afterEach(async () => {
		expect(stage.moment?.before).toBeNull();
		expect(stage.isAtRest).toBe(true);
		const version = shown();
		through();
		await settled();
		expect(shown()).toBe(version);
	});

	it("when the whole table comes anew", () => {
		stage.look({ table: table(9), step: [], isNext: false });
		expect(shown()).toBe(9);
	});

	it("when too many wait, and tells what happened", () => {
		for (let version = 4; version <= 6; version += 1) look(version);
		expect(shown()).toBe(6);
		expect(stage.moment?.step.map((each) => each.text)).toEqual(["m3", "m4", "m5", "m6"]);
	});

	it("when nobody looks", () => {
		hide(true);
		expect(shown()).toBe(3);
		look(4);
		expect(shown()).toBe(4);
		hide(false);
		expect(shown()).toBe(4);
	});
});

it("does not animate people who come and go", () => {
	look(1);
	const now = stage.moment?.table.now;
	const people = [
		{
			seat: 0,
			name: "Anna",
			title: null,
			kind: "person",
			bot: "",
			is_taken: true,
			is_here: true,
			device: "",
			stand_in: "",
		},
	] as const;
	stage.look({
		table: { ...table(1), now: now as NonNullable<typeof now>, people: [...people] },
		step: [],
		isNext: true,
	});
	expect(stage.moment?.table.people[0]?.name).toBe("Anna");
	expect(stage.isQuiet).toBe(true);
});

describe("bots are seen at the pace that people like", () => {
	const person = { title: null, is_taken: true, is_here: true, device: "", stand_in: "" } as const;
	const people = [
		{ ...person, seat: 0, name: "Anna", kind: "person" as const, bot: "" },
		{ ...person, seat: 1, name: "Doge", kind: "bot" as const, bot: "doge" },
	];

	function act(version: number, actor: number): void {
		const step = [{ ...line(`m${version}`), actor }];
		stage.look({ table: { ...table(version), people }, step, isNext: version > 1 });
	}

	afterEach(() => settings.set({ pace: "normal" }));

	it("step by step: each when it is asked for, however many wait", async () => {
		settings.set({ pace: "step" });
		act(1, 0);
		for (let version = 2; version <= 8; version += 1) act(version, 1);
		for (let version = 2; version <= 8; version += 1) {
			await settled();
			expect(shown()).toBe(version - 1);
			expect(stage.isHeld).toBe(true);
			stage.hurry();
		}
		await settled();
		expect(shown()).toBe(8);
		expect(stage.isAtRest).toBe(true);
		act(9, 0);
		await settled();
		expect(shown()).toBe(9);
	});

	it("slowly: the next after a while, or when somebody hurries", async () => {
		settings.set({ pace: "slow" });
		act(1, 0);
		act(2, 1);
		act(3, 1);
		await settled();
		expect(shown()).toBe(2);
		expect(stage.isHeld).toBe(false);
		stage.hurry();
		await settled();
		expect(shown()).toBe(3);
	});
});
