import type { Clock, ErrorCode, Found, Outcome, Timer } from "@wonflow/core";
import type { Fault, FaultKind } from "./faults.ts";

/** The connection broke: the caller can't know whether the call arrived. */
export class ConnectionLost extends Error {
  override readonly name = "ConnectionLost";
}

export interface Call<Answer> {
  /** Milliseconds since 1970. */
  readonly deadline: number;
  /** Delivers the call; a fault may deliver it twice or never. */
  readonly deliver: () => Promise<Answer>;
  readonly distort: (answer: Answer, kind: "wrong-amount" | "wrong-key") => Answer;
}

/** The connection between callers and a simulated provider; faults happen here. */
export interface Connection {
  send<Answer>(call: Call<Answer>, fault: Fault | undefined): Promise<Answer>;
  /** Delivers every delayed call now, in the order of sending; resolves to how many there were. */
  deliverDelayed(): Promise<number>;
  close(): void;
}

interface DelayedCall {
  readonly deliver: () => Promise<unknown>;
  readonly timer: Timer | undefined;
}

export function createConnection(clock: Clock): Connection {
  const delayed = new Set<DelayedCall>();

  function delay(deliver: () => Promise<unknown>, ms: number | undefined): void {
    const call: DelayedCall = { deliver, timer: ms === undefined ? undefined : clock.after(ms) };
    delayed.add(call);
    // The sender stopped waiting, so a failure on arrival can't be told to anybody.
    void call.timer?.elapsed.then(() => arrive(call)).catch(() => undefined);
  }

  async function arrive(call: DelayedCall): Promise<void> {
    if (delayed.delete(call)) await call.deliver();
  }

  return {
    async send(call, fault) {
      if (fault === undefined) return call.deliver();
      const { kind, ms } = fault;
      if (kind === "arrives-late") delay(call.deliver, ms);
      if (kind === "arrives-late" || kind === "refused-connection") throw new ConnectionLost(lost(kind));
      const [answer] = await Promise.all([call.deliver(), kind === "duplicate-delivery" ? call.deliver() : undefined]);
      if (kind === "answer-lost") throw new ConnectionLost(lost(kind));
      if (kind === "late") await clock.after(Math.max(0, call.deadline - clock.now()) + (ms ?? 1_000)).elapsed;
      return kind === "wrong-amount" || kind === "wrong-key" ? call.distort(answer, kind) : answer;
    },
    async deliverDelayed() {
      const calls = [...delayed];
      for (const call of calls) {
        call.timer?.cancel();
        await arrive(call);
      }
      return calls.length;
    },
    close() {
      for (const call of delayed) call.timer?.cancel();
      delayed.clear();
    },
  };
}

function lost(kind: FaultKind): string {
  return `The sandbox broke the connection on purpose (${kind}).`;
}

interface Named {
  readonly key: string;
  readonly amount?: number;
}

/** Puts a wrong amount or key into an answer that is `done`; any other answer stays as it is. */
export function distortOutcome<Value extends Named, Code extends ErrorCode>(
  answer: Outcome<Value, Code>,
  kind: "wrong-amount" | "wrong-key",
): Outcome<Value, Code> {
  if (answer.outcome !== "done") return answer;
  const { value } = answer;
  const wrong = kind === "wrong-amount" ? { amount: (value.amount ?? 0) + 1 } : { key: `${value.key}-other` };
  return { outcome: "done", value: { ...value, ...wrong } };
}

export function distortFound<Value extends Named, Code extends ErrorCode>(
  answer: Found<Value, Code>,
  kind: "wrong-amount" | "wrong-key",
): Found<Value, Code> {
  return answer.outcome === "not-found" ? answer : distortOutcome(answer, kind);
}
