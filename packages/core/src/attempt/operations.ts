import type { Context } from "../context.ts";
import type { Page, PageInput } from "../list-page.ts";
import type { Result } from "../result.ts";
import type { Tenant } from "../tenant.ts";
import { listFlagged, type FlaggedAttempt, type listFlaggedErrors } from "./list-flagged.ts";

/** The calls to providers, for whoever runs the service. */
export interface AttemptOperations {
  /**
   * Lists the attempts that people should look at, the oldest first: those without an outcome for longer
   * than `flagAfterMs`, and those whose provider contradicts itself.
   *
   * Refusals: `INVALID_REQUEST` for a limit below 1 or above 10,000, or a cursor that is none.
   *
   * @example
   * const page = await payments.attempts.flagged(tenant, { limit: 100 });
   */
  flagged(tenant: Tenant, input?: PageInput): Promise<Result<Page<FlaggedAttempt>, (typeof listFlaggedErrors)[number]>>;
}

export function attemptOperations(context: Context): AttemptOperations {
  return { flagged: (tenant, input = {}) => listFlagged(context, tenant, input) };
}
