import type { Approval, Cancellation, CardNetwork, Found, LookUpRequest, Outcome } from "@wonflow/core";
import type { FaultKind } from "../engine/faults.ts";
import type { Call, Caller, Wire } from "../engine/wire.ts";
import type { PortCall } from "./port-call.ts";
import { shortIds } from "./short-ids.ts";

const possible = ["stop", "fail-before", "fail-after", "late", "twice", "mismatch"] as const satisfies FaultKind[];

/** The card network as a process reaches it. */
export function cardsOver(wire: Wire, caller: Caller, network: CardNetwork): CardNetwork {
  function ask<Answer extends Found<object>>(
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
        ask<Found<Approval>>("lookUp", request, {
          effect: () => network.lookUp(request),
          distort: (answer, side) => distortApproval(answer, request.key, side),
        }),
      cancellation: (request) =>
        ask<Found<Cancellation>>("lookUp", request, {
          effect: () => network.lookUp(request),
          distort: (answer, side) => distortCancellation(answer, request.key, side),
        }),
    }),
    authenticate: (request) => ask("authenticate", {}, { effect: () => network.authenticate(request) }),
    approve: (request) =>
      ask<Outcome<Approval>>("approve", request, {
        effect: () => network.approve(request),
        distort: (answer, side) => distortApproval(answer, request.key, side),
      }),
    cancel: (request) =>
      ask<Outcome<Cancellation>>("cancel", request, {
        effect: () => network.cancel(request),
        distort: (answer, side) => distortCancellation(answer, request.key, side),
      }),
    reverse: (request) =>
      ask("reverse", request, {
        effect: () => network.reverse(request),
        distort: () => ({ outcome: "done", value: { approvalKey: `${request.approvalKey}-other` } }),
      }),
  };
}

type LookUp<Of, Answer> = (request: LookUpRequest & { readonly of: Of }) => Promise<Found<Answer>>;

/** The two look-ups of a card network as its one method. */
export function lookUpBy(lookUps: {
  readonly approval: LookUp<"approval", Approval>;
  readonly cancellation: LookUp<"cancellation", Cancellation>;
}): CardNetwork["lookUp"] {
  function lookUp(request: LookUpRequest & { readonly of: "approval" }): Promise<Found<Approval>>;
  function lookUp(request: LookUpRequest & { readonly of: "cancellation" }): Promise<Found<Cancellation>>;
  function lookUp({ of, ...question }: LookUpRequest): Promise<Found<Approval>> | Promise<Found<Cancellation>> {
    return of === "approval" ? lookUps.approval({ ...question, of }) : lookUps.cancellation({ ...question, of });
  }
  return lookUp;
}

/** An answer to another question: done, for another amount or, whatever came of this one, for another key. */
function distortApproval(answer: Found<Approval>, key: string, side: 0 | 1): Outcome<Approval> {
  if (answer.outcome === "done" && side === 1) {
    return { outcome: "done", value: { ...answer.value, amount: answer.value.amount + 1 } };
  }
  const value = { amount: 1, approvalNumber: "0", approvedAt: 0, key: `${key}-other` };
  return { outcome: "done", value };
}

function distortCancellation(answer: Found<Cancellation>, key: string, side: 0 | 1): Outcome<Cancellation> {
  if (answer.outcome === "done" && side === 1) {
    return { outcome: "done", value: { ...answer.value, amount: answer.value.amount + 1 } };
  }
  return { outcome: "done", value: { amount: 1, canceledAt: 0, key: `${key}-other` } };
}

function requestText({ key, amount }: { readonly key?: string; readonly amount?: number }): string {
  return [key === undefined ? "" : shortIds(key), amount === undefined ? "" : `${amount} won`].join(" ").trim();
}

function outcomeText(found: Found<object>): string {
  if (found.outcome === "refused") return `refused ${found.code}`;
  if (found.outcome === "unknown") return `unknown: ${found.reason}`;
  if (found.outcome === "not-found") return "not found";
  const value = Object.entries(found.value).filter(([name]) => ["key", "amount", "approvalKey"].includes(name));
  return `done ${value.map(([, part]) => shortIds(String(part))).join(" ")}`;
}
