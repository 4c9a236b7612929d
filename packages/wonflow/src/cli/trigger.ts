import {
  webhookEvents,
  orderSettlementSchema,
  paymentIntentSchema,
  payoutListSchema,
  payoutSchema,
  sellerSchema,
  type ClockMove,
  type PaymentIntent,
  type PayoutView,
  type WebhookEventName,
} from "@wonflow/core";
import { Argument, type Command } from "commander";
import { z } from "zod";
import { addCommand, option, UsageError } from "./command.ts";
import { withProgress, type Tell, minuteInSeoul, won } from "./print.ts";
import { runningServiceOptions, askRunning, ServiceError } from "./running-service.ts";
import { wholeNumber } from "./options.ts";
import { bankMagic, testCards } from "@wonflow/sandbox";
import { randomIds } from "../machine.ts";

const names = webhookEvents.map(({ name }) => name);

const notes = `The events are real: an order is paid with a test card, refused, given up or
canceled. For settlement.completed and the payouts the service's clock moves
ahead to the settlement, and for a payout by three business days more. Other
work that is due by then is done. A payout goes to a new seller, and the sandbox
bank pays, fails or returns it.

It pays with the key in WONFLOW_SECRET_KEY, of test mode, or test_sk_docs.
Events of payments and payouts are sent to endpoints that subscribe to them, as
wonflow webhooks listen does.

Events:
${names.map((name) => `  ${name}`).join("\n")}`;

/** `wonflow trigger`: causes an event with a webhook. */
export function addTriggerCommand(program: Command): void {
  addCommand(program, "trigger", {
    description: "cause an event in a service that runs for development",
    notes,
    examples: ["wonflow trigger payment.done", "wonflow trigger settlement.completed --amount 250000 --json"],
    argument: new Argument("<event>", "the event").choices(names),
    options: runningServiceOptions.extend({
      amount: option(
        "--amount <won>",
        "the amount that the buyer pays (default: 10000)",
        wholeNumber("--amount must be a whole number of won").default(10_000),
      ),
    }),
    async run({ url, amount }, { args }) {
      const event = z.enum(names).parse(args[0]);
      const { mId, value, lines } = await withProgress("Paying", (tell) => causes[event]({ url, amount, tell }));
      // A command can't open the folder of a service that runs: the service itself is asked.
      const sent = `Webhook   ${event}, sent if an endpoint subscribes to it: GET ${url}/merchants/${mId}/webhook-deliveries`;
      return { value, text: [...lines, sent].join("\n") };
    },
  });
}

const beyondCalendar =
  "the payment's settlement lies past the end of the calendar of bank holidays: the clock can't be moved there, so start on an empty database";

interface Service {
  readonly url: string;
  /** Won that the buyer pays. */
  readonly amount: number;
  readonly tell: Tell;
}

interface Caused {
  readonly mId: number;
  readonly value: unknown;
  /** What the command prints without `--json`. */
  readonly lines: readonly string[];
}

/** Causes each event, acting as the merchant's server and the buyer. */
const causes: Readonly<Record<WebhookEventName, (service: Service) => Promise<Caused>>> = {
  "settlement.completed": settle,
  "payment.done": async (service) => shown(await pay(service)),
  "payment.aborted": async (service) => shown(await refuse(service)),
  "payment.expired": async (service) => shown(await giveUp(service)),
  "payment.canceled": async (service) => shown(await cancel(service)),
  "payout.completed": (service) => payOut(service, { amount: 1_000, status: "COMPLETED" }),
  "payout.failed": (service) => payOut(service, { amount: bankMagic.amounts.fails.amount, status: "FAILED" }),
  "payout.returned": (service) =>
    payOut(service, { amount: bankMagic.amounts.returned.amount, status: "COMPLETED", error: "PAYOUT_RETURNED" }),
};

function shown(payment: PaymentIntent): Caused {
  return { mId: payment.mId, value: payment, lines: [paymentLine(payment)] };
}

function paymentLine({ totalAmount, orderId, status }: PaymentIntent): string {
  return `Payment   ${won(totalAmount)} won, order ${orderId}: ${status}`;
}

const createdSchema = z.object({ token: z.string() });
const redirectSchema = z.object({ redirectUrl: z.url() });

/** A payment that its buyer has authenticated with a test card of the sandbox. */
async function authenticate({ url, amount }: Service, card = testCards[0]?.name) {
  const orderId = `trigger-${randomIds.random(21)}`;
  const order = {
    customerId: "wonflow-trigger",
    orderId,
    orderName: "wonflow trigger",
    amount: { value: amount },
    successUrl: "https://example.com/success",
    failUrl: "https://example.com/fail",
  };
  const { token } = await askRunning(url, { path: "/px/payfront/sessions", body: order }, createdSchema);
  const number = testCards.find(({ name }) => name === card)?.number;
  const entry = { number, expiryMonth: "12", expiryYear: "39", registNo: "900101", passwordFront2: "12" };
  const { redirectUrl } = await askRunning(
    url,
    { path: "/checkout/session/authenticate", body: entry, token },
    redirectSchema,
  );
  const intentKey = new URL(redirectUrl).searchParams.get("intentKey") ?? "";
  return { token, intentKey, confirmation: { intentKey, orderId, amount } };
}

