import { describe, expect, test } from "vitest";
import {
  checkoutRedirectSchema,
  errorCatalog,
  type AuthenticationRefusal,
  type CardEntry,
  type Gateway,
} from "../../index.ts";
import {
  cardEntry,
  codeOf,
  createWorld,
  sessionInput,
  shop,
  valueOf,
  withKeyIn,
  type World,
} from "../../../test/world.ts";

test("success leads to successUrl with orderId, intentKey and amount; its own query and fragment stay", async () => {
  const world = await createWorld();
  const { token } = await world.session({ successUrl: "https://shop.example/ok?cart=7#done" });
  const { redirectUrl } = valueOf(await world.payments.checkout.authenticate(token, cardEntry("kb")));
  const { intentKey } = valueOf(await world.payments.intents.lookUp(shop, { orderId: "order-20261120-0001" }));
  expect(redirectUrl).toBe(
    `https://shop.example/ok?cart=7&orderId=order-20261120-0001&intentKey=${intentKey}&amount=10000#done`,
  );
});

test("a refused card leaves the link as it is, and another card can be tried on it", async () => {
  const world = await createWorld();
  const { token } = await world.session();
  const refused = await world.payments.checkout.authenticate(token, cardEntry("stopped"));
  expect(refused).toEqual({ ok: false, error: { code: "INVALID_STOPPED_CARD", triesLeft: 4 } });
  expect(valueOf(await world.payments.checkout.read(token))).toMatchObject({ status: "OPEN", triesLeft: 4 });
  const { redirectUrl } = valueOf(await world.payments.checkout.authenticate(token, cardEntry("kb")));
  expect(redirectUrl).toContain("https://shop.example/ok?");
});

test("a gateway that does not answer leaves the link as it is, and costs no try", async () => {
  const world = await createWorld();
  const { token } = await world.session();
  world.gateway.faults.next("authenticate", "refused-connection");
  const unanswered = await world.payments.checkout.authenticate(token, cardEntry("kb"));
  expect(unanswered).toEqual({ ok: false, error: { code: "PROVIDER_ERROR", triesLeft: 5 } });
  expect(codeOf(await world.payments.checkout.authenticate(token, cardEntry("kb")))).toBe("ok");
});

test.each(["ko", "en", undefined] as const)(
  "where no gateway is bound nothing helps: failUrl with PAY_PROCESS_ABORTED, in the language %s",
  async (language) => {
    const earlier = await createWorld({ live: true });
    const live = { mId: 7, mode: "live" } as const;
    await earlier.payments.merchants.register({ ...live, name: "Corner Shop", feeRate: "3.3" });
    const { token } = valueOf(await earlier.payments.sessions.create(live, sessionInput));
    const world = await createWorld({ sharing: earlier });
    const answered = await world.payments.checkout.authenticate(token, cardEntry("kb"), { language });
    const { searchParams } = new URL(valueOf(answered).redirectUrl);
    expect([...searchParams.keys()]).toEqual(["code", "message", "orderId", "intentKey"]);
    expect(searchParams.get("code")).toBe("PAY_PROCESS_ABORTED");
    expect(searchParams.get("message")).toBe(errorCatalog.PAY_PROCESS_ABORTED[language ?? "ko"]);
    expect(valueOf(await world.payments.checkout.read(token))).toMatchObject({ status: "OPEN", triesLeft: 5 });
  },
);

/** Refusals of a card by the gateway, and the fields in which its buyer can correct them. */
const refusals: readonly (readonly [AuthenticationRefusal | "FDS_ERROR", string, readonly string[] | undefined])[] = [
  ["INVALID_CARD_NUMBER", "INVALID_CARD_NUMBER", ["number"]],
  ["INVALID_CARD_EXPIRATION", "INVALID_CARD_EXPIRATION", ["expiryMonth", "expiryYear"]],
  ["INVALID_CARD_PASSWORD", "INVALID_CARD_PASSWORD", ["passwordFront2"]],
  ["INVALID_CARD_IDENTITY", "INVALID_CARD_IDENTITY", ["registNo"]],
  ["INVALID_STOPPED_CARD", "INVALID_STOPPED_CARD", undefined],
  ["INVALID_CARD_LOST_OR_STOLEN", "INVALID_CARD_LOST_OR_STOLEN", undefined],
  ["INVALID_REJECT_CARD", "INVALID_REJECT_CARD", undefined],
  ["NOT_SUPPORTED_CARD_TYPE", "NOT_SUPPORTED_CARD_TYPE", undefined],
  ["EXCEED_MAX_AUTH_COUNT", "EXCEED_MAX_AUTH_COUNT", undefined],
  ["REJECT_CARD_COMPANY", "REJECT_CARD_COMPANY", undefined],
  ["PROVIDER_ERROR", "PROVIDER_ERROR", undefined],
  ["FDS_ERROR", "PROVIDER_ERROR", undefined],
];

