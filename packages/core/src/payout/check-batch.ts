import type { ErrorCode } from "../errors.ts";
import { refuse, type Refused } from "../result.ts";
import type { Seller } from "../seller/seller.ts";
import type { Item } from "./batch-request.ts";
import type { Payout } from "./payout.ts";

/** What a request's payouts meet: for each of them what stands where it would stand. */
export interface Met {
  /** The payout that has its refPayoutId already. */
  readonly used: readonly (Payout | undefined)[];
  readonly sellers: readonly (Seller | undefined)[];
  /** Whether the seller's day is taken; undefined where that was not read. */
  readonly slotsTaken: readonly boolean[] | undefined;
  /** The earlier batch that the first refPayoutId belongs to, in its own order. */
  readonly batch: readonly Payout[];
  /** Undefined where the calendar ends before. */
  readonly payoutDate: string | undefined;
}

/** Whether these are the payouts of this batch, in whatever order. */
export function isSame(items: readonly Item[], batch: readonly Payout[]): boolean {
  if (items.length !== batch.length) return false;
  const left = new Map(batch.map((payout) => [payout.refPayoutId, payout]));
  return items.every(({ refPayoutId, destination, amount }) => {
    const payout = left.get(refPayoutId);
    // Each may be named once.
    left.delete(refPayoutId);
    const to = payout?.destination;
    return to?.type === "SELLER" && to.sellerId === destination && payout?.amount === amount.value;
  });
}

/** An item that can't be paid, and why. */
type Fault = readonly [index: number, field: "refPayoutId" | "destination", problem: string];

function atFault<const Code extends ErrorCode>(code: Code, faults: readonly Fault[]): Refused<Code> {
  return refuse(
    code,
    faults.map(([index, field, problem]) => ({ field: `${index}.${field}`, code, problem })),
  );
}

/** What is wrong with these payouts themselves: the first of the checks that fails, with every payout that fails it. */
export function refusedItems(items: readonly Item[], { used, sellers }: Met) {
  const faults = {
    DUPLICATE_REF_PAYOUT_ID: faultsOf(items, ({ refPayoutId }, index) => {
      if (used[index] !== undefined) return ["refPayoutId", "was used before"];
      const first = items.findIndex((item) => item.refPayoutId === refPayoutId);
      return first < index ? ["refPayoutId", `is the same as that of item ${first}`] : undefined;
    }),
    NOT_FOUND_SELLER: faultsOf(items, (_item, index) => {
      const seller = sellers[index];
      const isThere = seller !== undefined && seller.status !== "DELETED";
      return isThere ? undefined : ["destination", "must be the id of a seller that is not deleted"];
    }),
    SELLER_NOT_REGISTERED: faultsOf(items, (_item, index) =>
      sellers[index]?.externalSellerId == null
        ? ["destination", "must be a seller that the payout bank has registered"]
        : undefined,
    ),
  } as const;
  for (const code of ["DUPLICATE_REF_PAYOUT_ID", "NOT_FOUND_SELLER", "SELLER_NOT_REGISTERED"] as const) {
    if (faults[code].length > 0) return atFault(code, faults[code]);
  }
  return undefined;
}

function faultsOf(
  items: readonly Item[],
  faultOf: (item: Item, index: number) => readonly [field: Fault[1], problem: string] | undefined,
): readonly Fault[] {
  return items.flatMap((item, index): readonly Fault[] => {
    const fault = faultOf(item, index);
    return fault === undefined ? [] : [[index, ...fault]];
  });
}

/** Refuses sellers whose day is taken, by an earlier payout or by one of the same request. */
export function refusedSlots(items: readonly Item[], { sellers, slotsTaken, payoutDate }: Met) {
  const faults = faultsOf(items, ({ destination }, index) => {
    if (slotsTaken?.[index] === true) return ["destination", `has a payout on ${payoutDate} already`];
    const externalId = sellers[index]?.externalSellerId;
    const first = sellers.findIndex((seller) => seller?.externalSellerId === externalId);
    return first < index ? ["destination", `is the same seller as that of item ${first}: ${destination}`] : undefined;
  });
  return faults.length > 0 ? atFault("PAYOUT_PROVIDER_SLOT_CONFLICT", faults) : undefined;
}
