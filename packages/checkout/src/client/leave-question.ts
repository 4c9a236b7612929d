import { find, inputs } from "./elements.ts";

const question = () => find("#leaving", HTMLDialogElement);

const toLeave = "leave";

/** Whether the question is open. It is removed with the form. */
export function isAsking(): boolean {
  return question()?.open === true;
}

export function answerLeave(): void {
  question()?.close(toLeave);
}

export async function mayLeave(): Promise<boolean> {
  const dialog = question();
  const isTyped = inputs("form .box input").some(({ value }) => value !== "");
  if (dialog === undefined || !isTyped) return true;
  dialog.returnValue = "";
  dialog.showModal();
  // The event of an earlier closing may arrive only now.
  do await new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
  while (dialog.open);
  return dialog.returnValue === toLeave;
}

export function enableLeaveQuestion(): void {
  find("#leave-now", HTMLButtonElement)?.addEventListener("click", answerLeave);
  find("#stay", HTMLButtonElement)?.addEventListener("click", () => question()?.close());
}
