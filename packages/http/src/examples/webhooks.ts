const mId = "1";
const url = "https://shop.example/webhook";
const events = ["settlement.completed" as const, "payment.done" as const, "payout.completed" as const];

const endpoint = {
  url,
  events,
  secretSince: "2026-11-20T05:03:07.000Z",
  formerSecretsUntil: [],
  contracted: true,
};

export const setWebhookEndpoint = {
  new: {
    summary: "A new endpoint, whose secret is shown once",
    params: { mId },
    request: { url, events: ["payment.done" as const, "payout.completed" as const] },
    answer: { ...endpoint, secret: "whsec_MDEyMzQ1Njc4OWFiY2RlZmdoaWprbG1u" },
  },
  events: {
    summary: "Other events, to the same address",
    params: { mId },
    request: { events: [] },
    answer: { ...endpoint, events: ["settlement.completed" as const], secret: null },
  },
};

export const getWebhookEndpoint = { set: { summary: "An endpoint", params: { mId }, answer: endpoint } };

export const rotateWebhookSecret = {
  day: {
    summary: "A secret that is rotated within an hour",
    params: { mId },
    query: { overlapMs: "3600000" },
    answer: {
      secret: "whsec_YWJjZGVmZ2hpamtsbW5vcHFyc3R1dnd4",
      formerSecretUntil: "2026-11-20T06:03:07.000Z",
    },
  },
};

export const testWebhookEndpoint = {
  taken: {
    summary: "A receiver that takes messages",
    params: { mId },
    answer: { status: 204, answeredInMs: 87, problem: null },
  },
};

export const removeWebhookEndpoint = {
  set: { summary: "An endpoint that is no longer needed", params: { mId }, answer: { removed: true as const } },
};

const deliveryId = "msg_settlement-completed_Wm6Xs0Tz4Ud8Of1Lp5Nh9QrJ";

const delivered = {
  id: deliveryId,
  event: "settlement.completed",
  about: "stl.Lx6Hs0Mk3Rd7Pf1Jg5Yc",
  sequence: null,
  status: "DELIVERED" as const,
  createdAt: "2026-11-24T15:00:00.000Z",
  tries: 1,
  nextTryAt: null,
  log: [{ number: 1, at: "2026-11-24T15:00:00.000Z", status: 204, reason: null, ms: 87, answer: "" }],
};

export const listWebhookDeliveries = {
  delivered: {
    summary: "Those that were delivered",
    params: { mId },
    query: { limit: "1", status: "DELIVERED" },
    answer: { hasMore: false, size: 1, nextCursor: null, items: [delivered] },
  },
};

export const getWebhookDelivery = {
  delivered: { summary: "One that was delivered", params: { mId, deliveryId }, answer: delivered },
};

export const resendWebhookDelivery = {
  delivered: {
    summary: "One that was delivered, and is sent again",
    params: { mId, deliveryId },
    answer: { ...delivered, status: "PENDING" as const, nextTryAt: "2026-11-24T15:10:00.000Z" },
  },
};
