import { ok, type Payments, type ProviderKeysView, type Tenant } from "@wonflow/core";
import type { Command } from "commander";
import { z } from "zod";
import { ownGateway } from "../gateways/definitions.ts";
import { addCommand, option } from "./command.ts";
import { ofMerchant, type Named } from "./with-payments.ts";
import { secretReader } from "./read-password.ts";
import { tenantOptions } from "./options.ts";

const names = z
  .string()
  .transform((given) => (given === "none" ? [] : given.split(",").map((name) => name.trim())))
  .optional();

interface Shown extends ProviderKeysView {
  /** Where its new cards go. */
  readonly merchantGateway: string | null;
}

/** `wonflow merchants provider-keys`: the keys of a merchant that has a contract of its own with the gateway. */
export function addProviderKeysCommand(merchants: Command): void {
  addCommand(merchants, "provider-keys", {
    description: "show or set a merchant's own keys at a gateway",
    notes: `The secret key of each new name is typed when asked, or comes in through a pipe,
one per line. A known name keeps its secret key, and a name that is left out is
removed. To rotate keys, set new,old, and a day later new.`,
    examples: [
      "wonflow merchants provider-keys --mid 7 --mode live",
      "wonflow merchants provider-keys --mid 7 --mode live --set R2_new \\\n    < secret-key.txt",
      "wonflow merchants provider-keys --mid 7 --mode live --set R2_new,R2_old",
      "wonflow merchants provider-keys --mid 7 --mode live --set none",
    ],
    options: tenantOptions.extend({
      set: option("--set <names>", "its client keys, the newest first, separated by commas, or none", names),
      gateway: option(
        "--gateway <name>",
        `the gateway (default: ${ownGateway}, which wonflow start binds)`,
        z.string().default(ownGateway),
      ),
    }),
    async run({ set, gateway, ...named }) {
      const value = await ofMerchant(named, async (payments, tenant) => {
        const keys =
          set === undefined
            ? await payments.providerKeys.get(tenant, gateway)
            : await setKeys(payments, tenant, { gateway, names: set });
        const merchant = await payments.merchants.get(tenant);
        if (!keys.ok) return keys;
        if (!merchant.ok) return merchant;
        return ok({ ...keys.value, merchantGateway: merchant.value.gateway });
      });
      return { value, text: textOf(named, value) };
    },
  });
}

async function setKeys({ providerKeys }: Payments, tenant: Tenant, wanted: ProviderKeysView) {
  const before = await providerKeys.get(tenant, wanted.gateway);
  const known = new Set(before.ok ? before.value.names : []);
  const read = secretReader();
  const keys: { readonly name: string; readonly secret?: string }[] = [];
  // One after the other, as a person types them.
  for (const name of wanted.names) {
    keys.push(known.has(name) ? { name } : { name, secret: await read(`Secret key of ${name}:`) });
  }
  return providerKeys.set(tenant, { gateway: wanted.gateway, keys });
}

function textOf({ mid, mode }: Named, { gateway, names, merchantGateway }: Shown): string {
  if (names.length === 0) return `Merchant ${mid} has no keys of its own at the gateway ${gateway}.`;
  const text = `Merchant ${mid} has these keys at the gateway ${gateway}, the newest first: ${names.join(", ")}`;
  if (gateway === merchantGateway) return text;
  const move = `wonflow merchants set --mid ${mid} --mode ${mode} --gateway ${gateway}`;
  return `${text}\nIts new cards do not go there yet: ${move}`;
}
