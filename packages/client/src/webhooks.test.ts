import { Webhook } from "standardwebhooks";
import { describe, expect, expectTypeOf, test } from "vitest";

import {
  isWonflowError,
  webhooks,
  type PaymentIntent,
  type Payout,
  type Settlement,
  type VerifyOptions,
  type WebhookEvent,
  type WebhookHeaders,
} from "./index.ts";

const secret = `whsec_${btoa("a secret of thirty-two characters")}`;
const other = `whsec_${btoa("another secret, also long enough.")}`;
const messageId = "msg_settlement-completed_V1StGXR8_Z5jdHi6B-myT";
const now = Date.UTC(2026, 10, 25, 1);
const settlement = { settlementId: "stl.1", amount: 24_092, settledAt: "2026-11-24T15:00:00.000Z", lines: [] };
const body = JSON.stringify({ ...settlement, orderName: "녹차" });

/** The headers that the service sends with a body, as another implementation signs it. */
function signed(text = body, secrets: readonly string[] = [secret], id = messageId): Record<string, string> {
  const signatures = secrets.map((one) => new Webhook(one).sign(id, new Date(now), text));
  return {
    "content-type": "application/json",
    "webhook-event": "settlement.completed",
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(now / 1000)),
    "webhook-signature": signatures.join(" "),
  };
}

async function outcomeOf(
  raw: string | Uint8Array | ArrayBuffer | undefined,
  headers: WebhookHeaders,
  options: Partial<VerifyOptions> = {},
): Promise<string> {
  return webhooks.verify(raw, headers, { secret, now, ...options }).then(
    (message) => (message.event === "settlement.completed" ? message.settlement.settlementId : message.event),
    (error: unknown) =>
      isWonflowError(error) ? `${error.code}, ${error.nextAction}` : String(error).split(":", 2).join(),
  );
}

const refused = "INVALID_WEBHOOK, reject";

