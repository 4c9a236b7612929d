import { isErrorCode } from "../errors.ts";
import type { Tenant } from "../tenant.ts";
import { refuse, type Result } from "../result.ts";
import type { RequestOptions } from "./idempotency.ts";

/**
 * The failure that a test asks for by its code, undefined where it asks for none. Nothing is
 * committed. Refused with `INVALID_TEST_CODE` in live mode and for a code that does not exist.
 */
export function failureOnDemand(tenant: Tenant, options: RequestOptions): Result<never> | undefined {
  const { testCode } = options;
  if (testCode === undefined) return undefined;
  if (tenant.mode !== "test" || !isErrorCode(testCode)) return refuse("INVALID_TEST_CODE");
  return refuse(testCode);
}
