import { tick } from "svelte";
import { headingOf } from "../games/signs";
import { settings } from "../settings.svelte";
import type { GameView, Line } from "../wire";
import { leavesAt, type Step, stepsOf } from "./steps";
import type { Study } from "./study.svelte";

/** Milliseconds to read a line; what is worth no words needs hardly any. */
const READING = 1100;
const QUIET = 250;

/** Where a replay stands and how it goes on; made with a component. */
export class Playback {
	readonly #study: Study;
	/** The variation that is shown; 0 is the match itself. */
	line = $state(0);
	at = $state(0);
	/** For the game: the view before, where the step from it is to be animated, and what happened in between. */
	before = $state.raw<GameView | null>(null);
	step = $state.raw<Line[]>([]);
	isPlaying = $state(false);
	speed = $state(1);
	/** What the game shows of the step. */
	#effects: Promise<unknown>[] = [];
	/** Setting up is for the record; what people did begins after it. */
	readonly #begin: number;

	readonly steps = $derived.by(() => stepsOf(this.#study.replay, this.line));
	readonly last = $derived(this.steps.length - 1);
	readonly here = $derived(this.steps[this.at] ?? (this.steps[0] as Step));
	readonly lines = $derived(this.steps.flatMap(({ frame }) => (frame.line ? [frame.line] : [])));
	/** Frame 0 is the start: it has no line. */
	readonly offset = $derived(this.steps.length - this.lines.length);
	readonly end = $derived.by(() => {
		const { replay } = this.#study;
		return this.line ? (replay.variations[this.line - 1]?.end ?? null) : replay.end;
	});

	constructor(study: Study, wished: number | null) {
		this.#study = study;
		this.#begin = beginOf(this.steps);
		this.at = Math.min(wished ?? this.#begin, this.last);

		$effect(() => {
			if (!this.isPlaying) return;
			if (this.at >= this.last) {
				this.isPlaying = false;
				return;
			}
			const isQuiet = !this.steps[this.at + 1]?.frame.line?.said;
			let timer: ReturnType<typeof setTimeout> | undefined;
			let isOn = true;
			const reading = new Promise((done) => {
				timer = setTimeout(done, (isQuiet ? QUIET : READING) / this.speed);
			});
			void tick()
				.then(() => Promise.allSettled([reading, ...this.#effects]))
				.then(() => isOn && this.#show(this.at + 1));
			return () => {
				isOn = false;
				clearTimeout(timer);
			};
		});
	}

	readonly perform = (effects: Promise<unknown>): void => {
		this.#effects.push(effects);
	};

	/** One step is animated, longer jumps are just shown. */
	#show(wanted: number): void {
		const next = Math.max(0, Math.min(this.last, wanted));
		if (next === this.at) return;
		const said = this.steps[next]?.frame.line;
		this.before = Math.abs(next - this.at) === 1 && !settings.isStill ? this.here.frame.view : null;
		this.step = next === this.at + 1 && said ? [said] : [];
		this.at = next;
		this.#effects = [];
	}

	readonly stopAt = (wanted: number): void => {
		this.isPlaying = false;
		this.#show(wanted);
	};

	readonly toggle = (): void => {
		if (!this.isPlaying && this.at >= this.last) this.#show(this.#begin);
		this.isPlaying = !this.isPlaying;
	};

	/** Shows a line from where it leaves the one that it is of, or where this one left. */
	readonly follow = (wanted: number): void => {
		this.isPlaying = false;
		if (wanted === this.line) return;
		const { replay } = this.#study;
		const left = replay.variations[(wanted || this.line) - 1];
		this.line = wanted;
		this.before = null;
		this.step = [];
		this.#effects = [];
		this.at = this.#begin;
		if (!left) return;
		const leaves = wanted ? { of: wanted, at: left.is_anew ? left.first : left.at } : left;
		this.at = Math.max(0, leavesAt(this.steps, leaves));
	};

	readonly keys = (event: KeyboardEvent): void => {
		const target = event.target as Element | null;
		if (event.altKey || event.ctrlKey || event.metaKey || target?.closest("input, select, textarea, dialog")) return;
		const wanted = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.last }[event.key];
		if (wanted !== undefined) {
			event.preventDefault();
			this.stopAt(wanted);
		} else if (event.key === " " && !target?.closest("button, a, [role=button]")) {
			event.preventDefault();
			this.toggle();
		}
	};
}

/** The last step before the first move that somebody made after the set-up. */
function beginOf(steps: readonly Step[]): number {
	const first = steps.findIndex(({ frame: { view, line } }) => line && line.actor >= 0 && !isSetUp(view));
	return Math.max(0, first - 1);
}

function isSetUp(view: GameView): boolean {
	return view.game !== "generic" && headingOf(view)?.key === "heading_setup";
}
