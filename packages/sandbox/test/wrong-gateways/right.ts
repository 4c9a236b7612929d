import type { CardApprovalRequest, Gateway, KeyIn } from "@wonflow/core";
import type { SandboxGateway } from "../../src/cards/gateway.ts";

/** A gateway of cards whose calls stand side by side, so that a wrong one changes any of them in one place. */
export interface CardCalls extends Omit<SandboxGateway, "approve" | "keyIn">, KeyIn {
  approve(request: CardApprovalRequest): ReturnType<Gateway["approve"]>;
}

export function cardCallsOf({ keyIn, ...gateway }: SandboxGateway): CardCalls {
  return { ...gateway, ...keyIn };
}

/** The gateway of these calls. */
export function gatewayOf(calls: CardCalls & Partial<Gateway>): Gateway {
  const { storesCheckedCards, installmentMonths, authenticate, issueToken, releaseToken, approve, ...shared } = calls;
  return {
    ...shared,
    keyIn: {
      storesCheckedCards,
      ...(installmentMonths && { installmentMonths }),
      authenticate,
      issueToken,
      releaseToken,
    },
    approve: async (request) => (request.authentication === null ? approve(request) : refused),
  };
}

/** What a wrong gateway is made of: a right one, and what it remembers beside it. */
export interface Right {
  readonly gateway: CardCalls;
  /** Keys and tokens that it has seen. */
  readonly seen: Set<string>;
  /** Released keys and tokens. */
  readonly released: Set<string>;
  /** The keys that were asked for, and those under which it issued. */
  readonly made: [asked: string, key: string][];
  /** The names of its credentials, the newest first. */
  readonly live: readonly string[];
  /** How often it was started again. */
  readonly restarts: number;
  /** Anything that it counts. */
  readonly count: () => number;
}

export type Wrong = (right: Right) => Partial<CardCalls>;

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
