import type { Seating } from "./seating.svelte";

/** What others do is shown to its end at once; what one does oneself takes its time. */
export function hurryShow(seating: Seating, stand: HTMLElement | undefined): void {
	if (seating.isAtRest || seating.mover !== null) return;
	seating.hurryShow();
	const finish = () => {
		if (!seating.isHurried) return;
		for (const animation of stand?.getAnimations({ subtree: true }) ?? [])
			if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
		requestAnimationFrame(finish);
	};
	finish();
}
