/** Lets the browser save a text as a file. */
export function download(text: string | Blob, name: string, type = "text/plain"): void {
	const link = document.createElement("a");
	// Never revoked: nothing says when it has been read, it is small, and it goes with the page.
	link.href = URL.createObjectURL(new Blob([text], { type }));
	link.download = name;
	link.click();
}
