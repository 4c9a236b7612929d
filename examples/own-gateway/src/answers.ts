import type { ErrorCode } from "wonflow";
import { z } from "zod";

/** `20261125134955` in Seoul, as milliseconds since 1970. */
const seoulTime = z
  .string()
  .transform((text) => text.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, "$1-$2-$3T$4:$5:$6+09:00"))
  .pipe(z.iso.datetime({ offset: true }))
  .transform((text) => Date.parse(text));

const won = z.int().nonnegative();

/** Part of every answer: code `0000` if the call took effect. */
export const saidAnswer = z.object({ code: z.string(), message: z.string().default("") });

export const cardAnswer = z.object({ cardId: z.string(), shownNumber: z.string(), issuer: z.string() });

export const refundAnswer = z.object({ refundId: z.string(), amount: won, refundedAt: seoulTime });

export const orderAnswer = z.object({
  orderNo: z.string(),
  receiptId: z.string(),
  state: z.enum(["PAID", "UNDONE"]),
  amount: won,
  balance: won,
  approvalNumber: z.string(),
  paidAt: seoulTime,
  refunds: z.array(refundAnswer.extend({ memo: z.string() })),
});

/** The gateway's codes for calls that certainly had no effect. Any other code leaves the outcome unknown. */
export const refusalCodes: ReadonlyMap<string, ErrorCode> = new Map([
  ["S401", "UNAUTHORIZED_PROVIDER_KEY"],
  ["S403", "PROVIDER_NOT_AGREED"],
  ["C101", "INVALID_CARD_NUMBER"],
  ["C404", "INVALID_REJECT_CARD"],
  ["D201", "EXCEED_MAX_PAYMENT_AMOUNT"],
  ["O404", "REFUND_REJECTED"],
  ["R422", "NOT_MATCHES_REFUNDABLE_AMOUNT"],
  ["U409", "NOT_CANCELABLE_PAYMENT"],
  ["U410", "NOT_CANCELABLE_PAYMENT"],
]);
