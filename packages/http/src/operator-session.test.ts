import { documentationMerchant, ok, refuse, type Tenant } from "@wonflow/core";
import { describe, expect, test } from "vitest";
import { basic, openService, stillClock, type Sent } from "../test/open-service.ts";
import type { HttpSettings, OperatorSignIn } from "./index.ts";

const password = "four words are better";
const kim = { mId: 1, mode: "test", name: "kim", password } as const;
const shop: Tenant = { mId: 1, mode: "test" };
const path = "/operator/session";
const balances = "/merchants/1/balances";

type Headers = Sent["headers"];

/** A service with an operator; `ask` sends no key by default. */
async function openOffice(settings?: HttpSettings) {
  const service = await openService(settings);
  const { call, payments } = service;
  await payments.operators.set(shop, { name: kim.name, password });
  const ask = (method: string, place: string, headers: Headers = {}, body?: unknown) =>
    call(method, place, { headers: { Authorization: null, ...headers }, ...(body !== undefined && { body }) });
  /** Signs in, and returns what a browser would keep. */
  async function signIn(headers: Headers = {}, body: object = kim) {
    const answer = await ask("POST", path, headers, body);
    const [cookie = "", device = ""] = answer.headers.getSetCookie();
    const { csrfToken = "" } = answer.body as { csrfToken?: string };
    return { answer, cookie, device, Cookie: cookie.split(";")[0] ?? "", csrfToken };
  }
  return { ...service, ask, signIn };
}

describe("the cookie", () => {
  const secure = /^__Host-wonflow_operator=os_1_test_[\w-]{32}; Path=\/; HttpOnly; Secure; SameSite=Strict$/;
  const plain = /^wonflow_operator=os_1_test_[\w-]{32}; Path=\/; HttpOnly; SameSite=Strict$/;
  const development: HttpSettings = { developmentClock: stillClock(0).clock };

  test.each<readonly [where: string, url: string, settings: HttpSettings, cookie: RegExp]>([
    ["over https", "https://pay.example", {}, secure],
    ["over plain http in production, as behind a proxy", "http://pay.example", {}, secure],
    ["on localhost in production, as behind a proxy", "http://localhost:4242", {}, secure],
    ["on localhost in development", "http://localhost:4242", development, plain],
    ["on 127.0.0.1 in development", "http://127.0.0.1:4242", development, plain],
    ["on ::1 in development", "http://[::1]:4242", development, plain],
    ["on localhost over https in development", "https://localhost:4242", development, secure],
    ["elsewhere in development", "http://pay.example", development, secure],
    ["on a host that begins like localhost", "http://localhost.pay.example", development, secure],
  ])("%s", async (_where, url, settings, expected) => {
    const { handler, payments } = await openOffice(settings);
    await payments.operators.set(shop, { name: "kim", password });
    const init = { method: "POST", body: JSON.stringify(kim), headers: { "Content-Type": "application/json" } };
    const answer = await handler(new Request(`${url}${path}`, init));
    const [cookie = "", device = ""] = answer.headers.getSetCookie();
    expect(cookie).toMatch(expected);
    const ofDevice = cookie.replace("_operator=os_1_test_", "_device=od_1_test_").split(";")[0]?.split("=")[0];
    expect(device.split("=")[0]).toBe(ofDevice);
    expect(device.replace(/^[^;]*/, "")).toBe(
      cookie.replace(/^[^;]*/, "").replace("; Path", "; Max-Age=34560000; Path"),
    );
    const back = { headers: { Cookie: cookie.split(";")[0] ?? "" } };
    expect((await handler(new Request(`${url}${path}`, back))).status).toBe(200);
  });

  test("of the plain name counts for nothing where there is https", async () => {
    const { ask, signIn } = await openOffice();
    const { Cookie } = await signIn();
    const answer = await ask("GET", path, { Cookie: Cookie.replace("__Host-", "") });
    expect([answer.status, answer.json.code]).toEqual([401, "UNAUTHORIZED_OPERATOR"]);
  });

  test("is read among others", async () => {
    const { ask, signIn } = await openOffice();
    const { Cookie } = await signIn();
    expect((await ask("GET", path, { Cookie: `theme=dark; ${Cookie}; lang=ko` })).status).toBe(200);
  });
});

