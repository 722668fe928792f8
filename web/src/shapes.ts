// Written by `python -m ridotto.server.typescript` from src/ridotto/draw: do not edit.
/** A Venetian half mask. */
export const COLOMBINA =
	"M0-7C7-12 20-13 27-8C28 2 21 10 12 9C6 8 3 3 0 3C-3 3-6 8-12 9C-21 10-28 2-27-8C-20-13-7-12 0-7ZM6-1C8 5 17 5 20-3C15-6 9-5 6-1ZM-6-1C-8 5-17 5-20-3C-15-6-9-5-6-1Z";
export const CROWN = "M-19 12L-22-10L-10 0L0-15L10 0L22-10L19 12Z";
export const PENNANT = "M0 14L-15-11H15Z";
/** What a symbol of Venise fills, by the first part of its name: left, top, width, height. */
export const BOXES: Record<string, [number, number, number, number]> = {
	card: [-38, -56, 76, 118],
	as: [-38, -56, 76, 118],
	back: [-36, -50, 72, 100],
	face: [-36, -50, 72, 100],
	discarded: [-42, -56, 84, 112],
	gem: [-24, -24, 48, 48],
	glass: [-14, -18, 28, 36],
	mini: [-24, -24, 48, 48],
	lost: [-28, -30, 56, 60],
	post: [-74, -74, 148, 148],
	tent: [-48, -48, 96, 100],
};
/** Where gems lie on a tent. */
export const SOCKETS: [number, number][] = [
	[-19, -19],
	[19, -19],
	[19, 19],
	[-19, 19],
];
