import { afterAll, beforeAll, describe, test } from "vitest";
import { bodyCases } from "./body-cases.ts";
import { connectionCases } from "./connection-cases.ts";
import { pathCases } from "./path-cases.ts";
import { mountedShop, type MountedShop } from "./mounted-shop.ts";
import { paymentCases } from "./payment-cases.ts";

/** A service that is mounted in a framework and listens, and what ends it. */
export interface MountFixture {
  /** Where it is mounted, without a slash at the end: `http://127.0.0.1:3000/pay`. */
  readonly url: string;
  /** Whether something reads bodies before the service, and answers itself where it can't: the shape is its own then. */
  readonly bodiesAreReadBefore?: boolean;
  readonly close: () => Promise<void>;
}

/** One test of the contract. */
export type MountCases = Readonly<Record<string, (shop: MountedShop) => Promise<void>>>;

const contract: Readonly<Record<string, MountCases>> = {
  "a payment": paymentCases,
  paths: pathCases,
  bodies: bodyCases,
  connections: connectionCases,
};

/**
 * What a service must do wherever it is mounted, as a vitest suite that speaks HTTP alone. Call it in a test file;
 * `open` is called once, and gives a service with the documentation merchant's keys and the sandbox's card network,
 * whose `checkoutUrl` leads to where it is mounted.
 *
 * What it demands: the whole of a payment below the mount, its page, form, script, SDK and receipt too; HEAD, and
 * OPTIONS for the SDK; a missing Content-Type that is read as JSON, an idempotency key that arrives; 404, 405, 413 and
 * 415 in the service's own shape, also for a body beyond every framework's limit, and a connection that goes on after
 * it; of a request that broke off nothing, and of one whose client left, all or nothing, once.
 *
 * @example
 * mountContract("my framework", async () => ({ url: "http://127.0.0.1:3000/pay", close: async () => {} }));
 */
export function mountContract(name: string, open: () => Promise<MountFixture>): void {
  describe(`mount contract: ${name}`, () => {
    let fixture: MountFixture | undefined;
    beforeAll(async () => {
      fixture = await open();
    });
    afterAll(() => fixture?.close());

    for (const [of, cases] of Object.entries(contract)) {
      test.each(Object.entries(cases).map(([title, run]) => [`${of}: ${title}`, run] as const))(
        "%s",
        async (_title, run) => {
          if (fixture === undefined) throw new Error("the service was not opened");
          await run(mountedShop(fixture));
        },
      );
    }
  });
}
