export { createCheckoutPage, type CheckoutPage, type CheckoutPageSettings } from "./checkout-page.ts";
