import { sandboxInstallmentFeeds } from "@wonflow/sandbox";
import { memoryStore } from "@wonflow/store-memory";
import { fakeClock, sequentialIds, testVault } from "@wonflow/testkit";

import { bindPayments, StoreUnavailable, type BankPayout, type Store } from "../src/index.ts";
import { chargeInput, createBillingWorld, issueInput } from "./billing-world.ts";
import { createPayoutWorld, item, sellerInput } from "./payout-world.ts";
import { authenticatedInWindow, comeBack, createWindowWorld, inWindow } from "./window-world.ts";
import { answered, fakeSender } from "./webhook-world.ts";
import { cardEntry, createWorld, sessionInput, shop, valueOf } from "./world.ts";

/** Wraps each service's store. */
interface Around {
  readonly store: (store: Store) => Store;
}

const order = (n: number) => ({ orderId: `order-20261120-${String(n).padStart(4, "0")}` });

async function livePayments({ store }: Around): Promise<void> {
  const sender = fakeSender();
  const contracts = { kyc: true, webhook: true };
  const world = await createWorld({
    merchant: { contracts },
    store,
    webhookSender: sender,
    promises: { storesCheckedCards: true },
    settings: { cashierLimits: { perDay: 10_000 } },
  });
  const { clock, gateway, payments } = world;
  const cancel = (intentKey: string, cancelAmount?: number, idempotencyKey?: string) =>
    payments.intents.cancel(shop, { intentKey }, { cancelReason: "out of stock", cancelAmount }, { idempotencyKey });

  const kyc = { name: "김구매", registNo: "900101" };
  const metadata = { text: "x", count: 1, gift: true, note: null };
  await payments.sessions.create(shop, { ...sessionInput, ...order(1), metadata, kyc }, { idempotencyKey: "k1" });
  await payments.sessions.create(shop, { ...sessionInput, ...order(1) });
  await payments.checkout.open(shop, { ...sessionInput, ...order(2) }, { origin: "https://shop.example" });

  const paid = await world.paid(order(3));
  await cancel(paid.intentKey, 100, "k2");
  await cancel(paid.intentKey);
  await cancel((await world.authenticated(order(4))).intentKey);
  await world.session(order(5));
  await payments.intents.cancel(shop, order(5), { cancelReason: "out of stock" });

  const refused = await world.authenticated({ ...order(6), card: "no-funds" });
  await payments.intents.confirm(shop, confirmationOf(refused), { idempotencyKey: "k3" });
  const late = await world.authenticated(order(7));
  gateway.faults.next("approve", { kind: "arrives-late", ms: 45_000 });
  await payments.intents.confirm(shop, confirmationOf(late));
  await world.pass(40);

  const flagged = await world.paid(order(8));
  gateway.faults.schedule(({ operation }) => (operation === "approve" ? undefined : "refused-connection"));
  void cancel(flagged.intentKey);
  await world.pass(900);
  gateway.faults.schedule();
  await world.pass(120);

  await world.authenticated(order(9));
  await world.session(order(10));
  await world.pass(1900);
  await clock.advance(16 * 24 * 3_600_000);
  await payments.work.runDue();

  await payments.calendar.close("2026-12-31");
  const settled = await world.paid(order(11));
  for (let day = 0; day < 7; day += 1) {
    await clock.advance(24 * 3_600_000);
    await payments.work.runDue();
  }
  await cancel(settled.intentKey, 100);

  // A delivery that had no endpoint, was refused, is gone, and is delivered when it is sent again.
  await payments.webhooks.set(shop, { url: "https://shop.example/webhook" });
  await payments.webhooks.rotate(shop);
  for (const status of [503, 410, 200]) {
    sender.answer = async () => answered(status, "점검 중");
    const [delivery] = valueOf(await payments.webhooks.deliveries(shop)).items;
    await payments.webhooks.resend(shop, delivery?.id ?? "");
    await payments.work.runDue();
  }

  await payments.webhooks.rotate(shop);
  await payments.webhooks.set(shop, { events: ["payment.done"] });
  await world.paid(order(99));
  await payments.work.runDue();

  const { key } = valueOf(await payments.keys.issue(shop, "secret"));
  await payments.keys.revoke(shop, key);

  const by = { operator: "kim", role: "cashier" } as const;
  const given = await world.paid(order(13));
  await payments.intents.cancel(shop, given, { cancelReason: "out of stock", cancelAmount: 100 }, { by });

  const merchant = valueOf(await payments.merchants.get(shop));
  const terms = { url: "https://shop.example/terms", consent: true };
  const logo = "data:image/png;base64,iVBORw0KGgo=";
  const look = { businessName: "주식회사 골목", phone: "02-1234-5678", color: "#0b7a50", logo, terms };
  await payments.merchants.register({ ...merchant, ...look });
  const { token } = await world.session(order(12));
  await payments.checkout.authenticate(token, { ...cardEntry("kb"), termsAgreed: true });

  const operator = { name: "kim", password: "four words are better" };
  await payments.operators.set(shop, operator);
  await payments.operators.signIn({ ...shop, ...operator });
  const asked = { operator: "kim", role: "owner", operation: "deleteSeller", about: { sellerId: "seller_x" } } as const;
  await payments.operators.beginAction(shop, asked);
  const { id } = valueOf(await payments.operators.beginAction(shop, { ...asked, about: { amount: 1 } }));
  await payments.operators.endAction(shop, { id, code: "NOT_FOUND_SELLER" });
}

