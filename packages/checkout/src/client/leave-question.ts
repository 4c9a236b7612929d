import { find, inputs } from "./elements.ts";

let answer: ((leaves: boolean) => void) | undefined;

/** Whether the buyer is being asked now. */
export function isAsking(): boolean {
  return answer !== undefined;
}

/** Answers the question for the buyer: to leave. */
export function answerLeave(): void {
  answer?.(true);
}

/** Asks whether to leave where something was typed; where nothing was, the buyer just leaves. */
export async function mayLeave(): Promise<boolean> {
  const dialog = find("#leaving", HTMLDialogElement);
  const isTyped = inputs("form .box input").some(({ value }) => value !== "");
  if (dialog === undefined || !isTyped) return true;
  dialog.showModal();
  const leaves = await new Promise<boolean>((resolve) => {
    answer = resolve;
    find("#leave-now", HTMLButtonElement)?.addEventListener("click", () => resolve(true), { once: true });
    // Escape and the other button close it: the buyer stays.
    find("#stay", HTMLButtonElement)?.addEventListener("click", () => resolve(false), { once: true });
    dialog.addEventListener("close", () => resolve(false), { once: true });
  });
  answer = undefined;
  dialog.close();
  return leaves;
}