function paymentIn<const Status extends PaymentIntent["status"]>(status: Status) {
  return paymentIntentSchema.extend({ status: z.literal(status) });
}

function lookUp(url: string, intentKey: string, status: PaymentIntent["status"]) {
  return askRunning(url, { path: `/px/intents/${intentKey}`, method: "GET", body: null }, paymentIn(status));
}

async function pay(service: Service): Promise<PaymentIntent> {
  const { confirmation } = await authenticate(service);
  return askRunning(service.url, { path: "/px/intents/confirm", body: confirmation }, paymentIn("DONE"));
}

async function refuse(service: Service): Promise<PaymentIntent> {
  const { intentKey, confirmation } = await authenticate(service, "no-funds");
  await askRunning(service.url, { path: "/px/intents/confirm", body: confirmation }, z.never()).catch(
    (error: unknown) => {
      // Expected; the look-up below fails if it was refused for another reason.
      if (!(error instanceof ServiceError)) throw error;
    },
  );
  return lookUp(service.url, intentKey, "ABORTED");
}

async function giveUp(service: Service): Promise<PaymentIntent> {
  const { token, intentKey } = await authenticate(service);
  await askRunning(service.url, { path: "/checkout/session/give-up", body: {}, token }, redirectSchema);
  return lookUp(service.url, intentKey, "EXPIRED");
}

async function cancel(service: Service): Promise<PaymentIntent> {
  const { intentKey } = await pay(service);
  const request = { path: `/px/intents/${intentKey}/cancel`, body: { cancelReason: "wonflow trigger" } };
  return askRunning(service.url, request, paymentIn("CANCELED"));
}

/** Moves the service's clock ahead; what is due by then is done. */
function move(url: string, body: ClockMove): Promise<unknown> {
  return askRunning(url, { path: "/development/clock", body }, z.object({ now: z.string() }));
}

async function settle(service: Service) {
  const { url, tell } = service;
  const { orderId, mId } = await pay(service);
  const found = { path: `/px/settlements/${orderId}`, method: "GET", body: null } as const;
  const { scheduledAt } = await askRunning(url, found, orderSettlementSchema);
  if (scheduledAt === null) throw new UsageError(beyondCalendar);
  tell("Moving the clock to the settlement");
  // No later: in the evening the daily transfer takes the balance that a payout needs.
  await move(url, { to: scheduledAt });
  const value = await askRunning(url, found, orderSettlementSchema);
  const { transactionAmount, fee, vat, settlementAmount, settledAt, settlementId } = value;
  const at = settledAt === null ? "-" : `${minuteInSeoul(Date.parse(settledAt))} (KST)`;
  const lines = [
    `Paid      ${won(transactionAmount)} won, order ${orderId}`,
    `Settled   ${won(settlementAmount)} won at ${at}: fee ${won(fee)}, VAT ${won(vat)}, ${settlementId ?? "-"}`,
  ];
  return { value, lines, mId };
}

interface WantedPayout {
  /** Won; the sandbox bank does something else than to pay at some amounts. */
  readonly amount: number;
  readonly status: PayoutView["status"];
  readonly error?: string;
}

/** Pays out of what was settled, to a seller of its own. */
async function payOut(service: Service, { amount, status, error }: WantedPayout): Promise<Caused> {
  const { url, tell } = service;
  const { mId, lines } = await settle(service);
  tell("Paying out");
  const account = { bankCode: "004", accountNumber: "1101234567", holderName: "김상인" };
  const refSellerId = `trigger-${randomIds.random(21)}`;
  const seller = await askRunning(
    url,
    { path: `/merchants/${mId}/sellers`, body: { refSellerId, name: "김상인", businessType: "INDIVIDUAL", account } },
    sellerSchema,
  );
  const item = { refPayoutId: refSellerId, destination: seller.id, amount: { value: amount, currency: "KRW" } };
  const { items } = await askRunning(url, { path: `/merchants/${mId}/payouts`, body: [item] }, payoutListSchema);
  tell("Three business days pass");
  await move(url, { forward: { businessDays: 3 } });
  const wanted = payoutSchema.extend({
    status: z.literal(status),
    ...(error !== undefined && { error: z.object({ code: z.literal(error), message: z.string() }) }),
  });
  const path = `/merchants/${mId}/payouts/${items[0]?.id}`;
  const value = await askRunning(url, { path, method: "GET", body: null }, wanted);
  return { mId, value, lines: [...lines, `Payout    ${won(amount)} won, ${value.refPayoutId}: ${error ?? status}`] };
}
