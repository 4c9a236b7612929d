import type { Clock, ErrorCode, Payments, Result, Tenant } from "@wonflow/core";
import type { z } from "zod";

import type { tenantOptions } from "./tenant-options.ts";
import { UsageError } from "./usage-error.ts";
import { refused, withSecret } from "./with-payments.ts";

export type Named = z.output<typeof tenantOptions>;

export type Words = Readonly<Partial<Record<ErrorCode, string>>>;

/** Does an operation for a merchant. Throws a UsageError for a refusal, with the words for its code if there are any. */
export async function ofMerchant<Value>(
  { mid, mode }: Named,
  ask: (payments: Payments, tenant: Tenant, clock: Clock) => Promise<Result<Value>>,
  words: Words = {},
): Promise<Value> {
  const tenant = { mId: mid, mode };
  const result = await withSecret(async (payments, { clock }) =>
    ofRegistered(payments, tenant, () => ask(payments, tenant, clock)),
  );
  return valueIn(result, { FORBIDDEN_REQUEST: notRegistered(tenant), ...words });
}

/** The lists of an unregistered merchant are empty, and would hide a mistyped id. */
export async function ofRegistered<Value>(
  { merchants }: { readonly merchants: Pick<Payments["merchants"], "get"> },
  tenant: Tenant,
  ask: () => Promise<Result<Value>>,
): Promise<Result<Value>> {
  const merchant = await merchants.get(tenant);
  return merchant.ok ? ask() : merchant;
}

export function notRegistered({ mId, mode }: Tenant): string {
  return `merchant ${mId} is not registered in ${mode} mode`;
}

/** Throws a UsageError for a refusal that there are words for, and the refusal itself for any other. */
export function valueIn<Value>(result: Result<Value>, words: Words): Value {
  if (result.ok) return result.value;
  const known = words[result.error.code];
  throw known === undefined ? refused(result.error) : new UsageError(known);
}