test("an operator signs in, reads who is signed in, and signs out", async () => {
  const { ask, signIn } = await openOffice();
  const { answer, Cookie, csrfToken } = await signIn();
  const times = { expiresAt: "2026-11-20T17:03:07.250Z", passwordFreshUntil: "2026-11-20T05:18:07.250Z" };
  // The documentation merchant has every method; one with typed cards alone has no list of them.
  const shown = { merchantName: "Wonflow Docs", methods: ["KEYIN", "CARD", "EASY_PAY", "TRANSFER"] };
  const session = { ...shop, ...shown, name: "kim", role: "owner", csrfToken, ...times };
  expect([answer.status, answer.body]).toEqual([200, session]);
  expect(answer.text).not.toContain(Cookie.split("=")[1]);
  expect(answer.headers.get("Cache-Control")).toBe("no-store");

  const again = await ask("GET", path, { Cookie });
  expect([again.status, again.body, again.headers.get("Set-Cookie")]).toEqual([200, session, null]);
  const out = await ask("DELETE", path, { Cookie, "X-CSRF-Token": csrfToken });
  expect([out.status, out.body]).toEqual([200, { signedOut: true }]);
  expect(out.headers.get("Set-Cookie")).toBe(
    "__Host-wonflow_operator=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Strict",
  );
  for (const [method, place] of [
    ["GET", path],
    ["DELETE", path],
    ["GET", balances],
  ] as const) {
    const after = await ask(method, place, { Cookie, "X-CSRF-Token": csrfToken });
    expect([after.status, after.json.code]).toEqual([401, "UNAUTHORIZED_OPERATOR"]);
  }
});

test("the session names the merchant of its mode", async () => {
  const { payments, signIn } = await openOffice();
  const live: Tenant = { mId: 1, mode: "live" };
  await payments.merchants.register({ ...documentationMerchant, ...live, name: "Live Docs" });
  await payments.operators.set(live, { name: kim.name, password });
  for (const [mode, merchantName] of Object.entries({ test: "Wonflow Docs", live: "Live Docs" })) {
    const { answer } = await signIn({}, { ...kim, mode });
    expect(answer.body).toMatchObject({ mode, merchantName });
  }
});

test.each<readonly [what: string, change: object]>([
  ["a wrong password", { password: "five words are worse" }],
  ["an unknown name", { name: "lee" }],
  ["an unknown merchant", { mId: 2 }],
  ["the other mode", { mode: "live" }],
])("%s is refused in the same words", async (_what, change) => {
  const { signIn } = await openOffice();
  const { answer, cookie } = await signIn({}, { ...kim, ...change });
  expect([answer.status, answer.json.code, answer.json.details]).toEqual([
    401,
    "INCORRECT_OPERATOR_CREDENTIALS",
    undefined,
  ]);
  expect(cookie).toBe("");
});

test("a 401 for operators does not open the browser's own password window", async () => {
  const { ask, signIn } = await openOffice();
  const challenge = 'Cookie realm="Wonflow", cookie-name="__Host-wonflow_operator"';
  expect((await ask("GET", path)).headers.get("WWW-Authenticate")).toBe(challenge);
  const { answer } = await signIn({}, { ...kim, password: "five words are worse" });
  expect(answer.headers.get("WWW-Authenticate")).toBe(challenge);
  const neither = await ask("GET", balances);
  expect([neither.status, neither.json.code]).toEqual([401, "UNAUTHORIZED_KEY"]);
  expect(neither.headers.get("WWW-Authenticate")).toBe('Basic realm="Wonflow", charset="UTF-8"');
});

test("a lock says when it ends", async () => {
  const { signIn, clock } = await openOffice();
  for (let n = 0; n < 10; n += 1) await signIn({}, { ...kim, password: "five words are worse" });
  await clock.advance(500);
  const { answer } = await signIn();
  expect([answer.status, answer.json.code, answer.headers.get("Retry-After")]).toEqual([
    429,
    "TOO_MANY_REQUESTS",
    "900",
  ]);
  await clock.advance(15 * 60_000 - 501);
  expect((await signIn()).answer.headers.get("Retry-After")).toBe("1");
  await clock.advance(1);
  expect((await signIn()).answer.status).toBe(200);
});

