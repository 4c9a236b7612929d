import { expect, test } from "vitest";
import { z } from "zod";

import { openAttackedShop, requestFor } from "../test/attacked-shop.ts";
import type { Route } from "./route.ts";
import { routes } from "./routes.ts";

/** Whom an operation is for. */
type For =
  | "the merchant's server"
  | "the server, or a viewer"
  | "the server, or a cashier"
  | "the server, or an owner"
  | "the server, or an owner again"
  | "an owner alone"
  | "an owner alone, again"
  | "an operator"
  | "the platform"
  | "the platform's owner"
  | "a page"
  | "a link"
  | "anybody";

/**
 * Every operation of the document, whom it is for, and the code for a merchant who asks for another's thing. An
 * operation without such a code answers nothing of anybody else's, or has the merchant in its path.
 */
const table: Readonly<Record<string, readonly [For, notFound?: string]>> = {
  createSession: ["the merchant's server"],
  confirmPayment: ["the merchant's server", "NOT_FOUND_PAYMENT"],
  getPayment: ["the server, or a viewer", "NOT_FOUND_PAYMENT"],
  getPaymentOfOrder: ["the server, or a viewer", "NOT_FOUND_PAYMENT"],
  cancelPayment: ["the server, or a cashier", "NOT_FOUND_PAYMENT"],
  cancelPaymentOfOrder: ["the server, or a cashier", "NOT_FOUND_PAYMENT"],
  listPayments: ["the server, or a viewer"],
  getPaymentTimeline: ["the server, or a viewer", "NOT_FOUND_PAYMENT"],
  previewCancellation: ["the server, or a viewer", "NOT_FOUND_PAYMENT"],
  downloadPayments: ["the server, or a viewer"],
  downloadSettlements: ["the server, or a viewer"],
  issueBillingKey: ["the merchant's server"],
  deleteBillingKey: ["the server, or an owner", "NOT_FOUND_BILLING"],
  charge: ["the merchant's server", "NOT_FOUND_BILLING"],
  listBillingKeys: ["the server, or a viewer"],
  listSettlements: ["the server, or a viewer"],
  getSettlement: ["the server, or a viewer", "NOT_FOUND_SETTLEMENT"],
  listSettlementDays: ["the server, or a viewer"],
  getBalance: ["the server, or a viewer"],
  createSeller: ["the server, or an owner"],
  listSellers: ["the server, or a viewer"],
  getSeller: ["the server, or a viewer", "NOT_FOUND_SELLER"],
  deleteSeller: ["the server, or an owner", "NOT_FOUND_SELLER"],
  createPayouts: ["the server, or an owner again", "NOT_FOUND_SELLER"],
  listPayouts: ["the server, or a viewer"],
  getPayout: ["the server, or a viewer", "NOT_FOUND_PAYOUT"],
  getPayoutTimeline: ["the server, or a viewer", "NOT_FOUND_PAYOUT"],
  getDailyTotals: ["the server, or a viewer"],
  listExpectedSettlements: ["the server, or a viewer"],
  getNextTransfer: ["the server, or a viewer"],
  getAttention: ["the server, or a viewer"],
  getWebhookEndpoint: ["the server, or an owner"],
  setWebhookEndpoint: ["the server, or an owner"],
  removeWebhookEndpoint: ["the server, or an owner"],
  rotateWebhookSecret: ["the server, or an owner"],
  testWebhookEndpoint: ["the server, or a cashier"],
  listWebhookDeliveries: ["the server, or a viewer"],
  getWebhookDelivery: ["the server, or a viewer", "NOT_FOUND_WEBHOOK_DELIVERY"],
  resendWebhookDelivery: ["the server, or a cashier", "NOT_FOUND_WEBHOOK_DELIVERY"],
  signInOperator: ["anybody"],
  getOperatorSession: ["an operator"],
  confirmOperatorPassword: ["an operator"],
  signOutOperator: ["an operator"],
  listOperatorActions: ["the server, or an owner"],
  listOperators: ["an owner alone"],
  addOperator: ["an owner alone, again"],
  changeOperator: ["an owner alone, again"],
  removeOperator: ["an owner alone, again"],
  signOutOperatorEverywhere: ["an owner alone, again"],
  listKeys: ["an owner alone"],
  issueKey: ["an owner alone, again"],
  revokeKey: ["an owner alone, again"],
  signInAtPlatform: ["anybody"],
  getPlatformSession: ["the platform"],
  confirmPlatformPassword: ["the platform"],
  signOutAtPlatform: ["the platform"],
  listWaiting: ["the platform"],
  getBacklog: ["the platform"],
  listFindings: ["the platform"],
  listPlatformActions: ["the platform"],
  listMerchants: ["the platform"],
  getMerchant: ["the platform"],
  resolveAttempt: ["the platform's owner"],
  resolvePayout: ["the platform's owner"],
  reconcileDay: ["the platform"],
  openCheckout: ["a page"],
  readCheckout: ["a link"],
  describeCard: ["a link"],
  authenticateCheckout: ["a link"],
  giveUpCheckout: ["a link"],
  getBin: ["anybody"],
  listBins: ["anybody"],
  listCardCompanies: ["anybody"],
  searchCardCatalog: ["anybody"],
  listInterestFreeMonths: ["a page"],
  health: ["anybody"],
  readiness: ["anybody"],
  openApiDocument: ["anybody"],
};

