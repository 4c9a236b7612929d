export { createCheckoutPage, type CheckoutPage, type CheckoutPageSettings, type Visit } from "./checkout-page.ts";
