import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";

import { createHttpHandler, type HttpHandler } from "@wonflow/http";
import { integrity, script, version } from "@wonflow/sdk/script";
import { describe, expect, test } from "vitest";

import { createHandler } from "./handler.ts";
import { createPayments, memoryStore } from "./index.ts";
import { sdkVersions } from "./sdk-script.ts";

const payments = createPayments({ store: memoryStore(), gateways: {}, secret: "s".repeat(32) });
const handler = createHandler(payments);

interface Asked {
  readonly headers?: Readonly<Record<string, string>>;
  readonly from?: HttpHandler;
}

function ask(path: string, { headers = {}, from = handler }: Asked = {}): Promise<Response> {
  return from(new Request(`http://localhost/payments-sdk/${path}`, { headers }));
}

const exact = `v${version}/payments.js`;

describe.each(["v1", exact])("/payments-sdk/%s", (path) => {
  test("is served plain, zipped, or not at all where nothing has changed", async () => {
    const plain = await ask(path);
    expect(await plain.text()).toBe(script);
    expect(plain.headers.get("ETag")).toBe(`"${integrity}"`);
    const zipped = await ask(path, { headers: { "Accept-Encoding": "br;q=0.5, gzip" } });
    expect(zipped.headers.get("Content-Encoding")).toBe("gzip");
    expect(gunzipSync(await zipped.arrayBuffer()).toString()).toBe(script);
    const refused = await ask(path, { headers: { "Accept-Encoding": "gzip;q=0" } });
    expect(refused.headers.get("Content-Encoding")).toBe(null);
    const unchanged = await ask(path, { headers: { "If-None-Match": `"${integrity}"` } });
    expect([unchanged.status, await unchanged.text()]).toEqual([304, ""]);
  });

  test("may be loaded by any page", async () => {
    const { headers } = await ask(path);
    expect(headers.get("Content-Type")).toBe("text/javascript; charset=utf-8");
    expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect(headers.get("Cross-Origin-Resource-Policy")).toBe("cross-origin");
  });
});

test("the latest script is cached for a while, an exact version without limit", async () => {
  expect((await ask("v1")).headers.get("Cache-Control")).toBe("public, max-age=600");
  expect((await ask(exact)).headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
});

test.each(["v1.99.0", "v1", "v1.0", version, "__proto__", "constructor"])(
  "/payments-sdk/%s/payments.js: no such version, an error that is not cached",
  async (wrong) => {
    const response = await ask(`${wrong}/payments.js`);
    expect(await response.json()).toMatchObject({
      statusCode: 404,
      code: "NOT_FOUND_PATH",
      details: [{ field: "version", problem: expect.stringContaining(`use v${version}, or`) }],
    });
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
  },
);

test("versions that were released before are served beside the newest, each as it was", async () => {
  const before = "var PaymentsSDK=0;";
  const hash = `sha384-${createHash("sha384").update(before).digest("base64")}`;
  const versions = { "1.0.0": { script: before, integrity: hash }, "1.1.0": { script, integrity } };
  const from = createHttpHandler(payments, { beside: [sdkVersions(versions)] });
  expect(await (await ask("v1.0.0/payments.js", { from })).text()).toBe(before);
  expect(await (await ask("v1.1.0/payments.js", { from })).text()).toBe(script);
  const none = (await (await ask("v1.2.0/payments.js", { from })).json()) as object;
  expect(none).toMatchObject({ details: [{ problem: expect.stringContaining("use v1.0.0, v1.1.0, or") }] });
});
