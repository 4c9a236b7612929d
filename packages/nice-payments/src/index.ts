export { nicePayments, type NicePaymentsOptions } from "./nice-payments.ts";
export type { NiceAccount } from "./accounts.ts";
export { niceInstallmentFeed, type NiceInstallmentFeedOptions } from "./installment-feed.ts";
export type { NiceWindowMethod } from "./window.ts";
