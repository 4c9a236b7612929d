import { call, type Connection, type KeyOptions } from "./connection.ts";
import { listOf, pageOf, type List } from "./list.ts";
import type {
  Balance,
  CreatePayoutsRequest,
  CreateSellerRequest,
  Operations,
  OrderSettlement,
  Payout,
  PayoutList,
  Seller,
  Settlement,
  SettlementCalendar,
  Timeline,
  Attention,
  DailyTotals,
  ExpectedSettlements,
  NextTransfer,
} from "./operations.generated.ts";
import { WonflowError } from "./wonflow-error.ts";

/** The merchant in a path. Throws a `TypeError` if the client does not know it. */
export type Merchant = () => { readonly mId: string };

const dayMs = 86_400_000;
const daysAtOnce = 7;

/** Splits a range of days into the spans of one request; the service refuses an invalid range. */
function* spansOf({ from, to }: { readonly from: string; readonly to: string }) {
  const [first, last] = [Date.parse(`${from}T00:00:00Z`), Date.parse(`${to}T00:00:00Z`)];
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  let start = first;
  const begin = () => (start > first ? day(start) : from);
  for (; start + daysAtOnce * dayMs <= last; start += daysAtOnce * dayMs) {
    yield { from: begin(), to: day(start + (daysAtOnce - 1) * dayMs) };
  }
  yield { from: begin(), to };
}

/** Interface: Settlements. */
export function settlements(connection: Connection, merchant: Merchant) {
  return {
    /**
     * Reads the settlements between two days in Seoul, both inclusive, as the text of a CSV file with a line for each of
     * their lines. The whole of it comes within one try (`timeoutMs`).
     *
     * @example
     * const file = await wonflow.settlements.csv({ from: "2026-11-01", to: "2026-11-30" });
     */
    csv: async (query: Operations["downloadSettlements"]["query"]): Promise<string> =>
      call(connection, "downloadSettlements", { path: merchant(), query }),

    /**
     * Lists the settlements between two days in Seoul, both inclusive, the oldest first. A long range is read a week at a
     * time, as needed.
     *
     * @example
     * for await (const { settlementId, amount } of wonflow.settlements.list({ from: "2026-11-01", to: "2026-11-30" })) {
     *   console.log(settlementId, amount);
     * }
     */
    list: (days: Operations["listSettlements"]["query"]): AsyncIterable<Settlement> => ({
      async *[Symbol.asyncIterator]() {
        for (const query of spansOf(days)) yield* await call(connection, "listSettlements", { query });
      },
    }),

    /**
     * Reads for each day between two days in Seoul, both inclusive, whether banks work and when its sales settle; at most
     * 366 days.
     *
     * @example
     * const { items } = await wonflow.settlements.days({ from: "2026-11-01", to: "2026-11-30" });
     */
    days: async (query: Operations["listSettlementDays"]["query"]): Promise<SettlementCalendar> =>
      call(connection, "listSettlementDays", { path: merchant(), query }),

    /**
     * Reads a settlement with its lines, by its id: `stl.…`.
     *
     * @example
     * const { lines } = await wonflow.settlements.lookUp(settlementId);
     */
    lookUp: async (settlementId: string): Promise<Settlement> => {
      const found = await call(connection, "getSettlement", { path: { settlementId } });
      if ("lines" in found) return found;
      // The same address also takes an order's id, with another answer.
      throw noSettlement(`${settlementId} is an order's id: ask settlements.lookUpOrder.`);
    },

    /**
     * Reads an order's earnings, also before they are settled.
     *
     * @example
     * const { settlementAmount, scheduledAt } = await wonflow.settlements.lookUpOrder(orderId);
     */
    lookUpOrder: async (orderId: string): Promise<OrderSettlement> => {
      const found = await call(connection, "getSettlement", { path: { settlementId: orderId } });
      if (!("lines" in found)) return found;
      throw noSettlement(`${orderId} is a settlement's id: ask settlements.lookUp.`);
    },
  };
}

function noSettlement(message: string): WonflowError {
  return new WonflowError("NOT_FOUND_SETTLEMENT", message, { nextAction: "correct" });
}

/** Interface: Payouts, the balance. */
export function ledger(connection: Connection, merchant: Merchant) {
  return {
    /**
     * Reads the merchant's balance: what is to be settled, and what can be paid out, which may be below 0.
     *
     * @example
     * const { availableAmount } = await wonflow.ledger.balances();
     */
    balances: async (): Promise<Balance> => call(connection, "getBalance", { path: merchant() }),
  };
}

