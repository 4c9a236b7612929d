// `examples/live-shop` is built from these.
export { form, page as pageResponse, seeOther } from "./answers.ts";
export { html, page, shopName, type Html } from "./html.ts";
export type { Kept } from "./kept-file.ts";
export { isConfirming, isUnpaid, openOrders, type Order } from "./orders.ts";
export { statusTexts } from "./order-page.ts";
export { messagePage } from "./pages.ts";
export { createShop, type ShopOptions } from "./shop.ts";
export { openReportedSettlements } from "./reported-settlements.ts";
export { nothingCharged, whyNotPaid, wordsFor, type Words } from "./words.ts";
