import type { Intent } from "@wonflow/core";

/** A method of a payment that was sent to be approved. */
export interface ApprovedMethod {
  /** Under which the network knows its approval. */
  readonly approvalKey: string;
  readonly cardToken: string;
  /** Won. */
  readonly amount: number;
  /** Won that our records say were given back of it. */
  readonly canceledAmount: number;
}

/** The methods of a payment with their approvals, in their order; none before it is confirmed or charged. */
export function approvedMethods({ approvalKey, methods, canceledAmount }: Intent): readonly ApprovedMethod[] {
  if (approvalKey === null) return [];
  return methods.map((method, index) => ({
    approvalKey: index === 0 ? approvalKey : `${approvalKey}.${index + 1}`,
    cardToken: method.cardToken,
    amount: method.amount,
    // Of one method alone all that was given back of the payment was given back of it.
    canceledAmount: methods.length === 1 ? canceledAmount : method.canceledAmount,
  }));
}