/** Payouts to their ends, and a seller that the bank does not answer about. */
async function livePayouts({ store }: Around): Promise<void> {
  const world = await createPayoutWorld({ store });
  const { bank, clock, payments } = world;
  const account = { bankCode: "088", accountNumber: "110-987-654321", holderName: "가게 주식회사" };
  await payments.payouts.setTransferAccount(shop, { account });
  const sellers = [];
  for (const name of ["paid", "failed", "canceled", "returned", "lost", "late"]) {
    const { id } = await world.seller({ refSellerId: name, metadata: { tier: 1 } });
    sellers.push([name, id] as const);
  }
  const { payouts } = valueOf(
    await payments.payouts.createBatch(
      shop,
      sellers.map(([name, id]) => item(name, id)),
      { idempotencyKey: "k1" },
    ),
  );
  const idOf = (name: string) => payouts.items.find(({ refPayoutId }) => refPayoutId === name)?.id ?? "";
  const accept = bank.onSubmit;
  bank.onSubmit = (request) => {
    const lost = request.key.endsWith(idOf("lost"));
    return lost ? Promise.reject(new Error("connection reset")) : accept(request);
  };
  await world.run("payout");
  const says = (name: string, status: BankPayout["status"]) => {
    const key = `payout.${idOf(name)}`;
    bank.payouts.set(key, { key, amount: 10_000, status, at: clock.now(), reason: null });
  };
  says("paid", "PAID");
  says("failed", "FAILED");
  says("canceled", "CANCELED");
  says("returned", "RETURNED");
  await clock.advance(60_000);
  await world.run("bankAttempt");
  await payments.sellers.remove(shop, sellers[0]?.[1] ?? "");
  bank.onRegister = async () => ({ outcome: "unknown", reason: "slow" });
  await world.seller({ refSellerId: "slow" });
  bank.onRegister = async () => ({ outcome: "refused", code: "ACCOUNT_OWNER_CHECK_FAILED" });
  await payments.sellers.create(shop, { ...sellerInput, refSellerId: "refused" });
  await world.moveTo("2026-11-26T23:00:00");
  for (let runs = 0; runs < 3; runs += 1) await payments.work.runDue();
  await payments.payouts.resolve(shop, idOf("returned"), { outcome: "not-done", note: "statement" });
  await payments.payouts.resolve(shop, idOf("lost"), { outcome: "not-done", note: "statement" });
}

function confirmationOf({ intentKey, orderId, amount }: { intentKey: string; orderId: string; amount: number }) {
  return { intentKey, orderId, amount };
}

