import type { PaymentIntent } from "@wonflow/client";
import { useEffect, useState } from "preact/hooks";
import { won } from "../amount/won.ts";
import { say } from "../language/language.ts";
import { isAtLeast, read, useOperator } from "../session/session.ts";
import { CancellationForm } from "./cancellation-form.tsx";
import { foundOut, type Ended } from "./outcome.ts";

interface CancellationProps {
  readonly payment: PaymentIntent;
  /** The payment has changed. */
  readonly onChanged: () => void;
}

const lookUpMs = 2_000;

/** Refunds a payment, in full or in part, if the operator may. */
export function Cancellation({ payment, onChanged }: CancellationProps) {
  const operator = useOperator();
  const [isOpen, setOpen] = useState(false);
  /** Won that were canceled before a request whose outcome is unknown. */
  const [canceledBefore, setCanceledBefore] = useState<number>();
  const [given, setGiven] = useState<number>();
  const isUnknown = canceledBefore !== undefined;
  const isUnderWay = isUnknown || payment.cancel?.inProgress === true;
  useFoundOut(isUnknown ? { intentKey: payment.intentKey, canceledBefore } : undefined, (amount) => {
    setCanceledBefore(undefined);
    setGiven(amount);
    onChanged();
  });

  const onEnded = (ended: Ended) => {
    setOpen(false);
    onChanged();
    if (ended.kind === "unknown") setCanceledBefore(ended.canceledBefore);
    else setGiven(ended.amount);
  };
  const remaining = payment.cancel?.remainingAmount ?? payment.totalAmount;
  const mayCancel = isAtLeast(operator, "cashier") && remaining > 0 && cancelable.includes(payment.status);
  if (!mayCancel && !isUnderWay && given === undefined) return null;
  return (
    <section class="card" aria-labelledby="cancellation">
      <h2 id="cancellation">{say("취소", "Cancel")}</h2>
      <div role="status">
        {isUnderWay && <UnderWay />}
        {!isUnderWay && given !== undefined && !isOpen && <Given amount={given} />}
      </div>
      {mayCancel && !isUnderWay && !isOpen && (
        <button type="button" class="danger" onClick={() => setOpen(true)}>
          {say("돌려주기", "Refund")}
        </button>
      )}
      {isOpen && <CancellationForm payment={payment} onEnded={onEnded} onClose={() => setOpen(false)} />}
    </section>
  );
}

const cancelable: readonly PaymentIntent["status"][] = ["READY", "IN_PROGRESS", "DONE", "PARTIAL_CANCELED"];

interface Unknown {
  readonly intentKey: string;
  readonly canceledBefore: number;
}

/** Looks a payment up until the outcome of its cancellation is known. */
function useFoundOut(unknown: Unknown | undefined, onFound: (amount: number) => void): void {
  const intentKey = unknown?.intentKey;
  useEffect(() => {
    if (unknown === undefined) return;
    const stopped = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      const answer = await read<PaymentIntent>(`px/intents/${unknown.intentKey}`, stopped.signal);
      if (stopped.signal.aborted) return;
      const found = answer.ok ? foundOut(unknown.canceledBefore, answer.value) : undefined;
      if (found === undefined) timer = setTimeout(() => void look(), lookUpMs);
      else onFound(found);
    };
    void look();
    return () => {
      stopped.abort();
      clearTimeout(timer);
    };
  }, [intentKey]);
}

function UnderWay() {
  return (
    <p class="notice warning">
      {say(
        "PG사가 취소 결과를 아직 알려 주지 않았어요. 다시 취소하지 마세요. 결과를 알게 되면 여기에 나와요.",
        "The gateway has not said yet whether it was canceled. Don’t cancel again: the outcome will be shown here.",
      )}
    </p>
  );
}

interface GivenProps {
  readonly amount: number;
}

function Given({ amount }: GivenProps) {
  if (amount === 0) {
    return (
      <p class="notice">
        {say("취소되지 않았어요. 돌려준 금액은 없어요.", "The cancellation failed. Nothing was refunded.")}
      </p>
    );
  }
  return <p class="notice good">{say(`${won(amount)}을 돌려줬어요.`, `${won(amount)} refunded.`)}</p>;
}
