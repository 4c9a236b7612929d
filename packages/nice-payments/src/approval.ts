import {
  approvalRefusals,
  type Approval,
  type ApprovalRefusal,
  type ApprovalRequest,
  type CardApprovalRequest,
  type Found,
  type KeyedCall,
  type Outcome,
  reversalRefusals,
  type Reversal,
  type ReversalRefusal,
  type ReversalRequest,
  type WindowApprovalRequest,
} from "@wonflow/core";
import { accountsFor, type NiceAccount } from "./accounts.ts";
import type { Said } from "./api.ts";
import {
  approvalCodes,
  canceledBefore,
  noAuthentication,
  nothingToReverse,
  reversalCodes,
  refusedBy,
  toLookUp,
  windowApprovalCodes,
  withoutAccount,
  saysOneOf,
  unknownOf,
} from "./codes.ts";
import {
  approvalIn,
  approvalOf,
  askForPayment,
  findPayment,
  isUndone,
  orderIdOf,
  pathOf,
  type NiceApi,
} from "./payment.ts";
import { cutToBytes } from "./transport.ts";

const longestName = 40;

type Approved = Outcome<Approval, ApprovalRefusal>;

/** Approves an amount under the order id that is the attempt's key, or what a buyer authenticated in the window. */
export async function approve(api: NiceApi, request: ApprovalRequest): Promise<Approved> {
  const [account] = await accountsFor(api.accountsOf, request);
  if (account === undefined) return withoutAccount;
  return request.authentication === null
    ? chargeCard(api, account, request)
    : chargeAuthenticated(api, account, request);
}

async function chargeCard({ ask }: NiceApi, account: NiceAccount, request: CardApprovalRequest): Promise<Approved> {
  const { key: orderId, cardToken: bid, amount, taxFreeAmount: taxFreeAmt, installmentPlanMonths } = request;
  const reply = await askForPayment(
    ask,
    { ...request, account },
    {
      method: "POST",
      path: `/v1/subscribe/${encodeURIComponent(bid)}/payments`,
      fields: {
        orderId,
        amount,
        goodsName: cutToBytes(request.orderName, longestName),
        // One month is a lump sum, which the provider writes as 0.
        cardQuota: installmentPlanMonths === 1 ? 0 : installmentPlanMonths,
        useShopInterest: false,
        taxFreeAmt,
        mallReserved: request.tenant,
      },
      signs: [orderId, bid],
    },
  );
  if (reply.outcome !== "done") return refusedBy(reply, { codes: approvalCodes, refusals: approvalRefusals });
  const { value: payment } = reply;
  if (payment.orderId !== orderId || payment.amount !== amount || payment.status !== "paid") {
    return { outcome: "unknown", reason: "an answer about another payment, or one that is not paid" };
  }
  return whole(approvalOf(request, payment));
}

/** Charges what was authenticated: an order whose part without VAT and months the provider has from the window. */
async function chargeAuthenticated(
  api: NiceApi,
  account: NiceAccount,
  request: WindowApprovalRequest,
): Promise<Approved> {
  const { amount, authentication } = request;
  const { key: orderId, reference: tid } = authentication;
  const reply = await askForPayment(
    api.ask,
    { ...request, account },
    { method: "POST", path: pathOf(tid), fields: { amount }, signs: [tid, String(amount)] },
  );
  if (reply.outcome !== "done") {
    if (reply.outcome === "said" && toLookUp.has(reply.provider.code)) return foundInstead(api, request, reply);
    return refusedBy(reply, { codes: windowApprovalCodes, refusals: approvalRefusals });
  }
  const { value: payment } = reply;
  if (payment.tid === tid && payment.orderId !== orderId) {
    // A return that was replayed: this call has just charged the tid of another order.
    await undo(api, { ...request, account }, tid).catch(() => undefined);
    return { outcome: "unknown", reason: "the authentication was of another order, whose payment is undone" };
  }
  if (payment.tid !== tid || payment.amount !== amount || payment.status !== "paid") {
    return { outcome: "unknown", reason: "an answer about another payment, or one that is not paid" };
  }
  return whole(approvalOf(request, payment));
}

