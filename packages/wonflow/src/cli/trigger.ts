import { orderSettlementSchema, type WebhookEvent } from "@wonflow/core";
import { testCards } from "@wonflow/sandbox";
import { Argument, type Command } from "commander";
import { z } from "zod";

import { randomIds } from "../ids.ts";
import { addCommand, option } from "./command.ts";
import { withProgress, type Tell } from "./progress.ts";
import { askRunning, runningServiceOptions } from "./running-service.ts";
import { minuteInSeoul, won } from "./table.ts";

/** The events that it can cause. */
const causable = ["settlement.completed"] as const satisfies readonly WebhookEvent["event"][];

const notes = `The events are real: an order is paid with a test card and confirmed, and the
service's clock moves ahead by three business days, so that the order is settled
and its webhook sent. Other work that is due by then is done too.

It pays with the key in WONFLOW_SECRET_KEY, of test mode, or test_sk_docs.

Events: ${causable.join(", ")}`;

/** `wonflow trigger`: causes an event with a webhook. */
export function addTriggerCommand(program: Command): void {
  addCommand(program, "trigger", {
    description: "cause an event in a service that runs for development",
    notes,
    examples: ["wonflow trigger settlement.completed", "wonflow trigger settlement.completed --amount 250000 --json"],
    argument: new Argument("<event>", "the event").choices(causable),
    options: runningServiceOptions.extend({
      amount: option(
        "--amount <won>",
        "the amount to pay (default: 10000)",
        z.coerce.number("--amount must be a number of won").default(10_000),
      ),
    }),
    async run({ url, amount }) {
      const value = await withProgress("Paying", (tell) => settleOne(url, amount, tell));
      return { value, text: textOf(value) };
    },
  });
}

const createdSchema = z.object({ token: z.string() });
const redirectSchema = z.object({ redirectUrl: z.url() });
const approvedSchema = z.object({ status: z.literal("DONE") });

type Settled = z.output<typeof orderSettlementSchema>;

/** Pays an order and has it settled, in the place of a merchant's server and its buyer. */
async function settleOne(url: string, amount: number, tell: Tell): Promise<Settled> {
  const orderId = `trigger-${randomIds.random(21)}`;
  const { token } = await askRunning(
    url,
    { path: "/px/payfront/sessions", body: orderOf(orderId, amount) },
    createdSchema,
  );
  const authenticate = { path: "/checkout/session/authenticate", body: cardEntry(), token };
  const { redirectUrl } = await askRunning(url, authenticate, redirectSchema);
  const intentKey = new URL(redirectUrl).searchParams.get("intentKey");
  await askRunning(url, { path: "/px/intents/confirm", body: { intentKey, orderId, amount } }, approvedSchema);
  tell("Three business days pass");
  const days = { path: "/development/clock", body: { forward: { businessDays: 3 } } };
  await askRunning(url, days, z.object({ now: z.string() }));
  const found = { path: `/px/settlements/${orderId}`, method: "GET", body: null } as const;
  return askRunning(url, found, orderSettlementSchema);
}

function orderOf(orderId: string, value: number) {
  return {
    customerId: "wonflow-trigger",
    orderId,
    orderName: "wonflow trigger",
    amount: { value },
    successUrl: "https://example.com/success",
    failUrl: "https://example.com/fail",
  };
}

/** The first test card always succeeds. */
function cardEntry() {
  const number = testCards[0]?.number;
  return { number, expiryMonth: "12", expiryYear: "39", registNo: "900101", passwordFront2: "12" };
}

function textOf({ orderId, transactionAmount, fee, vat, settlementAmount, settledAt, settlementId }: Settled): string {
  const at = settledAt === null ? "-" : `${minuteInSeoul(Date.parse(settledAt))} (KST)`;
  return [
    `Paid      ${won(transactionAmount)} won, order ${orderId}`,
    `Settled   ${won(settlementAmount)} won at ${at}: fee ${won(fee)}, VAT ${won(vat)}`,
    `Webhook   settlement.completed of ${settlementId ?? "-"}, sent where an endpoint is set (wonflow webhooks list)`,
  ].join("\n");
}
