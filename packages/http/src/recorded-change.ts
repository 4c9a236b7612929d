import type { ActingOperator, Owner, Result, Tenant } from "@wonflow/core";
import { z } from "zod";

import type { Call } from "./call.ts";
import { onlyReads } from "./request/only-reads.ts";

interface Known {
  readonly tenant?: Tenant;
  /** Whose records tell of the change; the tenant's unless said otherwise. */
  readonly recordedFor?: Owner;
  readonly acting?: ActingOperator;
}

interface Changing {
  readonly call: Pick<Call, "payments" | "request" | "report">;
  readonly change: {
    readonly operationId: string;
    readonly about: Readonly<Record<string, string | number>>;
  };
}

/**
 * Makes a change, recorded where an operator asks for it: before it is made, so that none is made without a record, and
 * after it. Reads, and what a merchant's server asks for, are not recorded.
 */
export async function recorded<Answer extends Result<unknown>>(
  { tenant, recordedFor = tenant, acting }: Known,
  { call, change: { operationId: operation, about } }: Changing,
  make: () => Promise<Answer>,
): Promise<Answer | Exclude<Awaited<ReturnType<Call["payments"]["operators"]["beginAction"]>>, { readonly ok: true }>> {
  if (recordedFor === undefined || acting === undefined || onlyReads(call.request)) return make();
  const { operators } = call.payments;
  const begun = await operators.beginAction(recordedFor, { ...acting, operation, about });
  if (!begun.ok) return begun;
  const result = await make();
  const code = result.ok ? null : result.error.code;
  // The change is made, or refused, whatever becomes of its record's end.
  await operators.endAction(recordedFor, { id: begun.value.id, code }).catch(call.report);
  return result;
}

const fields = z.record(z.string(), z.unknown()).catch({});

/** Texts, numbers and flags of a body by their names. The body is as it was sent, so it may be anything. */
export function told(body: unknown, ...names: readonly string[]): Readonly<Record<string, string | number>> {
  const values = new Map(Object.entries(fields.parse(body)));
  const found: Record<string, string | number> = {};
  for (const name of names) {
    const value = values.get(name);
    if (typeof value === "string" || typeof value === "number") found[name] = value;
    if (typeof value === "boolean") found[name] = String(value);
  }
  return found;
}
