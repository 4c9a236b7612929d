import { keyText, type RecordKey } from "@wonflow/core";

/** A name of a tenant, such as a commit id or an account, as a string that no other tenant has. */
export function nameIn(tenant: string, text: string): string {
  return `${tenant}\n${text}`;
}

/** A record's name. Every process locks records in the order of their names. */
export function recordName(tenant: string, key: RecordKey): string {
  return nameIn(tenant, keyText(key));
}
