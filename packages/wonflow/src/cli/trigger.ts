import { orderSettlementSchema } from "@wonflow/core";
import { testCards } from "@wonflow/sandbox";
import { Argument, type Command } from "commander";
import { z } from "zod";

import { randomIds } from "../ids.ts";
import { print } from "./print.ts";
import { withProgress, type Tell } from "./progress.ts";
import { askRunning, runningServiceOptions, runningServiceShape } from "./running-service.ts";
import { minuteInSeoul, won } from "./table.ts";
import { tenantOf } from "./tenant-options.ts";

const schema = z.object({
  ...runningServiceShape,
  amount: z.coerce.number("--amount must be a number of won").default(10_000),
});

const help = `
Nothing is made up: an order is paid with a test card and confirmed, and the
service's clock goes on by three business days, so that it is settled and its
webhook sent. What else is due by then happens too.

It pays with the key in WONFLOW_SECRET_KEY, of test mode, or test_sk_docs.

Events: settlement.completed

Examples:
  wonflow trigger settlement.completed
  wonflow trigger settlement.completed --amount 250000 --json`;

/** `wonflow trigger`: brings about what a merchant is told of by webhook. */
export function addTriggerCommand(program: Command): void {
  runningServiceOptions(program.command("trigger"))
    .description("bring about an event in a service that runs for development")
    .addArgument(new Argument("<event>", "what is to happen").choices(["settlement.completed"]))
    .option("--amount <won>", "what is paid (default: 10000)")
    .addHelpText("after", help)
    .action(async (_event: string, given: unknown) => {
      const { url, amount, json } = tenantOf(schema, given);
      const settled = await withProgress("Paying", (tell) => settleOne(url, amount, tell));
      print(json, settled, textOf(settled));
    });
}

const createdSchema = z.object({ token: z.string() });
const redirectSchema = z.object({ redirectUrl: z.url() });
const approvedSchema = z.object({ status: z.literal("DONE") });

type Settled = z.output<typeof orderSettlementSchema>;

/** Has an order paid and settled, as a merchant's server, its buyer, and the days that pass would. */
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

/** The first test card takes every amount. */
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
