import type { Asking } from "../../ask/asking.svelte";
import type { Showing } from "../../protocol";

/** What an answer says, as short as a button: who, and what. */
export function wordOf({ question, option: chosen, proposed, isMeasured }: Pick<Asking, "question" | "option" | "proposed" | "isMeasured">, showing: Showing | null): string {
  if (!question) return "";
  const option = chosen ?? proposed;
  const who = showing?.units?.find((one) => one.id === question.about[0])?.name ?? "";
  const what = isMeasured || !option ? question.topic : option.label;
  return who && what !== who ? `${who}, ${what}` : what;
}
