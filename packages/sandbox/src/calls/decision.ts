import type { ErrorCode, TenantId } from "@wonflow/core";

/** What a simulated provider answers, and, the first time it is asked, what it puts on record before it answers. */
export interface Decision<Answer, Entry extends object> {
  readonly answer: Answer;
  readonly entry?: Entry;
}

/** A call that was decided, by its key. */
interface DecidedCall {
  readonly op: string;
  readonly key: string;
}

/** Keys are unique within a tenant, and a tenant's name has no space. */
export function recordKey(tenant: TenantId, key: string): string {
  return `${tenant} ${key}`;
}

/** A key that stands for something else already: nothing is done, and nothing is said about what was done. */
export function otherContent(earlier: DecidedCall): {
  readonly answer: { readonly outcome: "unknown"; readonly reason: string };
} {
  const reason = `Key ${earlier.key} was already used for another call: ${earlier.op} with other content.`;
  return { answer: { outcome: "unknown", reason } };
}

/** A refusal that leaves no entry: the call could not be read, or an entry says so already. */
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
