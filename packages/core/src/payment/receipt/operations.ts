import type { Context } from "../../context.ts";
import type { Answer } from "../../result.ts";
import { readReceipt, type Receipt, type readReceiptErrors } from "./read-receipt.ts";

/** Receipts of payments, for anyone with their address (interface: PaymentIntent, `receipt`). */
export interface ReceiptOperations {
  /**
   * Reads the receipt of a payment by the token that ends the address in `receipt.candyUrl`: a sales slip for each
   * method, with its cancellations. Amounts are in won.
   *
   * Refusals: `NOT_FOUND_PAYMENT` without an approved payment of this token.
   *
   * @example
   * const receipt = await payments.receipts.read(token);
   */
  read(token: string): Answer<Receipt, typeof readReceiptErrors>;
}

export function receiptOperations(context: Context): ReceiptOperations {
  return { read: (token) => readReceipt(context, token) };
}
