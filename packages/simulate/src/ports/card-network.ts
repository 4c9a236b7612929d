import type {
  Approval,
  ApprovalRefusal,
  AuthenticationRefusal,
  Cancellation,
  CancellationRefusal,
  CardNetwork,
  ErrorCode,
  Found,
  IssuedToken,
  LookUpRequest,
  Outcome,
  Release,
  ReleaseRefusal,
  Reversal,
  ReversalRefusal,
  ReversalRequest,
} from "@wonflow/core";
import type { FaultKind } from "../engine/faults.ts";
import type { Caller, Wire } from "../engine/wire.ts";
import { type Ask, askingOver, breaking } from "./provider.ts";

const possible = [...breaking, "mismatch", "lie", "sleep"] as const satisfies readonly FaultKind[];

export interface CardNetworkBehindWire {
  readonly name: string;
  readonly network: CardNetwork;
  readonly cancelByHand: (approval: ReversalRequest, part: 0 | 1) => Promise<void>;
}

export function cardsOver(
  wire: Wire,
  caller: Caller,
  { name, network, cancelByHand }: CardNetworkBehindWire,
): CardNetwork {
  const ask = askingOver(wire, caller, { name, attempts: "attempt", faultsOf: () => possible });
  return {
    sandbox: network.sandbox,
    lookUp: lookUpBy({
      approval: (request) =>
        ask<Found<Approval, ApprovalRefusal>>("lookUp", request, {
          effect: () => network.lookUp(request),
          distort: (answer, side, now) => distortApproval(answer, { key: request.key, side, now }),
          lie: (side, now) => approvalLie({ key: request.key, side, now }),
        }),
      cancellation: (request) =>
        ask<Found<Cancellation, CancellationRefusal>>("lookUp", request, {
          effect: () => network.lookUp(request),
          distort: (answer, side, now) => distortCancellation(answer, { key: request.key, side, now }),
          lie: (side, now) => cancellationLie({ key: request.key, side, now }),
        }),
    }),
    authenticate: (request) => ask("authenticate", {}, { effect: () => network.authenticate(request) }),
    ...tokensOver(network, ask),
    approve: (request) =>
      ask<Outcome<Approval, ApprovalRefusal>>("approve", request, {
        effect: () => network.approve(request),
        distort: (answer, side, now) => distortApproval(answer, { key: request.key, side, now }),
        lie: (side, now) => approvalLie({ key: request.key, amount: request.amount, side, now }),
      }),
    cancel: (request) =>
      ask<Outcome<Cancellation, CancellationRefusal>>("cancel", request, {
        effect: () => network.cancel(request),
        distort: (answer, side, now) => distortCancellation(answer, { key: request.key, side, now }),
        lie: (side, now) => cancellationLie({ key: request.key, amount: request.amount, side, now }),
      }),
    reverse: (request) =>
      ask<Outcome<Reversal, ReversalRefusal>>("reverse", request, {
        effect: () => network.reverse(request),
        distort: () => ({ outcome: "done", value: { approvalKey: `${request.approvalKey}-other` } }),
        lie: () => ({ outcome: "done", value: { approvalKey: `${request.approvalKey}-other` } }),
        async refuse(side) {
          if (side === 0) return { outcome: "refused", code: "PROVIDER_ERROR" };
          await cancelByHand(request, request.deadline % 2 === 0 ? 0 : 1);
          return network.reverse(request);
        },
      }),
  };
}

function tokensOver(network: CardNetwork, ask: Ask): Pick<CardNetwork, "issueToken" | "releaseToken"> {
  return {
    issueToken: (request) =>
      ask<Outcome<IssuedToken, AuthenticationRefusal>>("issueToken", request, {
        effect: () => network.issueToken(request),
        distort: () => anotherToken(request.key),
        lie: () => anotherToken(request.key),
      }),
    releaseToken: (request) =>
      ask<Outcome<Release, ReleaseRefusal>>("releaseToken", request, {
        effect: () => network.releaseToken(request),
        distort: () => ({ outcome: "done", value: { tokenKey: `${request.tokenKey}-other` } }),
        lie: () => ({ outcome: "done", value: { tokenKey: `${request.tokenKey}-other` } }),
        refuse: async () => ({ outcome: "refused", code: "PROVIDER_ERROR" }),
      }),
  };
}

type LookUp<Of, Value, Code extends ErrorCode> = (
  request: LookUpRequest & { readonly of: Of },
) => Promise<Found<Value, Code>>;

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

function anotherToken(key: string): Outcome<IssuedToken, never> {
  const value = { key: `${key}-other`, token: "of-another-card", maskedNumber: "400000******0000", issuerCode: "11" };
  return { outcome: "done", value };
}

interface Lie extends Distortion {
  readonly amount?: number;
}

function approvalLie({ side, now, ...asked }: Lie): Outcome<Approval, never> {
  return { outcome: "done", value: { ...lieOf(asked, side), approvalNumber: "0", approvedAt: now } };
}

function cancellationLie({ side, now, ...asked }: Lie): Outcome<Cancellation, never> {
  return { outcome: "done", value: { ...lieOf(asked, side), canceledAt: now } };
}

function lieOf({ key, amount = 0 }: Pick<Lie, "key" | "amount">, side: 0 | 1) {
  // Nothing that is asked for is of 0 won.
  return side === 0 ? { key: `${key}-other`, amount } : { key, amount: amount === 0 ? 0 : amount + 1 };
}
