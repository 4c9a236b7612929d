import { approvalRefusals, type Approval, type ApprovalRefusal, type ApprovalRequest, type Found } from "@wonflow/core";

import { accountsFor } from "./accounts.ts";
import { approvalCodes } from "./codes.ts";
import { approvalOf, askForPayment, type NiceApi } from "./payment.ts";
import { refusedBy, withoutAccount } from "./refusal.ts";
import { cutToBytes } from "./transport.ts";

const longestName = 40;

/** Approves an amount under the order id that is the attempt's key. */
export async function approve(
  { ask, accountsOf }: NiceApi,
  request: ApprovalRequest,
): Promise<Exclude<Found<Approval, ApprovalRefusal>, { readonly outcome: "not-found" }>> {
  const [account] = await accountsFor(accountsOf, request);
  if (account === undefined) return withoutAccount;
  const { key: orderId, cardToken: bid, amount, taxFreeAmount: taxFreeAmt, installmentPlanMonths } = request;
  const told = await askForPayment(
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
  if (told.outcome !== "done") return refusedBy(told, { codes: approvalCodes, refusals: approvalRefusals });
  const { value: payment } = told;
  if (payment.orderId !== orderId || payment.amount !== amount || payment.status !== "paid") {
    return { outcome: "unknown", reason: "an answer about another payment, or one that is not paid" };
  }
  const answer = approvalOf(orderId, payment);
  return answer.outcome === "done" ? answer : { outcome: "unknown", reason: "a payment that is not wholly told" };
}
