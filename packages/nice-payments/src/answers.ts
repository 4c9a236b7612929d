import { z } from "zod";

/** A time with its offset, `+0900` or `+09:00`, as milliseconds since 1970. */
const time = z
  .string()
  .transform((text) => text.replace(/([+-]\d\d)(\d\d)$/, "$1:$2"))
  .pipe(z.iso.datetime({ offset: true }))
  .transform((text) => Date.parse(text));

/** The provider sends `0` for no time. */
const timeOrNone = z.union([z.literal(["0", 0]).transform(() => null), time]).nullish();

const won = z
  .union([
    z.int(),
    z
      .string()
      .regex(/^\d{1,12}$/)
      .transform(Number),
  ])
  .pipe(z.int().nonnegative());

/** Names that the provider gives. */
const name = z.string().regex(/^[\x21-\x7e]{1,30}$/);

const months = z.union([
  z.int(),
  z
    .string()
    .regex(/^\d{1,2}$/)
    .transform(Number),
]);

/** What may be shown of a payment. A field that can't be read is shown as unknown: it changes no outcome. */
const shown = {
  payMethod: z.string().nullish().catch(null),
  card: z
    .object({
      cardCode: z.string().nullish().catch(null),
      cardNum: z.string().nullish().catch(null),
      cardQuota: months.nullish().catch(null),
    })
    .nullish()
    .catch(null),
  bank: z.object({ bankCode: z.string().nullish() }).nullish().catch(null),
  coupon: z.object({ couponAmt: won.nullish() }).nullish().catch(null),
};

const signing = { ediDate: z.string().min(1), signature: z.string().regex(/^[0-9a-f]{64}$/i) };

/** The fields of every answer. */
export const saidAnswer = z.object({ resultCode: z.string().min(1), resultMsg: z.string().nullish() });

export const storedCardAnswer = z.object({
  bid: name,
  tid: name,
  orderId: z.string().nullish(),
  cardCode: z.string().nullish(),
});

export const expiredCardAnswer = z.object({ bid: name });

const cancel = z.object({ tid: name, amount: won, cancelledAt: time, reason: z.string().nullish() });

export type Cancel = z.output<typeof cancel>;

export const paymentAnswer = z.object({
  tid: name,
  orderId: z.string(),
  status: z.enum(["paid", "ready", "failed", "cancelled", "partialCancelled", "expired"]),
  amount: won,
  balanceAmt: won,
  paidAt: timeOrNone,
  approveNo: z.string().nullish(),
  currency: z.literal("KRW").nullish(),
  /** In the answer to a cancellation: its own name in the list. */
  cancelledTid: name.nullish(),
  cancels: z
    .array(cancel)
    .nullish()
    .transform((cancels) => cancels ?? []),
  ...shown,
  ...signing,
});

export type Payment = z.output<typeof paymentAnswer>;

/** What the provider shows of an authentication that is not approved, if it shows any. */
export const authenticatedAnswer = z.object({ orderId: z.string(), amount: won });

/** The provider's message about any order of the shop. */
export const notice = z.object({ tid: z.string(), orderId: z.string(), mallReserved: z.unknown().optional() });

/** A message about one of our payments. */
export const paymentNotice = z.object({
  tid: name,
  amount: won,
  balanceAmt: won.nullish().catch(null),
  ...signing,
});

const freeMonths = z.object({
  minAmt: won,
  maxAmt: z
    .union([
      z.int(),
      z
        .string()
        .regex(/^\d{1,14}$/)
        .transform(Number),
    ])
    .nullish(),
  installment: z.string(),
  eventToDate: time,
});

export const interestAnswer = z.object({
  interestFree: z.array(
    z.object({
      cardCode: z.string(),
      // An unreadable row becomes an invalid row, which core reports, and does not affect the others.
      freeInstallment: z.array(freeMonths.catch({ minAmt: -1, maxAmt: null, installment: "", eventToDate: 0 })),
    }),
  ),
  ...signing,
});
