import { z } from "zod";

import type { Balances } from "../../engine/posting/posting.ts";

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
