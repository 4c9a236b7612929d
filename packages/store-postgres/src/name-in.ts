import { keyText, type RecordKey } from "@wonflow/core";

/** What is a tenant's, such as a commit id or an account, as one text that no other tenant's is. */
export function nameIn(tenant: string, text: string): string {
  return `${tenant}\n${text}`;
}

/** A record as such a text. Of two texts the one that comes first is of the record that everybody locks first. */
export function recordName(tenant: string, key: RecordKey): string {
  return nameIn(tenant, keyText(key));
}
