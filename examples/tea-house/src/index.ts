export { confirmOrder, page, placeOrder } from "./orders.ts";
export { handler, port, url } from "./payments.ts";
