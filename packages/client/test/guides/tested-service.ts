import {
  createHandler,
  createPayments,
  developmentClock,
  documentationMerchant,
  memoryStore,
  movableClock,
  sandboxGateway,
  silentLogger,
  systemClock,
} from "wonflow";

/** The service of `npm start`, on a business day that the calendar will always know, without its port. */
export async function openTestedService() {
  const ahead = Date.parse("2026-11-20T10:00:00+09:00") - systemClock.now();
  const store = memoryStore();
  const machine = { ...systemClock, now: () => systemClock.now() + ahead };
  const clock = await developmentClock({ store, machine });
  const payments = createPayments({
    store,
    clock,
    gateways: { test: await sandboxGateway({ clock }) },
    secret: "s".repeat(32),
    settings: { documentationKeys: true },
    logger: silentLogger,
  });
  await payments.merchants.register(documentationMerchant);
  const work = { stop: async () => undefined, pauseFor: <Answer>(task: () => Promise<Answer>) => task() };
  const movable = movableClock({ clock, store, payments, work });
  return {
    payments,
    handler: createHandler(payments, { developmentClock: movable, docs: true, logger: silentLogger }),
  };
}
