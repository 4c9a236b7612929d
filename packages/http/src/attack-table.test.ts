import { isAtLeast } from "@wonflow/core";
import { expect, test } from "vitest";
import { z } from "zod";
import { openAttackedShop } from "../test/attacked-shop.ts";
import {
  allRoutes,
  audienceOf,
  audiences,
  credentialsOf,
  isForFreshPassword,
  isForOperators,
  isForPlatform,
  isForServer,
  leastRoleOf,
  type Audience,
} from "../test/audiences.ts";
import { exampleRequest } from "../test/exchange.ts";
import type { Sent } from "../test/open-service.ts";
import { createSeller } from "./examples/payouts.ts";
import type { Route } from "./route.ts";

test("every operation has its row, and no row is left over", () => {
  expect(allRoutes.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(audiences).toSorted());
});

test.each(allRoutes)(
  "the document names the credentials of $operationId, and a password that must be fresh",
  (route) => {
    const whom = audienceOf(route);
    expect({
      credentials: route.caller.credentials.map(({ name }) => name),
      fresh: route.errors.includes("PASSWORD_REQUIRED"),
    }).toEqual({ credentials: credentialsOf(whom), fresh: isForFreshPassword(whom) });
  },
);

interface Asked {
  readonly whom: Audience;
  readonly writes: boolean;
  readonly hasMerchant: boolean;
  readonly notFound: string | undefined;
}

/** The code for a caller without credentials; undefined if anyone may call the operation. */
function codeWithoutCredentials(whom: Audience): string | undefined {
  if (whom.startsWith("anyone")) return undefined;
  if (whom === "a link") return "NOT_FOUND_PAYMENT_SESSION";
  return isForServer(whom) || whom === "a page" ? "UNAUTHORIZED_KEY" : "UNAUTHORIZED_OPERATOR";
}

/** The code for a secret key where the merchant's server is not asked for. */
function codeOfSecretKey(whom: Audience): string | undefined {
  if (whom === "a page") return "INVALID_API_KEY";
  return whom.startsWith("an owner alone") ? "FORBIDDEN_REQUEST" : codeWithoutCredentials(whom);
}

/** The code for a bearer, which only a link has. */
function codeOfBearer(whom: Audience): string | undefined {
  const code = codeWithoutCredentials(whom);
  return code === "UNAUTHORIZED_KEY" ? "INCORRECT_BASIC_AUTH_FORMAT" : code;
}

function codeOfOtherMerchant({ hasMerchant, notFound }: Asked): string | undefined {
  return hasMerchant ? "NOT_FOUND_MERCHANT" : notFound;
}

function codeOfRole(role: "viewer" | "cashier", whom: Audience): string | undefined {
  if (!isForOperators(whom)) return codeWithoutCredentials(whom);
  const least = leastRoleOf(whom);
  return least === undefined || isAtLeast(role, least) ? undefined : "FORBIDDEN_REQUEST";
}

function codeWithoutCsrf({ whom, writes }: Asked): string | undefined {
  if (!isForOperators(whom)) return codeWithoutCredentials(whom);
  return writes ? "INVALID_CSRF_TOKEN" : undefined;
}

function codeFromAnotherSite(whom: Audience): string | undefined {
  return isForOperators(whom) || isForPlatform(whom) || whom.endsWith("another site's page")
    ? "CROSS_SITE_REQUEST"
    : codeWithoutCredentials(whom);
}

/** The code for a caller that the operation is not for; undefined if it may call the operation. */
const refusals: Readonly<Record<string, (asked: Asked) => string | undefined>> = {
  "without a key": ({ whom }) => codeWithoutCredentials(whom),
  "with a client key": ({ whom }) => {
    if (whom === "a page") return undefined;
    return isForServer(whom) ? "INVALID_API_KEY" : codeWithoutCredentials(whom);
  },
  "with a secret key": ({ whom }) => (isForServer(whom) ? undefined : codeOfSecretKey(whom)),
  "with a secret key beside an owner's session": ({ whom }) =>
    isForServer(whom) || whom === "an operator" ? undefined : codeOfSecretKey(whom),
  "with a revoked key": ({ whom }) => (isForServer(whom) ? "UNAUTHORIZED_KEY" : codeOfSecretKey(whom)),
  "with the key of the other mode": ({ whom, notFound }) => (isForServer(whom) ? notFound : codeOfSecretKey(whom)),
  "with another merchant's key": (asked) =>
    isForServer(asked.whom) ? codeOfOtherMerchant(asked) : codeOfSecretKey(asked.whom),
  "as another merchant's owner": (asked) =>
    isForOperators(asked.whom) ? codeOfOtherMerchant(asked) : codeWithoutCredentials(asked.whom),
  "as a viewer": ({ whom }) => codeOfRole("viewer", whom),
  "as a cashier": ({ whom }) => codeOfRole("cashier", whom),
  "as an owner without the CSRF token": codeWithoutCsrf,
  "as an owner with the CSRF token of another session": codeWithoutCsrf,
  "as an owner from another site": ({ whom }) => codeFromAnotherSite(whom),
  "as an owner whose password is old": ({ whom }) => {
    if (!isForOperators(whom)) return codeWithoutCredentials(whom);
    return isForFreshPassword(whom) ? "PASSWORD_REQUIRED" : undefined;
  },
  "as the platform's owner": ({ whom }) => {
    if (!isForPlatform(whom)) return codeWithoutCredentials(whom);
    return isForFreshPassword(whom) ? "PASSWORD_REQUIRED" : undefined;
  },
  "as an owner whose cookie is called the platform's": ({ whom }) => codeWithoutCredentials(whom),
  "as the platform's owner whose cookie is called a merchant's": ({ whom }) =>
    isForOperators(whom) && whom.startsWith("the server") ? "UNAUTHORIZED_OPERATOR" : codeWithoutCredentials(whom),
  "with a token that was never issued": ({ whom }) =>
    whom === "a link" ? "NOT_FOUND_PAYMENT_SESSION" : codeOfBearer(whom),
  "with the token of another link": ({ whom }) => (whom === "a link" ? undefined : codeOfBearer(whom)),
  "with a secret key as a token": ({ whom }) => (whom === "a link" ? "NOT_FOUND_PAYMENT_SESSION" : codeOfBearer(whom)),
};

