import { webhookEvents, type WebhookEndpoint, type WebhookDelivery, type WebhookTry } from "@wonflow/core";
import type { Command } from "commander";
import { z } from "zod";
import { addCommand, option } from "./command.ts";
import { eventNames, pageOptions, withHint, tenantOptions } from "./options.ts";
import { addListenCommand } from "./listen.ts";
import { ofMerchant, type Named } from "./with-payments.ts";
import { minuteInSeoul, textTable } from "./print.ts";

const overlap = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,9})?$/, "--overlap must be a number of hours, such as 48 or 1.5")
  .transform(Number)
  .default(24);

const hourMs = 60 * 60 * 1000;

export function addWebhookCommands(program: Command): void {
  const webhooks = program.command("webhooks").description("a merchant's endpoint for webhooks, and its deliveries");
  addEndpointCommands(webhooks);
  addDeliveryCommands(webhooks);
  addListenCommand(webhooks);
}

function addEndpointCommands(webhooks: Command): void {
  addCommand(webhooks, "set", {
    description: "set the address and the events; options left out stay unchanged",
    notes: `A new endpoint gets a secret, which is shown once and never again. Settlements
are always sent, the events of payments and payouts only if --events has them:
${webhookEvents.map(({ name }) => `  ${name}`).join("\n")}`,
    examples: [
      "wonflow webhooks set --mid 7 --mode live --url https://shop.example/webhook",
      "wonflow webhooks set --mid 7 --mode live \\\n    --events payment.done,payment.canceled,payout.completed",
    ],
    options: tenantOptions.extend({
      url: option("--url <url>", "the address; https in live mode", z.string().optional()),
      events: option("--events <names>", "the events to send, separated by commas; all or none", eventNames),
    }),
    async run({ url, events, ...named }) {
      const value = await answered(named, (payments, tenant) => payments.webhooks.set(tenant, { url, events }));
      const changed = "The endpoint is changed. The secret stays; wonflow webhooks rotate issues a new one.";
      return { value, text: [value.secret ?? changed, eventsLine(value), ...hintFor(value)].join("\n") };
    },
  });
  addCommand(webhooks, "show", {
    description: "show the endpoint, without its secret",
    examples: ["wonflow webhooks show --mid 7 --mode live"],
    options: tenantOptions,
    async run(named) {
      const value = await answered(named, (payments, tenant) => payments.webhooks.get(tenant));
      return { value, text: textOf(value).join("\n") };
    },
  });
  addCommand(webhooks, "rotate", {
    description: "issue a new secret, shown once; the former one also signs for a while",
    notes: `At most four former secrets sign, each until its own time. With --overlap 0 only
the new one signs, from then on.`,
    examples: ["wonflow webhooks rotate --mid 7 --mode live --overlap 48"],
    options: tenantOptions.extend({
      overlap: option("--overlap <hours>", "how long the former one signs, 24 by default", overlap),
    }),
    async run({ overlap: hours, ...named }) {
      const overlapMs = Math.round(hours * hourMs);
      const value = await answered(named, (payments, tenant) => payments.webhooks.rotate(tenant, { overlapMs }));
      const until =
        overlapMs === 0
          ? "No former secret signs any more."
          : `The former secret signs as well until ${minuteInSeoul(value.formerSecretUntil)} (KST).`;
      return { value, text: `${value.secret}\n${until}` };
    },
  });
  addCommand(webhooks, "remove", {
    description: "remove the endpoint with its secrets",
    examples: ["wonflow webhooks remove --mid 7 --mode test"],
    options: tenantOptions,
    async run(named) {
      const value = await answered(named, (payments, tenant) => payments.webhooks.remove(tenant));
      return { value, text: "The endpoint is removed." };
    },
  });
}

