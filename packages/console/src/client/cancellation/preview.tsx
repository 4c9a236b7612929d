import type { CancellationPreview, PaymentIntent } from "@wonflow/client";
import { AmountLine } from "../amount/amount-line.tsx";
import { won } from "../amount/won.ts";
import { type Answer, problemText } from "../call/call.ts";
import { say } from "../language/language.ts";
import { dayText } from "../time/seoul.ts";
import { useEffect, useState } from "preact/hooks";
import { queryOf } from "../address/address.ts";
import { read, useOperator } from "../session/session.ts";

/** People type an amount digit by digit. */
const typingMs = 250;

/**
 * The effect that a cancellation of that amount would have now, computed again when the payment changes. Undefined
 * while it is read.
 */
export function usePreview(
  { intentKey, status, cancel }: PaymentIntent,
  amount: number | "all" | undefined,
): Answer<CancellationPreview> | undefined {
  const { mId } = useOperator();
  const state = `${status} ${cancel?.canceledAmount ?? 0}`;
  const [seen, setSeen] = useState<{ readonly of: string; readonly answer: Answer<CancellationPreview> }>();
  const asked = `${intentKey} ${amount} ${state}`;
  useEffect(() => {
    if (amount === undefined) return;
    const stopped = new AbortController();
    const ask = async () => {
      const query = queryOf({ cancelAmount: amount === "all" ? undefined : String(amount) });
      const path = `merchants/${mId}/payments/${intentKey}/cancellation-preview${query}`;
      const answer = await read<CancellationPreview>(path, stopped.signal);
      if (!stopped.signal.aborted) setSeen({ of: asked, answer });
    };
    const timer = setTimeout(() => void ask(), amount === "all" ? 0 : typingMs);
    return () => {
      clearTimeout(timer);
      stopped.abort();
    };
  }, [asked]);
  return amount === undefined || seen?.of !== asked ? undefined : seen.answer;
}

interface PreviewProps {
  readonly answer: Answer<CancellationPreview> | undefined;
}

/** What would be refunded, and what that does to the settlement, before anything is sent. */
export function Preview({ answer }: PreviewProps) {
  return (
    <div class="preview" role="status" aria-label={say("취소하면", "If you cancel")}>
      {answer === undefined && <p class="waiting">{say("계산하는 중이에요", "Computing")}</p>}
      {answer?.ok === false && <p class="alert">{problemText(answer.problem)}</p>}
      {answer?.ok === true && <Effects preview={answer.value} />}
    </div>
  );
}

interface EffectsProps {
  readonly preview: CancellationPreview;
}

function Effects({ preview }: EffectsProps) {
  const { cancelAmount, taxFreeAmount, remainingAmount, fee, vat, net, takenFrom, perMethod } = preview;
  if (takenFrom === "none") {
    return (
      <p>
        {say(
          "아직 결제되지 않았어요. 취소하면 구매자가 더는 결제할 수 없어요.",
          "Nothing was charged yet. After this the buyer can no longer pay.",
        )}
      </p>
    );
  }
  return (
    <>
      <dl class="sums">
        <AmountLine title={say("구매자에게 돌려줘요", "The buyer gets back")} amount={cancelAmount} isSum />
        {taxFreeAmount > 0 && <AmountLine title={say("그중 면세", "tax-free part of it")} amount={taxFreeAmount} />}
        {perMethod.length > 1 &&
          perMethod.map(({ number, amount }) => <AmountLine key={number} title={number} amount={amount} />)}
        <AmountLine title={say("돌려받는 수수료", "Fee refunded to you")} amount={-fee} />
        <AmountLine title={say("돌려받는 수수료 부가세", "VAT on that fee")} amount={-vat} />
        <AmountLine title={say("상점에서 빠져요", "You lose")} amount={net} isSum />
        <AmountLine title={say("이 결제에 남는 금액", "Left of this payment")} amount={remainingAmount} />
      </dl>
      <p class="hint">{whereFrom(preview)}</p>
    </>
  );
}

function whereFrom({ net, takenFrom, settlesOn }: CancellationPreview): string {
  const amount = won(net);
  const day = settlesOn === null ? undefined : dayText(settlesOn);
  if (takenFrom === "pending") {
    return day === undefined
      ? say(
          `아직 정산되지 않아서, 정산될 금액이 ${amount} 줄어요.`,
          `Not settled yet: its settlement will be ${amount} less.`,
        )
      : say(
          `아직 정산되지 않아서, ${day}에 정산될 금액이 ${amount} 줄어요.`,
          `Not settled yet: the settlement of ${day} will be ${amount} less.`,
        );
  }
  return day === undefined
    ? say(
        `이미 정산돼서, 지금 쓸 수 있는 잔액에서 ${amount} 빠져요.`,
        `Already settled: ${amount} is deducted from your available balance now.`,
      )
    : say(
        `이미 정산돼서, 지금 쓸 수 있는 잔액에서 ${amount} 빠지고 ${day} 정산 내역에 나와요.`,
        `Already settled: ${amount} is deducted from your available balance now, and is listed in the settlement of ${day}.`,
      );
}