async function tablesAndFeeds({ store }: Around): Promise<void> {
  const clock = fakeClock(Date.UTC(2026, 10, 20, 3));
  const payments = bindPayments({
    store: store(memoryStore()),
    gateways: {},
    cardData: { installmentFeeds: sandboxInstallmentFeeds({ clock }) },
    clock,
    ids: sequentialIds(),
    vault: testVault(),
  });
  await payments.secret.check();
  await payments.merchants.register({ mId: 9, mode: "live", name: "Bare", feeRate: "0" });
  const [live, keys] = [{ mId: 9, mode: "live" } as const, [{ name: "S2_client", secret: "s" }]];
  await payments.providerKeys.set(live, { keys });
  const row = { bin: "400000", acquirer: "11", issuer: "11", nickname: "n", updatedAt: "2026-11-01", providerCode: "" };
  await payments.bins.import([{ ...row, type: "CRD", kind: "credit" }]);
  const card = { id: "0b1e5f4e-6a0f-4c1b-9a51-3f5f6c2d7e10", name: "산책", acquirer: "41", ref: "r", thumbnails: [] };
  const fees = { annualFeeDomestic: 1000, annualFeeInternational: { VISA: 2000 } };
  const benefits = [{ title: "t", details: [{ content: ["AMOUNT", 1] satisfies ["AMOUNT", number] }] }];
  await payments.catalog.import([{ ...card, ...fees, benefits, updatedAt: "2026-11-01T00:00:00Z" }]);
  await Promise.all([payments.work.runDue(), clock.advance(1000)]);
}

/** A write that fails, after which writes are tried. */
async function fullDisk({ store }: Around): Promise<void> {
  let isFull = true;
  const kept = store(memoryStore());
  const clock = fakeClock(Date.UTC(2026, 10, 20, 3));
  const { calendar, readiness } = bindPayments({
    store: {
      ...kept,
      commit: (changeSet) => (isFull ? Promise.reject(new StoreUnavailable("no room")) : kept.commit(changeSet)),
    },
    gateways: {},
    clock,
    ids: sequentialIds(),
    vault: testVault(),
  });
  await calendar.close("2026-12-31").catch(() => undefined);
  isFull = false;
  await readiness.check();
}

/** Stored cards, charged alone and together, deleted, and one whose issuing was never answered. */
async function liveBilling({ store }: Around): Promise<void> {
  const world = await createBillingWorld({ store });
  const { gateway } = world;
  const [kb, shinhan] = [await world.billkey("kb"), await world.billkey("no-refund")];
  const { intentKey } = valueOf(await world.charge(chargeInput([kb, shinhan]), { idempotencyKey: "k1" }));
  await world.cancel(intentKey);
  await world.charge(chargeInput([await world.billkey("no-funds")], { orderId: "subscription-2026-12" }));
  const lost = await world.billkey("answer-lost");
  await world.charge(chargeInput([kb, lost], { orderId: "subscription-2027-01" }));
  gateway.faults.schedule(({ operation }) => (operation === "releaseToken" ? "refused-connection" : undefined));
  await world.payments.billing.remove(shop, kb);
  await world.payments.billing.issue(shop, issueInput("stopped"));
  await world.payments.billing.issue(shop, issueInput("issuing-answer-lost"));
  await world.pass(60);
  gateway.faults.schedule();
  await world.pass(120);
}

async function liveWindows({ store }: Around): Promise<void> {
  const world = await createWindowWorld({ store });
  for (const [index, choice] of ["discount", "refuse-REJECT_CARD_COMPANY", "slow", "cancel"].entries()) {
    await comeBack(world, await inWindow(world, order(index + 1)), choice);
  }
  await comeBack(world, await inWindow(world, { method: "CARD", ...order(5) }));
  await world.payments.intents.confirm(shop, await authenticatedInWindow(world, { method: "TRANSFER", ...order(6) }));
  await inWindow(world, order(7));
  await world.pass(1900);
}

/** Whole lives of payments, stored cards, payouts and tables: together they make every kind of record, in every shape. */
export const lives = { livePayments, liveWindows, liveBilling, livePayouts, tablesAndFeeds, fullDisk };