describe("a balance", () => {
  test("is read by an operator of the merchant, without a CSRF token", async () => {
    const { ask, signIn } = await openOffice();
    const { Cookie } = await signIn();
    expect((await ask("GET", balances, { Cookie })).status).toBe(200);
    expect((await ask("HEAD", balances, { Cookie })).status).toBe(200);
  });

  test.each(["/merchants/2/balances", "/merchants/01/balances", "/merchants/x/balances"])(
    "of another merchant is not found: %s",
    async (place) => {
      const { ask, signIn, payments } = await openOffice();
      await payments.merchants.register({ mId: 2, mode: "test", name: "Other Shop", feeRate: "1" });
      const { Cookie } = await signIn();
      const answer = await ask("GET", place, { Cookie });
      expect([answer.status, answer.json.code]).toEqual([404, "NOT_FOUND_MERCHANT"]);
    },
  );

  test("is the key's merchant's where a request shows both, and a bad key opens nothing", async () => {
    const { ask, signIn, payments } = await openOffice();
    const { Cookie } = await signIn();
    await payments.merchants.register({ mId: 2, mode: "test", name: "Other Shop", feeRate: "1" });
    const issued = await payments.keys.issue({ mId: 2, mode: "test" }, "secret");
    if (!issued.ok) throw new Error("no key was issued");
    const both = { Cookie, Authorization: basic(issued.value.key) };
    expect((await ask("GET", "/merchants/2/balances", both)).status).toBe(200);
    expect((await ask("GET", balances, both)).status).toBe(404);
    const bad = await ask("GET", balances, { Cookie, Authorization: basic("test_sk_unknown") });
    expect([bad.status, bad.json.code]).toEqual([401, "UNAUTHORIZED_KEY"]);
  });

  test("is not read with a token in another header", async () => {
    const { ask, signIn } = await openOffice();
    const { Cookie } = await signIn();
    const token = Cookie.split("=")[1];
    const answer = await ask("GET", balances, { Authorization: `Bearer ${token}` });
    expect([answer.status, answer.json.code]).toEqual([403, "INCORRECT_BASIC_AUTH_FORMAT"]);
  });
});

/** A merchant with a seller; `send` tries all that an operator may change, and answers each status and code. */
async function openWrites() {
  const office = await openOffice();
  const { call, ask } = office;
  const account = { bankCode: "004", accountNumber: "110-123-456789", holderName: "김상인" };
  const seller = { refSellerId: "kim-001", name: "Kim's Ceramics", businessType: "INDIVIDUAL", account };
  const created = await call("POST", "/merchants/1/sellers", { body: seller });
  const { id } = created.body as { id: string };
  const payout = [{ refPayoutId: "p1", destination: id, amount: { currency: "KRW", value: 1_000 } }];
  const sellers = async () => (await call("GET", "/merchants/1/sellers")).body as { readonly size: number };
  const send = async (headers: Headers) => {
    const answers = [
      await ask("POST", "/merchants/1/sellers", headers, { ...seller, refSellerId: "lee-002" }),
      await ask("POST", "/merchants/1/payouts", headers, payout),
      await ask("DELETE", `/merchants/1/sellers/${id}`, headers),
    ];
    return answers.map(({ status, json }) => json.code ?? status);
  };
  return { ...office, send, sellers };
}

/** A seller is made, the payout is above the balance, the other seller is deleted. */
const done = [201, "NOT_ENOUGH_AMOUNT", 200];
const thrice = (code: string) => [code, code, code];

describe("a write", () => {
  test("is done with the CSRF token", async () => {
    const { send, signIn } = await openWrites();
    const { Cookie, csrfToken } = await signIn();
    expect(await send({ Cookie, "X-CSRF-Token": csrfToken })).toEqual(done);
  });

  test("is done with the secret key, which no browser adds by itself", async () => {
    const { send } = await openWrites();
    expect(await send({ Authorization: basic("test_sk_docs"), "Sec-Fetch-Site": "cross-site" })).toEqual(done);
  });

  test.each<readonly [what: string, csrfToken: (own: string, others: string) => string | null]>([
    ["none", () => null],
    ["an empty one", () => ""],
    ["another session's", (_own, others) => others],
    ["one with another letter", (own) => `${own.slice(0, -1)}${own.endsWith("0") ? "1" : "0"}`],
  ])("is refused, and nothing done, with this CSRF token: %s", async (_what, csrfToken) => {
    const { send, signIn, sellers } = await openWrites();
    const before = await sellers();
    const own = await signIn();
    const { csrfToken: others } = await signIn();
    const headers = { Cookie: own.Cookie, "X-CSRF-Token": csrfToken(own.csrfToken, others) };
    expect(await send(headers)).toEqual(thrice("INVALID_CSRF_TOKEN"));
    expect(await sellers()).toEqual(before);
  });

  test("needs more than the CSRF token", async () => {
    const { send, signIn, sellers } = await openWrites();
    const before = await sellers();
    const { csrfToken } = await signIn();
    expect(await send({ "X-CSRF-Token": csrfToken })).toEqual(thrice("UNAUTHORIZED_KEY"));
    expect(await sellers()).toEqual(before);
  });

  test("that another site's page causes is refused, even with the CSRF token", async () => {
    const { send, signIn, sellers } = await openWrites();
    const before = await sellers();
    const { Cookie, csrfToken } = await signIn();
    const headers = { Cookie, "X-CSRF-Token": csrfToken, "Sec-Fetch-Site": "cross-site" };
    expect(await send(headers)).toEqual(thrice("CROSS_SITE_REQUEST"));
    expect(await sellers()).toEqual(before);
  });
});

