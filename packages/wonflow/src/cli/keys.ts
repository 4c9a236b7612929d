import type { ListedKey } from "@wonflow/core";
import type { Command } from "commander";
import { z } from "zod";
import { allPages } from "../all-pages.ts";
import { addCommand, option } from "./command.ts";
import { ofMerchant, withSecret } from "./with-payments.ts";
import { minuteInSeoul, textTable } from "./print.ts";
import { tenantOptions } from "./options.ts";

const keyType = z.enum(["secret", "client"], "--type must be secret or client");

const revokeOptions = tenantOptions
  .extend({
    id: option("--id <id>", "its id in the list", z.string().optional()),
    key: option("--key <key>", "the whole key, instead of its id", z.string().optional()),
  })
  .refine(({ key, id }) => (key === undefined) !== (id === undefined), "either --key or --id is needed");

export function addKeyCommands(program: Command): void {
  const keys = program.command("keys").description("issue, list and revoke API keys");
  addCommand(keys, "issue", {
    description: "issue a key, which is shown once and never again",
    examples: ["wonflow keys issue --mid 7 --mode test --type secret"],
    options: tenantOptions.extend({
      type: option("--type <secret|client>", "for the merchant's server, or for its pages", keyType),
    }),
    async run({ type, ...named }) {
      const value = await ofMerchant(named, (payments, tenant) => payments.keys.issue(tenant, type));
      return { value, text: value.key };
    },
  });
  addCommand(keys, "list", {
    description: "list the keys of a merchant, the newest first, also revoked ones",
    examples: ["wonflow keys list --mid 7 --mode test"],
    options: tenantOptions,
    async run({ mid, mode }) {
      const listed = await withSecret((payments) => allPages((page) => payments.keys.list({ mId: mid, mode }, page)));
      const text = listed.length === 0 ? `Merchant ${mid} has no keys in ${mode} mode.` : tableOf(listed);
      return { value: { keys: listed }, text };
    },
  });
  addCommand(keys, "revoke", {
    description: "revoke a key immediately and permanently",
    examples: ["wonflow keys revoke --mid 7 --mode test --id 3f0c9a1e77b2"],
    options: revokeOptions,
    async run({ key, id = "", ...named }) {
      const value = await ofMerchant(named, (payments, tenant) => payments.keys.revoke(tenant, key ?? id), {
        UNAUTHORIZED_KEY: `merchant ${named.mid} has no such key in ${named.mode} mode`,
      });
      return { value, text: "The key is revoked." };
    },
  });
}

function tableOf(keys: readonly ListedKey[]): string {
  const rows = keys.map(({ id, masked, issuedAt, revokedAt }) => {
    return [id, masked, minuteInSeoul(issuedAt), minuteInSeoul(revokedAt)];
  });
  return textTable([["ID", "KEY", "ISSUED (KST)", "REVOKED (KST)"], ...rows]);
}