test.each(refusals)("refused with %s: reported as %s, in the fields %j", async (told, code, fields) => {
  const world = await createWorld();
  const { token } = await world.session();
  const authenticate = async () => ({ outcome: "refused", code: told as AuthenticationRefusal }) as const;
  const { payments } = await createWorld({
    sharing: { ...world, gateway: withKeyIn(world.gateway, { authenticate }) },
  });
  const answer = await payments.checkout.authenticate(token, cardEntry("kb"));
  if (answer.ok) throw new Error("the card was taken");
  const { details } = answer.error;
  expect(answer.error).toMatchObject({ code, triesLeft: 4 });
  expect(details?.map(({ field }) => field)).toEqual(fields);
  expect(new Set(details?.map((detail) => detail.code) ?? [code])).toEqual(new Set([code]));
});

test.each([
  ["debit", "41111111", 0, "ok"],
  ["debit", "41111111", 1, "ok"],
  ["debit", "41111111", 2, "NOT_SUPPORTED_INSTALLMENT_PLAN_CARD_OR_MERCHANT"],
  ["credit", "42222222", 2, "ok"],
  ["unknown", "43333333", 2, "ok"],
])("a %s card, %s, in %i months", async (_, digits, installmentPlanMonths, expected) => {
  const row = { acquirer: "11", issuer: "11", nickname: "", updatedAt: "2026-11-01", providerCode: "" } as const;
  const bins = [
    { ...row, bin: "41111111", type: "CHK", kind: "debit" },
    { ...row, bin: "42222222", type: "CRD", kind: "credit" },
  ] as const;
  const world = await createWorld({ cardData: { bins } });
  const { token } = await world.session({ amount: { value: 60_000 } });
  let asked = 0;
  world.gateway.faults.schedule(() => void (asked += 1));
  const card = { ...cardEntry("kb"), number: `${digits}00000000`, installmentPlanMonths };
  const answer = await world.payments.checkout.authenticate(token, card);
  const refusedEarly = codeOf(answer) === "NOT_SUPPORTED_INSTALLMENT_PLAN_CARD_OR_MERCHANT";
  // The sandbox knows none of these numbers.
  expect(refusedEarly ? codeOf(answer) : "ok").toBe(expected);
  expect(asked).toBe(refusedEarly ? 0 : 1);
  expect(valueOf(await world.payments.checkout.read(token)).triesLeft).toBe(refusedEarly ? 5 : 4);
  if (!answer.ok && refusedEarly) expect(answer.error.details?.[0]?.field).toBe("installmentPlanMonths");
});

test("a gateway that hangs is left at the request's deadline", async () => {
  const world = await createWorld();
  const { token } = await world.session();
  const gateway = withKeyIn(world.gateway, { authenticate: () => new Promise<never>(() => undefined) });
  const { payments } = await createWorld({ sharing: { ...world, gateway } });
  let answered = false;
  const answer = payments.checkout.authenticate(token, cardEntry("kb")).finally(() => (answered = true));
  await world.clock.advance(29_999);
  expect(answered).toBe(false);
  await world.clock.advance(1);
  expect(answered).toBe(true);
  expect(codeOf(await answer)).toBe("PROVIDER_ERROR");
});

test("a gateway that throws is reported by the call's key", async () => {
  const world = await createWorld();
  const { token } = await world.session();
  const gateway = withKeyIn(world.gateway, { authenticate: () => Promise.reject(new Error("bug")) });
  const { payments, notices } = await createWorld({ sharing: { ...world, gateway } });
  expect(codeOf(await payments.checkout.authenticate(token, cardEntry("kb")))).toBe("PROVIDER_ERROR");
  expect(notices).toMatchObject([{ kind: "provider-threw", attempt: expect.stringMatching(/^card-.{21}-1$/) }]);
});

