import { schemaName } from "./schema-name.ts";

const records = `${schemaName}.records`;

/**
 * Every approved payment has what it earned as a record of its own: by what remains of it, at its own rate,
 * the fee rounded down and its VAT half up. On which day it settles the calendar says, which no database
 * has: it stands undated in the list, and is dated by the work that settles.
 */
const earningsOfBefore = `insert into ${records} (tenant, kind, id, body, list, position)
  select tenant, 'earning', id,
    jsonb_build_object('id', id, 'orderId', body ->> 'orderId', 'transactionAmount', remaining,
      'feeRate', body ->> 'feeRate', 'fee', fee, 'vat', vat, 'net', remaining - fee - vat,
      'earnedAt', body -> 'approvedAt', 'settlementDays', 3,
      'dueDay', null, 'settlementId', null, 'settledAt', null),
    case when remaining <> 0 then 'unsettled' end,
    case when remaining <> 0 then 'undated/' || id end
  from (
    select *, round(fee / 10.0)::bigint as vat
    from (
      select *, floor(remaining * (body ->> 'feeRate')::numeric / 100)::bigint as fee
      from (
        select tenant, id, body, (body ->> 'totalAmount')::bigint - (body ->> 'canceledAmount')::bigint as remaining
        from ${records} where kind = 'intent' and body ->> 'approvedAt' is not null
      ) as approved
    ) as with_fee
  ) as with_vat`;

/** Every merchant's settlements are due, at once: what is not due by then waits. */
const schedulesOfBefore = `insert into ${records} (tenant, kind, id, body, due_at)
  select tenant, 'settlementSchedule', 'self', '{}', 0 from ${records} where kind = 'merchant' and id = 'self'`;

/** What payments earned, and when merchants are settled. */
export const earnings: readonly string[] = [earningsOfBefore, schedulesOfBefore];
