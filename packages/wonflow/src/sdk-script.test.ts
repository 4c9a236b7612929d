import { gunzipSync } from "node:zlib";

import { etag, script } from "@wonflow/sdk/script";
import { expect, test } from "vitest";

import { sdkScriptResponse } from "./sdk-script.ts";

function ask(headers: Readonly<Record<string, string>> = {}, method = "GET"): Response {
  return sdkScriptResponse(new Request("http://localhost/payments-sdk/v1", { method, headers }));
}

test("the script is served plain, zipped, or not at all where nothing has changed", async () => {
  expect(await ask().text()).toBe(script);
  const zipped = ask({ "Accept-Encoding": "br, gzip" });
  expect(zipped.headers.get("Content-Encoding")).toBe("gzip");
  expect(gunzipSync(await zipped.arrayBuffer()).toString()).toBe(script);
  const unchanged = ask({ "If-None-Match": etag });
  expect([unchanged.status, await unchanged.text()]).toEqual([304, ""]);
  expect(await ask({}, "HEAD").text()).toBe("");
  expect(ask({}, "POST").status).toBe(405);
});

test("any page may load it", () => {
  const { headers } = ask();
  expect(headers.get("Content-Type")).toBe("text/javascript; charset=utf-8");
  expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
  expect(headers.get("Cross-Origin-Resource-Policy")).toBe("cross-origin");
});
