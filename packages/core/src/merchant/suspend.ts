import { z } from "zod";

import { decideAndCommit } from "../engine/commit/commit.ts";
import type { Context } from "../context.ts";
import { validate } from "../engine/request/validate.ts";
import { ok } from "../result.ts";
import type { Tenant } from "../engine/tenant/tenant.ts";
import { nameUpTo } from "../engine/text/readable-text.ts";
import { merchantRecord, merchantRef, notRegistered, type RegisteredMerchant } from "./merchant.ts";

const suspendSchema = z.object({
  /** For the service's operators; at most 200 characters. */
  reason: nameUpTo(200).optional(),
});

export type SuspendInput = z.input<typeof suspendSchema>;

/** The state of a merchant after it was suspended or resumed. */
export type Suspension = Pick<RegisteredMerchant, "suspended">;

export const suspendMerchantErrors = ["INVALID_REQUEST", "FORBIDDEN_REQUEST", "CONCURRENT_REQUEST"] as const;
export const resumeMerchantErrors = ["FORBIDDEN_REQUEST", "CONCURRENT_REQUEST"] as const;

/** Suspends a merchant. A merchant that is suspended stays so from the first time on; a new reason replaces the old one. */
export async function suspendMerchant(context: Context, tenant: Tenant, input: SuspendInput) {
  const valid = validate(suspendSchema, input);
  if (!valid.ok) return valid;
  const { reason } = valid.value;
  return changeSuspension(context, tenant, (before, now) => ({
    since: before?.since ?? now,
    reason: reason ?? before?.reason ?? null,
  }));
}

export function resumeMerchant(context: Context, tenant: Tenant) {
  return changeSuspension(context, tenant, () => null);
}

type Suspended = RegisteredMerchant["suspended"];

function changeSuspension(context: Context, tenant: Tenant, change: (before: Suspended, now: number) => Suspended) {
  return decideAndCommit(context, {
    tenant,
    lane: "merchant",
    load: (read) => read(merchantRef),
    decide: ([merchant], now) => {
      if (merchant === undefined) return { answer: notRegistered };
      const suspended = change(merchant.suspended, now);
      const answer = ok<Suspension>({ suspended });
      return { answer, changes: { writes: [merchantRecord.write({ ...merchant, suspended })] } };
    },
  });
}
