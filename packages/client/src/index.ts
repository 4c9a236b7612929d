export { createClient, type Client, type ClientOptions } from "./client.ts";
export type { Clock } from "./clock.ts";
export type { KeyOptions, TestOptions } from "./connection.ts";
export type { List, Page } from "./list.ts";
export type * from "./operations.generated.ts";
export type { PaymentName } from "./payment-operations.ts";
export { verifyRedirect, type RedirectQuery, type VerifiedRedirect } from "./redirect.ts";
export { webhooks, type VerifyOptions, type WebhookEvent, type WebhookHeaders } from "./webhooks.ts";
export {
  isWonflowError,
  WonflowError,
  type ClientErrorCode,
  type ErrorCode,
  type ErrorDetail,
  type Failure,
} from "./wonflow-error.ts";