/** Interface: Seller. */
export function sellers(connection: Connection, merchant: Merchant) {
  return {
    /**
     * Creates a seller, and registers it at the payout bank.
     *
     * @example
     * const { id } = await wonflow.sellers.create({
     *   refSellerId: "potter",
     *   name: "Potter",
     *   businessType: "INDIVIDUAL",
     *   account: { bankCode: "004", accountNumber: "110-123-456789", holderName: "Hong Gildong" },
     * });
     */
    create: async (input: CreateSellerRequest, options?: KeyOptions): Promise<Seller> =>
      call(connection, "createSeller", { path: merchant(), body: input, options }),

    /**
     * Reads a seller.
     *
     * @example
     * const { externalSellerId } = await wonflow.sellers.lookUp(sellerId);
     */
    lookUp: async (sellerId: string): Promise<Seller> =>
      call(connection, "getSeller", { path: { ...merchant(), sellerId } }),

    /**
     * Lists the sellers that are not deleted, in the order of their creation.
     *
     * @example
     * for await (const { id, name } of wonflow.sellers.list()) console.log(id, name);
     */
    list: (query: Operations["listSellers"]["query"] = {}): List<Seller> =>
      listOf(async (startingAfter) => {
        const page = pageOf(query, startingAfter);
        return call(connection, "listSellers", { path: merchant(), query: page });
      }, query.startingAfter),

    /**
     * Deletes a seller; payouts that are already reserved are still paid. It has no idempotency key and is sent once: a
     * repeat is `NOT_FOUND_SELLER`.
     *
     * @example
     * await wonflow.sellers.remove(sellerId);
     */
    remove: async (sellerId: string): Promise<Seller> =>
      call(connection, "deleteSeller", { path: { ...merchant(), sellerId } }),
  };
}

/** Interface: Payouts. Amounts are in won. */
export function payouts(connection: Connection, merchant: Merchant) {
  return {
    /**
     * Reserves 1 to 100 payouts to sellers, all of them or none. A repeat with the same refPayoutIds returns the existing
     * batch.
     *
     * @example
     * const { items } = await wonflow.payouts.createBatch([
     *   { refPayoutId: "2026-11-potter", destination: sellerId, amount: { currency: "KRW", value: 24_092 } },
     * ]);
     */
    createBatch: async (input: CreatePayoutsRequest, options?: KeyOptions): Promise<PayoutList> =>
      call(connection, "createPayouts", { path: merchant(), body: input, options }),

    /**
     * Reads a payout.
     *
     * @example
     * const { status, error } = await wonflow.payouts.lookUp(payoutId);
     */
    lookUp: async (payoutId: string): Promise<Payout> =>
      call(connection, "getPayout", { path: { ...merchant(), payoutId } }),

    /**
     * Reads the history of a payout, the oldest event first: its reservation, the call to the bank, ledger entries, a
     * return, and webhooks.
     *
     * @example
     * const { items } = await wonflow.payouts.timeline(payoutId);
     */
    timeline: async (payoutId: string): Promise<Timeline> =>
      call(connection, "getPayoutTimeline", { path: { ...merchant(), payoutId } }),

    /**
     * Lists payouts and daily transfers, the newest payout date first.
     *
     * @example
     * for await (const { id, status } of wonflow.payouts.list({ payoutDateLte: "2026-11-30" })) console.log(id, status);
     */
    list: (query: Operations["listPayouts"]["query"] = {}): List<Payout> =>
      listOf(async (startingAfter) => {
        const page = pageOf(query, startingAfter);
        return call(connection, "listPayouts", { path: merchant(), query: page });
      }, query.startingAfter),
  };
}

/** A merchant's business at a glance. */
export function overview(connection: Connection, merchant: Merchant) {
  return {
    /**
     * Reads how much was paid, refused and refunded on each day in Seoul, and how the available balance changed: at most
     * 366 days, oldest first, including days without payments.
     *
     * @example
     * for (const { day, paid } of await wonflow.overview.dailyTotals({ from: "2026-11-01", to: "2026-11-30" })) {
     *   console.log(day, paid.amount, paid.count);
     * }
     */
    dailyTotals: async (days: Operations["getDailyTotals"]["query"]): Promise<DailyTotals["items"]> =>
      (await call(connection, "getDailyTotals", { path: merchant(), query: days })).items,

    /**
     * Reads how much will be settled on each day; the earliest day first.
     *
     * @example
     * const [next] = await wonflow.overview.expectedSettlements();
     */
    expectedSettlements: async (): Promise<ExpectedSettlements["items"]> =>
      (await call(connection, "listExpectedSettlements", { path: merchant() })).items,

    /**
     * Reads when the available balance is next transferred to the merchant's own account, and how much it will be by
     * what is known now.
     *
     * @example
     * const { transferAt, amount } = await wonflow.overview.nextTransfer();
     */
    nextTransfer: async (): Promise<NextTransfer> => call(connection, "getNextTransfer", { path: merchant() }),

    /**
     * Reads everything that waits for an operator: unknown outcomes, flagged attempts, undelivered webhooks, payouts to review.
     *
     * @example
     * const { payoutsToReview } = await wonflow.overview.attention();
     */
    attention: async (): Promise<Attention> => call(connection, "getAttention", { path: merchant() }),
  };
}
