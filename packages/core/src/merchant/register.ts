import type { Context } from "../context.ts";
import { decideAndCommit } from "../commit.ts";
import { ok, type Result } from "../result.ts";
import { validate } from "../validate.ts";
import { merchantRef, merchantSchema, type Merchant, type MerchantInput } from "./merchant.ts";
import { tenantId } from "../tenant.ts";

/**
 * Registers a merchant in one mode, or changes its name and contract. A changed fee rate holds
 * for payments approved from then on.
 *
 * Refusals: `INVALID_REQUEST` with the fields that are not as they must be.
 *
 * @example
 * await payments.merchants.register({ mId: 7, mode: "test", name: "Corner Shop", feeRate: "2.8" });
 */
export async function registerMerchant(context: Context, input: MerchantInput): Promise<Result<Merchant>> {
  const merchant = validate(merchantSchema, input);
  if (!merchant.ok) return merchant;
  return decideAndCommit(context, {
    tenant: tenantId(merchant.value),
    lane: "merchant",
    load: (read) => read(merchantRef),
    decide: ([registered]) => {
      if (JSON.stringify(registered) === JSON.stringify(merchant.value)) return { answer: ok(merchant.value) };
      const write = { key: merchantRef, body: { ...merchant.value }, dueAt: null };
      return { answer: ok(merchant.value), changes: { writes: [write] } };
    },
  });
}