test("a double tap and a later repeat lead to the same place, with one authentication", async () => {
  const world = await createWorld();
  const { token } = await world.session();
  const tap = () => world.payments.checkout.authenticate(token, cardEntry("kb"));
  const [first, second] = await Promise.all([tap(), tap()]);
  expect(valueOf(second)).toEqual(valueOf(first));
  expect(checkoutRedirectSchema.parse(valueOf(first))).toEqual(valueOf(first));
  let asked = 0;
  world.gateway.faults.schedule(() => void (asked += 1));
  expect(valueOf(await tap())).toEqual(valueOf(first));
  expect(asked).toBe(0);
  expect(valueOf(await world.payments.checkout.read(token)).status).toBe("AUTHENTICATED");
});

describe("a link whose card is authenticated", () => {
  test.each<readonly [what: string, other: object]>([
    ["another card", cardEntry("shinhan")],
    ["a card that would be refused", cardEntry("stopped")],
    ["another plan of the same card", { ...cardEntry("kb"), installmentPlanMonths: 2 }],
  ])("refuses %s, and asks no gateway", async (_what, other) => {
    const world = await createWorld();
    const { token } = await world.session({ amount: { value: 60_000 } });
    valueOf(await world.payments.checkout.authenticate(token, cardEntry("kb")));
    let asked = 0;
    world.gateway.faults.schedule(() => void (asked += 1));
    const answer = await world.payments.checkout.authenticate(token, { ...cardEntry("kb"), ...other });
    if (answer.ok) throw new Error("the card was taken");
    expect([answer.error.code, answer.error.details?.[0]?.field, asked]).toEqual([
      "FORBIDDEN_CONSECUTIVE_REQUEST",
      "number",
      0,
    ]);
  });

  test("refuses the slower of two cards that are checked at once", async () => {
    const world = await createWorld();
    const { token } = await world.session();
    const cards = ["kb", "shinhan"] as const;
    const answers = await Promise.all(
      cards.map((each) => world.payments.checkout.authenticate(token, cardEntry(each))),
    );
    expect(answers.map((answer) => (answer.ok ? "ok" : answer.error.code)).toSorted()).toEqual([
      "FORBIDDEN_CONSECUTIVE_REQUEST",
      "ok",
    ]);
    const { card } = valueOf(await world.payments.checkout.read(token));
    const company = answers[0]?.ok === true ? "KB Kookmin" : "Shinhan";
    expect(card?.company?.en).toBe(company);
  });

  test("says which card it is", async () => {
    const world = await createWorld();
    const { token } = await world.session({ amount: { value: 60_000 } });
    expect(valueOf(await world.payments.checkout.read(token)).card).toBeUndefined();
    valueOf(await world.payments.checkout.authenticate(token, { ...cardEntry("kb"), installmentPlanMonths: 2 }));
    expect(valueOf(await world.payments.checkout.read(token)).card).toEqual({
      company: { ko: "KB국민", en: "KB Kookmin" },
      lastDigits: "0009",
      installmentPlanMonths: 2,
    });
  });

  test.each([
    ["40000000****0009", "ok", "0009"],
    ["400000******0009", "ok", "0009"],
    ["400000**********", "ok", ""],
    ["************0009", "FORBIDDEN_CONSECUTIVE_REQUEST", "0009"],
    ["4000********0", "FORBIDDEN_CONSECUTIVE_REQUEST", "0"],
    ["40000000********", "ok", ""],
    ["40000000****0008", "FORBIDDEN_CONSECUTIVE_REQUEST", "0008"],
    ["50000000****0009", "FORBIDDEN_CONSECUTIVE_REQUEST", "0009"],
  ])("compares a card with the gateway's masked number %s: %s, and shows %j", async (maskedNumber, expected, shown) => {
    const world = await createWorld();
    const { token } = await world.session();
    const authenticate: typeof world.gateway.keyIn.authenticate = async (question) => {
      const answer = await world.gateway.keyIn.authenticate(question);
      return answer.outcome === "done" ? { ...answer, value: { ...answer.value, maskedNumber } } : answer;
    };
    const { payments } = await createWorld({
      sharing: { ...world, gateway: withKeyIn(world.gateway, { authenticate }) },
    });
    await payments.checkout.authenticate(token, cardEntry("kb"));
    const again = await payments.checkout.authenticate(token, cardEntry("kb"));
    expect(again.ok ? "ok" : again.error.code).toBe(expected);
    expect(valueOf(await payments.checkout.read(token)).card?.lastDigits).toBe(shown);
  });
});

