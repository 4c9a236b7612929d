import {
  approvalRefusals,
  type Approval,
  type ApprovalRefusal,
  type CardApprovalRequest,
  type Found,
  reversalRefusals,
  type Reversal,
  type ReversalRefusal,
  type ReversalRequest,
} from "@wonflow/core";
import { accountsFor, type NiceAccount } from "./accounts.ts";
import {
  approvalCodes,
  canceledBefore,
  nothingToReverse,
  reversalCodes,
  refusedBy,
  withoutAccount,
  saysOneOf,
  unknownOf,
} from "./codes.ts";
import { approvalOf, askForPayment, type NiceApi, findPayment, isUndone } from "./payment.ts";
import { cutToBytes } from "./transport.ts";

const longestName = 40;

/** Approves an amount under the order id that is the attempt's key. */
export async function approve(
  { ask, accountsOf }: NiceApi,
  request: CardApprovalRequest,
): Promise<Exclude<Found<Approval, ApprovalRefusal>, { readonly outcome: "not-found" }>> {
  const [account] = await accountsFor(accountsOf, request);
  if (account === undefined) return withoutAccount;
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
      },
      signs: [orderId, bid],
    },
  );
  if (reply.outcome !== "done") return refusedBy(reply, { codes: approvalCodes, refusals: approvalRefusals });
  const { value: payment } = reply;
  if (payment.orderId !== orderId || payment.amount !== amount || payment.status !== "paid") {
    return { outcome: "unknown", reason: "an answer about another payment, or one that is not paid" };
  }
  const answer = approvalOf(orderId, payment);
  return answer.outcome === "done" ? answer : { outcome: "unknown", reason: "an incomplete payment" };
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
  const { approvalKey: orderId } = request;
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
  if (named === orderId && amount === request.amount && isUndone(reply.value)) return done(orderId);
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
  const { approvalKey: orderId, approvalReference: tid, approvalAskedAt: askedAt } = request;
  const found = await findPayment(api, { ...request, orderId, tid, askedAt });
  if (found.outcome === "not-found") return { is: "reversible" };
  if (found.outcome === "unknown") return { is: "over", answer: found };
  const { value: payment, account } = found;
  if (isUndone(payment)) return { is: "over", answer: done(orderId) };
  if (payment.status === "paid" && payment.balanceAmt === payment.amount) return { is: "reversible", account };
  if (payment.status === "failed") return { is: "over", answer: { outcome: "not-found" } };
  if (payment.cancels.length > 0) return { is: "over", answer: tooLate };
  return { is: "over", answer: { outcome: "unknown", reason: `a payment that is ${payment.status}` } };
}
