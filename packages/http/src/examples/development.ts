export const getDevelopmentClock = {
  now: { summary: "The time in UTC", answer: { now: "2026-11-20T05:03:07.250Z" } },
};

export const moveDevelopmentClock = {
  settled: {
    summary: "Three business days, after which a payment is settled",
    request: { forward: { businessDays: 3 } },
    answer: { now: "2026-11-25T05:03:07.250Z" },
  },
};

export const setDevelopmentWebhook = {
  receiver: {
    summary: "A receiver on the same machine",
    request: { url: "http://localhost:3000/webhook", events: ["payment.done" as const, "payment.canceled" as const] },
    answer: { secret: "whsec_bW9jay1zZWNyZXQtb2YtdGhlLWRvY3VtZW50YXRpb24=" },
  },
};