test("every operation of the document has its row, and no row is left over", () => {
  expect(routes.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(table).toSorted());
});

interface Asked {
  readonly whom: For;
  readonly writes: boolean;
  readonly hasMerchant: boolean;
  readonly notFound: string | undefined;
}

/** The code for nobody in particular; undefined where everybody may ask. */
function codeOfNobody(whom: For): string | undefined {
  if (whom === "anybody") return undefined;
  if (whom === "a link") return "NOT_FOUND_PAYMENT_SESSION";
  return isForServer(whom) || whom === "a page" ? "UNAUTHORIZED_KEY" : "UNAUTHORIZED_OPERATOR";
}

/** The code for a secret key where the merchant's server is not asked for. */
function codeOfSecretKey(whom: For): string | undefined {
  if (whom === "a page") return "INVALID_API_KEY";
  return whom.startsWith("an owner alone") ? "FORBIDDEN_REQUEST" : codeOfNobody(whom);
}

/** The code for a bearer, which only a link has. */
function codeOfBearer(whom: For): string | undefined {
  const code = codeOfNobody(whom);
  return code === "UNAUTHORIZED_KEY" ? "INCORRECT_BASIC_AUTH_FORMAT" : code;
}

function codeOfOtherMerchant({ hasMerchant, notFound }: Asked): string | undefined {
  return hasMerchant ? "NOT_FOUND_MERCHANT" : notFound;
}

function codeOfRole(role: "viewer" | "cashier", whom: For): string | undefined {
  if (isForOwners(whom) || (role === "viewer" && whom.endsWith("a cashier"))) return "FORBIDDEN_REQUEST";
  return isForOperators(whom) ? undefined : codeOfNobody(whom);
}

function codeWithoutCsrf({ whom, writes }: Asked): string | undefined {
  if (!isForOperators(whom)) return codeOfNobody(whom);
  return writes ? "INVALID_CSRF_TOKEN" : undefined;
}

function codeFromAnotherSite(whom: For): string | undefined {
  return isForOperators(whom) || isForPlatform(whom) ? "CROSS_SITE_REQUEST" : codeOfNobody(whom);
}

/** The code for somebody whom the operation is not for; undefined where they may ask. */
const refusals: Readonly<Record<string, (asked: Asked) => string | undefined>> = {
  "without a key": ({ whom }) => codeOfNobody(whom),
  "with a client key": ({ whom }) => {
    if (whom === "a page") return undefined;
    return isForServer(whom) ? "INVALID_API_KEY" : codeOfNobody(whom);
  },
  "with a secret key": ({ whom }) => (isForServer(whom) ? undefined : codeOfSecretKey(whom)),
  "with a revoked key": ({ whom }) => (isForServer(whom) ? "UNAUTHORIZED_KEY" : codeOfSecretKey(whom)),
  "with the key of the other mode": ({ whom, notFound }) => (isForServer(whom) ? notFound : codeOfSecretKey(whom)),
  "with another merchant's key": (asked) =>
    isForServer(asked.whom) ? codeOfOtherMerchant(asked) : codeOfSecretKey(asked.whom),
  "as another merchant's owner": (asked) =>
    isForOperators(asked.whom) ? codeOfOtherMerchant(asked) : codeOfNobody(asked.whom),
  "as a viewer": ({ whom }) => codeOfRole("viewer", whom),
  "as a cashier": ({ whom }) => codeOfRole("cashier", whom),
  "as an owner without the CSRF token": codeWithoutCsrf,
  "as an owner with the CSRF token of another session": codeWithoutCsrf,
  "as an owner from another site": ({ whom }) => codeFromAnotherSite(whom),
  "as an owner whose password is old": ({ whom }) => {
    if (!isForOperators(whom)) return codeOfNobody(whom);
    return whom.endsWith("again") ? "PASSWORD_REQUIRED" : undefined;
  },
  "as the platform's owner": ({ whom }) => {
    if (!isForPlatform(whom)) return codeOfNobody(whom);
    return whom === "the platform's owner" ? "PASSWORD_REQUIRED" : undefined;
  },
  "with a token that nobody was given": ({ whom }) =>
    whom === "a link" ? "NOT_FOUND_PAYMENT_SESSION" : codeOfBearer(whom),
  "with the token of another's link": ({ whom }) => (whom === "a link" ? undefined : codeOfBearer(whom)),
  "with a secret key as a token": ({ whom }) => (whom === "a link" ? "NOT_FOUND_PAYMENT_SESSION" : codeOfBearer(whom)),
};