/** All of it, by the tid that this call has charged. */
function undo(
  { ask }: NiceApi,
  call: Pick<KeyedCall, "key" | "deadline"> & { readonly account: NiceAccount },
  tid: string,
) {
  return askForPayment(ask, call, {
    method: "POST",
    path: `${pathOf(tid)}/cancel`,
    fields: { reason: "authenticated for another order", orderId: call.key },
    signs: [tid],
  });
}

/** The provider has used up what was authenticated, or does not have it. A look-up shows whether this call did that. */
async function foundInstead(api: NiceApi, request: WindowApprovalRequest, reply: Said): Promise<Approved> {
  const found = await findPayment(api, request, { ...request, reference: null });
  if (found.outcome === "done" && found.value.amount === request.amount) {
    return whole(approvalOf(request, found.value));
  }
  const { provider } = reply;
  if (found.outcome === "not-found" && noAuthentication.has(provider.code)) {
    return { outcome: "refused", code: "PROVIDER_ERROR", provider };
  }
  return unknownOf(reply);
}

/** An approval that was not found, or is not paid, is no answer to the call that has just sent it. */
function whole(answer: Found<Approval, ApprovalRefusal>): Approved {
  if (answer.outcome !== "not-found" && answer.outcome !== "unknown") return answer;
  return { outcome: "unknown", reason: "an incomplete payment" };
}

type Reversed = Found<Reversal, ReversalRefusal>;

const tooLate = { outcome: "refused", code: "NOT_CANCELABLE_PAYMENT" } as const;

/**
 * Net-cancels an approval. It is looked up first: the manual does not say what a net-cancel does to a partly refunded
 * payment, and does not distinguish a payment that was net-canceled before from one that was canceled.
 */
export async function reverse(api: NiceApi, request: ReversalRequest): Promise<Reversed> {
  const [account] = await accountsFor(api.accountsOf, request);
  if (account === undefined) return withoutAccount;
  const before = await standing(api, request);
  if (before.is === "over") return before.answer;
  const { approvalKey } = request;
  const orderId = orderIdOf(approvalIn(request));
  const reply = await askForPayment(
    api.ask,
    { ...request, account: before.account ?? account },
    {
      method: "POST",
      path: "/v1/payments/netcancel",
      fields: { orderId },
      signs: [orderId],
    },
  );
  if (reply.outcome !== "done") {
    if (saysOneOf(reply, nothingToReverse)) return { outcome: "not-found" };
    if (!saysOneOf(reply, canceledBefore))
      return refusedBy(reply, { codes: reversalCodes, refusals: reversalRefusals });
    const after = await standing(api, request);
    return after.is === "over" ? after.answer : unknownOf(reply);
  }
  const { orderId: named, amount } = reply.value;
  if (named === orderId && amount === request.amount && isUndone(reply.value)) return done(approvalKey);
  return { outcome: "unknown", reason: "an answer about another payment, or one that is not undone" };
}

function done(approvalKey: string): Reversed {
  return { outcome: "done", value: { approvalKey } };
}

type Standing =
  | { readonly is: "over"; readonly answer: Reversed }
  | { readonly is: "reversible"; readonly account?: NiceAccount };

/** Whether an approval can still be net-canceled, also one that has not arrived. */
async function standing(api: NiceApi, request: ReversalRequest): Promise<Standing> {
  const { approvalKey } = request;
  const found = await findPayment(api, request, approvalIn(request));
  if (found.outcome === "not-found") return { is: "reversible" };
  if (found.outcome === "unknown") return { is: "over", answer: found };
  const { value: payment, account } = found;
  if (isUndone(payment)) return { is: "over", answer: done(approvalKey) };
  if (payment.status === "paid" && payment.balanceAmt === payment.amount) return { is: "reversible", account };
  if (payment.status === "failed") return { is: "over", answer: { outcome: "not-found" } };
  if (payment.cancels.length > 0) return { is: "over", answer: tooLate };
  return { is: "over", answer: { outcome: "unknown", reason: `a payment that is ${payment.status}` } };
}
