import type {
  Approval,
  ApprovalRequest,
  AuthenticatedMethod,
  Gateway,
  PaymentWindow,
  Returned,
  ReturnedRequest,
  WindowRefusal,
} from "@wonflow/core";
import { z } from "zod";
import { readMessage } from "../provider-messages.ts";

/** What a wrong window is made of: a right gateway, and what its adapter remembers beside it. */
export interface RightWindow {
  readonly gateway: Gateway;
  readonly window: Required<PaymentWindow>;
  /** Anything that it keeps in its process. */
  readonly kept: Map<string, string>;
  /** The names of the credentials that it has, the newest first. */
  readonly live: readonly string[];
  readonly count: () => number;
}

export interface WrongParts extends Partial<Omit<Gateway, "window">> {
  readonly window?: Partial<PaymentWindow>;
}

/** A bug of a gateway with a window, the contract test that detects it, and the code of the bug. */
export type WrongWindow = readonly [wrong: string, caughtBy: string, make: (right: RightWindow) => WrongParts];

export type Make = WrongWindow[2];

/** An adapter that reads its provider's messages. */
export const rightReader: Make = () => ({ readNotification: readMessage });

export const rightWithCredentials: Make = ({ live }) => ({ credentials: async () => live[0] ?? null });

/** An adapter of a provider whose signature covers no reference, and that can't be asked before the approval. */
export const rightAtApproval: Make = (right) => ({
  ...rightReader(right),
  window: {
    async finish(request) {
      const answer = await right.window.finish(request);
      const { key, amount, tenant, fields } = request;
      const { orderId, amount: brought, reference = "", result } = fields;
      const isOfOther = reference.startsWith("sbx_") && !reference.includes(`_${tenant}_`);
      const isSigned = result === "done" && orderId === key && brought === String(amount) && !isOfOther;
      if (answer.outcome !== "forged" || !isSigned || reference === "") return answer;
      return { outcome: "done", value: { key, amount, reference, authenticatedAt: null, paidWith: null } };
    },
  },
});

/** No code of the port: of an adapter that passes on what its provider answers. */
export const unlisted = z.custom<WindowRefusal>().parse("P_CANCELED_BY_USER");

export const forged = { outcome: "forged" } as const;
export const notFound = { outcome: "not-found" } as const;
export const refusedAs = (code: WindowRefusal) => ({ outcome: "refused", code }) as const;

/** A gateway whose window answers a return differently. */
export function returning(change: (answer: Returned, request: ReturnedRequest, right: RightWindow) => Returned): Make {
  return (right) => ({
    window: { finish: async (request) => change(await right.window.finish(request), request, right) },
  });
}

export function changed(change: (value: AuthenticatedMethod) => Partial<AuthenticatedMethod>): Make {
  return returning((answer) =>
    answer.outcome === "done" ? { ...answer, value: { ...answer.value, ...change(answer.value) } } : answer,
  );
}

/** A gateway that accepts a return which its provider would not, by what the browser brought. */
export const accepting = (read: (request: ReturnedRequest) => Partial<AuthenticatedMethod>): Make =>
  returning((answer, request) => {
    const { key, amount, fields } = request;
    if (answer.outcome !== "forged" || fields["result"] !== "done") return answer;
    const about = { key, amount, reference: fields["reference"] ?? "", authenticatedAt: null, paidWith: null };
    return { outcome: "done", value: { ...about, ...read(request) } };
  });

/** A gateway that answers a call with something else once its connection broke. */
export function insteadOfBreaking<Request, Answer, Other>(
  call: (request: Request) => Promise<Answer>,
  other: (request: Request) => Other,
): (request: Request) => Promise<Answer | Other> {
  return async (request) => call(request).catch(() => other(request));
}

export function approvalOf({ key, amount }: ApprovalRequest, approvedAt: number): Approval {
  return { key, amount, remainingAmount: amount, reference: key, approvalNumber: "1", approvedAt };
}

/** Whether a test of the contract is about the window; the others are about what all payments share, or typed cards. */
export function isOfWindow({ of }: { readonly of: string }): boolean {
  return /^(?:methods|begin|finish|lookUpAuthentication|readNotification)$| in the window/.test(of);
}
