import { describe, expect, it } from "vitest";
import type { Draft, WorkshopKit } from "../../src/wire";
import {
	canHold,
	canStand,
	gemAt,
	imagesOf,
	isSame,
	layGem,
	MODES,
	missing,
	modeOf,
	moveGem,
	onSide,
	partnersOf,
	placesOf,
	setPost,
	symbolAt,
	takeGem,
	tidy,
} from "../../src/workshop/board";
import { amend, begin, change, redo, undo } from "../../src/workshop/history";
import { Latest } from "../../src/workshop/latest";
import { parseLink, showLink } from "../../src/workshop/link";
import json from "./kit.json";

const kit = json as unknown as WorkshopKit;
const rialto: Draft = {
	name: "Rialto",
	side: "day",
	posts: ['O\\"/O', "/=~=\\", "\\=~=/", 'O/"\\O'],
	gems: {
		red: ["b3under", "d2over", "d4se", "e2nw"],
		white: ["a2ne", "b2over", "b4sw", "d3under"],
		green: ["a3se", "b1nw", "b3over", "d2under"],
		purple: ["b2under", "d1ne", "d3over", "e3sw"],
	},
	is_box: false,
};
const both = imagesOf(kit, "both");

/** Throws where nothing can be done. */
function done(draft: Draft | null): Draft {
	if (!draft) throw new Error("nothing was done");
	return draft;
}

describe("gems", () => {
	it("have partner places in the other corners", () => {
		expect(partnersOf(both, "b4sw").sort()).toEqual(["b1nw", "d1ne", "d4se"]);
		expect(partnersOf(imagesOf(kit, "half_turn"), "b4sw")).toEqual(["d1ne"]);
		expect(partnersOf(imagesOf(kit, "none"), "b4sw")).toEqual([]);
	});

	it("move with their partners, and the board stays as symmetric as it was", () => {
		for (const mode of MODES) {
			const moved = done(moveGem(kit, rialto, imagesOf(kit, mode), "b4sw", "b4ne"));
			expect(gemAt(moved, "b4ne")).toBe("white");
			expect(gemAt(moved, "b4sw")).toBeNull();
			expect(modeOf(kit, moved)).toBe(mode);
			expect(missing(kit, moved)).toEqual({ red: 0, white: 0, green: 0, purple: 0 });
		}
	});

	it("change places with a gem that lies there already", () => {
		const moved = done(moveGem(kit, rialto, both, "b4sw", "a3se"));
		expect([gemAt(moved, "b4sw"), gemAt(moved, "a3se")]).toEqual(["green", "white"]);
		expect(modeOf(kit, moved)).toBe("both");
		const swapped = done(moveGem(kit, rialto, both, "b4sw", "d4se"));
		expect([gemAt(swapped, "b4sw"), gemAt(swapped, "d4se")]).toEqual(["red", "white"]);
		expect(modeOf(kit, swapped)).toBe("both");
	});

	it("do not go where two colours would meet, or where there is no place", () => {
		expect(canHold(both, "c4over")).toBe(false);
		expect(moveGem(kit, rialto, both, "b4sw", "c4over")).toBeNull();
		expect(gemAt(done(moveGem(kit, rialto, [], "b4sw", "c4over")), "c4over")).toBe("white");
		for (const nowhere of ["b4nw", "c3", "a4", "z9", "b4sw"])
			expect(moveGem(kit, rialto, both, "b4sw", nowhere)).toBeNull();
	});

	it("are taken off and laid again, four at a time", () => {
		const taken = takeGem(kit, rialto, both, "b4sw");
		expect(missing(kit, taken)).toEqual({ red: 1, white: 1, green: 1, purple: 1 });
		expect(isSame(done(layGem(kit, taken, both, "white", "b4sw")), rialto)).toBe(true);
		expect(layGem(kit, rialto, both, "white", "b4ne")).toBeNull();
		expect(layGem(kit, taken, both, "white", "c4over")).toBeNull();
		// Whatever lay there goes back to those that are still to be laid.
		const over = done(layGem(kit, taken, [], "white", "a3se"));
		expect(missing(kit, over)).toEqual({ red: 1, white: 0, green: 2, purple: 1 });
	});
});

