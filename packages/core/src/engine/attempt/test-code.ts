import { isErrorCode } from "../../error-messages.ts";
import { refuse, refuseField, type Refused } from "../../result.ts";
import type { Tenant } from "../tenant/tenant.ts";
import type { RequestOptions } from "../idempotency/idempotency.ts";

/**
 * The failure that a test requests, if any. Nothing is committed. `INVALID_TEST_CODE` in live mode and for an unknown
 * code.
 */
export function failureOnDemand(tenant: Tenant, options: RequestOptions): Refused<"INVALID_TEST_CODE"> | undefined {
  const { testCode } = options;
  if (testCode === undefined) return undefined;
  if (testCode.includes(",")) {
    return refuseField(
      "INVALID_TEST_CODE",
      "Payments-Test-Code",
      "came more than once with different values; send it once",
    );
  }
  return refuse(tenant.mode === "test" && isTestCode(testCode) ? testCode : "INVALID_TEST_CODE");
}

/**
 * Typed as the one code that a caller can meet without asking for it: a caller that asks for another one expects it,
 * and an operation's type should not list all codes for that.
 */
function isTestCode(text: string): text is "INVALID_TEST_CODE" {
  return isErrorCode(text);
}
