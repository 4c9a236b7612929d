import { ok, type ActingOperator, type Owner, type Result, type Tenant } from "@wonflow/core";
import { z } from "zod";
import type { Call } from "./call.ts";
import { onlyReads } from "./request/headers.ts";

interface Known {
  readonly tenant?: Tenant;
  /** Whose records contain the change; the tenant's unless said otherwise. */
  readonly recordedFor?: Owner;
  readonly acting?: ActingOperator;
}

interface Change {
  readonly operationId: string;
  readonly about: Readonly<Record<string, string | number>>;
}

/**
 * Begins the record of a change where an operator asks for it: before it is made, so that none is made without a record.
 * Undefined for reads, and for what a merchant's server asks for, which are not recorded.
 */
export async function beginRecord(
  { tenant, recordedFor = tenant, acting }: Known,
  { payments: { operators }, request, report }: Pick<Call, "payments" | "request" | "report">,
  { operationId: operation, about }: Change,
) {
  if (recordedFor === undefined || acting === undefined || onlyReads(request)) return ok(undefined);
  const begun = await operators.beginAction(recordedFor, { ...acting, operation, about });
  if (!begun.ok) return begun;
  const { id } = begun.value;
  return ok({
    /** The change is made, or refused, whatever becomes of its record's end. */
    async end(result: Result<unknown>) {
      await operators.endAction(recordedFor, { id, code: result.ok ? null : result.error.code }).catch(report);
    },
  });
}

const fields = z.record(z.string(), z.unknown()).catch({});

/** Texts, numbers and flags of a body by their names. The body is as it was sent, so it may be anything. */
export function fieldsOf(body: unknown, ...names: readonly string[]): Readonly<Record<string, string | number>> {
  const values = new Map(Object.entries(fields.parse(body)));
  const found: Record<string, string | number> = {};
  for (const name of names) {
    const value = values.get(name);
    if (typeof value === "string" || typeof value === "number") found[name] = value;
    if (typeof value === "boolean") found[name] = String(value);
  }
  return found;
}
