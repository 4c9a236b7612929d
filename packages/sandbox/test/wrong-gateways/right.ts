import type { Gateway } from "@wonflow/core";
import type { SandboxGateway } from "../../src/cards/gateway.ts";

/** What a wrong gateway is made of: a right one, and what it remembers beside it. */
export interface Right {
  readonly gateway: SandboxGateway;
  /** Keys and tokens that it has seen. */
  readonly seen: Set<string>;
  /** Released keys and tokens. */
  readonly released: Set<string>;
  /** The keys that were asked for, and those under which it issued. */
  readonly made: [asked: string, key: string][];
  /** How often it was started again. */
  readonly restarts: number;
  /** Anything that it counts. */
  readonly count: () => number;
}

export type Wrong = (right: Right) => Partial<Gateway>;

/** A bug of a gateway, the contract test that detects it, and the code of the bug. */
export type WrongGateway = readonly [wrong: string, caughtBy: string, make: Wrong];

export const startMs = Date.UTC(2026, 2, 2, 3);
export const oneTenant = "1:test";
export const refused = { outcome: "refused", code: "PROVIDER_ERROR" } as const;

/** A gateway that answers a call with something else once its connection broke. */
export function insteadOfBreaking<Request, Answer>(
  call: (request: Request) => Promise<Answer>,
  answer: (request: Request) => Answer | Promise<Answer>,
): (request: Request) => Promise<Answer> {
  return (request) => call(request).catch(() => answer(request));
}

/** A gateway whose answers that are done are changed. */
export function changing<Request, Value, Rest extends { readonly outcome: string }>(
  call: (request: Request) => Promise<{ readonly outcome: "done"; readonly value: Value } | Rest>,
  change: (value: Value, request: Request) => Value,
) {
  return async (request: Request): Promise<{ readonly outcome: "done"; readonly value: Value } | Rest> => {
    const answer = await call(request);
    return isDone<Value, Rest>(answer) ? { outcome: "done", value: change(answer.value, request) } : answer;
  };
}

function isDone<Value, Rest extends { readonly outcome: string }>(
  answer: { readonly outcome: "done"; readonly value: Value } | Rest,
): answer is { readonly outcome: "done"; readonly value: Value } {
  return answer.outcome === "done";
}
