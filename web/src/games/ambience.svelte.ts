/** Motion for its own sake ends when so long nothing has happened. */
const QUIET = 10_000;

/** Whether somebody is about: only then water and pawns move without a reason. */
export class Ambience {
	isStill = $state(false);
	#timer: ReturnType<typeof setTimeout> | undefined;

	wake(): void {
		clearTimeout(this.#timer);
		this.isStill = false;
		this.#timer = setTimeout(() => {
			this.isStill = true;
		}, QUIET);
	}

	end(): void {
		clearTimeout(this.#timer);
		this.isStill = true;
	}
}
