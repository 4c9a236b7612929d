import type { Context } from "../context.ts";
import { readPage } from "../commit/list-page.ts";
import { pageSchema, type Page, type PageInput } from "../request/page.ts";
import { ok } from "../result.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { validate } from "../request/validate.ts";
import { attemptRecord, flaggedList, type AttemptStatus } from "./attempt.ts";

/** An attempt that people should look at. Times are in milliseconds since 1970. */
export interface FlaggedAttempt {
  /** The provider knows the call by it. */
  readonly key: string;
  /** Such as `approval`, `reversal`, `cancellation`. */
  readonly kind: string;
  readonly status: AttemptStatus;
  readonly openedAt: number;
  readonly lookUps: number;
}

export const listFlaggedErrors = ["INVALID_REQUEST"] as const;

export async function listFlagged(context: Context, tenant: Tenant, input: PageInput) {
  const asked = validate(pageSchema, input);
  if (!asked.ok) return asked;
  const list = { tenant, list: flaggedList, order: "ascending" } as const;
  const page = await readPage(context, list, asked.value);
  if (!page.ok) return page;
  const items = page.value.items.map(({ body }): FlaggedAttempt => {
    const { key, kind, status, openedAt, lookUps } = attemptRecord.schema.parse(body);
    return { key, kind, status, openedAt, lookUps };
  });
  return ok<Page<FlaggedAttempt>>({ ...page.value, items });
}
