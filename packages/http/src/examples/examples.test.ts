import { platform } from "@wonflow/core";
import { koreanCardSearch, shippedBins, shippedCatalog } from "@wonflow/card-data";
import { sandboxInstallmentFeeds } from "@wonflow/sandbox";
import { fakeClock } from "@wonflow/testkit";
import { describe, expect, test } from "vitest";
import { basic, checkExchange, openService, stillClock } from "../../test/open-service.ts";
import type { Route, Example } from "../route.ts";
import { routes } from "../routes.ts";
import { developmentRoutes } from "../routes/development.ts";

const all = [...routes, ...developmentRoutes(stillClock(0).clock)];

/** Where the request of an example goes, with its query. */
function pathOf({ path }: Route, { params, query }: Example): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(Object(params)[name])));
  const search = new URLSearchParams(Object(query)).toString();
  return search === "" ? filled : `${filled}?${search}`;
}

describe("every operation", () => {
  test.each(all)("$operationId has an example of each answer, and of what is sent", ({ examples, ...route }) => {
    const each = Object.values(examples);
    const shown = each.map(({ status = route.statuses[0] }) => status);
    expect(new Set(shown)).toEqual(new Set(route.statuses));
    for (const { request, params } of each) {
      expect(request === undefined).toBe(route.request === undefined);
      expect(Object.keys(Object(params))).toEqual([...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    }
  });

  const examples = all.flatMap((route) => Object.entries(route.examples).map(([name, one]) => ({ route, name, one })));
  test.each(examples)("$route.operationId, $name, is as the document says", ({ route, one }) => {
    const { status = route.statuses[0] ?? 200, request, answer } = one;
    const headers = new Headers({ "Content-Type": route.answerType ?? "application/json", "Trace-Id": "t" });
    const sent = { headers: new Headers(), body: request };
    expect(
      checkExchange({ method: route.method, path: pathOf(route, one), sent, status, headers, body: answer }),
    ).toEqual([]);
  });
});

/** What the service makes up itself, or takes from its clock: another time it is something else. */
const madeUp =
  /"((?:checkoutUrl|redirectUrl|candyUrl|csrfToken|passwordFreshUntil|formerSecretUntil|masked|key|secret|secretSince|at|confirmBy|reference|approvalNumber|\w+At)": ?"[^"]*)"|"perMethodUrls":\[[^\]]*\]|"externalSellerId":"[^"]*"/g;

/** Names that the service gives, and others are called by later. */
const names = ["intentKey", "token", "settlementId", "billkey", "id", "sellerId", "batchId"];

/** A service that goes through the examples, and names things as they do. */
async function openStory() {
  const clock = fakeClock(Date.UTC(2026, 10, 20, 5, 3, 7, 250));
  const installmentFeeds = sandboxInstallmentFeeds({ clock });
  const catalog = { catalog: shippedCatalog, indexCatalog: koreanCardSearch };
  const service = await openService(undefined, undefined, { bins: shippedBins, installmentFeeds, ...catalog });
  await service.payments.operators.set({ mId: 1, mode: "test" }, { name: "kim", password: "four words are better" });
  await service.payments.operators.set(platform, { name: "choi", password: "four words are better" });
  await service.payments.work.runDue(10);
  const given = new Map<string, string>();
  const asGiven = (text: string) => [...given].reduce((said, [name, real]) => said.replaceAll(name, real), text);

  /** Learns what the service calls a thing that the example calls otherwise. */
  function learn(example: unknown, real: unknown): void {
    for (const [name, value] of Object.entries(Object(example))) {
      const other: unknown = Object(real)[name];
      if (typeof value === "object") learn(value, other);
      if (names.includes(name) && typeof value === "string" && typeof other === "string") given.set(value, other);
    }
    const links = [example, real].map((one) =>
      URL.parse(String(Object(one).redirectUrl))?.searchParams.get("intentKey"),
    );
    if (links[0] && links[1]) given.set(links[0], links[1]);
  }

  const comparable = (value: unknown): unknown =>
    JSON.parse(asGiven(JSON.stringify(value)).replaceAll(madeUp, '"madeUp":1'));

  /** Sends what an example sends, and expects its answer. */
  async function happens(operationId: string, name: string, headers: Readonly<Record<string, string>> = {}) {
    const route = routes.find((one) => one.operationId === operationId);
    const example = route?.examples[name];
    if (route === undefined || example === undefined) throw new Error(`there is no example ${operationId}, ${name}`);
    const { request, status = route.statuses[0], answer } = example;
    const body: unknown = request === undefined ? undefined : JSON.parse(asGiven(JSON.stringify(request)));
    const given = Object.entries(headers).map(([key, value]) => [key, asGiven(value)] as const);
    // An operator's page shows no key.
    const sent = { ...("Cookie" in headers && { Authorization: null }), ...Object.fromEntries(given) };
    const received = await service.call(route.method, asGiven(pathOf(route, example)), { headers: sent, body });
    expect([operationId, name, received.status, received.json.code]).toEqual([operationId, name, status, undefined]);
    learn(answer, received.body);
    expect([operationId, comparable(received.body)]).toMatchObject([operationId, comparable(answer)]);
    return received;
  }
  const until = async (moment: string) => {
    await service.clock.advance(Date.parse(moment) - service.clock.now());
    for (let runs = 0; runs < 3; runs += 1) await service.payments.work.runDue();
  };
  return { happens, until };
}

const link = { Authorization: "Bearer cs_1_test_h8Kq2mVx0RzT5bNcW7yLp3Jd9sGfA1eU" };
const fromPage = { Authorization: basic("test_ck_docs") };

describe("the examples happen so", () => {
  test("to an order: paid, settled, and paid out of", async () => {
    const { happens, until } = await openStory();
    await happens("setWebhookEndpoint", "new");
    await happens("getWebhookEndpoint", "set");
    await happens("setWebhookEndpoint", "events");
    await happens("createSession", "order");
    await happens("readCheckout", "open", link);
    await happens("describeCard", "credit", link);
    await happens("authenticateCheckout", "card", link);
    await happens("confirmPayment", "authenticated");
    await happens("getPayment", "approved");
    await happens("getPaymentOfOrder", "approved");
    await happens("listPayments", "day");
    await happens("getPaymentTimeline", "paid");
    await happens("previewCancellation", "part");
    await happens("downloadPayments", "day");
    await happens("getSettlement", "expected");
    await happens("listSettlementDays", "weekend");
    await happens("createSeller", "business");
    await until("2026-11-25T00:00:00+09:00");
    await happens("listSettlements", "day");
    await happens("downloadSettlements", "day");
    await happens("getSettlement", "order");
    await happens("getSettlement", "settlement");
    await happens("listWebhookDeliveries", "delivered");
    await happens("getWebhookDelivery", "delivered");
    await happens("resendWebhookDelivery", "delivered");
    await happens("getBalance", "settled");
    await until("2026-11-25T10:00:00+09:00");
    await happens("getSeller", "registered");
    await happens("listSellers", "all");
    await happens("createPayouts", "reserved");
    await happens("createPayouts", "again");
    await until("2026-11-25T10:00:02+09:00");
    await until("2026-11-25T10:30:05+09:00");
    await happens("getPayout", "completed");
    await happens("getPayoutTimeline", "completed");
    await happens("listPayouts", "day");
    await happens("deleteSeller", "registered");
  });

  test.each(["cancelPayment", "cancelPaymentOfOrder"])("to an order that is canceled: %s", async (operationId) => {
    for (const name of ["part", "whole"]) {
      const { happens } = await openStory();
      await happens("createSession", "payer");
      await happens("authenticateCheckout", "card", link);
      await happens("confirmPayment", "authenticated");
      await happens(operationId, name);
    }
  });

  test("to an order that is not confirmed in time", async () => {
    const { happens, until } = await openStory();
    await happens("createSession", "order");
    await happens("authenticateCheckout", "card", link);
    await until("2026-11-20T14:14:00+09:00");
    await happens("getPayment", "expired");
  });

  test("to an order that a page opens, and its buyer gives up", async () => {
    const { happens } = await openStory();
    await happens("openCheckout", "order", fromPage);
    await happens("giveUpCheckout", "open", link);
  });

  test("to a card that is stored and charged, alone and with another one", async () => {
    const { happens } = await openStory();
    await happens("issueBillingKey", "card");
    await happens("charge", "one");
    await happens("listBillingKeys", "customer");
    await happens("deleteBillingKey", "active");
  });

  test("to a webhook endpoint", async () => {
    const { happens } = await openStory();
    await happens("setWebhookEndpoint", "new");
    await happens("testWebhookEndpoint", "taken");
    await happens("rotateWebhookSecret", "day");
    await happens("removeWebhookEndpoint", "set");
  });

  test("to an operator", async () => {
    const { happens } = await openStory();
    const { headers, body } = await happens("signInOperator", "person", {});
    const session = { Cookie: (headers.get("Set-Cookie") ?? "").split(";")[0] ?? "" };
    await happens("getOperatorSession", "signedIn", session);
    const writes = { ...session, "X-CSRF-Token": Object(body).csrfToken };
    await happens("confirmOperatorPassword", "again", writes);
    await happens("addOperator", "cashier", writes);
    await happens("listOperators", "all", session);
    await happens("changeOperator", "role", writes);
    await happens("changeOperator", "password", writes);
    await happens("signOutOperatorEverywhere", "lee", writes);
    await happens("removeOperator", "lee", writes);
    await happens("issueKey", "secret", writes);
    await happens("listKeys", "one", session);
    await happens("revokeKey", "one", writes);
    await happens("signOutOperator", "signedIn", writes);
  });

  test("to an operator of the platform", async () => {
    const { happens, until } = await openStory();
    await happens("createSession", "order");
    await happens("authenticateCheckout", "card", link);
    await happens("confirmPayment", "authenticated");
    const { headers, body } = await happens("signInAtPlatform", "person", {});
    const session = { Cookie: (headers.get("Set-Cookie") ?? "").split(";")[0] ?? "" };
    await happens("getPlatformSession", "signedIn", session);
    await happens("listMerchants", "one", session);
    await happens("getMerchant", "documentation", session);
    const writes = { ...session, "X-CSRF-Token": Object(body).csrfToken };
    await happens("resolveAttempt", "canceled", writes);
    await until("2026-11-20T16:00:00+09:00");
    await happens("confirmPlatformPassword", "again", writes);
    await happens("signOutAtPlatform", "signedIn", writes);
  });

  test.each([
    ["getBin", "first6"],
    ["listCardCompanies", "some"],
    ["searchCardCatalog", "name"],
    ["health", "alive"],
    ["readiness", "ready"],
    ["openApiDocument", "beginning"],
  ])("to anyone: %s", async (operationId, name) => {
    const { happens } = await openStory();
    await happens(operationId, name);
  });
});
