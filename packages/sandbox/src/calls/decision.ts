import type { ErrorCode, TenantId } from "@wonflow/core";

/** A provider's answer, and, for a new call, the entry to record before answering. */
export interface Decision<Answer, Entry extends object> {
  readonly answer: Answer;
  readonly entry?: Entry;
}

/** Keys are unique within a tenant, and a tenant's name has no space. */
export function recordKey(tenant: TenantId, key: string): string {
  return `${tenant} ${key}`;
}

/** For a key that was used with other content: does nothing, and says nothing about the earlier call's outcome. */
export function otherContent(earlier: { readonly op: string; readonly key: string }): {
  readonly answer: { readonly outcome: "unknown"; readonly reason: string };
} {
  const reason = `Key ${earlier.key} was already used for another call: ${earlier.op} with other content.`;
  return { answer: { outcome: "unknown", reason } };
}

/** A refusal without an entry: the call is malformed, or an earlier entry decides it. */
export function refusal<Code extends ErrorCode>(
  code: Code,
): { readonly answer: { readonly outcome: "refused"; readonly code: Code } } {
  return { answer: { outcome: "refused", code } };
}

export function isKey(text: string): boolean {
  return text.length >= 1 && text.length <= 100;
}

export function isAmount(won: number): boolean {
  return Number.isSafeInteger(won) && won >= 1;
}
