import type { ChangeSet, Found, RecordKey, StoredRecord } from "@wonflow/core";

/** Ids count from 1 and are padded with zeros: `approval.000000000000000000012` reads as `approval.#12`. */
export function brief(text: string): string {
  return text.replaceAll(/0{4,}(\d+)/g, "#$1").replaceAll(/\b([0-9a-f]{6})[0-9a-f]{58}\b/g, "$1…");
}

export function briefKeys(keys: readonly RecordKey[]): string {
  return keys.map(({ kind, id }) => `${kind} ${brief(id)}`).join(", ");
}

export function briefRecords(records: readonly (StoredRecord | undefined)[]): string {
  return records.map((record) => (record === undefined ? "absent" : statusOf(record.body))).join(", ");
}

export function briefChanges({ writes, postings }: ChangeSet): string {
  const parts = writes.map(({ key, body }) => {
    return `${key.kind} ${brief(key.id)} ${body === null ? "removed" : statusOf(body)}`;
  });
  const booked = postings.filter(({ amount }) => amount !== 0).map(({ account, amount }) => `${account} ${amount}`);
  return [...parts, ...booked].join(", ");
}

function statusOf(body: { readonly [name: string]: unknown }): string {
  return typeof body["status"] === "string" ? body["status"] : "there";
}

export function briefRequest(request: { readonly key?: string; readonly amount?: number }): string {
  const { key, amount } = request;
  return [key === undefined ? "" : brief(key), amount === undefined ? "" : `${amount} won`].join(" ").trim();
}

export function briefOutcome(found: Found<object>): string {
  if (found.outcome === "refused") return `refused ${found.code}`;
  if (found.outcome === "unknown") return `unknown: ${found.reason}`;
  if (found.outcome === "not-found") return "not found";
  const value = Object.entries(found.value).filter(([name]) => ["key", "amount", "approvalKey"].includes(name));
  return `done ${value.map(([, part]) => brief(String(part))).join(" ")}`;
}
