import { say } from "../language/language.ts";
import { answersTo, givenBackAnswers, undoAnswer, type AnswerText } from "./answers.ts";

/** A disagreement between our ledger and a provider, as the route lists it. */
export interface Difference {
  readonly about: "payment" | "payout" | "movement";
  readonly kind: "amount" | "only-ours" | "only-theirs" | "given-back" | "twice";
  readonly reference: string;
  readonly ledger: number;
  readonly provider: number | null;
  readonly statement: number | null;
  readonly attempt: { readonly key: string; readonly givenBack: number | null; readonly since: string } | null;
  readonly action: string;
}

export function differenceText({ about, kind }: Difference): string {
  if (about === "movement") return say("우리 지급으로 설명되지 않는 입출금", "Money that no payout explains");
  const kinds: Readonly<Record<Difference["kind"], string>> = {
    amount: say("금액이 달라요", "Other amounts"),
    "only-ours": say("우리 장부에만 있어요", "Only our ledger has it"),
    "only-theirs": say("제공자에만 있어요", "Only the provider has it"),
    "given-back": say("PG사가 우리 모르게 돌려줬어요", "Refunded by the gateway on its own"),
    twice: say("두 번 승인됐어요", "Approved twice"),
  };
  return kinds[kind];
}

interface Resolving {
  /** Below the merchant's path. */
  readonly path: string;
  readonly answers: readonly AnswerText[];
  readonly amount: number | null;
  /** The earliest time that they may name, where it is known. */
  readonly since?: string;
}

/** The outcomes that evidence about it may record, and their path; undefined if evidence can't end it. */
export function resolvingOf({ about, kind, reference, attempt }: Difference): Resolving | undefined {
  if (about === "payout") {
    return { path: `payouts/${encodeURIComponent(reference)}/resolve`, answers: answersTo("payout"), amount: null };
  }
  if (attempt === null) return undefined;
  const answers = kind === "only-theirs" ? [undoAnswer()] : givenBackAnswers();
  return {
    path: `attempts/${encodeURIComponent(attempt.key)}/resolve`,
    answers,
    amount: attempt.givenBack,
    since: attempt.since,
  };
}

/** What to do, in the page's own words where it has any; in English, as the command prints it, otherwise. */
export function adviceOf(difference: Difference): { readonly text: string; readonly isEnglish: boolean } {
  const { about, kind, attempt, action } = difference;
  if (about === "movement") {
    return own(say("은행에 누구의 돈인지 물어보세요.", "Ask the bank whose money this is."));
  }
  if (about === "payment" && attempt !== null) {
    const texts: Readonly<Partial<Record<Difference["kind"], string>>> = {
      "only-theirs": say(
        "여기서는 끝난 결제예요. PG사에서 승인을 찾았으면 되돌려 달라고 적어 주세요.",
        "The payment has ended here. Once you have found the approval at the gateway, have it undone.",
      ),
      "only-ours": say(
        "PG사에 물어보세요. 되돌리거나 돌려줬다고 하면 적어 주세요.",
        "Ask the gateway. If it reversed or refunded the payment, enter that.",
      ),
      "given-back": say(
        "PG사 화면이나 통지에서 확인하고 적어 주세요.",
        "Look at the gateway’s page or notice, then enter it.",
      ),
    };
    const text = texts[kind];
    if (text !== undefined) return own(text);
  }
  if (kind === "twice") {
    return own(say("PG사에 하나만 남기고 취소해 달라고 하세요.", "Have the gateway cancel all approvals but one."));
  }
  return { text: action, isEnglish: true };
}

function own(text: string) {
  return { text, isEnglish: false };
}
