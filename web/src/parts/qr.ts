import { encode } from "uqr";

/** A QR code as one path in a square of `size`, quiet zone included. */
export function qrPath(text: string): { size: number; path: string } {
	const { size, data } = encode(text, { border: 3 });
	let path = "";
	data.forEach((row, y) => {
		let x = 0;
		while (x < size) {
			let end = x;
			while (end < size && row[end]) end += 1;
			if (end > x) path += `M${x} ${y}h${end - x}v1h${x - end}z`;
			x = end + 1;
		}
	});
	return { size, path };
}
