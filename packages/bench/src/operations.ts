import type { Payments, Tenant } from "@wonflow/core";
import { testCards } from "wonflow";
import { newSession, paid } from "./till.ts";
import { onPostgres, openService, register } from "./postgres-service.ts";
import { median, rateOf, type Rate, milliseconds, ratio, type Row } from "./report.ts";

const shop: Tenant = { mId: 7, mode: "test" };
const many = 64;

/** The most payments that can be canceled in a second, more than any machine did. */
const mostCanceled = 3_000;

type Operation = () => Promise<unknown>;

/** Requests other than a confirm: a new session, a charge of two stored cards, a whole cancellation. */
export function doOperations(rounds: number, ms: number): Promise<readonly Row[]> {
  return onPostgres(async ({ store, insertRow }) => {
    const service = await openService(store);
    await register(service, shop);
    const sessions = openSessions(service);
    const charges = await openCharges(service);
    // A cancellation needs a payment, whose session, card and confirm take longer than itself.
    const brief = ms / 4;
    const measured: (readonly Measured[])[] = [];
    const inserts: number[] = [];
    // The first round does not count: a service that runs for days has long been compiled.
    for (let round = 0; round <= rounds; round += 1) {
      const insert = await rateOf(1, ms, insertRow);
      const cancellations = await openCancellations(service, Math.ceil((2 * mostCanceled * brief) / 1_000));
      const done = [
        await measure("a session", sessions, ms),
        await measure("a charge of two cards", charges, ms),
        await measure("a cancellation", cancellations, brief),
      ];
      if (round === 0) continue;
      inserts.push(insert.p50);
      measured.push(done);
    }
    return describe(inserts, measured);
  });
}

interface Measured {
  readonly name: string;
  readonly byOne: Rate;
  readonly byMany: Rate;
}

async function measure(name: string, once: Operation, ms: number): Promise<Measured> {
  return { name, byOne: await rateOf(1, ms, once), byMany: await rateOf(many, ms, once) };
}

function describe(inserts: readonly number[], rounds: readonly (readonly Measured[])[]): readonly Row[] {
  const insert = median(inserts);
  const [first = []] = rounds;
  const rows = first.flatMap(({ name }, index): readonly Row[] => {
    const of = (figure: (measured: Measured) => number) =>
      median(rounds.flatMap((round) => round.slice(index, index + 1).map(figure)));
    const p50 = of(({ byOne }) => byOne.p50);
    return [
      { what: `${name} by one caller: p50`, measured: milliseconds(p50), beside: ratio(p50, insert) },
      { what: `${name}, ${many} at once`, measured: `${of(({ byMany }) => byMany.perSecond).toFixed(0)}/s` },
    ];
  });
  return [{ what: "one row inserted by one client: p50", measured: milliseconds(insert), beside: "1.00 ×" }, ...rows];
}

let orders = 0;

/** No two payments have the same order. */
function nextOrder(): string {
  orders += 1;
  return `order-of-a-bench-${orders}`;
}

function openSessions(service: Payments): Operation {
  return () => newSession(service, shop, nextOrder());
}

/** Each caller charges another customer. */
async function openCharges(service: Payments): Promise<Operation> {
  const idle = await Promise.all(
    Array.from({ length: many }, async (_, index) => {
      const customerId = `customer-${index}`;
      const keys = await Promise.all(["kb", "shinhan"].map((card) => storeCard(service, customerId, card)));
      return { customerId, instruments: keys.map((billing) => ({ billing, amount: 5_000 })) };
    }),
  );
  return async () => {
    const customer = idle.pop();
    if (customer === undefined) throw new Error("too few customers have stored their cards");
    const order = { orderId: nextOrder(), orderName: "Green tea", totalAmount: 10_000 };
    const charged = await service.billing.charge(shop, { ...order, ...customer });
    if (!charged.ok) throw new Error(charged.error.code);
    idle.push(customer);
  };
}

async function storeCard(service: Payments, customerId: string, name: string): Promise<string> {
  const number = testCards.find((card) => card.name === name)?.number ?? "";
  const owner = { ownerName: "김구매", registNo: "900101", ownerPhoneNumber: "01012345678" };
  const card = { number, expriationYY: "39", expriationMM: "12", cvc: "123", passwordFront2: "12" };
  const issued = await service.billing.issue(shop, { customerId, ...card, ...owner });
  if (!issued.ok) throw new Error(issued.error.code);
  return issued.value.billkey;
}

async function openCancellations(service: Payments, count: number): Promise<Operation> {
  const waiting: string[] = [];
  while (waiting.length < count) {
    const made = await Promise.all(Array.from({ length: many }, () => paid(service, shop, nextOrder())));
    waiting.push(...made.map(({ intentKey }) => intentKey));
  }
  return async () => {
    const intentKey = waiting.pop();
    if (intentKey === undefined) throw new Error("too few payments were prepared");
    const canceled = await service.intents.cancel(shop, { intentKey }, { cancelReason: "changed mind" });
    if (!canceled.ok) throw new Error(canceled.error.code);
  };
}
