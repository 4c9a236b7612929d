import type { Context } from "../context.ts";
import { listPage } from "../commit/list-page.ts";
import type { PageInput } from "../request/page.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { attemptRecord, flaggedList, type Attempt, type AttemptStatus } from "./attempt.ts";

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

export function listFlagged(context: Context, tenant: Tenant, input: PageInput) {
  const list = { tenant, list: flaggedList, order: "ascending" } as const;
  return listPage(context, { ...list, kind: attemptRecord, view: viewAttempt }, input);
}

export function viewAttempt({ key, kind, status, openedAt, lookUps }: Attempt): FlaggedAttempt {
  return { key, kind, status, openedAt, lookUps };
}
