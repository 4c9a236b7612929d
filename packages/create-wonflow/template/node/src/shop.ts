import { readFileSync } from "node:fs";
import { createClient, isWonflowError, verifyRedirect } from "@wonflow/client";
import { url } from "./payments.ts";

// The secret key stays on this server: the page has the client key.
const wonflow = createClient({ url: `${url}/pay`, secretKey: "test_sk_docs", mId: 1 });

const price = 10_000;
const html = readFileSync(new URL("page.html", import.meta.url), "utf8");

/** The shop's page. It shows nothing that a buyer has typed. */
export function page(message = ""): string {
  return html.replace("{price}", price.toLocaleString("en")).replace("{message}", message);
}

/** The orders with their amounts; yours are in a database. */
const orders = new Map<string, { readonly orderId: string; readonly amount: number }>();

/** Stores an order, and returns the order for the page's SDK call. */
export function placeOrder() {
  const order = { orderId: `order-${crypto.randomUUID()}`, amount: price };
  orders.set(order.orderId, order);
  const { orderId, amount } = order;
  return { orderId, orderName: "Green tea", amount: { value: amount }, successUrl: "/ok", failUrl: "/fail" };
}

/** The buyer is back from the checkout: charges the amount that was stored, and answers the page that says how that went. */
export async function confirmOrder(query: URLSearchParams): Promise<string> {
  const order = orders.get(query.get("orderId") ?? "");
  if (order === undefined) return page("We know of no such order.");
  try {
    // Anyone can change a URL: this throws at another amount. A repeat, such as a reload, charges nothing.
    const { totalAmount } = await wonflow.intents.confirm(verifyRedirect(query, order));
    return page(`Paid: ₩${totalAmount.toLocaleString("en")}. Thank you!`);
  } catch (error) {
    if (!isWonflowError(error)) throw error;
    if (error.nextAction !== "look-up") return page(`Nothing was charged: ${error.code}`);
    const { status } = await wonflow.intents.lookUp({ orderId: order.orderId });
    return page(status === "DONE" ? "Paid. Thank you!" : "We are checking your payment. Please don't pay again.");
  }
}
