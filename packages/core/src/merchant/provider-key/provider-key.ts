import { z } from "zod";

import { recordKind } from "../../engine/commit/record.ts";
import { gatewayNameSchema } from "../../engine/attempt/sending.ts";
import { loadOnce, decideAndCommit } from "../../engine/commit/commit.ts";
import type { Context } from "../../context.ts";
import { validate } from "../../engine/request/validate.ts";
import { ok, refuseField, type Result } from "../../result.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { merchantRef, notRegistered } from "../merchant.ts";
import type { Work } from "../../engine/due-work/work.ts";

/** The most keys of a merchant at one gateway: more than a rotation needs. */
const mostProviderKeys = 5;

const weekMs = 7 * 24 * 60 * 60 * 1000;

const storedKeySchema = z.looseObject({
  /** Public, and stored with each attempt as its `credentials`. */
  name: z.string(),
  /** The secret, sealed by the vault. */
  sealed: z.string(),
});

const providerKeysSchema = z.looseObject({
  /** Newest first. */
  keys: z.array(storedKeySchema),
});

/** A merchant's own keys at a gateway, by the gateway's name. */
export const providerKeysRecord = recordKind("providerKeys", providerKeysSchema);

/** The line in which changes of a merchant's keys wait for each other. */
const providerKeysLane = "provider keys";

/** Keys are due to be resealed a week after they were written. */
function nextSealing(now: number): { readonly dueAt: number } {
  return { dueAt: now + weekMs };
}

/** A key with its secret, for the adapter of the gateway only. */
export interface ProviderKey {
  readonly name: string;
  readonly secret: string;
}

async function stored(context: Context, tenant: Tenant, gateway: string) {
  const [record] = await loadOnce(context, tenant, (read) => read(providerKeysRecord.ref(gateway)));
  return record?.keys ?? [];
}

const gatewaySchema = z.object({ gateway: gatewayNameSchema });

export const getProviderKeysErrors = ["INVALID_REQUEST"] as const;

export async function getProviderKeys(context: Context, tenant: Tenant, gateway: string) {
  const valid = validate(gatewaySchema, { gateway });
  if (!valid.ok) return valid;
  const keys = await stored(context, tenant, gateway);
  return ok<ProviderKeysView>({ gateway, names: keys.map(({ name }) => name) });
}

export async function openProviderKeys(
  context: Context,
  tenant: Tenant,
  gateway: string,
): Promise<readonly ProviderKey[]> {
  const keys = await stored(context, tenant, gateway);
  return Promise.all(keys.map(async ({ name, sealed }) => ({ name, secret: await context.vault.open(sealed) })));
}

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

/** Reseals a merchant's keys at a gateway every week, so that the service's secret can be rotated. */
export const providerKeysWork: Work<Context> = {
  kind: providerKeysRecord.name,
  limit: 10,
  upkeep: true,
  run: (context, tenant, gateway) =>
    decideAndCommit(context, {
      tenant,
      lane: providerKeysLane,
      async load(read) {
        const [stored] = await read(providerKeysRecord.ref(gateway));
        if (stored === undefined) return undefined;
        const { vault } = context;
        const keys = stored.keys.map(async (key) => ({
          ...key,
          sealed: await vault.seal(await vault.open(key.sealed)),
        }));
        return { ...stored, keys: await Promise.all(keys) };
      },
      decide(stored, now) {
        const answer = ok(undefined);
        if (stored === undefined) return { answer };
        return { answer, changes: { writes: [providerKeysRecord.write(gateway, stored, nextSealing(now))] } };
      },
    }),
};
