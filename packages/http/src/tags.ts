export const tags = {
  "Checkout sessions": "Links that a merchant's server creates for an order and hands to its buyer.",
  Payments: "An order's payment: confirm it, look it up, cancel it in full or in part.",
  Billing: "Stored cards, charged without their owner.",
  Settlements: "How much of its payments a merchant gets, when, and how that is computed.",
  Payouts: "Sellers, and payouts of settled money to them. For the merchant's server and its operators.",
  Overview: "A merchant's business at a glance: daily totals, settlements to come, everything that needs an operator.",
  Webhooks: "Where a merchant's webhooks are sent, and each message with its tries.",
  Operators: "The session of a merchant's operator, and the operators that an owner looks after.",
  Keys: "The merchant's API keys, which an owner looks after.",
  Platform:
    "For the platform's operators: merchants, matters that need an operator, reconciliation. Off unless the service enables these paths.",
  "Checkout page": "The calls of the SDK and of the hosted checkout page.",
  Cards: "BINs, installments without interest, and the card catalog.",
  Service: "Probes for the machines that run the service.",
} as const satisfies Readonly<Record<string, string>>;

export type Tag = keyof typeof tags;
