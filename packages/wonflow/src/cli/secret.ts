import type { Command } from "commander";

import { addCommand } from "./command.ts";
import { refused, withPayments } from "./with-payments.ts";

export function addSecretCommand(program: Command): void {
  addCommand(program.command("secret").description("the secret that seals stored data"), "accept", {
    description:
      "make the present secret the database's, because the right one is lost: data sealed under that one stays " +
      "closed, and idempotency keys that were used before are refused; payments lack nothing",
    examples: ["WONFLOW_SECRET=… wonflow secret accept"],
    async run() {
      const accepted = await withPayments("production", ({ secret }) => secret.accept());
      if (!accepted.ok) throw refused(accepted.error);
      return { value: accepted.value, text: "The secret is accepted. Start every process with it." };
    },
  });
}