describe("a webhook that the service has signed", () => {
  test("has its event, the event's object, its id and its time", async () => {
    const message = await webhooks.verify(body, signed(), { secret, now });
    const event = { event: "settlement.completed", settlement: JSON.parse(body) };
    expect(message).toEqual({ id: messageId, sentAt: new Date(now), ...event });
  });

  test("has the event that its id names, whatever the header says that is not signed", async () => {
    for (const header of [undefined, "", "payment.done", ["settlement.completed", "payment.done"]]) {
      const { event } = await webhooks.verify(body, { ...signed(), "webhook-event": header }, { secret, now });
      expect(event).toBe("settlement.completed");
    }
  });

  test.each([
    "msg_1",
    "msg_payment-done_1",
    "msg_payment-done_0_Jd9sGfA1eUh8Kq2mVx0Rz",
    "msg_payment-done_01_Jd9sGfA1eUh8Kq2mVx0Rz",
    "msg_payment-done_-1_Jd9sGfA1eUh8Kq2mVx0Rz",
    "msg_payout-completed_payout_Kc0Tz4Ud8Of1Lp5Nh9Qr",
    "msg_payment-disputed_1_Jd9sGfA1eUh8Kq2mVx0Rz",
    "msg_settlement-completed",
    "msg_settlement_completed_1",
    "msg_toString_1",
    "msg_constructor_1",
    "settlement-completed",
  ])("with the id %s has an unknown event, which the error names", async (id) => {
    const verified = webhooks.verify(body, signed(body, [secret], id), { secret, now });
    await expect(verified).rejects.toThrow(`The webhook ${id} has an event that this version`);
    await expect(verified).rejects.toMatchObject({ code: "UNKNOWN_WEBHOOK_EVENT", nextAction: "correct" });
  });

  test.each([
    ["msg_payment-done_1_Jd9sGfA1eUh8Kq2mVx0Rz", "payment.done", 1, "payment"],
    ["msg_payment-canceled_12_3__2_1_abcdefghijklmn", "payment.canceled", 12, "payment"],
    ["msg_payout-returned_2_payout_Kc0Tz4Ud8Of1Lp5Nh9Qr", "payout.returned", 2, "payout"],
  ])("by the id %s is %s with the number %s", async (id, event, sequence, member) => {
    const object = { status: "DONE" };
    const text = JSON.stringify(object);
    const headers = { ...signed(text, [secret], id), "webhook-event": "payment.expired", sequence: "9" };
    const message = await webhooks.verify(text, headers, { secret, now });
    expect(message).toEqual({ id, sentAt: new Date(now), event, sequence, [member]: object });
  });

  test("has the type of its event's object, and a number where it has an order", () => {
    type Named<Name extends string> = Extract<WebhookEvent, { readonly event: Name }>;
    expectTypeOf<Named<"settlement.completed">["settlement"]>().toEqualTypeOf<Settlement>();
    expectTypeOf<Named<"payment.done">["payment"]>().toEqualTypeOf<PaymentIntent>();
    expectTypeOf<Named<"payout.failed">["payout"]>().toEqualTypeOf<Payout>();
    expectTypeOf<Named<"payout.failed">["sequence"]>().toEqualTypeOf<number>();
    expectTypeOf<Named<"settlement.completed">>().not.toHaveProperty("sequence");
  });

  test.each<[string, string | Uint8Array | ArrayBuffer]>([
    ["a text", body],
    ["bytes", new TextEncoder().encode(body)],
    ["a Buffer, which is a part of a larger one", Buffer.from(`..${body}`).subarray(2)],
    ["an ArrayBuffer", Uint8Array.from(Buffer.from(body)).buffer],
  ])("is taken as %s", async (_, raw) => {
    expect(await outcomeOf(raw, signed())).toBe("stl.1");
  });

  test("is taken with the headers of a Request, of Node, and of names in other letters", async () => {
    const headers = signed();
    const loud = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
    for (const one of [headers, loud, new Headers(headers)]) expect(await outcomeOf(body, one)).toBe("stl.1");
  });

  test("by two secrets is accepted with either, and with both", async () => {
    const headers = signed(body, [other, secret]);
    for (const one of [secret, other, [secret, other]])
      expect(await outcomeOf(body, headers, { secret: one })).toBe("stl.1");
    expect(await outcomeOf(body, signed(), { secret: [other, secret] })).toBe("stl.1");
    expect(await outcomeOf(body, signed(), { secret: [other] })).toBe(refused);
    expect(await outcomeOf(body, signed(), { secret: [] })).toBe(refused);
  });

  test.each([
    [-300, undefined, "stl.1"],
    [300, undefined, "stl.1"],
    [-301, undefined, refused],
    [301, undefined, refused],
    [-301, 600, "stl.1"],
    [-1, 0, refused],
    [Number.NaN, undefined, refused],
  ])("%s seconds from now, with a tolerance of %s: %s", async (seconds, toleranceSeconds, outcome) => {
    const options = toleranceSeconds === undefined ? {} : { toleranceSeconds };
    expect(await outcomeOf(body, signed(), { ...options, now: now - seconds * 1000 })).toBe(outcome);
  });
});

