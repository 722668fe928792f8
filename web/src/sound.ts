/** Every sound of the house, made on the spot: wood, brass, water, paper, glass. Nothing is loaded. */
import { settings } from "./settings.svelte";

export type Sound =
	| "step"
	| "jump"
	| "ring"
	| "call"
	| "reveal"
	| "win"
	| "lose"
	| "card"
	| "shuffle"
	| "plank"
	| "splash"
	| "gem"
	| "tick"
	| "bell";

/** Milliseconds that no sound lasts: then the loudspeaker is let go, which costs something while it is held. */
const LONGEST = 3000;

let context: AudioContext | null = null;
let silence: ReturnType<typeof setTimeout> | undefined;
let isHushed = false;

/** While somebody chooses in secret at a shared screen, no sound may tell what. */
export function hush(on: boolean): void {
	isHushed = on;
}

/** `isNotice`: for somebody who has another page before them. */
export function play(sound: Sound, { isNotice = false } = {}): void {
	if (settings.kept.volume === 0 || isHushed) return;
	if (!isNotice && (!settings.kept.sound || document.hidden)) return;
	const Context = globalThis.AudioContext;
	if (!Context) return;
	context ??= new Context();
	if (context.state === "suspended") {
		// Browsers allow sound only after the first touch or key.
		if (!navigator.userActivation?.hasBeenActive) return;
		void context.resume();
	}
	const room = new Room(context, settings.kept.volume);
	SCORES[sound](room);
	clearTimeout(silence);
	silence = setTimeout(() => void context?.suspend(), LONGEST);
}

/** One sound's way to the loudspeaker: noise and tones that begin `at` seconds from now and die away. */
class Room {
	readonly #context: AudioContext;
	readonly #out: GainNode;

	constructor(context: AudioContext, volume: number) {
		this.#context = context;
		this.#out = context.createGain();
		this.#out.gain.value = volume * 0.5;
		this.#out.connect(context.destination);
	}

	#fade(at: number, length: number, strength: number, attack: number): GainNode {
		const start = this.#context.currentTime + at;
		const gain = this.#context.createGain();
		gain.gain.setValueAtTime(0.0001, start);
		gain.gain.exponentialRampToValueAtTime(strength, start + attack);
		gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
		gain.connect(this.#out);
		return gain;
	}

	tone(
		hertz: number,
		at: number,
		length: number,
		strength: number,
		{ type = "sine", to = hertz, attack = 0.004 }: Tone = {},
	): void {
		const start = this.#context.currentTime + at;
		const source = this.#context.createOscillator();
		source.type = type;
		source.frequency.setValueAtTime(hertz, start);
		if (to !== hertz) source.frequency.exponentialRampToValueAtTime(to, start + length);
		source.connect(this.#fade(at, length, strength, attack));
		source.start(start);
		source.stop(start + length + 0.05);
	}

	noise(at: number, length: number, strength: number, { from, to = from, width = 1, attack = 0.004 }: Noise): void {
		const start = this.#context.currentTime + at;
		const source = this.#context.createBufferSource();
		source.buffer = noiseOf(this.#context);
		const filter = this.#context.createBiquadFilter();
		filter.type = "bandpass";
		filter.Q.value = width;
		filter.frequency.setValueAtTime(from, start);
		if (to !== from) filter.frequency.exponentialRampToValueAtTime(to, start + length);
		source.connect(filter).connect(this.#fade(at, length, strength, attack));
		source.start(start, Math.random() * 0.5);
		source.stop(start + length + 0.05);
	}

	knock(at: number, hertz: number, strength: number): void {
		this.tone(hertz, at, 0.09, strength, { to: hertz * 0.7, attack: 0.001 });
		this.tone(hertz * 2.76, at, 0.04, strength * 0.35, { attack: 0.001 });
		this.noise(at, 0.025, strength * 0.5, { from: hertz * 6, width: 0.8, attack: 0.001 });
	}

	brass(at: number, hertz: number, strength: number, length = 1.1): void {
		for (const [ratio, share] of [
			[1, 1],
			[2.01, 0.45],
			[2.76, 0.4],
			[5.4, 0.18],
		] as const)
			this.tone(hertz * ratio, at, length / Math.sqrt(ratio), strength * share, { attack: 0.002 });
	}

	glass(at: number, hertz: number, strength: number): void {
		this.tone(hertz, at, 0.7, strength, { attack: 0.002 });
		this.tone(hertz * 2.99, at, 0.35, strength * 0.3, { attack: 0.002 });
	}
}

interface Tone {
	type?: OscillatorType;
	to?: number;
	attack?: number;
}

interface Noise {
	from: number;
	to?: number;
	width?: number;
	attack?: number;
}

let kept: AudioBuffer | null = null;

function noiseOf(context: AudioContext): AudioBuffer {
	if (!kept) {
		kept = context.createBuffer(1, context.sampleRate * 2, context.sampleRate);
		const samples = kept.getChannelData(0);
		for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1;
	}
	return kept;
}

const SCORES: Record<Sound, (room: Room) => void> = {
	step: (room) => room.knock(0, 320, 0.5),
	jump: (room) => {
		room.knock(0, 380, 0.3);
		room.knock(0.13, 300, 0.5);
	},
	ring: (room) => room.brass(0, 620, 0.16),
	call: (room) => {
		for (const [at, hertz] of [
			[0, 392],
			[0.12, 587],
		] as const)
			room.tone(hertz, at, 0.35, 0.16, { type: "triangle", attack: 0.01 });
		room.knock(0, 180, 0.35);
	},
	reveal: (room) => {
		room.noise(0, 0.12, 0.2, { from: 1800, to: 4200 });
		room.glass(0.1, 1175, 0.12);
	},
	win: (room) => {
		for (const [at, hertz] of [
			[0, 392],
			[0.14, 523],
			[0.28, 659],
			[0.42, 784],
		] as const) {
			room.tone(hertz, at, at === 0.42 ? 1.1 : 0.3, 0.14, { type: "triangle", attack: 0.015 });
			room.tone(hertz / 2, at, at === 0.42 ? 1.1 : 0.3, 0.07, { type: "sawtooth", attack: 0.03 });
		}
		room.brass(0.42, 784, 0.05, 1.6);
	},
	lose: (room) => {
		for (const [at, hertz] of [
			[0, 392],
			[0.22, 330],
			[0.44, 262],
		] as const)
			room.tone(hertz, at, 0.5, 0.12, { type: "triangle", attack: 0.03 });
	},
	card: (room) => room.noise(0, 0.13, 0.3, { from: 2600, to: 5200, attack: 0.03 }),
	shuffle: (room) => {
		for (let index = 0; index < 9; index += 1)
			room.noise(index * 0.045, 0.04, 0.16, { from: 3000 + 180 * index, width: 1.4 });
	},
	plank: (room) => {
		room.knock(0, 150, 0.6);
		room.knock(0.07, 190, 0.35);
	},
	splash: (room) => {
		room.noise(0, 0.55, 0.4, { from: 1400, to: 420, width: 0.6, attack: 0.02 });
		for (const at of [0.12, 0.22, 0.35]) room.tone(500 + 900 * at, at, 0.09, 0.09, { to: 1300 });
	},
	gem: (room) => {
		for (const [at, hertz] of [
			[0, 1319],
			[0.09, 1661],
			[0.18, 2217],
		] as const)
			room.glass(at, hertz, 0.13);
	},
	tick: (room) => room.knock(0, 900, 0.12),
	bell: (room) => {
		room.glass(0, 784, 0.16);
		room.glass(0.28, 1047, 0.16);
	},
};
