import type { WrongDecision, WrongDecisions } from "./wrong-decision.ts";
import { wrongCalls } from "./wrong-calls.ts";
import { wrongWebhooks } from "./wrong-webhooks.ts";
import { wrongWindows } from "./wrong-windows.ts";

const byName: WrongDecisions = {
  ...wrongWebhooks,
  ...wrongCalls,
  ...wrongWindows,
  "a repeated key treated as another key": {
    within: 100,
    breaks: ["one effect of a key", "same answer to a repeat"],
    file: "http/src/request/headers.ts",
    change: ["single.set(name, value)", 'single.set(name, (request.headers.get(name) ?? "").replaceAll(",", ""))'],
  },
  "a lane whose rejection is not handled": {
    within: 20,
    breaks: ["every rejection is handled"],
    file: "core/src/engine/commit/lanes.ts",
    change: ["tails.set(lane, mine)", "tails.set(lane, mine.finally(() => undefined))"],
  },
  "a revoked key accepted": {
    within: 400,
    breaks: ["only active keys are accepted"],
    file: "core/src/merchant/api-key/api-key.ts",
    change: ["record.revokedAt !== null ?", "false ?"],
  },
  "a confirm of a suspended merchant": {
    within: 1000,
    breaks: ["a suspended merchant begins nothing"],
    file: "core/src/payment/confirm/confirm.ts",
    change: ["suspendedRefusal(merchant)", "undefined"],
  },
  "an amount out of the contract's bounds": {
    within: 1000,
    breaks: ["a payment keeps its contract"],
    file: "core/src/payment/checkout/new-session.ts",
    change: ["amountRefusal(order.amount.value, merchant)", "undefined"],
  },
  "a link used after it has expired": {
    within: 400,
    breaks: ["a link is used before it expires"],
    file: "core/src/payment/checkout/read-session.ts",
    change: ["sessionStatusAt(session, now)", "session.status"],
  },
  "a page's checkout in place of the server's": {
    within: 50,
    breaks: ["a page replaces no checkout of the server"],
    file: "core/src/payment/checkout/create-session.ts",
    change: ['currentSession.openedBy === "server"', "false"],
  },
  "a payment given up that can still be confirmed": {
    within: 200,
    breaks: ["a payment given up is not charged"],
    file: "core/src/payment/checkout/end-link.ts",
    change: ['session.status !== "AUTHENTICATED"', "true"],
  },
  "an unknown approval answered as refused": {
    within: 200,
    breaks: ["a refusal is final"],
    file: "core/src/payment/confirm/confirm.ts",
    change: ['refuse("UNKNOWN_PAYMENT_ERROR")', 'refuse("PROVIDER_ERROR")'],
  },
  "an approved card left charged when another is refused": {
    within: 400,
    breaks: ["a payment under way has an open attempt", "one attempt at a time", "records follow the gateway"],
    file: "core/src/payment/confirm/reverse-approvals.ts",
    change: ['approval.status === "REFUSED" || approval', 'approval.status !== "UNKNOWN" || approval'],
  },
  "a refused net-cancel that is not flagged": {
    within: 2000,
    breaks: ["an answer that needs an operator flags its attempt", "flagged in time"],
    file: "core/src/payment/confirm/reversal-outcome.ts",
    change: ['needsOperator: found.outcome === "refused"', "needsOperator: false"],
  },
  "the remaining amount answered as the paid amount": {
    within: 20,
    breaks: ["answers follow the books"],
    file: "core/src/payment/intent/view.ts",
    change: ["remainingAmount: remainingAmount(intent)", "remainingAmount: intent.totalAmount"],
  },
  "a gateway's refund booked at each repeat": {
    within: 400,
    breaks: ["records follow the gateway"],
    file: "core/src/payment/cancel/given-back.ts",
    change: ["const repeated = ofMinute ?? same[0];", "const repeated = undefined;"],
  },
  "evidence dated before the payment": {
    within: 400,
    breaks: ["times are the gateway's"],
    file: "core/src/engine/time/typed-time.ts",
    change: ["until <= earliest - clockToleranceMs || ", ""],
  },
  "a payment that is not found": {
    within: 400,
    breaks: ["every payment is found"],
    file: "core/src/payment/intent/look-up-payment.ts",
    change: ["if (intent === undefined)", 'if (intent === undefined || intent.status === "READY")'],
  },
  "the last part leaves a payment PARTIAL_CANCELED": {
    within: 50,
    breaks: ["status and amounts agree"],
    file: "core/src/payment/cancel/cancellation-outcome.ts",
    change: ['isRest ? "cancel-rest" : "cancel-part"', '"cancel-part"'],
  },
  "the excess of a chargeback taken with a fee": {
    within: 200,
    breaks: ["the ledger follows the payments", "a payment earns what remains of it"],
    file: "core/src/ledger/earning/earning.ts",
    change: ["{ fee: 0, vat: 0, net: amount }", "splitFee(amount, earning.feeRate)"],
  },
  "an unknown full cancellation answered as refused": {
    within: 400,
    breaks: ["refusals of cancellations are true", "a refused cancellation has no effect"],
    file: "core/src/payment/cancel/cancel.ts",
    change: ['? "FAILED_REFUND_PROCESS"', '? "REFUND_REJECTED"'],
  },
  "more than remains answered as canceled": {
    within: 1000,
    breaks: ["no acknowledged cancellation is lost"],
    file: "core/src/payment/cancel/cancel.ts",
    change: [
      "if (!plan.ok) return { answer: plan };",
      // As if it had canceled the requested amount, after a smaller cancellation.
      `const isTooMuch = !plan.ok && plan.error.code === "NOT_MATCHES_REFUNDABLE_AMOUNT";
      if (isTooMuch && !at.request && found.canceledAmount)
        return { answer: ok({ ...viewIntent(found, at), settlementId: undefined }) };
      if (!plan.ok) return { answer: plan };`,
    ],
  },
  "a call after its deadline": {
    within: 400,
    breaks: ["called in time"],
    file: "core/src/engine/attempt/call.ts",
    change: ["left <= 0", "left <= -Infinity"],
  },
  "age flags nothing": {
    within: 200,
    breaks: ["flagged in time"],
    file: "core/src/engine/attempt/lost-answer.ts",
    change: ["at.now - attempt.openedAt >= at.flagAfterMs", "false"],
  },
  "a flag reported at every look-up": {
    within: 200,
    breaks: ["the operator is notified once of each flag", "the operator is notified of a flagged payout"],
    file: "core/src/engine/attempt/flag.ts",
    change: ["|| before.flagged", ""],
  },
  "a refused cancellation answered as unknown": {
    within: 400,
    breaks: ["unknown is answered only while it is unknown"],
    file: "core/src/payment/cancel/cancellation-outcome.ts",
    change: ['isPart ? "FAILED_REFUND_PROCESS" : refusal', '"FAILED_REFUND_PROCESS"'],
  },
  "balances that are not those of the entries": {
    within: 20,
    breaks: ["the store's balances are the sums of its entries"],
    file: "store-memory/src/ledger.ts",
    change: ["ledger.balances = after", "ledger.balances = { ...after, fee: ledger.balances.fee }"],
  },
  "the available balance answered without the pending one": {
    within: 50,
    breaks: ["balances follow the books"],
    file: "core/src/ledger/entries/entries.ts",
    change: ["value: available", "value: available - pending"],
  },
  "settled on a closed day": {
    within: 200,
    breaks: ["settled on its day"],
    file: "core/src/payout/settlement/settle.ts",
    change: ["isBusinessDay(holidays, today) !== true", "false"],
  },
  "the next settlement a day late": {
    within: 100,
    breaks: ["no settlement day is left out"],
    file: "core/src/payout/settlement/settle.ts",
    change: ["startOfDayInSeoul(dayAfter(today))", "startOfDayInSeoul(dayAfter(dayAfter(today)))"],
  },
  "the last day of a list left out": {
    within: 400,
    breaks: ["settlements follow the books"],
    file: "core/src/payout/settlement/look-up-settlement.ts",
    change: ["startOfDayInSeoul(dayAfter(to))", "startOfDayInSeoul(to)"],
  },
  "identity data purged before the settlement": {
    within: 600,
    breaks: ["data are purged in time"],
    file: "core/src/payment/payer-identity.ts",
    change: ["if (isUnderWay(payment))", "if (false)"],
  },
  "a repeat answered with the seller as it is now": {
    within: 1000,
    breaks: ["same answer to a repeat"],
    file: "core/src/payout/seller/registration.ts",
    change: ["answer: attempt.answer ?? ok(viewSeller(registered))", "answer: ok(viewSeller(registered))"],
  },
  "a deleted seller found": {
    within: 400,
    breaks: ["sellers follow the books"],
    file: "core/src/payout/seller/view.ts",
    change: ['|| seller.status === "DELETED"', ""],
  },
  "a deleted seller paid": {
    within: 1000,
    breaks: ["only live sellers are paid"],
    file: "core/src/payout/check-batch.ts",
    change: ['&& seller.status !== "DELETED"', ""],
  },
  "a late payout that is not flagged": {
    within: 400,
    breaks: ["payouts are flagged in time"],
    file: "core/src/payout/payout-outcome.ts",
    change: ["|| at.now >= flagAt", ""],
  },
  "a flagged payout without a notification": {
    within: 200,
    breaks: ["the operator is notified of a flagged payout"],
    file: "core/src/payout/payout-outcome.ts",
    change: ["ok({ after, flag })", "ok({ after })"],
  },
  "the last payout date of a list left out": {
    within: 400,
    breaks: ["no payout is missing"],
    file: "core/src/payout/list-payouts.ts",
    change: ["{ to: dayAfter(to) }", "{ to }"],
  },
  "one payout of a batch left out of its answer": {
    within: 200,
    breaks: ["payouts follow the books"],
    file: "core/src/payout/create-batch.ts",
    change: ["payouts.map(viewPayout)", "payouts.slice(0, 1).map(viewPayout)"],
  },
  "refused for less than there is": {
    within: 400,
    breaks: ["refusals of payouts are true"],
    file: "core/src/payout/create-batch.ts",
    change: ["if (total > available)", "if (2 * total > available)"],
  },
  "another customer's key charged": {
    within: 1000,
    breaks: ["only a customer's live keys are charged"],
    file: "core/src/payment/billing/charge.ts",
    change: ["key.customerId !== wanted.customerId", "false"],
  },
  "another charge of an order treated as a repeat": {
    within: 1000,
    breaks: ["a charge is answered with its own payment", "no acknowledged payment is lost"],
    file: "core/src/payment/billing/charge.ts",
    change: ["isSame(wanted, current)", "true"],
  },
  "a charge without an answer answered as refused": {
    within: 200,
    breaks: ["refusals of charges are true"],
    file: "core/src/payment/billing/charge.ts",
    change: [': "UNKNOWN_PAYMENT_ERROR"', ': "PROVIDER_ERROR"'],
  },
};

const all = Object.entries(byName);
export const wrongDecisions: readonly WrongDecision[] = all.map(([name, wrong]) => ({ name, ...wrong }));
