import type { ErrorCode } from "../errors.ts";
import { refuse, type Refused } from "../result.ts";
import type { Seller } from "../seller/seller.ts";
import type { Item } from "./batch-request.ts";
import type { Payout } from "./payout.ts";

export interface WantedItem extends Item {
  readonly id: string;
}

export interface MetItem extends WantedItem {
  /** The earlier payout with the same refPayoutId. */
  readonly used: Payout | undefined;
  readonly seller: Seller | undefined;
  /** Whether the seller's day is known to be taken. */
  readonly slotIsTaken: boolean;
}

/** Whether these are the payouts of this batch, in any order. */
export function isSame(items: readonly Item[], batch: readonly Payout[]): boolean {
  if (items.length !== batch.length) return false;
  const left = new Map(batch.map((payout) => [payout.refPayoutId, payout]));
  return items.every(({ refPayoutId, destination, amount }) => {
    const payout = left.get(refPayoutId);
    left.delete(refPayoutId);
    const to = payout?.destination;
    return to?.type === "SELLER" && to.sellerId === destination && payout?.amount === amount.value;
  });
}

type Fault = readonly [index: number, field: "refPayoutId" | "destination", problem: string];

function atFault<const Code extends ErrorCode>(code: Code, faults: readonly Fault[]): Refused<Code> {
  return refuse(
    code,
    faults.map(([index, field, problem]) => ({ field: `${index}.${field}`, code, problem })),
  );
}

/** The refusal of the first check that fails, with every payout that fails it. */
export function refusedItems(items: readonly MetItem[]) {
  const faults = {
    DUPLICATE_REF_PAYOUT_ID: faultsOf(items, ({ refPayoutId, used }, index) => {
      if (used !== undefined) return ["refPayoutId", "was used before"];
      const first = items.findIndex((item) => item.refPayoutId === refPayoutId);
      return first < index ? ["refPayoutId", `is the same as that of item ${first}`] : undefined;
    }),
    NOT_FOUND_SELLER: faultsOf(items, ({ seller }) => {
      const isThere = seller !== undefined && seller.status !== "DELETED";
      return isThere ? undefined : ["destination", "must be the id of a seller that is not deleted"];
    }),
    SELLER_NOT_REGISTERED: faultsOf(items, ({ seller }) =>
      seller?.externalSellerId == null
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
  items: readonly MetItem[],
  faultOf: (item: MetItem, index: number) => readonly [field: Fault[1], problem: string] | undefined,
): readonly Fault[] {
  return items.flatMap((item, index): readonly Fault[] => {
    const fault = faultOf(item, index);
    return fault === undefined ? [] : [[index, ...fault]];
  });
}

/** The refusal of sellers that an earlier payout, or one of the same request, is for on the same day. */
export function refusedSlots(items: readonly MetItem[], payoutDate: string) {
  const faults = faultsOf(items, ({ destination, seller, slotIsTaken }, index) => {
    if (slotIsTaken) return ["destination", `has a payout on ${payoutDate} already`];
    const first = items.findIndex((item) => item.seller?.externalSellerId === seller?.externalSellerId);
    return first < index ? ["destination", `is the same seller as that of item ${first}: ${destination}`] : undefined;
  });
  return faults.length > 0 ? atFault("PAYOUT_PROVIDER_SLOT_CONFLICT", faults) : undefined;
}
