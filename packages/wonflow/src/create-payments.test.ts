import { expect, test } from "vitest";

import { createPayments, memoryStore, sandboxGateway, sandboxPayoutBank, type PaymentsOptions } from "./index.ts";

test("a missing or wrong option of an untyped program throws at once, and not at the first payment", async () => {
  const parts = { store: memoryStore(), gateways: {}, secret: "a secret of 32 characters at least" };
  const problemWith = (wrong: object) => {
    try {
      createPayments({ ...parts, ...wrong } as PaymentsOptions);
      return undefined;
    } catch (error) {
      return String(error);
    }
  };
  expect(problemWith({})).toBeUndefined();
  expect(problemWith({ secret: undefined })).toMatch(
    /^SettingError: The secret of createPayments is missing: .*at least 32/,
  );
  expect(problemWith({ secret: "short" })).toMatch(/^SettingError: The secret of createPayments must have at least 32/);
  expect(problemWith({ store: Promise.resolve(memoryStore()) })).toMatch(/: store is still a promise: await it/);
  expect(problemWith({ gateways: { test: sandboxGateway() } })).toMatch(/: gateways.test is still a promise/);
  expect(problemWith({ gateways: { live: { gateway: sandboxGateway() } } })).toMatch(
    /: gateways.live.gateway is still a promise/,
  );
  expect(problemWith({ gateways: undefined, cardNetworks: {} })).toBe(
    "TypeError: createPayments: cardNetworks is called gateways now",
  );
  expect(problemWith({ payoutBanks: { test: sandboxPayoutBank() } })).toMatch(/: payoutBanks.test is still a promise/);
});

test("a string of several secrets is read as the command reads it, newest first", async () => {
  const [older, newer] = ["o".repeat(32), "n".repeat(32)];
  const store = memoryStore();
  const withSecret = (secret: string) => createPayments({ store, gateways: {}, secret }).secret;
  await withSecret(older).check();
  expect(await withSecret(newer).isRight()).toBe(false);
  await withSecret(`${newer}, ${older}`).check();
  expect(await withSecret(newer).isRight()).toBe(true);
  // A comma may be part of a secret, too.
  expect(await withSecret(`${newer}, and more`).isRight()).toBe(false);
});

test("a live gateway with a window needs a host of its own for the pages that open it", async () => {
  const gateway = await sandboxGateway({ windowUrl: "https://provider.example/window" });
  const live = { ...gateway, sandbox: false };
  const bind = (windowUrl: string | null, gateways: PaymentsOptions["gateways"]) => () =>
    createPayments({
      store: memoryStore(),
      gateways,
      secret: "a secret of 32 characters at least",
      settings: { checkoutUrl: "https://pay.example:8443/checkout", windowUrl },
    });
  expect(bind(null, { live: { nice: live } })).toThrow(
    "the gateway nice of live mode has a window: set settings.windowUrl (WONFLOW_WINDOW_URL)",
  );
  expect(bind("https://window.example/windows", { live: { nice: live } })).not.toThrow();
  expect(bind(null, { test: gateway })).not.toThrow();
  const { window: _, ...withoutWindow } = live;
  expect(bind(null, { live: withoutWindow })).not.toThrow();
  // Another port of the same host shares its cookies.
  for (const shared of ["https://pay.example/windows", "http://PAY.example:9000/windows"]) {
    expect(bind(shared, {})).toThrow("settings.windowUrl must be on another host than settings.checkoutUrl");
  }
  for (const wrong of ["window.example", "", "ftp://window.example", "https://"]) {
    expect(bind(wrong, {})).toThrow("settings.windowUrl must be an http or https URL");
  }
});
