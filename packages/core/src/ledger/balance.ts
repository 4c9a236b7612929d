import { z } from "zod";

import type { Balances } from "./accounts.ts";

const amount = (description: string) =>
  z.object({ currency: z.literal("KRW"), value: z.number().meta({ description: "Won" }) }).meta({ description });

/** What a merchant has (interface: Balance). */
export const balanceSchema = z
  .object({
    pendingAmount: amount("What is expected to be settled"),
    availableAmount: amount("What is settled and not paid out; below 0 where a cancellation came after the settlement"),
  })
  .meta({ id: "Balance" });

export type Balance = z.output<typeof balanceSchema>;

/** The balance of a merchant as the interface gives it. */
export function viewBalance({ pending, available }: Pick<Balances, "pending" | "available">): Balance {
  return {
    pendingAmount: { currency: "KRW", value: pending },
    availableAmount: { currency: "KRW", value: available },
  };
}