test.each([
  [{ number: "4000 0000-0011 0009" }, "ok"],
  [{ number: "4".repeat(11) }, "number"],
  [{ number: "4".repeat(12) }, "INVALID_CARD_NUMBER"],
  [{ number: "4".repeat(19) }, "INVALID_CARD_NUMBER"],
  [{ number: "4".repeat(20) }, "number"],
  [{ number: "x4000000000110009" }, "number"],
  [{ number: "4000000000110009x" }, "number"],
  [{ expiryMonth: "00" }, "expiryMonth"],
  [{ expiryMonth: "01" }, "ok"],
  [{ expiryMonth: "09" }, "ok"],
  [{ expiryMonth: "10" }, "ok"],
  [{ expiryMonth: "12" }, "ok"],
  [{ expiryMonth: "13" }, "expiryMonth"],
  [{ expiryMonth: "112" }, "expiryMonth"],
  [{ expiryMonth: "123" }, "expiryMonth"],
  [{ expiryYear: "3" }, "expiryYear"],
  [{ expiryYear: "2030" }, "expiryYear"],
  [{ registNo: "90010" }, "registNo"],
  [{ registNo: "9001011" }, "registNo"],
  [{ registNo: "x900101" }, "registNo"],
  [{ registNo: "900101x" }, "registNo"],
  [{ registNo: "123456789" }, "registNo"],
  [{ registNo: "123-45-67890" }, "ok"],
  [{ registNo: "12345678901" }, "ok"],
  [{ registNo: "123456789012" }, "registNo"],
  [{ passwordFront2: "1" }, "passwordFront2"],
  [{ passwordFront2: "123" }, "passwordFront2"],
  [{ installmentPlanMonths: 0 }, "ok"],
  [{ installmentPlanMonths: 3 }, "ok"],
  [{ installmentPlanMonths: 12 }, "ok"],
  [{ installmentPlanMonths: 13 }, "installmentPlanMonths"],
  [{ installmentPlanMonths: 2.5 }, "installmentPlanMonths"],
  [{ installmentPlanMonths: -1 }, "installmentPlanMonths"],
])("what is typed: %j", async (change, expected) => {
  const world = await createWorld();
  const { token } = await world.session({ amount: { value: 60_000 } });
  const answer = await world.payments.checkout.authenticate(token, { ...cardEntry("kb"), ...change });
  const refusal = answer.ok ? undefined : answer.error;
  const told = refusal?.code === "INVALID_REQUEST" ? refusal.details?.[0]?.field : (refusal?.code ?? "ok");
  expect(told).toBe(expected);
});

test.each([
  ["long", 12, undefined],
  ["long", 13, "must be 0, or one of 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12"],
  ["short", 3, "must be 0, or one of 2, 4"],
  ["short", 4, undefined],
  ["silent", 3, undefined],
  ["silent", 4, "must be 0, or one of 2, 3"],
  ["none", 2, "must be 0"],
  ["none", 1, undefined],
])("at the gateway %s a card of %i months: %s", async (gateway, installmentPlanMonths, problem) => {
  const { installmentMonths: _, ...undeclared } = (await createWorld()).gateway.keyIn;
  const gateways = (gateway: Gateway) => ({
    long: gateway,
    short: withKeyIn(gateway, { installmentMonths: [2, 4] }),
    silent: { ...gateway, keyIn: undeclared },
    none: withKeyIn(gateway, { installmentMonths: [] }),
  });
  const world = await createWorld({ gateways, merchant: { gateway } });
  const { token } = await world.session({ amount: { value: 60_000 } });
  const answer = await world.payments.checkout.authenticate(token, { ...cardEntry("kb"), installmentPlanMonths });
  const details = answer.ok ? undefined : answer.error.details;
  expect(details?.map(({ field, problem: said }) => [field, said])).toEqual(
    problem === undefined ? undefined : [["installmentPlanMonths", problem]],
  );
  const { status, triesLeft } = valueOf(await world.payments.checkout.read(token));
  expect([status, triesLeft]).toEqual(problem === undefined ? ["AUTHENTICATED", undefined] : ["OPEN", 5]);
});

