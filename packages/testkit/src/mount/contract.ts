import { describe, test } from "vitest";

import { openedOnce } from "../contract-cases.ts";
import { bodyCases, pathCases, paymentCases } from "./request-cases.ts";
import { connectionCases } from "./connection-cases.ts";
import { contextOf, type Cases, type MountFixture } from "./case-context.ts";

const contract: Readonly<Record<string, Cases>> = {
  "a payment": paymentCases,
  paths: pathCases,
  bodies: bodyCases,
  connections: connectionCases,
};

/**
 * The contract of a mounted service as a vitest suite, over HTTP only. Call it in a test file. `open` is called once,
 * and gives a service with the documentation merchant's keys and the sandbox's gateway, whose `checkoutUrl` leads
 * to its mount.
 *
 * It demands: a whole payment below the mount, with page, form, script, SDK and receipt; HEAD, and OPTIONS for the SDK;
 * JSON without a Content-Type; idempotency keys, also repeated ones; 404, 405, 413 and 415 in the service's own shape,
 * also for a body beyond any framework's limit, after which the connection stays open; no effect of a request that
 * broke off; at most one effect of a request whose client disconnected.
 *
 * @example
 * mountContract("my framework", async () => ({ url: "http://127.0.0.1:3000/pay", close: async () => {} }));
 */
export function mountContract(name: string, open: () => Promise<MountFixture>): void {
  describe(`mount contract: ${name}`, () => {
    const fixture = openedOnce(open);
    for (const [of, cases] of Object.entries(contract)) {
      test.each(Object.entries(cases).map(([title, run]) => [`${of}: ${title}`, run] as const))("%s", (_title, run) =>
        run(contextOf(fixture())),
      );
    }
  });
}
