import type { WebhookEndpoint } from "@wonflow/core";
import type { Command } from "commander";
import { z } from "zod";

import { deliveryText, tableOf } from "./deliveries.ts";
import { addListenCommand } from "./listen.ts";
import { ofMerchant, type Named } from "./of-merchant.ts";
import { pageOptions, pageSchema, withHint } from "./page-options.ts";
import { print } from "./print.ts";
import { minuteInSeoul } from "./table.ts";
import { tenantOf, tenantOptions, tenantSchema } from "./tenant-options.ts";

const setSchema = tenantSchema.extend({ url: z.string() });
const rotateSchema = tenantSchema.extend({
  overlap: z.coerce.number("--overlap must be a number of hours").min(0, "--overlap must not be negative").optional(),
});
const deliveriesSchema = pageSchema.extend({ id: z.string().optional() });
const resendSchema = tenantSchema.extend({ id: z.string() });

const hourMs = 60 * 60 * 1000;

/** `wonflow webhooks`: where a merchant is told of its settlements, and what came of it. */
export function addWebhookCommands(program: Command): void {
  const webhooks = program.command("webhooks").description("where a merchant is told of its settlements");
  addEndpointCommands(webhooks);
  addDeliveryCommands(webhooks);
  addListenCommand(webhooks);
}

function addEndpointCommands(webhooks: Command): void {
  tenantOptions(webhooks.command("set"))
    .description("set the address; a new endpoint gets a secret, which is shown once and never again")
    .requiredOption("--url <url>", "where messages are sent to; https in live mode")
    .addHelpText("after", "\nExample:\n  wonflow webhooks set --mid 7 --mode live --url https://shop.example/webhook")
    .action(async (given: unknown) => {
      const { url, json, ...named } = tenantOf(setSchema, given);
      const endpoint = await answered(named, ({ webhooks }, tenant) => webhooks.set(tenant, { url }));
      const changed = "The address is changed. The secret stays; wonflow webhooks rotate makes another one.";
      print(json, endpoint, [endpoint.secret ?? changed, ...hintFor(endpoint)].join("\n"));
    });
  tenantOptions(webhooks.command("show"))
    .description("show the endpoint, without its secret")
    .addHelpText("after", "\nExample:\n  wonflow webhooks show --mid 7 --mode live")
    .action(async (given: unknown) => {
      const { json, ...named } = tenantOf(tenantSchema, given);
      const endpoint = await answered(named, ({ webhooks }, tenant) => webhooks.get(tenant));
      print(json, endpoint, textOf(endpoint).join("\n"));
    });
  tenantOptions(webhooks.command("rotate"))
    .description("make another secret, which is shown once; for a while the one before it signs as well")
    .option("--overlap <hours>", "how long that is, 24 unless said")
    .addHelpText("after", "\nExample:\n  wonflow webhooks rotate --mid 7 --mode live --overlap 48")
    .action(async (given: unknown) => {
      const { overlap = 24, json, ...named } = tenantOf(rotateSchema, given);
      const overlapMs = Math.round(overlap * hourMs);
      const rotated = await answered(named, ({ webhooks }, tenant) => webhooks.rotate(tenant, { overlapMs }));
      const until = `The secret before it signs as well until ${minuteInSeoul(rotated.formerSecretUntil)} (KST).`;
      print(json, rotated, `${rotated.secret}\n${until}`);
    });
  tenantOptions(webhooks.command("remove"))
    .description("remove the endpoint with its secrets")
    .addHelpText("after", "\nExample:\n  wonflow webhooks remove --mid 7 --mode test")
    .action(async (given: unknown) => {
      const { json, ...named } = tenantOf(tenantSchema, given);
      const removed = await answered(named, ({ webhooks }, tenant) => webhooks.remove(tenant));
      print(json, removed, "The endpoint is removed.");
    });
}

function addDeliveryCommands(webhooks: Command): void {
  pageOptions(tenantOptions(webhooks.command("list")))
    .description("list what was or is to be sent, the newest first, or show one with its tries")
    .option("--id <webhook-id>", "the one to show with its tries")
    .addHelpText(
      "after",
      "\nExamples:\n  wonflow webhooks list --mid 7 --mode live --limit 100\n  wonflow webhooks list --mid 7 --mode live --id msg_…",
    )
    .action(async (given: unknown) => {
      const { id, limit, json, ...named } = tenantOf(deliveriesSchema, given);
      if (id !== undefined) {
        const delivery = await answered(named, ({ webhooks }, tenant) => webhooks.delivery(tenant, id));
        return print(json, delivery, deliveryText(delivery));
      }
      const page = await answered(named, ({ webhooks }, tenant) => webhooks.deliveries(tenant, { limit }));
      const { items: deliveries, hasMore } = page;
      print(json, { deliveries, hasMore }, withHint(tableOf(deliveries), hasMore));
    });
  tenantOptions(webhooks.command("resend"))
    .description("send a delivery again, also one that was delivered or given up; the running service does it")
    .requiredOption("--id <webhook-id>", "its id in the list")
    .addHelpText("after", "\nExample:\n  wonflow webhooks resend --mid 7 --mode live --id msg_…")
    .action(async (given: unknown) => {
      const { id, json, ...named } = tenantOf(resendSchema, given);
      const delivery = await answered(named, ({ webhooks }, tenant) => webhooks.resend(tenant, id));
      print(json, delivery, "It is sent again as soon as the service runs.");
    });
}

/** What merchants are told of that have no endpoint, or no such delivery. */
function answered<Value>(named: Named, ask: Parameters<typeof ofMerchant<Value>>[1]): Promise<Value> {
  const { mid, mode } = named;
  return ofMerchant(named, ask, {
    NOT_FOUND_WEBHOOK: `merchant ${mid} has no webhook endpoint in ${mode} mode`,
    NOT_FOUND_WEBHOOK_DELIVERY: `this is no delivery of merchant ${mid} in ${mode} mode`,
  });
}

function hintFor({ contracted }: WebhookEndpoint): readonly string[] {
  return contracted ? [] : ["Nothing is sent yet, as the contract has no webhook: wonflow merchants set --webhook on."];
}

function textOf(endpoint: WebhookEndpoint): readonly string[] {
  const { url, secretSince, formerSecretUntil } = endpoint;
  return [
    `Address        ${url}`,
    `Secret since   ${minuteInSeoul(secretSince)} (KST)`,
    ...(formerSecretUntil === null ? [] : [`Former secret  until ${minuteInSeoul(formerSecretUntil)} (KST)`]),
    ...hintFor(endpoint),
  ];
}
