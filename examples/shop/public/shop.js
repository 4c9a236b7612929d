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
    const { customerId, ...order } = await placed.json();
    // The page leaves for successUrl or failUrl; what comes back here failed before the checkout opened.
    await PaymentsSDK.createSDK(clientKey).payment({ customerId }).requestPayment(order);
  } catch (error) {
    stopWorking();
    if (globalThis.PaymentsSDK?.isUserCancel(error)) return;
    // What the SDK says is for whoever builds the page.
    console.error(error);
    problem.textContent = button.dataset.failed;
  }
}

button.addEventListener("click", () => void pay());
