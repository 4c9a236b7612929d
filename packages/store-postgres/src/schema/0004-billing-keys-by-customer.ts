import { schemaName } from "./schema-name.ts";

/**
 * Active billing keys are listed by customer, at the position that core gives them at each write. Earlier ones have
 * none: here they get it.
 *
 * Their rows are locked in the order in which commits lock them, so that neither waits for the other in a circle. Their
 * versions do not change: a decision that has read a key is as right as before, and the next write positions it again.
 */
export const billingKeysByCustomer = [
  `with unlisted as (
    select tenant, kind, id from ${schemaName}.records
    where kind = 'billingKey' and list is null and body ->> 'status' = 'ACTIVE'
    order by tenant, kind, id
    for update
  )
  update ${schemaName}.records as record
    set list = 'billingKeys', position = (record.body ->> 'customerId') || '/' || record.id
    from unlisted
    where (record.tenant, record.kind, record.id) = (unlisted.tenant, unlisted.kind, unlisted.id)`,
];
