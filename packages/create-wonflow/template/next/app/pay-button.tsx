"use client";

import { constants, createSDK, isPaymentsError, isUserCancel, type PaymentRequest } from "@wonflow/sdk";
import { useState } from "react";

/** Opens the checkout above this page. */
export function PayButton({ order, outcome }: { readonly order: PaymentRequest; readonly outcome: string }) {
  const [message, setMessage] = useState(outcome);
  async function pay() {
    setMessage("");
    try {
      // In a click, not while rendering: on a server there is no SDK.
      const sdk = createSDK("test_ck_docs", { baseUrl: `${location.origin}/pay` });
      const { orderId } = await sdk.payment({ customerId: constants.ANONYMOUS }).requestPayment(order);
      setMessage(`We are checking the payment of order ${orderId}. Please don't pay again.`);
    } catch (error) {
      if (!isUserCancel(error)) setMessage(isPaymentsError(error) ? error.message : "The checkout did not open.");
    }
  }
  return (
    <>
      <button style={{ padding: "0.75rem 1.5rem", font: "inherit" }} onClick={() => void pay()}>
        Buy green tea for ₩{order.amount.value.toLocaleString("en")}
      </button>
      <p role="status">{message}</p>
    </>
  );
}
