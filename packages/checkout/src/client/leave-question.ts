import { find, inputs } from "./elements.ts";

const question = () => find("#leaving", HTMLDialogElement);

/** What the question is closed with where its answer is to leave; Escape and the other button close it with nothing. */
const toLeave = "leave";

/** Whether the buyer is being asked now. The question goes with the form. */
export function isAsking(): boolean {
  return question()?.open === true;
}

/** Answers the question for the buyer: to leave. */
export function answerLeave(): void {
  question()?.close(toLeave);
}

/** Asks whether to leave where something was typed; where nothing was, the buyer just leaves. */
export async function mayLeave(): Promise<boolean> {
  const dialog = question();
  const isTyped = inputs("form .box input").some(({ value }) => value !== "");
  if (dialog === undefined || !isTyped) return true;
  dialog.returnValue = "";
  dialog.showModal();
  await new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
  return dialog.returnValue === toLeave;
}

/** Lets the buttons of the question answer it. */
export function enableLeaveQuestion(): void {
  find("#leave-now", HTMLButtonElement)?.addEventListener("click", answerLeave);
  find("#stay", HTMLButtonElement)?.addEventListener("click", () => question()?.close());
}
