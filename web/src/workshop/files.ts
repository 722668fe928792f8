/** A board's name as that of a file, anywhere. */
export function fileName(name: string): string {
	const plain = name
		.normalize("NFKD")
		.replace(/[^\w]+/g, "-")
		.replace(/^-+|-+$/g, "")
		.toLowerCase();
	return `${plain || "board"}.toml`;
}
