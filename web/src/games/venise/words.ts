/** Fields, planks and choices in words, for ears and for whoever does not know the names of posts. */
import { t } from "../../i18n.svelte";
import type { VeniseCard, VeniseScene, VeniseView, Words } from "../../wire";
import type { Option, Path } from "./choose";
import { cardOf, choiceOf, isWalk } from "./choose";

export function capital(text: string): string {
	return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** A field or a plank's place as words to be filled in. */
function place(scene: VeniseScene, name: string): Words {
	return (scene.slots[name] ?? scene.fields[name])?.words ?? { key: "ve_field_post", params: { spot: name } };
}

export function placeText(scene: VeniseScene, name: string): string {
	const { key, params } = place(scene, name);
	return t(key, params);
}

export function cardText(card: string): string {
	return t(`ve_card_${card}`);
}

/** Below a small card: long words with places to break them, also for browsers that know none. */
export function faceText(card: string): string {
	return t("ve_face", { card: { key: `ve_card_${card}`, params: {} } });
}

export function whyNot(card: VeniseCard, view: VeniseView): string {
	return card.why_not ? t(`ve_not_${card.why_not}`, { cost: card.cost, count: view.hourglasses }) : "";
}

/** What choosing a target on the board does. */
export function targetText(scene: VeniseScene, view: VeniseView, chosen: Path, option: Option): string {
	const card = cardOf(chosen);
	const falls = view.planks[option.key] ?? [];
	const parts: string[] = [];
	switch (choiceOf(chosen)) {
		case "plank":
			parts.push(t("ve_target_lift", { place: place(scene, option.key) }));
			if (falls.length) parts.push(t("ve_target_falls", { count: falls.length }));
			break;
		case "walk":
		case "way": {
			const [walk] = option.moves;
			const gems = Math.max(...option.moves.map((move) => move.gems.length));
			parts.push(
				t("ve_target_walk", {
					place: place(scene, walk?.places.at(-1) ?? option.key),
					count: walk?.places.length ?? 0,
				}),
			);
			if (gems) parts.push(t("ve_target_gems", { count: gems }));
			break;
		}
		default:
			parts.push(t(card === "move" ? "ve_target_move" : "ve_target_lay", { place: place(scene, option.key) }));
	}
	return capital(parts.join(", "));
}

/** The card that is being played, with what it is paid with. */
function playedCard(chosen: Path): Words {
	const card = { key: `ve_card_${cardOf(chosen)}`, params: {} };
	return chosen[0] === "joker" ? { key: "ve_as_joker", params: { card } } : card;
}

/** What is asked now. */
export function promptText(view: VeniseView, chosen: Path): string {
	switch (choiceOf(chosen)) {
		case "card":
			return t("ve_ask_play");
		case "joker":
			return t("ve_ask_joker_cost", { count: view.costs.joker ?? 0 });
		case "plank":
			return t("ve_ask_which", { card: playedCard(chosen), question: { key: "ve_ask_plank", params: {} } });
		case "way":
			return t("ve_ask_way");
		default: {
			const question = { key: isWalk([cardOf(chosen)]) ? "ve_ask_walk" : "ve_ask_place", params: {} };
			return t("ve_ask_which", { card: playedCard(chosen), question });
		}
	}
}

/** What others did to planks that the reader had laid. */
export function lossText(view: VeniseView, nameOf: (seat: number) => string): string {
	return view.since
		.flatMap(({ done, yours }) => {
			const name = nameOf(done.seat);
			const many = (slots: readonly string[] = []) => slots.filter((slot) => yours.includes(slot)).length;
			const lost = { taken: many(done.taken), fallen: many(done.fallen) };
			return [
				lost.taken ? t("ve_lost_taken", { name, count: lost.taken }) : "",
				lost.fallen ? t("ve_lost_fallen", { name, count: lost.fallen }) : "",
			];
		})
		.filter(Boolean)
		.join(" ");
}
