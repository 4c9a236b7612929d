import { decideAndCommit } from "../commit.ts";
import type { Context } from "../context.ts";
import { ok, type Result } from "../result.ts";
import { platform, tenantId } from "../tenant.ts";
import { scheduleWrite, settlementScheduleRef } from "../earning/settlement-schedule.ts";
import { validate } from "../validate.ts";
import { logoRecord, logoRef } from "./logo.ts";
import {
  merchantIndexRef,
  merchantIndexWrite,
  merchantRef,
  merchantSchema,
  merchantWrite,
  type MerchantInput,
  type RegisteredMerchant,
} from "./merchant.ts";

export const registerMerchantErrors = ["INVALID_REQUEST", "CONCURRENT_REQUEST"] as const;

/**
 * Registers a merchant, or changes it. The entry in the list of merchants is committed first, as one
 * change set cannot touch two tenants: whoever dies in between leaves an entry that leads nowhere, and
 * registers again.
 */
export async function registerMerchant(context: Context, input: MerchantInput) {
  const merchant = validate(merchantSchema, input);
  if (!merchant.ok) return merchant;
  const listed = await listMerchant(context, merchant.value);
  return listed.ok ? storeMerchant(context, merchant.value) : listed;
}

function listMerchant(context: Context, merchant: RegisteredMerchant) {
  const ref = merchantIndexRef(merchant);
  return decideAndCommit(context, {
    tenant: platform,
    lane: `merchant ${ref.id}`,
    load: (read) => read(ref),
    decide: ([entry]) =>
      entry === undefined
        ? { answer: ok(undefined), changes: { writes: [merchantIndexWrite(merchant)] } }
        : { answer: ok(undefined) },
  });
}

function storeMerchant(
  context: Context,
  registering: RegisteredMerchant,
): Promise<Result<RegisteredMerchant, "CONCURRENT_REQUEST">> {
  const { logo, ...merchant } = registering;
  return decideAndCommit(context, {
    tenant: tenantId(merchant),
    lane: "merchant",
    load: (read) => read(merchantRef, logoRef, settlementScheduleRef),
    decide: ([registered, look, schedule], now) => {
      const answer = ok(registering);
      const contracts = { ...registered?.contracts, ...merchant.contracts };
      const same = JSON.stringify(registered) === JSON.stringify(merchant);
      const writes = [
        ...(same ? [] : [merchantWrite({ ...registered, ...merchant, contracts })]),
        ...(logo === (look?.logo ?? null) ? [] : [logoRecord.write("self", { ...look, logo })]),
        ...(schedule === undefined ? [scheduleWrite(now)] : []),
      ];
      return writes.length === 0 ? { answer } : { answer, changes: { writes } };
    },
  });
}
