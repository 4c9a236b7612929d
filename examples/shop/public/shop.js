const { clientKey } = document.currentScript.dataset;
const form = document.getElementById("order");
const button = document.getElementById("pay");
const problem = document.getElementById("problem");

async function pay() {
  if (!form.reportValidity()) return;
  const stopWorking = startWorking(button);
  if (stopWorking === undefined) return;
  problem.textContent = "";
  try {
    // The shop's server stores the order and its amount before anything is paid.
    const placed = await fetch("/orders", { method: "POST", body: new URLSearchParams(new FormData(form)) });
    if (!placed.ok) throw new Error(`The order was answered with ${placed.status}.`);
    const { goTo, customerId, ...order } = await placed.json();
    // The cart's order may be paid already, or has a checkout of its own.
    if (goTo !== undefined) return location.assign(goTo);
    // The page leaves for successUrl or failUrl. A payment that may still be made is no failure: its order's page says
    // the outcome, and offers no second payment.
    const { orderId } = await PaymentsSDK.createSDK(clientKey).payment({ customerId }).requestPayment(order);
    location.assign(`/orders/${orderId}`);
  } catch (error) {
    stopWorking();
    if (globalThis.PaymentsSDK?.isUserCancel(error)) return;
    // The SDK's message is for the developer of the page.
    console.error(error);
    problem.textContent = button.dataset.failed;
  }
}

button.addEventListener("click", () => void pay());
