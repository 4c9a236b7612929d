import { intentKey } from "./checkout.ts";
import { completed } from "./payouts.ts";
import { password, sessionExamples } from "./operators.ts";

const signedIn = {
  name: "choi",
  role: "owner" as const,
  csrfToken: "Tz4Ud8Of1Lp5NhYc9Ea3Bn8Vk2Wm6Xs0",
  expiresAt: "2026-11-20T17:03:07.000Z",
  passwordFreshUntil: "2026-11-20T05:18:07.000Z",
};

export const signInAtPlatform = {
  person: {
    summary: "An operator of the platform",
    request: { name: "choi", password },
    answer: signedIn,
  },
};

const session = sessionExamples(signedIn);

export const getPlatformSession = session.read;
export const confirmPlatformPassword = session.confirm;
export const signOutAtPlatform = session.signOut;

const shop = { mId: "1", mode: "test" };

const contracts = { kyc: true, taxFree: true, payouts: true, webhook: true, installmentFeeds: ["PG_A", "PG_B"] };

export const listMerchants = {
  one: {
    summary: "The only merchant",
    query: { limit: "100" },
    answer: {
      hasMore: false,
      size: 1,
      nextCursor: null,
      items: [{ mId: 1, mode: "test" as const, name: "Wonflow Docs", contracts, suspended: false }],
    },
  },
};

export const getMerchant = {
  documentation: {
    summary: "The documentation's merchant",
    params: shop,
    answer: {
      mId: 1,
      mode: "test" as const,
      name: "Wonflow Docs",
      businessName: null,
      businessRegistrationNumber: "1234567890",
      phone: "02-000-0000",
      feeRate: "3.3",
      nextFeeRate: null,
      contracts,
      origins: [],
      gateway: null,
      settlementDays: 3,
      minAmount: 1,
      maxAmount: 1_000_000_000_000,
      suspended: null,
    },
  },
};

const key = `cancellation-${intentKey}-1`;

const aboutPayment = { orderId: "order-20261120-0001", amount: 3_000, maskedNumber: "400000******0009" };

export const listWaiting = {
  cancellation: {
    summary: "A cancellation whose answer never came",
    query: { limit: "100" },
    answer: {
      hasMore: false,
      items: [
        {
          mId: 1,
          mode: "test" as const,
          what: "attempt" as const,
          id: key,
          kind: "cancellation",
          about: intentKey,
          since: "2026-11-20T06:20:40.000Z",
          flagged: true,
          ...aboutPayment,
          provider: { code: "9999", message: "처리 결과를 확인할 수 없습니다" },
          unknownReason: "the gateway answered that it does not know",
        },
      ],
    },
  },
};

const nothing = {
  attemptsUnknown: 0,
  attemptsFlagged: 0,
  oldestCardCallMs: 0,
  oldestBankCallMs: 0,
  payoutsToReview: 0,
};

export const getBacklog = {
  one: {
    summary: "One call that needs an operator, and links that are about to expire",
    answer: {
      live: nothing,
      test: { ...nothing, attemptsUnknown: 1, attemptsFlagged: 1, oldestCardCallMs: 660_000 },
      webhookLagMs: 0,
      work: [
        { kind: "session", upkeep: false, dueSince: "2026-11-20T06:59:58.000Z", lateMs: 2_000 },
        { kind: "attempt", upkeep: false, dueSince: null, lateMs: 0 },
      ],
    },
  },
};

export const listFindings = {
  some: {
    summary: "Something to look at",
    answer: {
      items: [
        { check: "secret", status: "ok" as const, found: "it matches the database", action: null },
        {
          check: "attempts",
          status: "look" as const,
          found: "0 of live and 1 of test mode need an operator",
          action:
            "wonflow attempts list; while a service has its embedded database open, /console/platform, or payments.platform.waiting in its program",
        },
      ],
    },
  },
};

export const listPlatformActions = {
  resolved: {
    summary: "A cancellation that was ended by evidence",
    query: { limit: "10" },
    answer: {
      hasMore: false,
      size: 1,
      nextCursor: null,
      items: [
        {
          id: "00mi75gv0000Xk7Qa2Zt4bQn",
          operator: "choi",
          role: "owner" as const,
          operation: "resolveAttempt",
          about: { ...shop, key, outcome: "not-done", note: "gateway's list of 20 November" },
          askedAt: "2026-11-20T07:00:40.000Z",
          endedAt: "2026-11-20T07:00:41.000Z",
          code: null,
        },
      ],
    },
  },
};

const attempt = {
  key,
  kind: "cancellation",
  status: "REFUSED" as const,
  openedAt: "2026-11-20T06:20:40.000Z",
  lookUps: 14,
  mId: 1,
  gateway: "default",
  isLostCard: false,
  payment: aboutPayment,
  provider: { code: "9999", message: "처리 결과를 확인할 수 없습니다" },
  unknownReason: null,
  entered: null,
};

export const resolveAttempt = {
  notDone: {
    summary: "The gateway's list of the day does not have the cancellation",
    params: { ...shop, key },
    request: { outcome: "not-done" as const, note: "gateway's list of 20 November" },
    answer: attempt,
  },
  canceled: {
    summary: "A part of the payment was canceled at the gateway's own console",
    params: { ...shop, key: `approval-${intentKey}` },
    request: {
      outcome: "canceled" as const,
      amount: 7_000,
      at: "2026-11-20T14:04:00+09:00",
      note: "the gateway's console",
    },
    answer: {
      ...attempt,
      key: `approval-${intentKey}`,
      kind: "approval",
      status: "DONE" as const,
      lookUps: 0,
      payment: { ...aboutPayment, amount: 10_000 },
      provider: null,
      entered: {
        outcome: "canceled" as const,
        amount: 7_000,
        excessAmount: 0,
        at: "2026-11-20T05:04:00.000Z",
        enteredAt: "2026-11-20T07:00:41.000Z",
        isRepeat: false,
      },
    },
  },
};

export const resolvePayout = {
  done: {
    summary: "The bank has confirmed that the payee has it",
    params: { ...shop, payoutId: completed.id },
    request: { outcome: "done" as const, at: completed.completedAt, note: "bank's statement of 25 November" },
    answer: { ...completed, statusUpdatedAt: "2026-11-25T18:00:00+09:00" },
  },
};

export const reconcileDay = {
  difference: {
    summary: "The gateway made a refund that our ledger does not have",
    params: { ...shop, day: "2026-11-20" },
    answer: {
      day: "2026-11-20",
      payments: 1,
      payouts: 0,
      differences: [
        {
          about: "payment" as const,
          kind: "given-back" as const,
          reference: intentKey,
          ledger: 10_000,
          provider: 3_000,
          statement: null,
          attempt: { key: `approval-${intentKey}`, givenBack: 7_000, since: "2026-11-20T05:10:02.000Z" },
          action: "The gateway refunded 7000 won on its own. Enter it.",
        },
      ],
      unanswered: [],
    },
  },
};
