import { z } from "zod";

import { gatewayNameSchema } from "../../engine/attempt/sending.ts";
import { decideAndCommit } from "../../engine/commit/commit.ts";
import type { Context } from "../../context.ts";
import { merchantRef, notRegistered } from "../merchant.ts";
import { validate } from "../../engine/request/validate.ts";
import { ok, refuseField, type Result } from "../../result.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { mostProviderKeys, nextSealing, providerKeysLane, providerKeysRecord } from "./provider-key.ts";

/** Without blanks, as a key that was copied with its line break would be refused by the provider only. */
function visibleUpTo(most: number) {
  return z.string().regex(new RegExp(`^[\\x21-\\x7e]{1,${most}}$`), `must be 1 to ${most} visible ASCII characters`);
}

const keySchema = z.object({ name: visibleUpTo(64), secret: visibleUpTo(500).optional() });

const providerKeysInputSchema = z.object({
  gateway: gatewayNameSchema.default("default"),
  keys: z
    .array(keySchema)
    .max(mostProviderKeys)
    .refine((keys) => new Set(keys.map(({ name }) => name)).size === keys.length, "must name each key once"),
});

/** The keys that a merchant has from now on, the newest first; an empty list takes all away. */
export interface ProviderKeysInput {
  /** The name under which the gateway is bound; `default` by default. */
  readonly gateway?: string;
  /**
   * At most 5. `name` is public, such as a client key, at most 64 characters. A key without `secret` keeps the one that
   * is stored under its name.
   */
  readonly keys: readonly { readonly name: string; readonly secret?: string | undefined }[];
}

/** Secrets are shown nowhere. */
export interface ProviderKeysView {
  readonly gateway: string;
  /** Newest first. */
  readonly names: readonly string[];
}

export const setProviderKeysErrors = ["INVALID_REQUEST", "FORBIDDEN_REQUEST", "CONCURRENT_REQUEST"] as const;

/** Replaces the keys of a merchant at a gateway. */
export async function setProviderKeys(
  context: Context,
  tenant: Tenant,
  input: ProviderKeysInput,
): Promise<Result<ProviderKeysView, (typeof setProviderKeysErrors)[number]>> {
  const valid = validate(providerKeysInputSchema, input);
  if (!valid.ok) return valid;
  const { gateway, keys } = valid.value;
  const sealed = await Promise.all(
    keys.map(async ({ name, secret }) => ({ name, sealed: secret && (await context.vault.seal(secret)) })),
  );
  return decideAndCommit(context, {
    tenant,
    lane: providerKeysLane,
    load: (read) => read(merchantRef, providerKeysRecord.ref(gateway)),
    decide([merchant, before], now) {
      if (merchant === undefined) return { answer: notRegistered };
      const known = new Map(before?.keys.map((key) => [key.name, key]));
      const next = sealed.map((key) => ({
        ...known.get(key.name),
        ...key,
        sealed: key.sealed ?? known.get(key.name)?.sealed,
      }));
      const unknown = next.findIndex((key) => key.sealed === undefined);
      if (unknown !== -1) {
        const missing = "must be given: no key of this name is stored";
        return { answer: refuseField("INVALID_REQUEST", `keys.${unknown}.secret`, missing) };
      }
      const stored = next.flatMap((key) => (key.sealed === undefined ? [] : [{ ...key, sealed: key.sealed }]));
      const answer = ok({ gateway, names: stored.map(({ name }) => name) });
      if (stored.length > 0) {
        const write = providerKeysRecord.write(gateway, { ...before, keys: stored }, nextSealing(now));
        return { answer, changes: { writes: [write] } };
      }
      return before === undefined ? { answer } : { answer, changes: { writes: [providerKeysRecord.remove(gateway)] } };
    },
  });
}
