import { schemaName } from "./schema-name.ts";

/**
 * Active billing keys stand in a list by customer, and get the place that core gives them whenever it writes one. Those
 * from before have none: here they get it.
 *
 * Their rows are locked in the order in which commits lock them, so that neither waits for the other in a circle. Their
 * versions stay: a decision that has read a key is as right as before, and whoever writes it next places it anew.
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
