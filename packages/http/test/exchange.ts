import type { Payments } from "@wonflow/core";
import { openAdmission } from "../src/rate-limit/admission.ts";
import type { Exchange } from "../src/router.ts";

/** A request with all that a router needs. */
export function exchangeOf(payments: Payments, request: Request, more: Partial<Exchange> = {}): Exchange {
  return {
    payments,
    request,
    admission: openAdmission,
    address: undefined,
    traceId: "trace-1",
    learned: {},
    language: "en",
    report: () => {},
    ready: async () => ({ status: "ready" }),
    lookUpsNeedKey: false,
    operators: undefined,
    isDevelopment: false,
    findings: async () => [],
    compressions: {},
    ...more,
  };
}