test.each([
  [49_999, 2, "INVALID_CARD_INSTALLMENT_PLAN"],
  [49_999, 1, "ok"],
  [50_000, 2, "ok"],
])("%i won in %i months: %s", async (value, installmentPlanMonths, code) => {
  const world = await createWorld();
  const { token } = await world.session({ amount: { value } });
  const answer = await world.payments.checkout.authenticate(token, { ...cardEntry("kb"), installmentPlanMonths });
  expect(codeOf(answer)).toBe(code);
  if (answer.ok) return;
  const problem = "must be 0: installments begin at 50000 won";
  expect(answer.error.details).toMatchObject([{ field: "installmentPlanMonths", problem }]);
  expect(valueOf(await world.payments.checkout.read(token))).toMatchObject({ status: "OPEN", triesLeft: 5 });
  expect(codeOf(await world.payments.checkout.authenticate(token, cardEntry("kb")))).toBe("ok");
});

test("one month is a lump sum", async () => {
  const world = await createWorld();
  const { token } = await world.session();
  await world.payments.checkout.authenticate(token, { ...cardEntry("kb"), installmentPlanMonths: 1 });
  const payment = valueOf(await world.payments.intents.lookUp(shop, { orderId: "order-20261120-0001" }));
  expect(payment.methods[0]?.keyin?.installmentPlanMonths).toBe(0);
});

test.each(["nonsense", "cs_7_test_short", `cs_7_test_${"x".repeat(32)}`, `cs_7_live_${"x".repeat(32)}`])(
  "an invalid token: %s",
  async (token) => {
    const world = await createWorld();
    expect(codeOf(await world.payments.checkout.authenticate(token, cardEntry("kb")))).toBe(
      "NOT_FOUND_PAYMENT_SESSION",
    );
  },
);

test("a link expires on time, and its payment with it", async () => {
  const world = await createWorld();
  const { token } = await world.session();
  await world.clock.advance(30 * 60_000 - 1);
  expect(await world.linkStatus(token)).toBe("OPEN");
  await world.clock.advance(1);
  expect(codeOf(await world.payments.checkout.authenticate(token, cardEntry("kb")))).toBe("EXPIRED_PAYMENT_SESSION");
  await world.payments.work.runDue(10);
  expect(valueOf(await world.payments.intents.lookUp(shop, sessionInput)).status).toBe("EXPIRED");
  expect(await world.memory.listDue("session", 10)).toEqual([]);
});

test.each([
  ["is good", "kb", undefined],
  ["is refused", "stopped", undefined],
  ["is not answered for", "kb", "answer-lost"],
] as const)(
  "a link that ends while a card is being checked does not continue, when the card %s",
  async (_, card, fault) => {
    const world = await createWorld();
    const { token } = await world.session();
    if (fault !== undefined) world.gateway.faults.next("authenticate", fault);
    let asked = 0;
    const authenticate: typeof world.gateway.keyIn.authenticate = async (request) => {
      asked += 1;
      await world.clock.after(1).elapsed;
      return world.gateway.keyIn.authenticate(request);
    };
    const process = await createWorld({ sharing: { ...world, gateway: withKeyIn(world.gateway, { authenticate }) } });
    await world.clock.advance(30 * 60_000 - 1);
    const answer = process.payments.checkout.authenticate(token, cardEntry(card));
    await world.clock.advance(1);
    expect(codeOf(await answer)).toBe("EXPIRED_PAYMENT_SESSION");
    expect(asked).toBe(1);
    await world.payments.work.runDue(10);
    expect(valueOf(await world.payments.intents.lookUp(shop, sessionInput)).status).toBe("EXPIRED");
  },
);

test("neither the token nor card data is stored", async () => {
  const world = await createWorld();
  const { token } = await world.authenticatedLink();
  const due = [...(await world.memory.listDue("session", 10)), ...(await world.memory.listDue("intent", 10))];
  expect(due).toHaveLength(1);
  for (const secret of [token, "4000000000110009", "900101"]) expect(JSON.stringify(due)).not.toContain(secret);
});

/** The code of a failure redirect, `"ok"` for one to successUrl, or the code of a refusal. */
async function tryCard(world: World, token: string, card: CardEntry) {
  const answered = await world.payments.checkout.authenticate(token, card);
  if (!answered.ok) return answered.error.code;
  return new URL(answered.value.redirectUrl).searchParams.get("code") ?? "ok";
}

const wrong = { ...cardEntry("kb"), passwordFront2: "99" };

