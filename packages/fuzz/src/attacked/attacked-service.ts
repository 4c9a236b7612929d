import { gzipSync } from "node:zlib";
import { koreanCardSearch, shippedBins, shippedCatalog } from "@wonflow/card-data";
import { bindPayments, documentationMerchant, platform, type CatalogIndexer, type Payments } from "@wonflow/core";
import { createHttpHandler, type HttpHandler } from "@wonflow/http";
import { sandboxGateway, sandboxInstallmentFeeds, sandboxPayoutBank } from "@wonflow/sandbox";
import { fakeClock, sequentialIds, testHolidays, testPasswords, testVault, type FakeClock } from "@wonflow/testkit";
import type { Wrong } from "../planted/wrong.ts";
import {
  callsOfBanks,
  callsOfCards,
  callsOfKeyIn,
  watched,
  recordedStore,
  type RecordedStore,
} from "./recorded-store.ts";
import { receivedFrom, type Received, type Sent } from "./received.ts";

/** A whole service with the sandbox. Its clock moves only while a request waits. */
export interface AttackedService extends Pick<RecordedStore, "changes"> {
  readonly handler: HttpHandler;
  readonly payments: Payments;
  readonly clock: FakeClock;
  /** The errors that the service reported and the work that failed; empty while all is correct. */
  readonly reported: readonly string[];
}

export const shop = { mId: 1, mode: "test" } as const;
const otherShop = { mId: 2, mode: "test" } as const;
export const password = "four words are better";
export const operators = { shop: "kim", platform: "choi" } as const;

let index: ReturnType<CatalogIndexer> | undefined;

/** The catalog is the same for every service and takes long to index. */
const indexCatalog: CatalogIndexer = (cards) => (index ??= koreanCardSearch(cards));

/** Opens a service with two merchants, and operators with all permissions. */
export async function openService(wrong?: Wrong): Promise<AttackedService> {
  const clock = fakeClock(Date.UTC(2026, 10, 20, 5, 3, 7, 250));
  const ids = sequentialIds();
  const { store, changes, record } = recordedStore();
  const cards = watched(sandboxGateway({ clock, ids }), callsOfCards, record);
  const gateway = { ...cards, keyIn: watched(cards.keyIn, callsOfKeyIn, record) };
  const bank = watched(sandboxPayoutBank({ clock, ids }), callsOfBanks, record);
  const reported: string[] = [];
  const bound = bindPayments({
    store,
    gateways: { test: gateway, live: { ...gateway, sandbox: false } },
    payoutBanks: { test: bank },
    cardData: {
      bins: shippedBins,
      catalog: shippedCatalog,
      indexCatalog,
      installmentFeeds: sandboxInstallmentFeeds({ clock }),
    },
    clock,
    ids,
    vault: testVault(),
    passwords: testPasswords(),
    webhookSender: { send: async () => ({ outcome: "answered", status: 204, ms: 87, text: "" }) },
    holidays: testHolidays(),
    settings: { signInRefusalMs: 0, documentationKeys: true, checkoutUrl: "https://pay.example/checkout" },
    notify: (notice) => {
      if (notice.kind === "work-failed") reported.push(`work ${notice.work} failed: ${textOf(notice.error)}`);
    },
  });
  const payments = wrong?.payments?.(bound, store) ?? bound;
  for (const tenant of [shop, otherShop]) {
    await payments.merchants.register({ ...documentationMerchant, ...tenant });
    await payments.operators.set(tenant, { name: operators.shop, password });
  }
  await payments.operators.set(platform, { name: operators.platform, password });
  const opened = createHttpHandler(payments, {
    rateLimits: "off",
    platform: true,
    // Streams compress in threads, which take real time, while the service's clock does not move.
    compressions: { gzip: async (bytes) => new Uint8Array(gzipSync(bytes)) },
    report: (error) => reported.push(textOf(error)),
  });
  const handler = wrong?.handler?.(opened) ?? opened;
  return { handler, payments, clock, changes, reported };
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Does due work until none is left, for a limited number of rounds, as work may create more due work. */
export async function doDueWork({ payments, clock }: Pick<AttackedService, "payments" | "clock">): Promise<void> {
  for (let round = 0; round < 12; round += 1) {
    const { taken } = await answered(payments.work.runDue(), clock);
    if (taken === 0) return;
  }
}

/** How many turns of the event loop run before the clock moves. */
const turns = 12;

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Waits for a promise, and moves the clock second by second while the promise waits for it. */
async function answered<Value>(promise: Promise<Value>, clock: FakeClock): Promise<Value> {
  let isSettled = false;
  const settle = () => {
    isSettled = true;
  };
  promise.then(settle, settle);
  for (let waited = 0; !isSettled; waited += 1) {
    if (waited < turns) await turn();
    else await clock.advance(1000);
    if (waited > 400) throw new Error("nothing was answered within 400 seconds of the service's clock");
  }
  return promise;
}

type Asked = Pick<AttackedService, "handler" | "clock">;

/** Sends a request to the fetch handler. */
export async function askHandler({ handler, clock }: Asked, sent: Sent): Promise<Received> {
  const { method, path, headers, body } = sent;
  const request = new Request(`https://pay.example${path}`, {
    method,
    headers: headers.map(([name, value]) => [name, value]),
    ...(body !== undefined && method !== "GET" && method !== "HEAD" && { body: new Uint8Array(body), duplex: "half" }),
  });
  const read = async () => {
    const response = await handler(request);
    return receivedFrom(response.status, response.headers, await response.arrayBuffer());
  };
  return answered(read(), clock);
}
