import { koreanCardSearch, shippedCatalog } from "@wonflow/card-data";
import { expect, test } from "vitest";
import { basic, openService } from "../test/open-service.ts";
import type { HttpSettings } from "./index.ts";

const cardData = { catalog: shippedCatalog, indexCatalog: koreanCardSearch };
const keyless = { headers: { Authorization: null } };
const path = "/card-catalogs/search";

function open(settings?: HttpSettings) {
  return openService(settings, undefined, cardData);
}

test.each([
  ["?name=%EB%85%B8%EC%9D%84%20%EB%A7%88", 200, 1],
  ["?name=zero&acquirer=61", 200, 1],
  ["?acquirer=41", 200, 6],
  ["?acquirer=99", 200, 0],
  ["?name=zzzzzzzz", 200, 0],
  ["?name=%00", 200, 0],
  ["", 400, undefined],
  ["?name=&acquirer=", 400, undefined],
  ["?name=&acquirer=41", 400, undefined],
  ["?name=zero&acquirer=", 400, undefined],
  ["?name=zero&acquirer=%20", 400, undefined],
  ["?title=zero", 400, undefined],
  [`?name=${"a".repeat(101)}`, 400, undefined],
])("GET /card-catalogs/search%s", async (query, status, found) => {
  const { call } = await open();
  const answer = await call("GET", path + query, keyless);
  const { data } = answer.body as { data?: readonly unknown[] };
  expect([answer.status, data?.length]).toEqual([status, found]);
  if (status === 400) expect(answer.json).toMatchObject({ statusCode: 400, message: expect.any(String) });
});

test.each([
  ["name", "?name=&acquirer=41"],
  ["acquirer", "?name=zero&acquirer="],
])("an empty %s is refused by its name, and does not stand for none", async (field, query) => {
  const { call } = await open();
  const { json } = await call("GET", path + query, keyless);
  expect([json.code, json.details]).toMatchObject(["INVALID_REQUEST", [{ field }]]);
});

test("an answer holds whole cards, the most similar first", async () => {
  const { call } = await open();
  const { body } = await call("GET", `${path}?name=${encodeURIComponent("ㅁㅇㅍㅇㅌ")}`, keyless);
  expect((body as { data: readonly unknown[] }).data[0]).toEqual(
    shippedCatalog.find(({ name }) => name === "모아 포인트"),
  );
});

test("a setting asks for a key", async () => {
  const { call } = await open({ cardLookUps: "key" });
  expect((await call("GET", `${path}?acquirer=41`, keyless)).status).toBe(401);
  expect((await call("GET", `${path}?acquirer=41`, { headers: { Authorization: basic("test_ck_docs") } })).status).toBe(
    200,
  );
});
