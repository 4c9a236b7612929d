import { gunzipSync } from "node:zlib";

import { integrity, script } from "@wonflow/sdk/script";
import { expect, test } from "vitest";

import { createHandler } from "./handler.ts";
import { createPayments, memoryStore } from "./index.ts";

const handler = createHandler(createPayments({ store: memoryStore(), cardNetworks: {}, secret: "s".repeat(32) }));

function ask(headers: Readonly<Record<string, string>> = {}, method = "GET"): Promise<Response> {
  return handler(new Request("http://localhost/payments-sdk/v1", { method, headers }));
}

test("the script is served plain, zipped, or not at all where nothing has changed", async () => {
  const plain = await ask();
  expect(await plain.text()).toBe(script);
  expect(plain.headers.get("ETag")).toBe(`"${integrity}"`);
  const zipped = await ask({ "Accept-Encoding": "br;q=0.5, gzip" });
  expect(zipped.headers.get("Content-Encoding")).toBe("gzip");
  expect(gunzipSync(await zipped.arrayBuffer()).toString()).toBe(script);
  expect((await ask({ "Accept-Encoding": "gzip;q=0" })).headers.get("Content-Encoding")).toBe(null);
  const unchanged = await ask({ "If-None-Match": `"${integrity}"` });
  expect([unchanged.status, await unchanged.text()]).toEqual([304, ""]);
});

test("any page may load it, and keep it for a while", async () => {
  const { headers } = await ask();
  expect(headers.get("Content-Type")).toBe("text/javascript; charset=utf-8");
  expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
  expect(headers.get("Cross-Origin-Resource-Policy")).toBe("cross-origin");
  expect(headers.get("Cache-Control")).toBe("public, max-age=600");
});
