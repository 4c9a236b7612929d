import type { Clock, ErrorCode, Payments, Result, Tenant } from "@wonflow/core";
import type { z } from "zod";

import type { tenantSchema } from "./tenant-options.ts";
import { UsageError } from "./usage-error.ts";
import { refused, withSecret } from "./with-payments.ts";

/** A merchant in one mode, as options name it. */
export type Named = Pick<z.output<typeof tenantSchema>, "mid" | "mode">;

/**
 * Asks the service about a merchant. Throws a UsageError where it refuses: in the words for its code, where there
 * are any, or those of the refusal.
 */
export async function ofMerchant<Value>(
  { mid, mode }: Named,
  ask: (payments: Payments, tenant: Tenant, clock: Clock) => Promise<Result<Value>>,
  words: Readonly<Partial<Record<ErrorCode, string>>> = {},
): Promise<Value> {
  const tenant = { mId: mid, mode };
  const result = await withSecret(async (payments, { clock }) => {
    // A list of what nobody has is empty, and looks like a list of what is not there yet.
    const merchant = await payments.merchants.get(tenant);
    return merchant.ok ? ask(payments, tenant, clock) : merchant;
  });
  if (result.ok) return result.value;
  const { error } = result;
  const known = words[error.code];
  if (known !== undefined) throw new UsageError(known);
  if (error.code === "FORBIDDEN_REQUEST") throw new UsageError(`merchant ${mid} is not registered in ${mode} mode`);
  throw refused(error);
}
