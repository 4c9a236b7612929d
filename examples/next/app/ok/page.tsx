import { documentationMerchant } from "wonflow";
import { amountOf } from "../orders.ts";
import { wonflow } from "../payments.ts";

interface Returned {
  readonly searchParams: Promise<{ readonly orderId?: string; readonly intentKey?: string; readonly amount?: string }>;
}

/** Confirms the payment, once, however often the page is loaded. */
export default async function Ok({ searchParams }: Returned) {
  const { orderId = "", intentKey = "", amount } = await searchParams;
  const ordered = amountOf(orderId);
  // Anyone can type an address with any amount.
  if (ordered === undefined || ordered !== Number(amount)) return <p>We know of no such order.</p>;
  const { payments } = await wonflow();
  const confirmed = await payments.intents.confirm(documentationMerchant, { intentKey, orderId, amount: ordered });
  if (!confirmed.ok) return <p>Not paid: {confirmed.error.code}</p>;
  return <p>Paid: ₩{confirmed.value.totalAmount.toLocaleString("en")}. Thank you!</p>;
}
