import type {
  Approval,
  ApprovalRefusal,
  Cancellation,
  CancellationRefusal,
  CardNetwork,
  ErrorCode,
  Found,
  LookUpRequest,
  Outcome,
} from "@wonflow/core";
import type { FaultKind } from "../engine/faults.ts";
import type { Call, Caller, Wire } from "../engine/wire.ts";
import type { PortCall } from "./port-call.ts";
import { shortIds } from "./short-ids.ts";

const possible = ["stop", "fail-before", "fail-after", "late", "twice", "mismatch"] as const satisfies FaultKind[];

/** The card network as a process reaches it. */
export function cardsOver(wire: Wire, caller: Caller, network: CardNetwork): CardNetwork {
  function ask<Answer extends Found<object, ErrorCode>>(
    method: string,
    request: { readonly key?: string; readonly amount?: number },
    call: Pick<Call<Answer>, "effect" | "distort">,
  ): Promise<Answer> {
    const { key } = request;
    const sent: PortCall<Answer> = {
      name: `cards.${method}`,
      possible,
      requestText: () => requestText(request),
      answerText: outcomeText,
      about: () => (key === undefined ? [] : [{ key: { kind: "attempt", id: key } }]),
      ...call,
    };
    return wire.send(caller, sent);
  }
  return {
    sandbox: network.sandbox,
    lookUp: lookUpBy({
      approval: (request) =>
        ask<Found<Approval, ApprovalRefusal>>("lookUp", request, {
          effect: () => network.lookUp(request),
          distort: (answer, side, now) => distortApproval(answer, { key: request.key, side, now }),
        }),
      cancellation: (request) =>
        ask<Found<Cancellation, CancellationRefusal>>("lookUp", request, {
          effect: () => network.lookUp(request),
          distort: (answer, side, now) => distortCancellation(answer, { key: request.key, side, now }),
        }),
    }),
    authenticate: (request) => ask("authenticate", {}, { effect: () => network.authenticate(request) }),
    approve: (request) =>
      ask<Outcome<Approval, ApprovalRefusal>>("approve", request, {
        effect: () => network.approve(request),
        distort: (answer, side, now) => distortApproval(answer, { key: request.key, side, now }),
      }),
    cancel: (request) =>
      ask<Outcome<Cancellation, CancellationRefusal>>("cancel", request, {
        effect: () => network.cancel(request),
        distort: (answer, side, now) => distortCancellation(answer, { key: request.key, side, now }),
      }),
    reverse: (request) =>
      ask("reverse", request, {
        effect: () => network.reverse(request),
        distort: () => ({ outcome: "done", value: { approvalKey: `${request.approvalKey}-other` } }),
      }),
  };
}

type LookUp<Of, Value, Code extends ErrorCode> = (
  request: LookUpRequest & { readonly of: Of },
) => Promise<Found<Value, Code>>;

/** The two look-ups of a card network as its one method. */
export function lookUpBy(lookUps: {
  readonly approval: LookUp<"approval", Approval, ApprovalRefusal>;
  readonly cancellation: LookUp<"cancellation", Cancellation, CancellationRefusal>;
}): CardNetwork["lookUp"] {
  type Approved = Promise<Found<Approval, ApprovalRefusal>>;
  type Canceled = Promise<Found<Cancellation, CancellationRefusal>>;
  function lookUp(request: LookUpRequest & { readonly of: "approval" }): Approved;
  function lookUp(request: LookUpRequest & { readonly of: "cancellation" }): Canceled;
  function lookUp({ of, ...question }: LookUpRequest): Approved | Canceled {
    return of === "approval" ? lookUps.approval({ ...question, of }) : lookUps.cancellation({ ...question, of });
  }
  return lookUp;
}

interface Distortion {
  /** Of the attempt that was asked about. */
  readonly key: string;
  readonly side: 0 | 1;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** An answer to another question: done, for another amount or, whatever came of this one, for another key. */
function distortApproval(
  answer: Found<Approval, ApprovalRefusal>,
  { key, side, now }: Distortion,
): Outcome<Approval, never> {
  if (answer.outcome === "done" && side === 1) {
    return { outcome: "done", value: { ...answer.value, amount: answer.value.amount + 1 } };
  }
  const value = { amount: 1, approvalNumber: "0", approvedAt: now, key: `${key}-other` };
  return { outcome: "done", value };
}

function distortCancellation(
  answer: Found<Cancellation, CancellationRefusal>,
  { key, side, now }: Distortion,
): Outcome<Cancellation, never> {
  if (answer.outcome === "done" && side === 1) {
    return { outcome: "done", value: { ...answer.value, amount: answer.value.amount + 1 } };
  }
  return { outcome: "done", value: { amount: 1, canceledAt: now, key: `${key}-other` } };
}

function requestText({ key, amount }: { readonly key?: string; readonly amount?: number }): string {
  return [key === undefined ? "" : shortIds(key), amount === undefined ? "" : `${amount} won`].join(" ").trim();
}

function outcomeText(found: Found<object, ErrorCode>): string {
  if (found.outcome === "refused") return `refused ${found.code}`;
  if (found.outcome === "unknown") return `unknown: ${found.reason}`;
  if (found.outcome === "not-found") return "not found";
  const value = Object.entries(found.value).filter(([name]) => ["key", "amount", "approvalKey"].includes(name));
  return `done ${value.map(([, part]) => shortIds(String(part))).join(" ")}`;
}