const isForServer = (whom: For) => whom.startsWith("the server") || whom === "the merchant's server";
const isForOwners = (whom: For) => whom.includes("an owner");
const isForOperators = (whom: For) =>
  whom.startsWith("the server") || whom.startsWith("an owner") || whom === "an operator";
const isForPlatform = (whom: For) => whom.startsWith("the platform");

/** One shop for all rows: an attack that changes something is told by its own row. */
const shop = await openAttackedShop();

async function attack(route: Route, attacker: string) {
  const [method, path, sent] = requestFor(route, shop.things);
  const before = shop.committed.length;
  const headers = shop.attackers[attacker as keyof typeof shop.attackers];
  const answer = await shop.call(method, path, { ...sent, headers });
  // What an operator asks for is recorded for the operator's own merchant.
  const changes = shop.committed.slice(before).filter(({ tenant }) => tenant !== "2:test" && tenant !== "1:live");
  return { answer, changes };
}

const rows = routes.flatMap((route) => {
  const [whom, notFound] = table[route.operationId] ?? ["anybody"];
  const hasMerchant = route.path.startsWith("/merchants/");
  const asked: Asked = { whom, notFound, writes: route.method !== "GET", hasMerchant };
  return Object.entries(refusals).map(([attacker, codeOf]) => ({ route, whom, attacker, code: codeOf(asked) }));
});

test.each(rows.filter(({ code }) => code !== undefined))(
  "$route.operationId $attacker: $code, and nothing changes",
  async ({ route, attacker, code }) => {
    const { answer, changes } = await attack(route, attacker);
    expect([answer.json.code, changes]).toEqual([code, []]);
  },
);

const strangers = ["with the key of the other mode", "with another merchant's key", "as another merchant's owner"];
const ofStrangers = rows.filter(
  ({ code, whom, attacker }) => code === undefined && whom !== "anybody" && strangers.includes(attacker),
);

test.each(ofStrangers)(
  "$route.operationId $attacker is about their own shop: it tells and changes nothing of this one",
  async ({ route, attacker }) => {
    const { answer, changes } = await attack(route, attacker);
    const { intentKey, sellerId, payoutId, deliveryId, billkey } = shop.things;
    for (const thing of [intentKey, sellerId, payoutId, deliveryId, billkey]) expect(answer.text).not.toContain(thing);
    expect([answer.status < 500, changes]).toEqual([true, []]);
  },
);

/** Those whom the lists are for. */
function insiderOf(whom: For) {
  if (isForPlatform(whom)) return shop.attackers["as the platform's owner"];
  return isForServer(whom) ? shop.attackers["with a secret key"] : shop.owner;
}

const lists = routes.filter(({ query }) => query instanceof z.ZodObject && "startingAfter" in query.shape);

test("the lists are these", () => {
  expect(lists.map(({ operationId }) => operationId)).toEqual([
    "listPayments",
    "listBillingKeys",
    "listSellers",
    "listPayouts",
    "listWebhookDeliveries",
    "listOperatorActions",
    "listOperators",
    "listKeys",
    "listPlatformActions",
    "listMerchants",
  ]);
});

const askAfter = async (route: Route, cursor: string) => {
  const [method, path] = requestFor(route, shop.things);
  const url = new URL(path, "https://pay.example");
  url.searchParams.set("startingAfter", cursor);
  const [whom] = table[route.operationId] ?? ["anybody"];
  return shop.call(method, url.pathname + url.search, { headers: insiderOf(whom) });
};

/** A cursor of merchant 2, for a list that merchant 1 has as well. */
async function cursorOfOther(): Promise<string> {
  const headers = { ...shop.attackers["with another merchant's key"] };
  for (const refSellerId of ["first", "second"]) {
    const account = { bankCode: "004", accountNumber: "110123456789", holderName: "김상인" };
    const seller = { refSellerId, name: "김상인", businessType: "INDIVIDUAL", account };
    await shop.call("POST", "/merchants/2/sellers", { headers, body: seller });
  }
  const { body } = await shop.call("GET", "/merchants/2/sellers?limit=1", { headers });
  return String(Object(body).nextCursor);
}

test.each(lists)("$operationId refuses cursors that it has not given", async (route) => {
  for (const cursor of ["Zm9yZ2Vk", await cursorOfOther()]) {
    const { status, json } = await askAfter(route, cursor);
    expect([status, json.details?.map(({ field }) => field)]).toEqual([400, ["startingAfter"]]);
  }
});
