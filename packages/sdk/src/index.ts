export { constants, createSDK, type Payment, type Sdk, type SdkOptions } from "./sdk.ts";
export { errorCodes, type ErrorCode, type Language } from "./error-codes.ts";
export { isPaymentsError, isUserCancel, PaymentsError, type ErrorDetail } from "./payments-error.ts";
export type { Display } from "./display.ts";
export type { PaymentMethod, PaymentRequest, PaymentUnderWay } from "./order.ts";
