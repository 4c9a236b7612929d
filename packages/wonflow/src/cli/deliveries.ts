import type { WebhookDelivery, WebhookTry } from "@wonflow/core";

import { minuteInSeoul, textTable } from "./table.ts";

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
