import type { CancellationPreview, PaymentIntent } from "@wonflow/client";
import { useEffect, useState } from "preact/hooks";
import { queryOf } from "../address/address.ts";
import type { Answer } from "../call/call.ts";
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