describe("posts", () => {
	it("change with their images, and gems without a place leave the board", () => {
		const changed = done(setPost(kit, rialto, both, "b4", "|"));
		expect(["b4", "d4", "b1", "d1"].map((spot) => symbolAt(changed, spot))).toEqual(["|", "|", "|", "|"]);
		expect(missing(kit, changed)).toEqual({ red: 1, white: 1, green: 1, purple: 1 });
		const turned = done(setPost(kit, rialto, both, "a3", "\\"));
		expect(["a3", "e3", "a2", "e2"].map((spot) => symbolAt(turned, spot))).toEqual(["\\", "/", "/", "\\"]);
	});

	it("keep gems on a field of the same name", () => {
		expect(done(setPost(kit, rialto, both, "b3", '"')).gems).toEqual(rialto.gems);
	});

	it("stand only where they may", () => {
		expect(canStand(kit, both, "c4", "/")).toBe(false);
		expect(canStand(kit, [], "c4", "/")).toBe(true);
		for (const [spot, symbol] of [
			["a4", "/"],
			["c3", "o"],
			["b4", "~"],
			["b4", "O"],
			["b4", "?"],
		] as const)
			expect(setPost(kit, rialto, [], spot, symbol)).toBeNull();
	});

	it("are plain wherever a board from elsewhere has nonsense", () => {
		const odd = {
			...rialto,
			posts: ["OX", "?????", "", "way too long"],
			gems: { ...rialto.gems, red: ["a4", "b3", "b3", "zz"] },
		};
		const mended = tidy(kit, odd);
		expect(mended.posts.map((row) => row.length)).toEqual([5, 5, 5, 5]);
		expect(placesOf(kit, mended).filter(({ colour }) => colour === "red")).toHaveLength(1);
		expect(isSame(tidy(kit, rialto), rialto)).toBe(true);
		expect(isSame(onSide(kit, rialto), rialto)).toBe(true);
	});
});

describe("history", () => {
	it("goes back and forth without end", () => {
		let history = begin(0);
		for (let next = 1; next <= 1000; next++) history = change(history, next);
		for (let back = 999; back >= 0; back--) {
			history = undo(history);
			expect(history.now).toBe(back);
		}
		expect(undo(history)).toBe(history);
		for (let next = 1; next <= 1000; next++) history = redo(history);
		expect(history.now).toBe(1000);
		expect(redo(history)).toBe(history);
		expect(redo(change(undo(history), 7)).now).toBe(7);
		expect(undo(amend(change(begin(1), 2), 3)).now).toBe(1);
	});
});

describe("a link", () => {
	it("holds the whole board, whatever its name", () => {
		for (const name of ["Rialto", "", "Cà d’Oro – 東京 🛶", "a b  c", "<b>"]) {
			const link = showLink(kit, { ...rialto, name });
			expect(link).toMatch(/^[\w.-]+$/);
			expect(parseLink(kit, link)).toEqual({ ...rialto, name });
		}
		const half = takeGem(kit, rialto, both, "b4sw");
		expect(parseLink(kit, showLink(kit, half))).toEqual(half);
	});

	it("says what is wrong with it", () => {
		const link = showLink(kit, rialto);
		for (let length = 1; length < link.length; length++) expect(parseLink(kit, link.slice(0, length))).toBe("cut");
		expect(parseLink(kit, link.replace("1.", "2."))).toBe("newer");
		expect(parseLink(kit, `${link}, see you`)).toEqual(rialto);
		for (const nonsense of ["", "hello", "1.4.AAAA", "1.0.", "1.2.__"]) expect(parseLink(kit, nonsense)).toBe("broken");
		expect(parseLink(kit, "1.9".padEnd(9000, "9"))).toBe("long");
	});
});

describe("the check", () => {
	it("has one request in flight, and asks only the newest of what waits", async () => {
		const asked: number[] = [];
		const told: string[] = [];
		let answer: (text: string) => void = () => {};
		const latest = new Latest<number, string>(
			(question) => {
				asked.push(question);
				return new Promise((resolve) => {
					answer = resolve;
				});
			},
			(question, text) => told.push(`${question}: ${text}`),
		);
		const all = [1, 2, 3, 4].map((question) => latest.ask(question));
		expect(asked).toEqual([1]);
		answer("old");
		await settled();
		expect(asked).toEqual([1, 4]);
		answer("new");
		await Promise.all(all);
		expect(told).toEqual(["4: new"]);
		expect(latest.isBusy).toBe(false);
	});

	it("goes on after a failure", async () => {
		const failures: unknown[] = [];
		const told: number[] = [];
		const latest = new Latest<number, number>(
			async (question) => {
				if (question === 1) throw new Error("gone");
				return question;
			},
			(_, answer) => told.push(answer),
			(error) => failures.push(error),
		);
		await latest.ask(1);
		await latest.ask(2);
		expect(failures).toHaveLength(1);
		expect(told).toEqual([2]);
	});
});

/** Until everything that is ready has been done. */
function settled(): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve));
}
