import { readFileSync } from "node:fs";
import path from "node:path";
import vm from "node:vm";
import { gzipSync } from "node:zlib";

import { buildSync } from "esbuild";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";

import { newOrder, openService } from "./open-service.ts";

const folder = path.resolve(import.meta.dirname, "..");

/** The client as it is published, minified into one script as a bundler does it for an edge runtime. */
const { outputFiles } = buildSync({
  entryPoints: [path.join(folder, "dist/index.js")],
  bundle: true,
  minify: true,
  format: "iife",
  globalName: "wonflowClient",
  platform: "neutral",
  write: false,
});
const [script = ""] = outputFiles.map(({ text }) => text);

let service: Awaited<ReturnType<typeof openService>>;

beforeAll(async () => {
  service = await openService();
});

afterAll(() => service.close());

/** What every runtime has that serves the web (WinterTC's minimum common interface), as far as the client needs it. */
const common = {
  fetch,
  Headers,
  URL,
  URLSearchParams,
  TextEncoder,
  TextDecoder,
  AbortController,
  crypto,
  atob,
  btoa,
  setTimeout,
  clearTimeout,
};

/** Runs code in a context of its own, which has the language, what all runtimes have in common, and the client. */
async function runBare(code: string, given: object = {}): Promise<unknown> {
  const context = vm.createContext({ ...common, ...given });
  vm.runInContext(script, context);
  const json: unknown = await vm.runInContext(
    `(async () => JSON.stringify(await (async () => {${code}})()))()`,
    context,
  );
  return JSON.parse(String(json));
}

test("the client weighs at most 8 KB compressed, and depends on nothing", () => {
  expect(gzipSync(script, { level: 9 }).length).toBeLessThanOrEqual(8_000);
  const manifest = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as object;
  expect(Object.keys(manifest)).not.toContain("dependencies");
  expect(Object.keys(manifest)).not.toContain("peerDependencies");
  expect(readFileSync(path.join(folder, "dist/index.js"), "utf8")).not.toMatch(/^import /m);
});

test("a bare context has nothing of Node's", async () => {
  const missing = await runBare(
    "return [typeof process, typeof Buffer, typeof require, typeof global, typeof setImmediate]",
  );
  expect(missing).toEqual(Array.from({ length: 5 }, () => "undefined"));
});

test("in a bare context a payment is made, confirmed and canceled", async () => {
  const order = newOrder();
  const paid = await runBare(
    `const { createClient, verifyRedirect } = wonflowClient;
     const wonflow = createClient(account);
     const { token } = await wonflow.sessions.create(order);
     const redirect = verifyRedirect(await authenticate(token), { orderId: order.orderId, amount: order.amount.value });
     const { status } = await wonflow.intents.confirm(redirect);
     const part = await wonflow.intents.cancel(redirect, { cancelReason: "sold out", cancelAmount: 1000 });
     const payouts = [];
     for await (const payout of wonflow.payouts.list()) payouts.push(payout);
     return [status, part.cancel.canceledAmount, payouts];`,
    {
      order,
      account: { url: service.url, secretKey: service.secretKey, mId: service.mId },
      authenticate: service.authenticate,
    },
  );
  expect(paid).toEqual(["DONE", 1_000, []]);
});

test("in a bare context a refusal and a broken connection are the client's own errors", async () => {
  const errors = await runBare(
    `const { createClient, isWonflowError, WonflowError } = wonflowClient;
     const failureOf = (url) => createClient({ url, secretKey: "test_sk_docs", retries: 0 })
       .intents.lookUp({ orderId: "unknown-order" })
       .catch((error) => [isWonflowError(error), error instanceof WonflowError, error.code, error.nextAction]);
     return [await failureOf(url), await failureOf("http://127.0.0.1:1")];`,
    { url: service.url },
  );
  expect(errors).toEqual([
    [true, true, "NOT_FOUND_PAYMENT", "correct"],
    [true, true, "CONNECTION_FAILED", "retry"],
  ]);
});

test("in a bare context a webhook is verified, and a forged one is not", async () => {
  const secret = `whsec_${btoa("a secret of thirty-two characters")}`;
  const body = JSON.stringify({ settlementId: "stl.1", amount: 1, settledAt: "2026-11-24T15:00:00.000Z", lines: [] });
  const sentAt = new Date();
  const id = "msg_settlement-completed_1";
  const headers = {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(sentAt.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign(id, sentAt, body),
  };
  const verified = await runBare(
    `const { webhooks } = wonflowClient;
     const { settlement } = await webhooks.verify(body, new Headers(headers), { secret });
     const forged = await webhooks.verify(body + " ", headers, { secret }).catch(({ code }) => code);
     return [settlement.settlementId, forged];`,
    { body, headers, secret },
  );
  expect(verified).toEqual(["stl.1", "INVALID_WEBHOOK"]);
});
