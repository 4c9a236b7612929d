import { createClient, isWonflowError, verifyRedirect } from "@wonflow/client";
import type { PaymentRequest } from "@wonflow/sdk";
import { PayButton } from "./pay-button.tsx";
import { wonflow } from "./payments.ts";

export const dynamic = "force-dynamic"; // each visit has an order of its own

const price = 10_000;
// The secret key stays on the server: the browser has the client key.
const client = createClient({
  url: `http://localhost:${process.env["PORT"] ?? 3000}/pay`,
  secretKey: "test_sk_docs",
  mId: 1,
});

/** The orders with their amounts; yours are in a database. */
type Orders = Map<string, { readonly orderId: string; readonly amount: number }>;
const shared = globalThis as { orders?: Orders };
const orders: Orders = (shared.orders ??= new Map());

/** Stores an order, so that its amount can be compared when the buyer comes back. */
function placeOrder(): PaymentRequest {
  const orderId = `order-${crypto.randomUUID()}`;
  orders.set(orderId, { orderId, amount: price });
  return { orderId, orderName: "Green tea", amount: { value: price }, successUrl: "/", failUrl: "/" };
}

type Query = Readonly<Record<string, string | undefined>>;

/** The buyer is back from the checkout: charges the stored amount and returns the message to show. */
async function outcomeOf(query: Query): Promise<string> {
  if (query["code"] !== undefined) return "Nothing was paid.";
  if (query["intentKey"] === undefined) return "";
  const order = orders.get(query["orderId"] ?? "");
  if (order === undefined) return "We know of no such order.";
  try {
    // Anyone can change a URL: this throws at another amount. A repeat, such as a reload, charges nothing.
    const { totalAmount } = await client.intents.confirm(verifyRedirect(query, order));
    return `Paid: ₩${totalAmount.toLocaleString("en")}. Thank you!`;
  } catch (error) {
    if (!isWonflowError(error)) throw error;
    if (error.nextAction !== "look-up") return `Nothing was charged: ${error.code}`;
    const { status } = await client.intents.lookUp({ orderId: order.orderId });
    return status === "DONE" ? "Paid. Thank you!" : "We are checking your payment. Please don't pay again.";
  }
}

export default async function Shop({ searchParams }: { readonly searchParams: Promise<Query> }) {
  await wonflow(); // opens the service, if this is the first visit
  return <PayButton order={placeOrder()} outcome={await outcomeOf(await searchParams)} />;
}
