import { errorCatalog, type PayoutView, type SellerView, type Timeline } from "@wonflow/core";

const mId = "1";

const registration = {
  refSellerId: "ceramics-kim",
  name: "김상인 도예",
  businessType: "INDIVIDUAL_BUSINESS" as const,
  businessRegistrationNumber: "1234567891",
  email: "kim@ceramics.example",
  phone: "01012345678",
  account: { bankCode: "004", accountNumber: "110-123-456789", holderName: "김상인" },
};

const seller: SellerView = {
  id: "seller_Rd7Pf1Jg5Yc9Ea3Bn8Vk",
  ...registration,
  account: { ...registration.account, accountNumber: "********6789" },
  metadata: null,
  externalSellerId: "bank-000172",
  registrationError: null,
  createdAt: "2026-11-20T15:00:00+09:00",
  deletedAt: null,
};

const sellerParams = { mId, sellerId: seller.id };

export const createSeller = {
  business: {
    summary: "A potter with a business of her own",
    params: { mId },
    request: registration,
    answer: seller,
  },
};

export const listSellers = {
  all: {
    summary: "All of them",
    params: { mId },
    answer: { hasMore: false, size: 1, nextCursor: null, items: [seller] },
  },
};

export const getSeller = {
  registered: { summary: "A seller that the bank has registered", params: sellerParams, answer: seller },
};

export const deleteSeller = {
  registered: {
    summary: "A seller that has stopped selling",
    params: sellerParams,
    answer: { ...seller, deletedAt: "2026-12-01T09:30:00+09:00" },
  },
};

const reserved: PayoutView = {
  id: "payout_Jg5Yc9Ea3Bn8Vk2Wm6Xs",
  batchId: "batch_Kc0Tz4Ud8Of1Lp5Nh9Qr",
  refPayoutId: "weekly-48.ceramics-kim",
  destination: { type: "SELLER", sellerId: seller.id },
  payoutDate: "2026-11-25",
  amount: { currency: "KRW", value: 5_000 },
  requestedAt: "2026-11-25T10:00:00+09:00",
  submittedAt: null,
  statusUpdatedAt: "2026-11-25T10:00:00+09:00",
  lastResultCheckedAt: null,
  completedAt: null,
  status: "PENDING",
  error: null,
  reconciliationRequired: false,
};

export const completed = {
  ...reserved,
  submittedAt: "2026-11-25T10:00:02+09:00",
  statusUpdatedAt: "2026-11-25T10:30:05+09:00",
  lastResultCheckedAt: "2026-11-25T10:30:05+09:00",
  completedAt: "2026-11-25T10:30:05+09:00",
  status: "COMPLETED",
} satisfies PayoutView;

const request = [
  { refPayoutId: reserved.refPayoutId, destination: seller.id, amount: { currency: "KRW" as const, value: 5_000 } },
];
const batch = { hasMore: false, size: 1, nextCursor: null, items: [reserved] };

export const createPayouts = {
  reserved: { summary: "A payout to one seller", params: { mId }, request, answer: batch },
  again: { summary: "The same request again", params: { mId }, request, status: 200, answer: batch },
};

export const listPayouts = {
  day: {
    summary: "The payouts of one day",
    params: { mId },
    query: { limit: "10", payoutDateGte: "2026-11-25", payoutDateLte: "2026-11-25" },
    answer: { hasMore: false, size: 1, nextCursor: null, items: [completed] },
  },
};

const problem = (code: "PAYOUT_ACCOUNT_UNUSABLE" | "PAYOUT_RETURNED") => ({ code, message: errorCatalog[code].ko });

const params = { mId, payoutId: reserved.id };

export const getPayout = {
  completed: { summary: "A payout that the bank has paid", params, answer: completed },
  failed: {
    summary: "A payout that the bank could not pay",
    params,
    answer: {
      ...completed,
      completedAt: null,
      status: "FAILED" as const,
      error: problem("PAYOUT_ACCOUNT_UNUSABLE"),
    },
  },
  returned: {
    summary: "A payout that has come back",
    params,
    answer: {
      ...completed,
      lastResultCheckedAt: "2026-11-26T01:00:00+09:00",
      error: problem("PAYOUT_RETURNED"),
      reconciliationRequired: true,
    },
  },
};

const submission = { attempt: `payout.${reserved.id}`, kind: "payout" };

const history: Timeline["items"] = [
  {
    at: "2026-11-25T01:00:00.000Z",
    event: "requested",
    detail: {
      refPayoutId: reserved.refPayoutId,
      amount: 5_000,
      payoutDate: reserved.payoutDate,
      to: "SELLER",
      sellerId: seller.id,
    },
  },
  {
    at: "2026-11-25T01:00:00.000Z",
    event: "ledger-entry",
    detail: { available: -5_000, reserved: 5_000, batchId: reserved.batchId },
  },
  { at: "2026-11-25T01:00:02.000Z", event: "submitted", detail: {} },
  { at: "2026-11-25T01:00:02.000Z", event: "attempt-opened", detail: { ...submission, amount: 5_000 } },
  { at: null, event: "looked-up", detail: { ...submission, answersWithoutOutcome: 1 } },
  {
    at: "2026-11-25T01:30:05.000Z",
    event: "attempt-ended",
    detail: { ...submission, outcome: "done", lastCheckedAt: "2026-11-25T01:30:05.000Z" },
  },
  { at: "2026-11-25T01:30:05.000Z", event: "paid", detail: {} },
  { at: "2026-11-25T01:30:05.000Z", event: "ledger-entry", detail: { reserved: -5_000, bank: -5_000 } },
];

export const getPayoutTimeline = {
  completed: { summary: "A payout that the bank has paid", params, answer: { hasMore: false, items: history } },
};
