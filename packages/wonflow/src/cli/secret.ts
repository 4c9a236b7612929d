import type { Command } from "commander";

import { print } from "./print.ts";
import { refused, withPayments } from "./with-payments.ts";

/** `wonflow secret`: what to do when the secret of a database is lost. */
export function addSecretCommand(program: Command): void {
  program
    .command("secret")
    .description("the secret that seals what is stored")
    .command("accept")
    .description(
      "take the present secret for the database's, as the right one is lost: what was sealed under that stays " +
        "closed, and idempotency keys that were used before are refused; payments lack nothing",
    )
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  WONFLOW_SECRET=… wonflow secret accept")
    .action(async ({ json = false }: { readonly json?: boolean }) => {
      const accepted = await withPayments("production", ({ secret }) => secret.accept());
      if (!accepted.ok) throw refused(accepted.error);
      print(json, accepted.value, "The secret is accepted. Start every process with it.");
    });
}