function addDeliveryCommands(webhooks: Command): void {
  addCommand(webhooks, "list", {
    description: "list deliveries, the newest first, or show one with its tries",
    examples: [
      "wonflow webhooks list --mid 7 --mode live --limit 100",
      "wonflow webhooks list --mid 7 --mode live --id msg_…",
    ],
    options: pageOptions.extend({
      id: option("--id <webhook-id>", "the one to show with its tries", z.string().optional()),
    }),
    async run({ id, limit, ...named }) {
      if (id !== undefined) {
        const value = await answered(named, (payments, tenant) => payments.webhooks.delivery(tenant, id));
        return { value, text: deliveryText(value) };
      }
      const page = await answered(named, (payments, tenant) => payments.webhooks.deliveries(tenant, { limit }));
      const { items: deliveries, hasMore } = page;
      return { value: { deliveries, hasMore }, text: withHint(tableOf(deliveries), hasMore) };
    },
  });
  addCommand(webhooks, "resend", {
    description: "have the running service send a delivery again, also a delivered or exhausted one",
    examples: ["wonflow webhooks resend --mid 7 --mode live --id msg_…"],
    options: tenantOptions.extend({ id: option("--id <webhook-id>", "its id in the list", z.string()) }),
    async run({ id, ...named }) {
      const value = await answered(named, (payments, tenant) => payments.webhooks.resend(tenant, id));
      return { value, text: "The running service sends it again at once." };
    },
  });
}

function answered<Value>(named: Named, ask: Parameters<typeof ofMerchant<Value>>[1]): Promise<Value> {
  const { mid, mode } = named;
  return ofMerchant(named, ask, {
    NOT_FOUND_WEBHOOK: `merchant ${mid} has no webhook endpoint in ${mode} mode`,
    NOT_FOUND_WEBHOOK_DELIVERY: `merchant ${mid} has no such delivery in ${mode} mode`,
  });
}

function hintFor({ contracted }: WebhookEndpoint): readonly string[] {
  return contracted ? [] : ["Nothing is sent yet, as the contract has no webhook: wonflow merchants set --webhook on."];
}

function eventsLine({ events }: WebhookEndpoint): string {
  return `Events         ${events.join(", ")}`;
}

function textOf(endpoint: WebhookEndpoint): readonly string[] {
  const { url, secretSince, formerSecretsUntil } = endpoint;
  return [
    `Address        ${url}`,
    eventsLine(endpoint),
    `Secret since   ${minuteInSeoul(secretSince)} (KST)`,
    ...formerSecretsUntil.map((until) => `Former secret  until ${minuteInSeoul(until)} (KST)`),
    ...hintFor(endpoint),
  ];
}

export function tableOf(deliveries: readonly WebhookDelivery[]): string {
  if (deliveries.length === 0) return "There are no deliveries.";
  const rows = deliveries.map(({ id, about, status, tries, createdAt, nextTryAt, log }) => {
    const last = outcomeOf(log.at(-1));
    return [id, about, status, String(tries), minuteInSeoul(createdAt), minuteInSeoul(nextTryAt), last];
  });
  const header = ["ID", "ABOUT", "STATUS", "TRIES", "MADE (KST)", "NEXT TRY (KST)", "LAST ANSWER"];
  return textTable([header, ...rows]);
}

export function deliveryText({ id, event, about, status, nextTryAt, log, tries }: WebhookDelivery): string {
  const next = nextTryAt === null ? "" : `, next try at ${minuteInSeoul(nextTryAt)} (KST)`;
  const older = tries > log.length ? [`… the last ${log.length} of ${tries} tries:`] : [];
  return [`${id}  ${event}  ${about}`, `${status}${next}`, ...older, ...log.map(tryLine)].join("\n");
}

function tryLine(each: WebhookTry): string {
  const { number, at, ms, answer } = each;
  const took = ms === null ? "" : ` after ${ms} ms`;
  // JSON keeps the receiver's answer on one line.
  const said = answer === "" ? "" : `: ${JSON.stringify(answer)}`;
  return `  ${number}. ${minuteInSeoul(at)}  ${outcomeOf(each)}${took}${said}`;
}

function outcomeOf(last: WebhookTry | undefined): string {
  if (last === undefined) return "-";
  return last.status === null ? (last.reason ?? "awaited") : String(last.status);
}
