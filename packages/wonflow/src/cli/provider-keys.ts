import type { Payments, ProviderKeysView, Tenant } from "@wonflow/core";
import type { Command } from "commander";
import { z } from "zod";

import { ownNetwork } from "../serve/live-networks.ts";
import { addCommand, option } from "./command.ts";
import { ofMerchant } from "./of-merchant.ts";
import { secretReader } from "./read-password.ts";
import { tenantOptions } from "./tenant-options.ts";

const names = z
  .string()
  .transform((given) => (given === "none" ? [] : given.split(",").map((name) => name.trim())))
  .optional();

/** `wonflow merchants provider-keys`: the keys of a merchant that has a contract of its own with the gateway. */
export function addProviderKeysCommand(merchants: Command): void {
  addCommand(merchants, "provider-keys", {
    description: "show or set the keys that a merchant has at a card network of its own contract",
    notes: `The secret key of each new name is typed when asked, or comes in through a pipe,
a line for each. A name whose secret key is known already keeps it, and a name
that is left out is taken away. To exchange keys, set new,old, and a day later
new.`,
    examples: [
      "wonflow merchants provider-keys --mid 7 --mode live",
      "wonflow merchants provider-keys --mid 7 --mode live --set S2_new \\\n    < secret-key.txt",
      "wonflow merchants provider-keys --mid 7 --mode live --set S2_new,S2_old",
      "wonflow merchants provider-keys --mid 7 --mode live --set none",
    ],
    options: tenantOptions.extend({
      set: option("--set <names>", "its client keys, the newest first, separated by commas, or none", names),
      network: option(
        "--network <name>",
        `the card network (default: ${ownNetwork}, which wonflow start binds)`,
        z.string().default(ownNetwork),
      ),
    }),
    async run({ set, network, ...named }) {
      const value = await ofMerchant(named, (payments, tenant) =>
        set === undefined
          ? payments.providerKeys.get(tenant, network)
          : setKeys(payments, tenant, { network, names: set }),
      );
      return { value, text: textOf(named.mid, value) };
    },
  });
}

async function setKeys({ providerKeys }: Payments, tenant: Tenant, wanted: ProviderKeysView) {
  const before = await providerKeys.get(tenant, wanted.network);
  const known = new Set(before.ok ? before.value.names : []);
  const read = secretReader();
  const keys: { readonly name: string; readonly secret?: string }[] = [];
  // One after the other, as a person types them.
  for (const name of wanted.names) {
    keys.push(known.has(name) ? { name } : { name, secret: await read(`Secret key of ${name}:`) });
  }
  return providerKeys.set(tenant, { network: wanted.network, keys });
}

function textOf(mId: number, { network, names }: ProviderKeysView): string {
  if (names.length === 0) return `Merchant ${mId} has no keys of its own at the card network ${network}.`;
  return `Merchant ${mId} has these keys at the card network ${network}, the newest first: ${names.join(", ")}`;
}
