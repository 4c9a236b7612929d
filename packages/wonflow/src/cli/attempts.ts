import type { FlaggedAttempt } from "@wonflow/core";
import type { Command } from "commander";
import { z } from "zod";

import { allPages } from "../all-pages.ts";
import { addCommand, option } from "./command.ts";
import { attemptEvidenceOf, attemptEvidenceOptions } from "./evidence.ts";
import { ofMerchant } from "./of-merchant.ts";
import { minuteInSeoul, textTable, won } from "./table.ts";
import { tenantOptions } from "./tenant-options.ts";
import { withSecret } from "./with-payments.ts";

export function addAttemptCommands(program: Command): void {
  const attempts = program.command("attempts").description("calls to card networks and banks without an outcome");
  addCommand(attempts, "list", {
    description: "list the calls that people should look at, the oldest first",
    examples: ["wonflow attempts list --mid 7 --mode live"],
    options: tenantOptions,
    async run({ mid, mode }) {
      const flagged = await withSecret((payments) =>
        allPages((page) => payments.attempts.flagged({ mId: mid, mode }, page)),
      );
      const text = flagged.length === 0 ? "Nothing waits for people." : tableOf(flagged);
      return { value: { attempts: flagged }, text };
    },
  });
  addCommand(attempts, "resolve", {
    description: "end a call by its outcome as people found it out, as an answer of the provider would",
    examples: [
      `wonflow attempts resolve --mid 7 --mode live --key approval.… \\\n    --outcome not-done --note "network's list of 20 November"`,
      `wonflow attempts resolve --mid 7 --mode live --key approval.… \\\n    --outcome charged-back --amount 12000 \\\n    --at 2026-12-02T09:00:00+09:00 --note "letter of 2 December"`,
    ],
    options: attemptEvidenceOptions.extend({ key: option("--key <key>", "its key in the list", z.string()) }),
    async run({ key, ...options }) {
      const { mid, mode } = options;
      const evidence = attemptEvidenceOf(options);
      const value = await ofMerchant(options, (payments, tenant) => payments.attempts.resolve(tenant, key, evidence), {
        NOT_FOUND_ATTEMPT: `merchant ${mid} has no attempt ${key} in ${mode} mode`,
        ALREADY_CONCLUDED_ATTEMPT: `the outcome of ${key} is known already, or nothing of it is left to give back`,
        FORBIDDEN_CONSECUTIVE_REQUEST: "a cancellation of the payment is under way: enter it once that has ended",
        PAYOUT_STATEMENT_NOT_READ: "the bank's statement of the payout date has not been read yet",
      });
      return { value, text: `${key} is ${value.status}.` };
    },
  });
}

function tableOf(flagged: readonly FlaggedAttempt[]): string {
  const rows = flagged.map(({ key, status, openedAt, lookUps, network, payment, ...said }) => {
    const about = [payment?.orderId ?? "-", won(payment?.amount ?? null), payment?.maskedNumber ?? "-"];
    return [minuteInSeoul(openedAt), status, String(lookUps), ...about, network ?? "-", key, wordsOf(said)];
  });
  return textTable([
    ["OPENED (KST)", "STATUS", "LOOK-UPS", "ORDER", "WON", "CARD", "NETWORK", "KEY", "PROVIDER SAID"],
    ...rows,
  ]);
}

/** The provider's last words, or why nobody knows. */
function wordsOf({ provider, unknownReason }: Pick<FlaggedAttempt, "provider" | "unknownReason">): string {
  const said = provider === null ? [] : [provider.code, provider.message];
  return [...said, unknownReason ?? ""].filter((text) => text !== "").join(" · ");
}
