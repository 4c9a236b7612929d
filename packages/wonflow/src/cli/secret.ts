import type { Command } from "commander";

import { addCommand } from "./command.ts";
import { refused, withPayments } from "./with-payments.ts";

export function addSecretCommand(program: Command): void {
  addCommand(program.command("secret").description("the secret that seals stored data"), "accept", {
    description:
      "adopt the current secret after losing the original; data encrypted under the old one stays unreadable, " +
      "idempotency keys used before are refused, and payments are unaffected",
    examples: ["WONFLOW_SECRET=… wonflow secret accept"],
    async run() {
      const accepted = await withPayments("production", ({ secret }) => secret.accept());
      if (!accepted.ok) throw refused(accepted.error);
      return { value: accepted.value, text: "The secret is accepted. Start every process with it." };
    },
  });
}
