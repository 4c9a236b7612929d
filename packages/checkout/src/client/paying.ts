import { cardEntry, problemsFound, problemsWith, type TypedCard } from "../card/entry.ts";
import type { TextKey } from "../texts.ts";
import { find, inputs, the } from "./elements.ts";
import { showClosed } from "./closed.ts";
import { showProblems, typedCard } from "./fields.ts";
import { leaveFor } from "./parent-window.ts";
import { authenticate, giveUp, readSession, type Answer } from "./session-calls.ts";
import { showText, translated } from "./page-language.ts";

/** Whether a request is under way; until it is answered, nothing else is sent. */
let sending = false;

/** Whether a card was sent and no answer came: then the session is read before anything is sent again. */
let answerLost = false;

export function isSending(): boolean {
  return sending;
}

/** Shows a notice above the buttons; does nothing once the form is gone. */
function notify(key: TextKey | undefined): void {
  const notice = find("#notice", HTMLElement);
  if (notice === undefined) return;
  notice.classList.toggle("fine", key === "online");
  showText(notice, key);
}

function setBusy(busy: boolean, text: "paying" | "leaving" = "paying"): void {
  const form = find("form", HTMLFormElement);
  if (form === undefined) return;
  form.setAttribute("aria-busy", String(busy));
  for (const input of inputs("form .box input")) input.readOnly = busy;
  for (const button of form.querySelectorAll("button")) button.setAttribute("aria-disabled", String(busy));
  showText(the("#pay", HTMLElement), busy ? text : "pay");
  the("#quiet", HTMLElement).textContent = busy ? translated(text) : "";
}

/** Does one thing at a time: a second press does nothing while the first one is at work. */
async function exclusively(text: "paying" | "leaving", work: () => Promise<void>): Promise<void> {
  if (sending) return;
  sending = true;
  notify(undefined);
  setBusy(true, text);
  try {
    await work();
  } finally {
    if (!leaving) {
      sending = false;
      setBusy(false);
    }
  }
}

/** Whether the page is on its way to the shop. */
let leaving = false;

async function leave(url: string): Promise<void> {
  leaving = true;
  setBusy(true, "leaving");
  // What was typed must not come back with the back button.
  find("form", HTMLFormElement)?.reset();
  await leaveFor(url);
}

/** Shows what an answer other than success means. */
function showFailure(answer: Exclude<Answer<never>, { kind: "value" }>, card?: TypedCard): void {
  switch (answer.kind) {
    case "closed":
      return showClosed(answer.reason);
    case "fields":
      return showProblems(problemsFound(answer.fields, card?.holder ?? "personal"));
    case "busy":
      return notify("busy");
    case "lost":
      return notify(navigator.onLine ? "lost" : "offline");
  }
}

/** Sends the card; if the last answer got lost, it first reads how far the session has got. */
async function sendCard(card: TypedCard): Promise<void> {
  if (answerLost) {
    const seen = await readSession();
    if (seen.kind !== "value") return showFailure(seen);
    answerLost = false;
    const { status, redirectUrl } = seen.value;
    if (status === "PAID") return showClosed("paid", redirectUrl);
    if (redirectUrl !== undefined) return leave(redirectUrl);
  }
  const answer = await authenticate(cardEntry(card, Date.now()));
  if (answer.kind === "value") return leave(answer.value.redirectUrl);
  answerLost = answer.kind === "lost";
  showFailure(answer, card);
}

async function pay(): Promise<void> {
  if (sending) return;
  const card = typedCard();
  const problems = problemsWith(card, Date.now());
  showProblems(problems);
  if (Object.keys(problems).length > 0) return;
  if (!navigator.onLine) return notify("offline");
  await exclusively("paying", () => sendCard(card));
}

/** Gives up, and leaves for the shop. */
export async function cancel(): Promise<void> {
  await exclusively("leaving", async () => {
    const answer = await giveUp();
    if (answer.kind === "value") return leave(answer.value.redirectUrl);
    showFailure(answer);
  });
}

/** The page came back as it was left, by the back button: shows how far the session has got since. */
async function comeBack(): Promise<void> {
  leaving = false;
  sending = false;
  setBusy(false);
  const seen = await readSession();
  if (seen.kind === "closed") return showClosed(seen.reason);
  if (seen.kind !== "value" || seen.value.status === "OPEN") return;
  showClosed(seen.value.status === "PAID" ? "paid" : "authenticated", seen.value.redirectUrl);
}

/** Lets the form be sent by the script, which keeps what was typed whatever happens on the way. */
export function enablePaying(form: HTMLFormElement): void {
  form.noValidate = true;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const leaves = event.submitter?.id === "leave";
    void (leaves ? cancel() : pay());
  });
  window.addEventListener("offline", () => notify("offline"));
  window.addEventListener("online", () => {
    const interrupted = document.querySelector("#notice > *") !== null;
    notify(interrupted ? "online" : undefined);
  });
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted && find("form", HTMLFormElement) !== undefined) void comeBack();
  });
}