test("the fifth refusal ends a link and frees its order; a good card is then too late", async () => {
  const world = await createWorld();
  const { token } = await world.session();
  for (let tries = 1; tries <= 4; tries += 1) {
    expect(await tryCard(world, token, wrong)).toBe("INVALID_CARD_PASSWORD");
    expect(valueOf(await world.payments.checkout.read(token))).toMatchObject({ status: "OPEN", triesLeft: 5 - tries });
  }
  expect(await tryCard(world, token, wrong)).toBe("REJECT_CARD_COMPANY");
  expect(valueOf(await world.payments.checkout.read(token))).toMatchObject({ status: "EXPIRED", endedBy: "TRIES" });
  expect(await tryCard(world, token, cardEntry("kb"))).toBe("EXPIRED_PAYMENT_SESSION");
  expect(valueOf(await world.payments.intents.lookUp(shop, sessionInput)).status).toBe("EXPIRED");
  expect(await tryCard(world, (await world.session()).token, cardEntry("kb"))).toBe("ok");
});

test("the fifth try may be the good one", async () => {
  const world = await createWorld();
  const { token } = await world.session();
  for (let tries = 1; tries <= 4; tries += 1) await tryCard(world, token, wrong);
  expect(await tryCard(world, token, cardEntry("kb"))).toBe("ok");
});

test("sixty cards at once are no more tries than five, and the good one among the rest is not accepted", async () => {
  const world = await createWorld();
  const { token } = await world.session();
  let asked = 0;
  const authenticate: typeof world.gateway.keyIn.authenticate = (request) => (
    (asked += 1),
    world.gateway.keyIn.authenticate(request)
  );
  const process = await createWorld({ sharing: { ...world, gateway: withKeyIn(world.gateway, { authenticate }) } });
  const cards = Array.from({ length: 60 }, (_, index) => (index === 59 ? cardEntry("kb") : wrong));
  const codes = await Promise.all(cards.map((card) => tryCard(process, token, card)));
  expect(asked).toBe(5);
  expect(codes.filter((code) => code === "INVALID_CARD_PASSWORD")).toHaveLength(4);
  expect(codes.filter((code) => code === "REJECT_CARD_COMPANY")).toHaveLength(1);
  expect(codes.filter((code) => code === "EXPIRED_PAYMENT_SESSION")).toHaveLength(55);
});

test("a try that the gateway did not answer is returned", async () => {
  const world = await createWorld();
  const { token } = await world.session();
  for (let tries = 1; tries <= 7; tries += 1) {
    world.gateway.faults.next("authenticate", "refused-connection");
    expect(await tryCard(world, token, wrong)).toBe("PROVIDER_ERROR");
  }
  for (let tries = 1; tries <= 4; tries += 1) await tryCard(world, token, wrong);
  expect(await tryCard(world, token, cardEntry("kb"))).toBe("ok");
});

test("an unanswered try says how many tries the refusals have left", async () => {
  const world = await createWorld();
  const { token } = await world.session();
  await tryCard(world, token, cardEntry("stopped"));
  world.gateway.faults.next("authenticate", "refused-connection");
  const unanswered = await world.payments.checkout.authenticate(token, cardEntry("kb"));
  expect(unanswered).toEqual({ ok: false, error: { code: "PROVIDER_ERROR", triesLeft: 4 } });
});

test("an unanswered try is returned, and no refused one with it", async () => {
  const world = await createWorld();
  const { token } = await world.session();
  for (let tries = 1; tries <= 3; tries += 1) await tryCard(world, token, wrong);
  world.gateway.faults.next("authenticate", "refused-connection");
  expect(await tryCard(world, token, wrong)).toBe("PROVIDER_ERROR");
  let asked = 0;
  world.gateway.faults.schedule(() => void (asked += 1));
  await Promise.all(Array.from({ length: 10 }, () => tryCard(world, token, wrong)));
  expect(asked).toBe(2);
});

test("mistyped fields never cost a try", async () => {
  const world = await createWorld({ settings: { authenticationTries: 1 } });
  const { token } = await world.session();
  expect(await tryCard(world, token, { ...wrong, number: "1" })).toBe("INVALID_REQUEST");
  expect(await tryCard(world, token, wrong)).toBe("REJECT_CARD_COMPANY");
  expect(await tryCard(world, token, cardEntry("kb"))).toBe("EXPIRED_PAYMENT_SESSION");
});
