import { z } from "zod";

import { addBusinessDays, businessDayFrom } from "../calendar/business-days.ts";
import type { CalendarContext } from "../calendar/calendar.ts";
import { transferAccountRef, transferAccountRecord, transferDueAt } from "../payout/transfer-account.ts";
import { tenantId, type Tenant } from "../tenant/tenant.ts";

export const nextTransferSchema = z
  .object({
    enabled: z
      .boolean()
      .meta({ description: "Whether the rest of the available balance is transferred each business day" }),
    transferAt: z.iso.datetime().nullable().meta({ description: "When it is taken from the available balance" }),
    payoutDate: z.string().nullable().meta({ description: "The bank day on which it arrives, YYYY-MM-DD in Seoul" }),
    amount: z.int().meta({ description: "Won that would be transferred now; 0 while the balance is below 0" }),
  })
  .meta({ id: "NextTransfer" });

/** The next transfer to the merchant's own account, as it is expected now. */
export type NextTransfer = z.output<typeof nextTransferSchema>;

export async function nextTransfer(context: CalendarContext, tenant: Tenant): Promise<NextTransfer> {
  const holidays = await context.calendar.current(context);
  const key = { kind: transferAccountRef.kind, id: transferAccountRef.id };
  const { records, balances } = await context.store.read(tenantId(tenant), { keys: [key], accounts: ["available"] });
  const [stored] = records;
  const account = stored && transferAccountRecord.schema.parse(stored.body);
  const amount = Math.max(0, balances.available ?? 0);
  const off = { enabled: false, transferAt: null, payoutDate: null, amount };
  if (account?.daily !== true) return off;
  const day = businessDayFrom(holidays, account.nextDay);
  if (day === undefined) return { ...off, enabled: true };
  const dueAt = transferDueAt({ nextDay: day }, context.settings.dailyTransferMs);
  const payoutDate = addBusinessDays(holidays, day, 1) ?? null;
  return { enabled: true, transferAt: new Date(dueAt).toISOString(), payoutDate, amount };
}
