import { accountRefusals } from "../engine/attempt/account-refusal.ts";
import type { ErrorCode } from "../error-messages.ts";

/** Refusals of an approval because of its card. */
export const cardRefusals = [
  "INVALID_CARD_NUMBER",
  "INVALID_CARD_EXPIRATION",
  "INVALID_STOPPED_CARD",
  "INVALID_CARD_LOST_OR_STOLEN",
  "INVALID_REJECT_CARD",
  "EXCEED_MAX_DAILY_PAYMENT_COUNT",
  "EXCEED_MAX_PAYMENT_AMOUNT",
  "EXCEED_MAX_CARD_INSTALLMENT_PLAN",
  "INVALID_CARD_INSTALLMENT_PLAN",
  "NOT_SUPPORTED_INSTALLMENT_PLAN_CARD_OR_MERCHANT",
  "PROVIDER_ERROR",
  "CARD_PROCESSING_ERROR",
  "REJECT_CARD_PAYMENT",
  "REJECT_CARD_COMPANY",
  "EXCEED_MAX_AUTH_COUNT",
  "EXCEED_MAX_ONE_DAY_AMOUNT",
  "FDS_ERROR",
  ...accountRefusals,
] as const satisfies readonly ErrorCode[];

/** Refusals of an authentication, or of issuing a token: none was issued. */
export const authenticationRefusals = [
  "INVALID_CARD_NUMBER",
  "INVALID_CARD_EXPIRATION",
  "INVALID_STOPPED_CARD",
  "INVALID_CARD_LOST_OR_STOLEN",
  "INVALID_REJECT_CARD",
  "INVALID_CARD_PASSWORD",
  "INVALID_CARD_IDENTITY",
  "NOT_SUPPORTED_CARD_TYPE",
  "ALREADY_STORED_CARD",
  "EXCEED_MAX_AUTH_COUNT",
  "REJECT_CARD_COMPANY",
  "PROVIDER_ERROR",
  ...accountRefusals,
] as const satisfies readonly ErrorCode[];

/** Refusals of preparing the window: it does not open. */
export const openingRefusals = [
  "BELOW_MINIMUM_AMOUNT",
  "EXCEED_MAX_AMOUNT",
  "PROVIDER_ERROR",
  ...accountRefusals,
] as const satisfies readonly ErrorCode[];

/** How an opening of the window ends without an authentication: `PAY_PROCESS_CANCELED` where the buyer closed it. */
export const windowRefusals = [
  "PAY_PROCESS_CANCELED",
  "PAY_PROCESS_ABORTED",
  ...cardRefusals,
] as const satisfies readonly ErrorCode[];

/** `ALREADY_CANCELED_PAYMENT` where this approval was reversed. */
export const approvalRefusals = [...cardRefusals, "ALREADY_CANCELED_PAYMENT"] as const;

export const cancellationRefusals = [
  "REFUND_REJECTED",
  "NOT_MATCHES_REFUNDABLE_AMOUNT",
  "NOT_ALLOWED_PARTIAL_REFUND",
  "PROVIDER_ERROR",
  ...accountRefusals,
] as const satisfies readonly ErrorCode[];

/** `NOT_CANCELABLE_PAYMENT` where the reversal comes too late. */
export const reversalRefusals = [
  "NOT_CANCELABLE_PAYMENT",
  "PROVIDER_ERROR",
  ...accountRefusals,
] as const satisfies readonly ErrorCode[];

export const releaseRefusals = ["PROVIDER_ERROR", ...accountRefusals] as const satisfies readonly ErrorCode[];

/** Why a buyer's last opening of the window failed, or was not prepared. */
export const windowFailures = [...new Set([...windowRefusals, ...openingRefusals])];

export type AuthenticationRefusal = (typeof authenticationRefusals)[number];
export type ReleaseRefusal = (typeof releaseRefusals)[number];
export type CardRefusal = (typeof cardRefusals)[number];
export type ApprovalRefusal = (typeof approvalRefusals)[number];
export type CancellationRefusal = (typeof cancellationRefusals)[number];
export type ReversalRefusal = (typeof reversalRefusals)[number];
export type OpeningRefusal = (typeof openingRefusals)[number];
export type WindowRefusal = (typeof windowRefusals)[number];