describe("a webhook is not trusted", () => {
  const [id, time, signature] = ["webhook-id", "webhook-timestamp", "webhook-signature"] as const;
  const right = signed();
  const { [signature]: mark = "" } = right;

  test.each<[string, string, WebhookHeaders]>([
    ["with another body", body.replace("24092", "94092"), right],
    ["with a re-serialized body", JSON.stringify(JSON.parse(body), null, 1), right],
    ["with another id", body, { ...right, [id]: `${messageId}2` }],
    ["with an id of another event", body, { ...right, [id]: "msg_payment-done_V1StGXR8_Z5jdHi6B-myT" }],
    ["with another number", body, { ...right, [id]: "msg_payment-done_2_V1StGXR8_Z5jdHi6B-myT" }],
    ["with a later time", body, { ...right, [time]: String(Number(right[time]) + 1) }],
    ["with a time of another form", body, { ...right, [time]: `${right[time]}.0` }],
    ["signed with another secret", body, signed(body, [other])],
    ["with a signature that is cut", body, { ...right, [signature]: mark.slice(0, 20) }],
    ["with a longer signature", body, { ...right, [signature]: `v1,${btoa(`${atob(mark.slice(3))}x`)}` }],
    ["with an empty signature", body, { ...right, [signature]: "v1," }],
    ["with a signature that is not Base64", body, { ...right, [signature]: "v1,%%%" }],
    ["with a signature of another version", body, { ...right, [signature]: mark.replace("v1,", "v2,") }],
    ["without a signature", body, { ...right, [signature]: undefined }],
    ["without an id", body, { ...right, [id]: "" }],
    ["without a time", body, { ...right, [time]: undefined }],
    ["without headers", body, new Headers()],
  ])("%s", async (_, raw, headers) => {
    expect(await outcomeOf(raw, headers)).toBe(refused);
  });

  const names = [id, time, signature] as const;
  const wrong = signed(body, [other])[signature] ?? "";
  const another = { [id]: `${messageId}2`, [time]: `${right[time]}1`, [signature]: wrong };

  describe.each(names)("for lines of %s that differ", (name) => {
    const { [name]: value = "" } = right;
    const { [name]: different } = another;

    test.each<[string, WebhookHeaders]>([
      ["as a list", { ...right, [name]: [value, different] }],
      ["as a list, the other one first", { ...right, [name]: [different, value] }],
      ["joined", { ...right, [name]: `${value}, ${different}` }],
      ["joined, the other one first", { ...right, [name]: `${different},${value}` }],
      ["of a Request", new Headers([...Object.entries(right), [name, different]])],
      ["under names in other letters", { ...right, [name.toUpperCase()]: different }],
    ])("%s", async (_, headers) => {
      const problem = `it has different lines of the header ${name}`;
      await expect(webhooks.verify(body, headers, { secret, now })).rejects.toThrow(problem);
    });

    test.each<[string, WebhookHeaders]>([
      ["as a list", { ...right, [name]: [value, value] }],
      ["joined", { ...right, [name]: `${value}, ${value}` }],
      ["joined without a blank", { ...right, [name]: `${value},${value},${value}` }],
      ["of a Request", new Headers([...Object.entries(right), [name, value]])],
      [
        "of node:http, each line by itself",
        Object.fromEntries([...Object.entries(right), [name, [`${value}, ${value}`, value]]]),
      ],
      ["under names in other letters", { ...right, [name.toUpperCase()]: value }],
    ])("but equal ones count as one: %s", async (_, headers) => {
      expect(await outcomeOf(body, headers)).toBe("stl.1");
    });
  });

  test("and an id may end like a version", async () => {
    const like = signed(body, [secret], "msg_settlement-completed_V1StGXR8-v1");
    expect(await outcomeOf(body, { ...like, [id]: `${like[id]}, ${like[id]}` })).toBe("stl.1");
  });

  test("for an empty list of lines", async () => {
    for (const name of names) expect(await outcomeOf(body, { ...right, [name]: [] })).toBe(refused);
  });

  test("and two signatures in equal lines stay two", async () => {
    const twice = signed(body, [other, secret]);
    const line = twice[signature] ?? "";
    for (const repeated of [[line, line], `${line}, ${line}`, `${line},${line}`])
      expect(await outcomeOf(body, { ...twice, [signature]: repeated })).toBe("stl.1");
  });

  test("and one without a body, as a parser leaves it at another Content-Type", async () => {
    expect(await outcomeOf(undefined, right)).toMatch(/^INVALID_WEBHOOK/);
  });

  test("and a parsed body or an invalid secret is a TypeError", async () => {
    const parsed = JSON.parse(body) as string;
    expect(await outcomeOf(parsed, right)).toMatch(/^TypeError, webhooks.verify/);
    await expect(webhooks.verify(parsed, right, { secret, now })).rejects.toThrow(/express\.raw/);
    for (const wrong of ["", "whsec_", "whsec_%%%", secret.slice(6)]) {
      expect(await outcomeOf(body, right, { secret: wrong })).toMatch(/^TypeError, webhooks.verify/);
    }
  });
});