/** The headers by which browsers report where a request comes from, and whether it is accepted. */
const sites: readonly (readonly [what: string, headers: Readonly<Record<string, string>>, isLetIn: boolean])[] = [
  ["a page of the service", { "Sec-Fetch-Site": "same-origin", Origin: "https://pay.example" }, true],
  ["the address bar", { "Sec-Fetch-Site": "none" }, true],
  ["another site", { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" }, false],
  ["another host of the same site", { "Sec-Fetch-Site": "same-site", Origin: "https://www.pay.example" }, false],
  ["another site that names ours in Origin", { "Sec-Fetch-Site": "cross-site", Origin: "https://pay.example" }, false],
  [
    "a page of the service behind a proxy that names itself",
    { "Sec-Fetch-Site": "same-origin", Origin: "https://shown.example" },
    true,
  ],
  ["a page of the service, in an older browser", { Origin: "https://pay.example" }, true],
  ["a page of the service behind a proxy for https, in an older browser", { Origin: "http://pay.example" }, true],
  ["another site, in an older browser", { Origin: "https://evil.example" }, false],
  ["another port, in an older browser", { Origin: "https://pay.example:8443" }, false],
  ["a page in a sandbox, in an older browser", { Origin: "null" }, false],
  ...["Host", "Referer", "Forwarded", "X-Forwarded-Host", "X-Forwarded-Origin", "X-Original-Host"].flatMap((name) => {
    const named = name === "Host" || name.endsWith("-Host") ? "" : "https://";
    return [
      [
        `another site with ours in ${name}, in an older browser`,
        { Origin: "https://evil.example", [name]: `${named}pay.example` },
        false,
      ],
      [
        `another site with itself in ${name}, in an older browser`,
        { Origin: "https://evil.example", [name]: `${named}evil.example` },
        false,
      ],
    ] as const;
  }),
];

describe.each(sites)("a request of %s", (_what, headers, isLetIn) => {
  const refused = [403, "CROSS_SITE_REQUEST"];

  test("to sign in", async () => {
    const { signIn } = await openOffice();
    const { answer, cookie } = await signIn(headers);
    expect([answer.status, answer.json.code]).toEqual(isLetIn ? [200, undefined] : refused);
    expect(cookie !== "").toBe(isLetIn);
  });

  test("with a cookie", async () => {
    const { ask, signIn } = await openOffice();
    const { Cookie, csrfToken } = await signIn();
    for (const place of [path, balances]) {
      const answer = await ask("GET", place, { ...headers, Cookie });
      expect([answer.status, answer.json.code]).toEqual(isLetIn ? [200, undefined] : refused);
    }
    const out = await ask("DELETE", path, { ...headers, Cookie, "X-CSRF-Token": csrfToken });
    expect([out.status, out.json.code]).toEqual(isLetIn ? [200, undefined] : refused);
    expect((await ask("GET", path, { Cookie })).status).toBe(isLetIn ? 401 : 200);
  });
});

describe("a host application that signs operators in itself", () => {
  const operators: OperatorSignIn = {
    async identify({ headers }) {
      const mId = Number(headers.get("X-Host-User"));
      return mId > 0 ? ok({ tenant: { mId, mode: "test" } as const }) : refuse("UNAUTHORIZED_OPERATOR");
    },
  };

  test("says who may, beside the secret key", async () => {
    const { ask } = await openOffice({ operators });
    expect((await ask("GET", balances, { "X-Host-User": "1" })).status).toBe(200);
    expect((await ask("GET", balances, { "X-Host-User": "2" })).json.code).toBe("NOT_FOUND_MERCHANT");
    expect((await ask("GET", balances)).json.code).toBe("UNAUTHORIZED_OPERATOR");
    expect((await ask("GET", balances, { Authorization: basic("test_sk_docs") })).status).toBe(200);
  });

  test("replaces the service's own sign-in", async () => {
    const { call, payments } = await openOffice({ operators });
    expect((await call("POST", path, { body: kim })).json.code).toBe("NOT_FOUND_PATH");
    const session = await payments.operators.signIn(kim);
    if (!session.ok) throw new Error("the sign-in failed");
    const Cookie = `__Host-wonflow_operator=${session.value.token}`;
    const answer = await call("GET", balances, { headers: { Authorization: null, Cookie } });
    expect(answer.json.code).toBe("UNAUTHORIZED_OPERATOR");
  });
});
