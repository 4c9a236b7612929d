import type { CardDescription, CheckoutView } from "@wonflow/core";

/** The order of all examples: paid, canceled in part, settled, and paid out. */
export const order = {
  customerId: "c_7f3b2a91-4c0e",
  orderId: "order-20261120-0001",
  orderName: "녹차 100g",
  amount: { value: 10_000 },
  successUrl: "https://shop.example/ok",
  failUrl: "https://shop.example/fail",
};

export const intentKey = "Qm3vX8rT_kL2pZ7wYc5Nd";

const token = "cs_1_test_h8Kq2mVx0RzT5bNcW7yLp3Jd9sGfA1eU";

const created = {
  token,
  checkoutUrl: `https://pay.example/checkout?token=${token}`,
  expiresAt: "2026-11-20T14:33:07+09:00",
};

export const createSession = {
  order: { summary: "An order of tea, with a note of the merchant's own", request: order, answer: created },
  payer: {
    summary: "With the payer's identity, if the contract has it",
    request: {
      ...order,
      metadata: { basket: 7, channel: "문자" },
      kyc: { name: "김구매", registNo: "900101", phoneNumber: "01012345678" },
    },
    answer: created,
  },
};

export const openCheckout = {
  order: { summary: "The request of the SDK's requestPayment", request: order, answer: created },
};

const view: CheckoutView = {
  merchantName: "Wonflow Docs",
  seller: { businessName: "Wonflow Docs", businessRegistrationNumber: "1234567890", phone: "02-000-0000" },
  orderName: order.orderName,
  amount: order.amount.value,
  installmentMonths: [],
  status: "OPEN",
  checking: false,
  triesLeft: 5,
  expiresAt: created.expiresAt,
  testMode: true,
};

const redirectUrl = `${order.successUrl}?orderId=${order.orderId}&intentKey=${intentKey}&amount=${order.amount.value}`;

export const openCheckoutWindow = {
  wallet: {
    summary: "Kakao Pay on a phone",
    request: { method: "KAKAOPAY", device: "MOBILE" } as const,
    answer: {
      windowUrl: "https://pay.example/windows/pw_1_test_Qm3vX8rT_kL2pZ7wYc5Nd01h8Kq2mVx0RzT5bNcW7yLp3Jd9sGfA1eU",
      endsAt: "2026-11-20T14:33:07+09:00",
    },
  },
};

export const readCheckout = {
  open: { summary: "A link that waits for a card", answer: view },
};

const described: CardDescription = {
  company: { code: "11", ko: "KB국민", en: "KB Kookmin" },
  type: "CRD",
  installments: [],
};

export const describeCard = {
  credit: {
    summary: "A credit card; 10,000 won is too little for installments",
    request: { firstDigits: "40000000" },
    answer: described,
  },
};

export const authenticateCheckout = {
  card: {
    summary: "The test card that always succeeds",
    request: {
      number: "4000000000110009",
      expiryMonth: "12",
      expiryYear: "39",
      registNo: "900101",
      passwordFront2: "12",
    },
    answer: { redirectUrl, leadsTo: "successUrl" as const },
  },
};

export const giveUpCheckout = {
  open: {
    summary: "The buyer closes the window before paying",
    answer: {
      redirectUrl: `${order.failUrl}?code=PAY_PROCESS_CANCELED&message=${encodeURIComponent("결제를 취소했어요.")}&intentKey=${intentKey}`,
      leadsTo: "failUrl" as const,
    },
  },
};
