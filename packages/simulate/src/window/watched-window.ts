import type { KeyedCall, PaymentWindow } from "@wonflow/core";
import type { CardAnswer } from "../observation/event.ts";

/** Reports a call and its answer to the observer. */
type Watching = <Answer extends CardAnswer>(question: KeyedCall, ask: () => Promise<Answer>) => Promise<Answer>;

/** To the observer a judgement that proves nothing is an unknown one. */
export function watchedWindow(window: PaymentWindow, watching: Watching): PaymentWindow {
  const lookUp = window.lookUpAuthentication?.bind(window);
  return {
    ...window,
    async begin(request) {
      const prepared: { answer?: Awaited<ReturnType<PaymentWindow["begin"]>> } = {};
      const { key, amount } = request;
      const seen = await watching(about(request), async () => {
        const answer = await window.begin(request);
        prepared.answer = answer;
        return answer.outcome === "done" ? { ...answer, value: { ...answer.value, key, amount } } : answer;
      });
      return prepared.answer ?? seen;
    },
    async finish(request) {
      const judged: { answer?: Awaited<ReturnType<PaymentWindow["finish"]>> } = {};
      const seen = await watching(about(request), async () => {
        const answer = await window.finish(request);
        judged.answer = answer;
        const provesNothing = answer.outcome === "forged" || answer.outcome === "unsigned";
        return provesNothing ? ({ outcome: "unknown", reason: answer.outcome } as const) : answer;
      });
      return judged.answer ?? seen;
    },
    ...(lookUp !== undefined && {
      lookUpAuthentication: (question) => watching(about(question), () => lookUp(question)),
    }),
  };
}

function about({ key, tenant, askedAt, credentials, deadline }: KeyedCall): KeyedCall {
  return { key, tenant, askedAt, credentials, deadline };
}
