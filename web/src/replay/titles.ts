import { t } from "../i18n.svelte";
import type { Variation } from "../wire";

export function titleOf({ title }: Pick<Variation, "title">, number: number): string {
	return title ? t("study_variation_titled", { number, title }) : t("study_variation", { number });
}
