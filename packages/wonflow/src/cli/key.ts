import type { Command } from "commander";
import { z } from "zod";

import { print } from "./print.ts";
import { tenantOf, tenantOptions, tenantSchema } from "./tenant-options.ts";
import { UsageError } from "./usage-error.ts";
import { refused, withSecret } from "./with-payments.ts";

const issueSchema = tenantSchema.extend({
  type: z.enum(["secret", "client"], "--type must be secret or client"),
});
const revokeSchema = tenantSchema.extend({ key: z.string() });

/** `wonflow key`: issues and revokes the API keys of a merchant. */
export function addKeyCommands(program: Command): void {
  const key = program.command("key").description("issue and revoke API keys");
  tenantOptions(key.command("issue"))
    .description("issue another key, which is shown once and never again")
    .requiredOption("--type <secret|client>", "for the merchant's server, or for its pages")
    .addHelpText("after", "\nExample:\n  wonflow key issue --mid 7 --mode test --type secret")
    .action(async (given: unknown) => {
      const { mid, mode, type, json } = tenantOf(issueSchema, given);
      const issued = await withSecret(({ keys }) => keys.issue({ mId: mid, mode }, type));
      if (issued.ok) return print(json, issued.value, issued.value.key);
      if (issued.error.code !== "FORBIDDEN_REQUEST") throw refused(issued.error);
      throw new UsageError(`merchant ${mid} is not registered in ${mode} mode`);
    });
  tenantOptions(key.command("revoke"))
    .description("revoke a key at once and for good")
    .requiredOption("--key <key>", "the whole key")
    .addHelpText("after", "\nExample:\n  wonflow key revoke --mid 7 --mode test --key test_sk_…")
    .action(async (given: unknown) => {
      const options = tenantOf(revokeSchema, given);
      const { mid, mode, json } = options;
      const revoked = await withSecret(({ keys }) => keys.revoke({ mId: mid, mode }, options.key));
      if (revoked.ok) return print(json, revoked.value, "The key is revoked.");
      if (revoked.error.code !== "UNAUTHORIZED_KEY") throw refused(revoked.error);
      throw new UsageError(`this is no key of merchant ${mid} in ${mode} mode`);
    });
}
