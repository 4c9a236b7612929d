import {
  ok,
  type AttemptEvidenceInput,
  type FlaggedAttempt,
  type Payments,
  type ResolvedAttempt,
  type Result,
  type Tenant,
} from "@wonflow/core";
import type { Command } from "commander";
import { z } from "zod";
import { allPages } from "../all-pages.ts";
import { addCommand, option } from "./command.ts";
import { attemptEvidenceOf, attemptEvidenceOptions } from "./evidence.ts";
import { ofMerchant, withSecret } from "./with-payments.ts";
import { minuteInSeoul, textTable, won } from "./print.ts";
import { tenantOptions } from "./options.ts";

export function addAttemptCommands(program: Command): void {
  const attempts = program.command("attempts").description("calls to gateways and banks without an outcome");
  addCommand(attempts, "list", {
    description: "list the calls that need an operator, the oldest first",
    examples: ["wonflow attempts list --mid 7 --mode live"],
    options: tenantOptions,
    async run({ mid, mode }) {
      const flagged = await withSecret((payments) =>
        allPages((page) => payments.attempts.flagged({ mId: mid, mode }, page)),
      );
      return { value: { attempts: flagged }, text: textOf(flagged) };
    },
  });
  addCommand(attempts, "resolve", {
    description: "record the outcome of a call after checking with the provider",
    examples: [
      `wonflow attempts resolve --mid 7 --mode live --key approval-… \\\n    --outcome not-done --note "gateway's list of 20 November"`,
      `wonflow attempts resolve --mid 7 --mode live --key approval-… \\\n    --outcome charged-back --amount 12000 \\\n    --at 2026-12-02T09:00:00+09:00 --note "letter of 2 December"`,
    ],
    options: attemptEvidenceOptions.extend({ key: option("--key <key>", "its key in the list", z.string()) }),
    async run({ key, ...options }) {
      const { mid, mode } = options;
      const evidence = attemptEvidenceOf(options);
      const isRefund = evidence.outcome === "canceled" || evidence.outcome === "charged-back";
      const ended = isRefund
        ? `nothing of ${key} is left to refund, or it took no money. If your evidence contradicts that`
        : `the outcome of ${key} is known already. If your evidence contradicts it`;
      const value = await ofMerchant(options, (payments, tenant) => payments.attempts.resolve(tenant, key, evidence), {
        NOT_FOUND_ATTEMPT: `merchant ${mid} has no attempt ${key} in ${mode} mode`,
        ALREADY_CONCLUDED_ATTEMPT: `${ended}, run wonflow reconcile for that day.`,
        FORBIDDEN_CONSECUTIVE_REQUEST: "a cancellation of the payment is in progress: try again when it has ended",
        PAYOUT_STATEMENT_NOT_READ: "the bank's statement of the payout date has not been read yet",
      });
      return { value, text: [`${key} is ${value.status}.`, ...enteredText(value)].join("\n") };
    },
  });
  addDismissCommand(attempts);
}

/** What is booked of a refund by the gateway, and whether it had been booked before. */
function enteredText({ entered }: ResolvedAttempt): readonly string[] {
  if (entered === null) return [];
  const { outcome, amount, excessAmount, at, enteredAt, isRepeat } = entered;
  const booked = `${outcome} on ${minuteInSeoul(at)}: ${won(amount)} won`;
  const excess = excessAmount === 0 ? [] : [excessText(excessAmount)];
  if (!isRepeat) return [`Booked: ${booked}.`, ...excess];
  return [
    `Booked before, on ${minuteInSeoul(enteredAt)}: ${booked}. Nothing was booked now.`,
    ...excess,
    "If the gateway did the same twice on that day, enter the second one with --separate and its own --at.",
  ];
}

function excessText(excessAmount: number): string {
  return `${won(excessAmount)} won of it are above what remained of the payment. Check the card company's letter for a typing mistake, or object there.`;
}

function addDismissCommand(attempts: Command): void {
  addCommand(attempts, "dismiss-cards", {
    description: "end the listed calls about stored cards with an unknown token",
    notes: `If the answer with a card's token is lost, the card stays stored at its gateway
and cannot be charged. An outage of the gateway can leave many of these. This
ends only those calls, as not done.`,
    examples: [`wonflow attempts dismiss-cards --mid 7 --mode live --note "outage, 20 Nov"`],
    options: tenantOptions.extend({
      note: option("--note <text>", "the reason, such as the outage; stored with each call", z.string()),
    }),
    async run({ note, ...named }) {
      const evidence = { outcome: "not-done", note } as const;
      const value = await ofMerchant(named, (payments, tenant) => dismissCards(payments, tenant, evidence));
      return { value, text: `Stored cards with an unknown token, dismissed: ${value.dismissed}.` };
    },
  });
}

async function dismissCards(
  { attempts }: Payments,
  tenant: Tenant,
  evidence: AttemptEvidenceInput,
): Promise<Result<{ readonly dismissed: number }>> {
  const flagged = await allPages((page) => attempts.flagged(tenant, page));
  let dismissed = 0;
  for (const { key, isLostCard } of flagged) {
    if (!isLostCard) continue;
    const ended = await attempts.resolve(tenant, key, evidence);
    // Another operator may have resolved it since the list was read.
    if (!ended.ok && ended.error.code !== "ALREADY_CONCLUDED_ATTEMPT") return ended;
    if (ended.ok) dismissed += 1;
  }
  return ok({ dismissed });
}

/** Cards with an unknown token are counted: among thousands of them, a payment would be overlooked. */
function textOf(flagged: readonly FlaggedAttempt[]): string {
  const lostCards = flagged.filter(({ isLostCard }) => isLostCard).length;
  const others = flagged.filter(({ isLostCard }) => !isLostCard);
  const texts = [
    ...(others.length > 0 ? [tableOf(others)] : []),
    ...(lostCards > 0
      ? [`Stored cards with an unknown token, which cannot be charged: ${lostCards} (wonflow attempts dismiss-cards)`]
      : []),
  ];
  return texts.length === 0 ? "No call needs an operator." : texts.join("\n\n");
}

function tableOf(flagged: readonly FlaggedAttempt[]): string {
  const rows = flagged.map(({ key, status, openedAt, lookUps, gateway, payment, ...said }) => {
    const about = [payment?.orderId ?? "-", won(payment?.amount ?? null), payment?.maskedNumber ?? "-"];
    return [minuteInSeoul(openedAt), status, String(lookUps), ...about, gateway ?? "-", key, wordsOf(said)];
  });
  return textTable([
    ["OPENED (KST)", "STATUS", "LOOK-UPS", "ORDER", "WON", "CARD", "GATEWAY", "KEY", "PROVIDER ANSWER"],
    ...rows,
  ]);
}

/** The provider's last answer, and why the outcome is unknown. */
function wordsOf({ provider, unknownReason }: Pick<FlaggedAttempt, "provider" | "unknownReason">): string {
  const said = provider === null ? [] : [provider.code, provider.message];
  return [...said, unknownReason ?? ""].filter((text) => text !== "").join(" · ");
}
