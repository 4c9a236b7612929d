import { documentationMerchant } from "@wonflow/core";
import { expect, test } from "vitest";
import { openService } from "../test/open-service.ts";

const path = "/development/webhook-endpoint";
const url = "http://localhost:4243/webhook";
const secretPattern = /^whsec_[A-Za-z0-9+/]{32}$/;

test("whoever tries the service sets the documentation merchant's webhook endpoint, and gets a secret each time", async () => {
  const { call, payments } = await openService({ development: true });
  const first = await call("PUT", path, { body: { url }, headers: { Authorization: null } });
  expect([first.status, first.body]).toEqual([200, { secret: expect.stringMatching(secretPattern) }]);
  const second = await call("PUT", path, { body: { url: `${url}/2` } });
  expect([second.status, second.body]).toEqual([200, { secret: expect.stringMatching(secretPattern) }]);
  expect(second.body).not.toEqual(first.body);
  const endpoint = await payments.webhooks.get(documentationMerchant);
  expect(endpoint).toMatchObject({ ok: true, value: { url: `${url}/2`, contracted: true } });
  const wrong = await call("PUT", path, { body: { url: "ftp://localhost/" } });
  expect([wrong.status, wrong.json.details]).toMatchObject([400, [{ field: "url" }]]);
});

test("in production the path does not exist", async () => {
  const { call, payments } = await openService();
  expect((await call("PUT", path, { body: { url } })).json.code).toBe("NOT_FOUND_PATH");
  expect(await payments.webhooks.get(documentationMerchant)).toMatchObject({ ok: false });
});
