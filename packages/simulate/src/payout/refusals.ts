import { codeOf } from "../client/request.ts";
import type { Arrival, Invariant } from "../observation/invariant.ts";
import type { Observed } from "../observation/observed.ts";
import type { Part } from "../part.ts";
import { arrivedAt, meanwhile, wasThere } from "../payment/history.ts";
import { sellerStands } from "../seller/records.ts";
import { payoutHistory } from "./history.ts";
import { type Item, itemsIn } from "./knowledge.ts";

interface Refused {
  readonly items: readonly Item[];
  readonly arrival: Arrival;
  readonly observed: Observed;
}

/** Other codes are not checked. */
const reasons: Readonly<Record<string, (refused: Refused) => boolean>> = {
  NOT_ENOUGH_AMOUNT({ items, arrival, observed }) {
    const total = items.reduce((sum, { amount }) => sum + amount.value, 0);
    const stands = observed.of(payoutHistory).available.of(arrival.tenant);
    return (
      !wasThere(stands, arrival, observed) || meanwhile(stands, arrival, observed).some(({ record }) => record < total)
    );
  },
  DUPLICATE_REF_PAYOUT_ID({ items, arrival, observed }) {
    const own = observed.of(payoutHistory).lists.get(arrival.tenant) ?? [];
    const refs = items.map(({ refPayoutId }) => refPayoutId);
    return new Set(refs).size < refs.length || own.some(({ payout }) => refs.includes(payout.refPayoutId));
  },
  PAYOUT_PROVIDER_SLOT_CONFLICT({ items, arrival, observed }) {
    const own = observed.of(payoutHistory).lists.get(arrival.tenant) ?? [];
    const to = items.map(({ destination }) => destination);
    const isTo = (id: string) => to.includes(id);
    return (
      new Set(to).size < to.length ||
      own.some(({ payout: { destination } }) => destination.type === "SELLER" && isTo(destination.sellerId))
    );
  },
  NOT_FOUND_SELLER: (refused) => someSeller(refused, (seller) => seller?.status !== "ACTIVE"),
  SELLER_NOT_REGISTERED: (refused) => someSeller(refused, (seller) => seller?.externalSellerId == null),
};

type SellerStand = { readonly status: string; readonly externalSellerId: string | null };

function someSeller(
  { items, arrival, observed }: Refused,
  isSo: (seller: SellerStand | undefined) => boolean,
): boolean {
  return items.some(({ destination }) => {
    const stands = observed.of(sellerStands).of(`${arrival.tenant} ${destination}`);
    const isNew = !wasThere(stands, arrival, observed);
    return (isNew && isSo(undefined)) || meanwhile(stands, arrival, observed).some(({ record }) => isSo(record));
  });
}

const refusalsAreTrue: Invariant = {
  name: "refusals of payouts are true",
  ofAnswer({ arrival, answer }, observed) {
    const items = itemsIn(arrival.request);
    const code = codeOf(answer) ?? "";
    if (items === undefined || reasons[code]?.({ items, arrival, observed }) !== false) return undefined;
    return `${JSON.stringify(items)} was refused with ${code}, which was not true`;
  },
};

const refusedMadeNothing: Invariant = {
  name: "a refused batch makes nothing",
  ofAnswer({ arrival, answer }, observed) {
    const items = itemsIn(arrival.request);
    const code = codeOf(answer);
    if (items === undefined || answer.status < 400 || answer.status >= 500) return undefined;
    if (code === "IDEMPOTENT_REQUEST_PROCESSING") return undefined;
    const { lists, named } = observed.of(payoutHistory);
    const { commits } = arrivedAt(observed, arrival);
    const isOwn = (ref: string) => named.get(`${arrival.tenant} ${ref}`)?.every((each) => each === arrival) === true;
    const made = (lists.get(arrival.tenant) ?? []).find(
      ({ payout, entered }) => entered > commits && isOwn(payout.refPayoutId),
    );
    return made && `payout ${made.payout.refPayoutId} was refused with ${code}, and ${made.id} was made`;
  },
};

export const part: Part = { invariants: [refusalsAreTrue, refusedMadeNothing] };
