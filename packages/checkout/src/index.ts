export { createCheckoutPage, type CheckoutPage, type CheckoutPageSettings, type Visit } from "./checkout-page.ts";
export { iconAddress } from "./pages/document.ts";
export { languageOf } from "./texts.ts";
export { policyOf } from "./responses.ts";
export { createWindowPage, type WindowPage } from "./launch/launch-page.ts";
export { createReceiptPage, type ReceiptPage } from "./receipt/receipt-page.ts";
