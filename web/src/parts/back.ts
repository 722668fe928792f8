/** The browser's Back closes what is laid over a page, before it leaves the page. */
const open: (() => void)[] = [];
let isGoingBack = false;
/** Whether the newest entry is of something laid over the page: going back from it stays on the page. */
export const newest = { isSheet: false };

const isMarked = (): boolean => (history.state as { isSheet?: boolean } | null)?.isSheet === true;

function mark(): void {
	if (!isMarked()) history.pushState({ isSheet: true }, "");
	newest.isSheet = true;
}

function pop(): void {
	newest.isSheet = false;
	// Of what was closed by hand the entry is gone only now.
	if (isGoingBack) {
		isGoingBack = false;
		if (open.length) mark();
		return;
	}
	open.at(-1)?.();
}

/** Gives what is to be called when it has been closed, however that came about. */
export function closeOnBack(close: () => void): () => void {
	addEventListener("popstate", pop); // the same one every time
	open.push(close);
	if (!isGoingBack) mark();
	return () => {
		open.splice(open.indexOf(close), 1);
		// Another one may come in its place at once.
		setTimeout(() => {
			if (open.length || isGoingBack || !isMarked()) return;
			isGoingBack = true;
			history.back();
		});
	};
}
