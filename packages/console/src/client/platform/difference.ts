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
  readonly attempt: { readonly key: string; readonly givenBack: number | null } | null;
  readonly action: string;
}

export function differenceText({ about, kind }: Difference): string {
  if (about === "movement") return say("우리 지급으로 설명되지 않는 입출금", "Money that no payout explains");
  const kinds: Readonly<Record<Difference["kind"], string>> = {
    amount: say("금액이 달라요", "Other amounts"),
    "only-ours": say("우리 장부에만 있어요", "Only our ledger has it"),
    "only-theirs": say("제공자에만 있어요", "Only the provider has it"),
    "given-back": say("카드사가 우리 모르게 돌려줬어요", "Given back without us"),
    twice: say("두 번 승인됐어요", "Approved twice"),
  };
  return kinds[kind];
}

interface Resolving {
  /** Below the merchant's path. */
  readonly path: string;
  readonly answers: readonly AnswerText[];
  readonly amount: number | null;
}

/** The answers that evidence about it may give, and where they go; undefined where evidence ends nothing. */
export function resolvingOf({ about, kind, reference, attempt }: Difference): Resolving | undefined {
  if (about === "payout") {
    return { path: `payouts/${encodeURIComponent(reference)}/resolve`, answers: answersTo("payout"), amount: null };
  }
  if (attempt === null) return undefined;
  const answers = kind === "only-theirs" ? [undoAnswer()] : givenBackAnswers();
  return { path: `attempts/${encodeURIComponent(attempt.key)}/resolve`, answers, amount: attempt.givenBack };
}
