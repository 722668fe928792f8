import { download } from "../download";
import { t } from "../i18n.svelte";
import { toast } from "../toasts.svelte";

/** Pixels across, whatever the drawing says: enough for any screen. */
const WIDTH = 1200;

/** To the clipboard or, where the browser does not allow that, into a file. */
export async function copyText(text: string, name: string, type = "text/plain"): Promise<void> {
	try {
		await navigator.clipboard.writeText(text);
		toast(() => t("study_copied"));
	} catch {
		download(text, name, type);
	}
}

export async function copyPicture(svg: string, name: string): Promise<void> {
	const drawn = paint(svg);
	try {
		// Given as a promise: some browsers allow it only in the moment of the press.
		await navigator.clipboard.write([new ClipboardItem({ "image/png": drawn })]);
		toast(() => t("study_copied"));
	} catch {
		download(await drawn, name, "image/png");
	}
}

async function paint(svg: string): Promise<Blob> {
	const image = new Image();
	const loaded = new Promise((done, failed) => {
		image.onload = done;
		image.onerror = failed;
	});
	image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
	await loaded;
	const canvas = document.createElement("canvas");
	canvas.width = WIDTH;
	canvas.height = Math.round((WIDTH * image.height) / image.width);
	canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
	URL.revokeObjectURL(image.src);
	return new Promise((done, failed) => {
		canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture"))), "image/png");
	});
}
