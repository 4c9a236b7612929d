import type { ListedKey } from "@wonflow/core";
import type { Command } from "commander";
import { z } from "zod";

import { allPages } from "../all-pages.ts";
import { print } from "./print.ts";
import { minuteInSeoul, textTable } from "./table.ts";
import { tenantOf, tenantOptions, tenantSchema } from "./tenant-options.ts";
import { UsageError } from "./usage-error.ts";
import { refused, withSecret } from "./with-payments.ts";

const issueSchema = tenantSchema.extend({
  type: z.enum(["secret", "client"], "--type must be secret or client"),
});
const revokeSchema = tenantSchema
  .extend({ key: z.string().optional(), id: z.string().optional() })
  .refine(({ key, id }) => (key === undefined) !== (id === undefined), "either --key or --id is needed");

/** `wonflow keys`: issues, lists and revokes the API keys of a merchant. */
export function addKeyCommands(program: Command): void {
  const keys = program.command("keys").description("issue, list and revoke API keys");
  tenantOptions(keys.command("issue"))
    .description("issue another key, which is shown once and never again")
    .requiredOption("--type <secret|client>", "for the merchant's server, or for its pages")
    .addHelpText("after", "\nExample:\n  wonflow keys issue --mid 7 --mode test --type secret")
    .action(async (given: unknown) => {
      const { mid, mode, type, json } = tenantOf(issueSchema, given);
      const issued = await withSecret(({ keys }) => keys.issue({ mId: mid, mode }, type));
      if (issued.ok) return print(json, issued.value, issued.value.key);
      if (issued.error.code !== "FORBIDDEN_REQUEST") throw refused(issued.error);
      throw new UsageError(`merchant ${mid} is not registered in ${mode} mode`);
    });
  tenantOptions(keys.command("list"))
    .description("list the keys of a merchant, the newest first, with those that were revoked")
    .addHelpText("after", "\nExample:\n  wonflow keys list --mid 7 --mode test")
    .action(async (given: unknown) => {
      const { mid, mode, json } = tenantOf(tenantSchema, given);
      const keys = await withSecret((payments) => allPages((page) => payments.keys.list({ mId: mid, mode }, page)));
      print(json, { keys }, keys.length === 0 ? `Merchant ${mid} has no keys in ${mode} mode.` : tableOf(keys));
    });
  tenantOptions(keys.command("revoke"))
    .description("revoke a key at once and for good")
    .option("--id <id>", "its id in the list")
    .option("--key <key>", "the whole key, in place of its id")
    .addHelpText("after", "\nExample:\n  wonflow keys revoke --mid 7 --mode test --id 3f0c9a1e77b2")
    .action(async (given: unknown) => {
      const { mid, mode, json, key: whole, id = "" } = tenantOf(revokeSchema, given);
      const revoked = await withSecret(({ keys }) => keys.revoke({ mId: mid, mode }, whole ?? id));
      if (revoked.ok) return print(json, revoked.value, "The key is revoked.");
      if (revoked.error.code !== "UNAUTHORIZED_KEY") throw refused(revoked.error);
      throw new UsageError(`this is no key of merchant ${mid} in ${mode} mode`);
    });
}

function tableOf(keys: readonly ListedKey[]): string {
  const rows = keys.map(({ id, masked, issuedAt, revokedAt }) => {
    return [id, masked, minuteInSeoul(issuedAt), minuteInSeoul(revokedAt)];
  });
  return textTable([["ID", "KEY", "ISSUED (KST)", "REVOKED (KST)"], ...rows]);
}
