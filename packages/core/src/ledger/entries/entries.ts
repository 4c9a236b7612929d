import { z } from "zod";

import { pageSchema, readPageOf, type PageInput } from "../../engine/request/page.ts";
import {
  type Entry,
  type LedgerContext,
  type Balances,
  accountNames,
  type Account,
} from "../../engine/posting/posting.ts";
import { tenantId, type Tenant } from "../../engine/tenant/tenant.ts";
import { validate } from "../../engine/request/validate.ts";

const amount = (description: string) =>
  z.object({ currency: z.literal("KRW"), value: z.number().meta({ description: "Won" }) }).meta({ description });

/** Interface: Balance. */
export const balanceSchema = z
  .object({
    pendingAmount: amount("Not settled yet"),
    availableAmount: amount("Settled and not paid out; below 0 after a cancellation of a settled payment"),
  })
  .meta({ id: "Balance" });

export type Balance = z.output<typeof balanceSchema>;

export function viewBalance({ pending, available }: Pick<Balances, "pending" | "available">): Balance {
  return {
    pendingAmount: { currency: "KRW", value: pending },
    availableAmount: { currency: "KRW", value: available },
  };
}

export const listEntriesErrors = ["INVALID_REQUEST"] as const;

export async function listEntries(context: LedgerContext, tenant: Tenant, input: PageInput) {
  const asked = validate(pageSchema, input);
  if (!asked.ok) return asked;
  const id = tenantId(tenant);
  const entries = {
    name: `ledger ${id}`,
    find: async (limit: number, [after]: readonly string[] = []) => ({
      items: await context.store.listEntries(id, after === undefined ? { limit } : { limit, after }),
    }),
    spotOf: ({ commitId }: Entry) => [commitId],
  };
  return readPageOf(context, entries, asked.value);
}

/** A merchant's balances, recomputed from the postings. Amounts are in won on their normal sides. */
export interface Audit {
  readonly balances: Balances;
  /** The accounts whose balance is not the sum of their postings. Any is a bug or a damaged database. */
  readonly differences: readonly { readonly account: Account; readonly balance: number; readonly postings: number }[];
}

export async function audit(context: LedgerContext, tenant: Tenant): Promise<Audit> {
  const { balances, sums } = await context.store.sumPostings(tenantId(tenant));
  const differences = accountNames
    .filter((account) => balances[account] !== sums[account])
    .map((account) => ({ account, balance: balances[account], postings: sums[account] }));
  return { balances, differences };
}
