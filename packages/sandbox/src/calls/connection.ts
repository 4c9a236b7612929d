import type { Clock, ErrorCode, Found, Outcome } from "@wonflow/core";
import type { Fault, FaultKind } from "./faults.ts";

/** The connection broke: the caller can't know whether the call arrived. */
export class ConnectionLost extends Error {
  override readonly name = "ConnectionLost";
  /** As of a real broken connection: core then reports it in one line, and not as a bug. */
  readonly code = "ECONNRESET";
}

export interface Call<Answer> {
  /** Milliseconds since 1970. */
  readonly deadline: number;
  /** Delivers the call; a fault may deliver it twice or never. */
  readonly deliver: () => Promise<Answer>;
  /** Records the call as one that arrives after `ms` milliseconds, or, without `ms`, when the test delivers it. */
  readonly sendLate: (ms: number | undefined) => Promise<void>;
  readonly distort: (answer: Answer, kind: "wrong-amount" | "wrong-key") => Answer;
}

/** Sends a call over the connection to a simulated provider; faults happen here. */
export async function sendCall<Answer>(clock: Clock, call: Call<Answer>, fault: Fault | undefined): Promise<Answer> {
  if (fault === undefined) return call.deliver();
  const { kind, ms } = fault;
  if (kind === "arrives-late") await call.sendLate(ms);
  if (kind === "arrives-late" || kind === "refused-connection") throw new ConnectionLost(lost(kind));
  const [answer] = await Promise.all([call.deliver(), kind === "duplicate-delivery" ? call.deliver() : undefined]);
  if (kind === "answer-lost") throw new ConnectionLost(lost(kind));
  if (kind === "late") await clock.after(Math.max(0, call.deadline - clock.now()) + (ms ?? 1_000)).elapsed;
  return kind === "wrong-amount" || kind === "wrong-key" ? call.distort(answer, kind) : answer;
}

function lost(kind: FaultKind): string {
  return `The sandbox broke the connection on purpose (${kind}).`;
}

interface Named {
  readonly key: string;
  readonly amount?: number;
}

/** Puts a wrong amount or key into an answer that is `done`; returns any other answer unchanged. */
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
