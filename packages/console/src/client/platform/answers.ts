import { say } from "../language/language.ts";

export type Outcome = "done" | "not-done" | "canceled" | "charged-back";

/** One of the answers that evidence may give, in words. */
export interface AnswerText {
  readonly outcome: Outcome;
  readonly title: string;
  /** What it makes of our books. */
  readonly effect: string;
  /** What must have been seen at the provider before. */
  readonly checked: string;
  /** Why it can't be given here; missing where it can. */
  readonly notHere?: string | undefined;
}

/** Whether an answer says that money has moved, and so has a time. */
export function hasTime(outcome: Outcome): boolean {
  return outcome !== "not-done";
}

export function isGivenBack(outcome: Outcome): boolean {
  return outcome === "canceled" || outcome === "charged-back";
}

type Words = Readonly<Record<"title" | "effect", string>>;

function doneWords(kind: string): Words {
  const words: Readonly<Record<string, Words>> = {
    approval: {
      title: say("승인됐어요", "It was approved"),
      effect: say(
        "구매자 카드에서 돈이 나간 것으로 적어요. 결제가 완료되고 정산에 들어가요.",
        "The buyer has paid: the payment is done, and will be settled.",
      ),
    },
    cancellation: {
      title: say("취소됐어요", "It was canceled"),
      effect: say(
        "구매자에게 돈이 돌아간 것으로 적고, 그만큼 정산에서 빼요.",
        "The buyer has the refund: it is deducted from the settlement.",
      ),
    },
    reversal: {
      title: say("승인이 되돌려졌어요", "The approval was undone"),
      effect: say(
        "승인이 없던 일이 되고 결제는 실패로 끝나요.",
        "The approval never counts, and the payment ends as failed.",
      ),
    },
    payout: {
      title: say("받는 사람에게 들어갔어요", "The payee has the money"),
      effect: say("지급이 완료된 것으로 적어요.", "The payout is completed."),
    },
  };
  const usual = {
    title: say("처리됐어요", "It took effect"),
    effect: say("제공자가 처리했다고 답한 것과 같아요.", "It counts as if the provider had answered so."),
  };
  return words[kind] ?? usual;
}

function notDoneWords(kind: string): Words {
  const words: Readonly<Record<string, Words>> = {
    approval: {
      title: say("승인되지 않았어요", "It was not approved"),
      effect: say(
        "구매자가 돈을 내지 않은 것으로 적어요. 결제는 실패로 끝나고, 같은 주문을 다시 결제할 수 있어요.",
        "The buyer has not paid: the payment ends as failed, and the order may be paid again.",
      ),
    },
    cancellation: {
      title: say("취소되지 않았어요", "It was not canceled"),
      effect: say(
        "구매자에게 돈이 돌아가지 않은 것으로 적어요. 취소는 거절로 끝나고, 다시 취소할 수 있어요.",
        "The buyer has no refund: the cancellation ends as refused, and can be requested again.",
      ),
    },
    reversal: {
      title: say("되돌려지지 않았어요", "It was not undone"),
      effect: say("아직 끝나지 않아요. 계속 사람을 기다려요.", "The reversal stays open and still needs an operator."),
    },
    payout: {
      title: say("받는 사람에게 들어가지 않았어요", "The payee does not have the money"),
      effect: say(
        "지급이 실패로 끝나고 돈이 상점 잔액으로 돌아와요.",
        "The payout ends as failed, and the money returns to the merchant’s balance.",
      ),
    },
  };
  const usual = {
    title: say("처리되지 않았어요", "It did not take effect"),
    effect: say("제공자가 거절했다고 답한 것과 같아요.", "It counts as if the provider had refused it."),
  };
  return words[kind] ?? usual;
}

function notDoneCheck(kind: string): string {
  if (kind === "payout") {
    return say(
      "지급일의 은행 거래 내역이 다 나왔고, 거기에 이 지급이 없거나 되돌아온 것을 봤어요.",
      "The bank’s statement of the payout date is complete, and it lacks this payout, or shows it returned.",
    );
  }
  return say(
    "그날의 목록이 다 나왔고, 거기에 이 키가 없고, 앞으로도 처리되지 않는다고 제공자가 말했어요. 조회해도 안 나온다는 것만으로는 모자라요.",
    "The provider’s list of the day is complete and lacks this key, and the provider confirms that the call will not take effect. A look-up that finds nothing is not enough.",
  );
}

/** The three answers about a call whose outcome is not known. The third belongs to payments that are done. */
export function answersTo(kind: string): readonly AnswerText[] {
  const both: readonly AnswerText[] = [
    {
      outcome: "done",
      ...doneWords(kind),
      checked: say(
        "제공자의 목록이나 화면에서 이 키를 찾았고, 처리된 시각을 봤어요.",
        "The provider’s own list or page shows this key, with the time at which it took effect.",
      ),
    },
    { outcome: "not-done", ...notDoneWords(kind), checked: notDoneCheck(kind) },
  ];
  if (kind !== "approval") return both;
  const [first] = givenBackAnswers();
  const notHere = say(
    "승인된 결제에만 적을 수 있어요. 먼저 ‘승인됐어요’로 끝낸 다음, 대사 화면에서 적어 주세요.",
    "Only for a payment that is done. First end this call as approved, then enter it on the reconciliation page.",
  );
  return first === undefined ? both : [...both, { ...first, notHere }];
}

/** Refunds of a payment that a gateway made on its own. */
export function givenBackAnswers(): readonly AnswerText[] {
  const effect = say(
    "그 금액만큼 결제를 취소한 것으로 적고 정산에서 빼요. PG사에 새로 요청하지는 않아요.",
    "The payment is canceled by that amount, which is deducted from the settlement. Nothing is sent to the gateway.",
  );
  return [
    {
      outcome: "canceled",
      title: say("PG사 화면에서 취소했어요", "It was canceled at the gateway’s own console"),
      effect,
      checked: say(
        "PG사 화면이나 목록에서 취소한 금액과 시각을 봤어요.",
        "The gateway’s page or list shows the amount and the time.",
      ),
    },
    {
      outcome: "charged-back",
      title: say("PG사가 돈을 되가져갔어요 (차지백)", "The gateway charged it back"),
      effect,
      checked: say("PG사가 보낸 통지에서 금액과 시각을 봤어요.", "The gateway’s notice shows the amount and the time."),
    },
  ];
}

/** An approval that ended here without a payment, though its gateway has it. */
export function undoAnswer(): AnswerText {
  return {
    outcome: "done",
    title: say("PG사에는 승인이 남아 있어요", "The gateway has the approval"),
    effect: say("이 서비스가 그 승인을 되돌려 달라고 PG사에 요청해요.", "The service asks the gateway to undo it."),
    checked: say(
      "PG사의 목록이나 화면에서 이 키와 승인 시각을 봤어요.",
      "The gateway’s own list or page shows this key, with the time of the approval.",
    ),
  };
}
