import {
  cancellationRefusals,
  type Cancellation,
  type CancellationQuestion,
  type CancellationRefusal,
  type CancellationRequest,
  type Found,
  type Outcome,
} from "@wonflow/core";
import { accountsFor, type NiceAccount } from "./accounts.ts";
import type { Payment } from "./answers.ts";
import { canceledBefore, cancellationCodes, refusedBy, unknownOf, withoutAccount } from "./codes.ts";
import type { Said } from "./api.ts";
import {
  approvalIn,
  askForPayment,
  findPayment,
  isOfKey,
  pathOf,
  reasonOf,
  suspects,
  type NiceApi,
} from "./payment.ts";
import { cutToBytes } from "./transport.ts";

const longestReason = 100;

type Canceled = Outcome<Cancellation, CancellationRefusal>;

/**
 * Refunds a payment in part or in full. A payment of which nothing was refunded is canceled as the manual has it, without
 * an amount: with one, the shop and the card must allow parts. Otherwise the amount is sent, or all would be refunded.
 */
export async function cancel(api: NiceApi, request: CancellationRequest): Promise<Canceled> {
  const { key: orderId, amount: cancelAmt, taxFreeAmount: taxFreeAmt } = request;
  const meant = await paymentToCancel(api, request);
  if (meant.outcome !== "done") return meant;
  const { tid, account, isWhole } = meant;
  const part = isWhole ? {} : { cancelAmt, taxFreeAmt };
  const reply = await askForPayment(
    api.ask,
    { ...request, account },
    {
      method: "POST",
      path: `${pathOf(tid)}/cancel`,
      fields: {
        reason: cutToBytes(reasonOf(orderId, request.reason), longestReason),
        orderId,
        ...part,
      },
      signs: [tid],
    },
  );
  if (reply.outcome !== "done") {
    if (reply.outcome === "said" && canceledBefore.has(reply.provider.code)) {
      return ifCanceledBefore(api, request, reply);
    }
    return refusedBy(reply, { codes: cancellationCodes, refusals: cancellationRefusals });
  }
  if (reply.value.tid !== tid) return { outcome: "unknown", reason: "a cancellation of another payment" };
  const canceled = canceledIn(reply.value, request) ?? canceledByName(reply.value, request);
  return canceled ?? { outcome: "unknown", reason: "done, but the list does not show it" };
}

/** The cancellation that the answer to it names, should the gateway not show reasons as they were sent. */
function canceledByName(
  { cancels, cancelledTid }: Payment,
  { key, amount }: CancellationRequest,
): Outcome<Cancellation, never> | undefined {
  const [named, ...others] = cancels.filter(({ tid }) => tid === cancelledTid);
  if (named?.amount !== amount || others.length > 0) return undefined;
  return { outcome: "done", value: { key, reference: named.tid, amount, canceledAt: named.cancelledAt } };
}

type Meant =
  | { readonly outcome: "done"; readonly tid: string; readonly account: NiceAccount; readonly isWhole: boolean }
  | Exclude<Canceled, { readonly outcome: "done" }>;

const unheard = { outcome: "unknown", reason: "the connection broke while the payment was looked up" } as const;

/**
 * The payment, and whether it is refunded whole. It is looked up for that, and where its answer was lost: a payment that
 * is not found then is not refunded.
 */
async function paymentToCancel(api: NiceApi, request: CancellationRequest): Promise<Meant> {
  const { approvalReference: known, amount } = request;
  const [account] = await accountsFor(api.accountsOf, request);
  if (account === undefined) return withoutAccount;
  const found = await findPayment(api, request, approvalIn(request)).catch(() => unheard);
  if (found.outcome === "done") {
    const { tid, amount: paid, balanceAmt } = found.value;
    return { outcome: "done", tid, account: found.account, isWhole: amount === paid && amount === balanceAmt };
  }
  // By its name it can be refunded without a look-up, as a part.
  if (known !== null) return { outcome: "done", tid: known, account, isWhole: false };
  return found.outcome === "not-found" ? { outcome: "refused", code: "REFUND_REJECTED" } : found;
}

/** Nothing was refunded now. Only the list shows whether an earlier delivery of this call, repeated by a proxy, was. */
async function ifCanceledBefore(api: NiceApi, request: CancellationRequest, reply: Said): Promise<Canceled> {
  const { provider } = reply;
  const found = await findPayment(api, request, approvalIn(request));
  if (found.outcome !== "done") return unknownOf(reply);
  const refused = { outcome: "refused", code: "NOT_MATCHES_REFUNDABLE_AMOUNT", provider } as const;
  return canceledIn(found.value, request) ?? refused;
}

/** The cancellation of a key in a payment's list; undefined if the list does not have it. */
function canceledIn(
  { cancels }: Payment,
  { key, amount }: Pick<CancellationQuestion, "key" | "amount">,
): Outcome<Cancellation, never> | undefined {
  const [found, ...others] = cancels.filter((each) => isOfKey(each, key));
  if (found === undefined) return undefined;
  if (others.length > 0 || found.amount !== amount) {
    return { outcome: "unknown", reason: "several cancellations of this key, or one of another amount" };
  }
  return { outcome: "done", value: { key, reference: found.tid, amount, canceledAt: found.cancelledAt } };
}

export async function lookUpCancellation(
  api: NiceApi,
  question: CancellationQuestion,
): Promise<Found<Cancellation, CancellationRefusal>> {
  const found = await findPayment(api, question, approvalIn(question));
  if (found.outcome !== "done") return found;
  const canceled = canceledIn(found.value, question);
  if (canceled !== undefined) return canceled;
  if (suspects(found.value, question).length === 0) return { outcome: "not-found" };
  return { outcome: "unknown", reason: "the provider lists a cancellation of this amount without a key" };
}
