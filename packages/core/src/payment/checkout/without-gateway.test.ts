import { expect, test } from "vitest";
import { chargeInput, issueInput } from "../../../test/billing-world.ts";
import { codeOf, createWorld, sessionInput, shop } from "../../../test/world.ts";
import type { Gateway } from "../../gateway/gateway.ts";
import type { Payments } from "../../payments.ts";
import type { Result } from "../../result.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";

const live: Tenant = { mId: 7, mode: "live" };

const origin = "https://shop.example";

/** Everything that leads to a new approval. */
test.each<[string, (payments: Payments) => Promise<Result<unknown>>]>([
  ["a session", ({ sessions }) => sessions.create(live, sessionInput)],
  ["a checkout of a page", ({ checkout }) => checkout.open(live, sessionInput, { origin })],
  ["a stored card", ({ billing }) => billing.issue(live, issueInput())],
  ["a charge", ({ billing }) => billing.charge(live, chargeInput(["billkey_none"]))],
])("in live mode without a gateway %s is refused, with the setting that is missing", async (_what, begin) => {
  const { payments, memory } = await createWorld();
  const merchant = { ...live, name: "Corner Shop", feeRate: "3.3", origins: [origin] };
  await payments.merchants.register(merchant);
  const answer = await begin(payments);
  expect(codeOf(answer)).toBe("FORBIDDEN_REQUEST");
  const [detail] = answer.ok ? [] : (answer.error.details ?? []);
  expect(detail?.field).toBe("mode");
  expect(detail?.problem).toContain("gateways.live of createPayments, or WONFLOW_NICE_CLIENT_KEY");
  expect(await memory.listDue("session", 1)).toEqual([]);
  expect(codeOf(await payments.intents.lookUp(live, sessionInput))).toBe("NOT_FOUND_PAYMENT");
});

test("a session of a merchant whose gateway is no longer bound is refused, with those that are", async () => {
  const world = await createWorld({
    gateways: (gateway) => ({ old: gateway, new: gateway }),
    merchant: { gateway: "old" },
  });
  await world.session();
  const later = await createWorld({
    sharing: world,
    gateways: (gateway) => ({ new: gateway }),
    merchant: { gateway: "new" },
  });
  await world.payments.merchants.register({ ...shop, name: "Corner Shop", feeRate: "3.3", gateway: "old" });
  const refused = await later.payments.sessions.create(shop, sessionInput);
  expect(refused).toMatchObject({
    error: {
      code: "FORBIDDEN_REQUEST",
      details: [{ field: "gateway", problem: "is old, which is not bound here; bound are: new" }],
    },
  });
});

test("a session of a merchant without an account at its gateway is refused, and taken once it has one", async () => {
  let account: string | null = null;
  const world = await createWorld({
    gateways: (gateway): Gateway => ({ ...gateway, credentials: async () => account }),
  });
  const refused = await world.payments.sessions.create(shop, sessionInput);
  expect(refused).toMatchObject({ error: { code: "FORBIDDEN_REQUEST", details: [{ field: "gateway" }] } });
  expect(JSON.stringify(refused)).toContain("wonflow merchants provider-keys");
  account = "S2_own";
  await world.paid();
});

test("a session is created although its gateway can't return its account: the account is read again when the card is typed", async () => {
  const failing = () => Promise.reject(new Error("the vault is closed"));
  const world = await createWorld({ gateways: (gateway): Gateway => ({ ...gateway, credentials: failing }) });
  expect(codeOf(await world.payments.sessions.create(shop, sessionInput))).toBe("ok");
});
