import type { Payments } from "@wonflow/core";
import { openAdmission } from "../src/rate-limit/admission.ts";
import type { Exchange } from "../src/router.ts";
import type { Route } from "../src/route.ts";

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

interface ExampleRequest {
  /** The path and the query. */
  readonly place: string;
  readonly body?: unknown;
}

/** The request of an operation's first example, in whose path things may be replaced. */
export function exampleRequest({ path, examples }: Route, things?: Readonly<Record<string, unknown>>): ExampleRequest {
  const [example] = Object.values(examples);
  const named: Readonly<Record<string, unknown>> = things ?? Object(example?.params);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const thing = named[name];
    if (typeof thing !== "string") throw new Error(`no example value for ${name} in ${path}`);
    return encodeURIComponent(thing);
  });
  const search = new URLSearchParams(Object(example?.query)).toString();
  return {
    place: search === "" ? filled : `${filled}?${search}`,
    ...(example?.request !== undefined && { body: example.request }),
  };
}