/** One shop for all rows: each row detects its own changes. */
const shop = await openAttackedShop();

const attackers: Readonly<Record<string, Headers>> = shop.attackers;

type Headers = NonNullable<Sent["headers"]>;

async function attack(route: Route, headers: Headers | undefined) {
  const { operationId, method } = route;
  const { place, ...example } = exampleRequest(route, shop.things);
  const sent = operationId === "confirmPayment" ? { body: shop.things.confirmation } : example;
  const before = shop.committed.length;
  const answer = await shop.call(method, place, { ...sent, headers: headers ?? {} });
  // What an operator asks for is recorded for the operator's own merchant.
  const changes = shop.committed.slice(before).filter(({ tenant }) => tenant !== "2:test" && tenant !== "1:live");
  return { answer, changes };
}

const rows = allRoutes.flatMap((route) => {
  const whom = audienceOf(route);
  const [, notFound] = audiences[route.operationId] ?? [];
  const hasMerchant = route.path.startsWith("/merchants/");
  const asked: Asked = { whom, notFound, writes: route.method !== "GET", hasMerchant };
  return Object.entries(refusals).map(([attacker, codeOf]) => ({ route, whom, attacker, code: codeOf(asked) }));
});

test.each(rows.filter(({ code }) => code !== undefined))(
  "$route.operationId $attacker: $code, and nothing changes",
  async ({ route, whom, attacker, code }) => {
    const { answer, changes } = await attack(route, attackers[attacker]);
    expect([answer.json.code, changes]).toEqual([code, []]);
    if (code === "FORBIDDEN_REQUEST") {
      expect([answer.status, answer.json.details?.[0]]).toMatchObject([403, reasonOf(whom, attacker)]);
    }
  },
);

/** A secret key is no person, and a person needs a role. */
function reasonOf(whom: Audience, attacker: string) {
  if (attacker.startsWith("with")) return { field: "Authorization" };
  return { field: "operator", problem: `must have the role ${leastRoleOf(whom)}` };
}

test("every attacker has a rule, and every rule an attacker", () => {
  expect(Object.keys(refusals).toSorted()).toEqual(Object.keys(attackers).toSorted());
});

test("a change of this shop would be seen", async () => {
  const [route] = allRoutes.filter(({ operationId }) => operationId === "addOperator");
  const allowed = route && (await attack(route, shop.owner));
  expect([allowed?.answer.status, allowed?.changes.map(({ tenant }) => tenant)]).toEqual([
    201,
    ["1:test", "1:test", "1:test"],
  ]);
});

const strangers = ["with the key of the other mode", "with another merchant's key", "as another merchant's owner"];
const ofStrangers = rows.filter(
  ({ code, whom, attacker }) => code === undefined && !whom.startsWith("anyone") && strangers.includes(attacker),
);

test.each(ofStrangers)(
  "$route.operationId $attacker is about their own shop: it reads and changes nothing here",
  async ({ route, attacker }) => {
    const { answer, changes } = await attack(route, attackers[attacker]);
    const { intentKey, sellerId, payoutId, deliveryId, billkey } = shop.things;
    for (const thing of [intentKey, sellerId, payoutId, deliveryId, billkey]) expect(answer.text).not.toContain(thing);
    expect([answer.status < 500, changes]).toEqual([true, []]);
  },
);

/** Those whom the lists are for. */
function insiderOf(whom: Audience) {
  if (isForPlatform(whom)) return shop.attackers["as the platform's owner"];
  return isForServer(whom) ? shop.attackers["with a secret key"] : shop.owner;
}

const lists = allRoutes.filter(({ query }) => query instanceof z.ZodObject && "startingAfter" in query.shape);

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
  const url = new URL(exampleRequest(route, shop.things).place, "https://pay.example");
  url.searchParams.set("startingAfter", cursor);
  return shop.call(route.method, url.pathname + url.search, { headers: insiderOf(audienceOf(route)) });
};

/** A cursor of merchant 2, for a list that merchant 1 has as well. */
async function cursorOfOther(): Promise<string> {
  const headers = { ...shop.attackers["with another merchant's key"] };
  for (const refSellerId of ["first", "second"]) {
    const body = { ...createSeller.business.request, refSellerId };
    await shop.call("POST", "/merchants/2/sellers", { headers, body });
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
