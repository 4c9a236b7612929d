/** The groups of operations, in the order in which a reader meets them. */
export const tags = {
  "Checkout sessions": "Links that a merchant's server makes for an order, and hands to its buyer.",
  Payments: "What becomes of an order's payment: confirmed, looked up, canceled in full or in part.",
  Billing: "Cards that are stored once and charged without their owner.",
  Settlements: "What a merchant gets of its payments, when, and why exactly so much.",
  Payouts: "Sellers, and what is paid out to them of what was settled. For the merchant's server and its operators.",
  Operators: "The session of a person who works for a merchant.",
  "Checkout page": "The calls of the SDK and of the hosted checkout page.",
  Cards: "BINs, installments without interest, and the card catalog.",
  Service: "What a machine that runs the service asks it.",
} as const satisfies Readonly<Record<string, string>>;

export type Tag = keyof typeof tags;
