const { clientKey } = document.currentScript.dataset;
const form = document.getElementById("order");
const problem = document.getElementById("problem");

async function pay() {
  problem.textContent = "";
  try {
    // The shop's server stores the order and its amount before anything is paid.
    const placed = await fetch("/orders", { method: "POST", body: new URLSearchParams(new FormData(form)) });
    if (!placed.ok) throw new Error("주문하지 못했습니다. 수량을 확인해 주세요.");
    const { customerId, ...order } = await placed.json();
    // The page leaves for successUrl or failUrl; what comes back here failed before the checkout opened.
    await PaymentsSDK.createSDK(clientKey).payment({ customerId }).requestPayment(order);
  } catch (error) {
    problem.textContent = error.message;
  }
}

document.getElementById("pay").addEventListener("click", () => void pay());
