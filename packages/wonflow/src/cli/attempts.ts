import type { FlaggedAttempt } from "@wonflow/core";
import type { Command } from "commander";
import { z } from "zod";

import { allPages } from "../all-pages.ts";
import { evidenceOf, evidenceOptions, evidenceOptionsSchema } from "./evidence.ts";
import { ofMerchant } from "./of-merchant.ts";
import { print } from "./print.ts";
import { minuteInSeoul, textTable } from "./table.ts";
import { tenantOf, tenantOptions, tenantSchema } from "./tenant-options.ts";
import { withSecret } from "./with-payments.ts";

const resolveSchema = tenantSchema.extend({ key: z.string(), ...evidenceOptionsSchema.shape });

/** `wonflow attempts`: calls to providers that people should look at. */
export function addAttemptCommands(program: Command): void {
  const attempts = program.command("attempts").description("calls to card networks and banks without an outcome");
  tenantOptions(attempts.command("list"))
    .description("list those that people should look at, the oldest first")
    .addHelpText("after", "\nExample:\n  wonflow attempts list --mid 7 --mode live")
    .action(async (given: unknown) => {
      const { mid, mode, json } = tenantOf(tenantSchema, given);
      const flagged = await withSecret(({ attempts: operations }) =>
        allPages((page) => operations.flagged({ mId: mid, mode }, page)),
      );
      print(json, { attempts: flagged }, flagged.length === 0 ? "Nothing waits for people." : tableOf(flagged));
    });
  evidenceOptions(tenantOptions(attempts.command("resolve")))
    .description("end one by what was found out; it goes the same way as an answer of its provider")
    .requiredOption("--key <key>", "its key in the list")
    .addHelpText(
      "after",
      '\nExample:\n  wonflow attempts resolve --mid 7 --mode live --key approval.… \\\n    --outcome not-done --note "network\'s list of 20 November"',
    )
    .action(async (given: unknown) => {
      const { key, json, ...asked } = tenantOf(resolveSchema, given);
      const evidence = evidenceOf(asked);
      const resolved = await ofMerchant(asked, (payments, tenant) => payments.attempts.resolve(tenant, key, evidence), {
        NOT_FOUND_ATTEMPT: `merchant ${asked.mid} has no attempt ${key} in ${asked.mode} mode`,
        ALREADY_CONCLUDED_ATTEMPT: `the outcome of ${key} is known already`,
        PAYOUT_STATEMENT_NOT_READ: "the bank's statement of the payout date has not been read yet",
      });
      print(json, resolved, `${key} is ${resolved.status}.`);
    });
}

function tableOf(flagged: readonly FlaggedAttempt[]): string {
  const rows = flagged.map(({ key, status, openedAt, lookUps }) => {
    return [minuteInSeoul(openedAt), status, String(lookUps), key];
  });
  return textTable([["OPENED (KST)", "STATUS", "LOOK-UPS", "KEY"], ...rows]);
}
