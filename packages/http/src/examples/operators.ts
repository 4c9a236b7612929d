import { password, sessionExamples } from "./session.ts";

const signedIn = {
  mId: 1,
  mode: "test" as const,
  merchantName: "Wonflow Docs",
  name: "kim",
  role: "owner" as const,
  csrfToken: "Yc9Ea3Bn8Vk2Wm6Xs0Tz4Ud8Of1Lp5Nh",
  expiresAt: "2026-11-20T17:03:07.000Z",
  passwordFreshUntil: "2026-11-20T05:18:07.000Z",
};

export const signInOperator = {
  person: {
    summary: "An operator of merchant 1, for its test payments",
    request: { mId: 1, mode: "test" as const, name: "kim", password },
    answer: signedIn,
  },
};

const session = sessionExamples(signedIn);

export const getOperatorSession = session.read;
export const confirmOperatorPassword = session.confirm;
export const signOutOperator = session.signOut;

export const listOperatorActions = {
  cancellation: {
    summary: "A partial refund by an operator",
    params: { mId: "1" },
    query: { limit: "10" },
    answer: {
      hasMore: false,
      size: 1,
      nextCursor: null,
      items: [
        {
          id: "00mi75gv0000Xk7Qa2Zt4bQn",
          operator: "kim",
          role: "owner" as const,
          operation: "cancelPayment",
          about: { intentKey: "8Vk2Wm6Xs0Tz4Ud8Of1Lp", cancelAmount: 3_000, cancelReason: "한 봉지 품절" },
          askedAt: "2026-11-20T06:20:40.000Z",
          endedAt: "2026-11-20T06:20:41.000Z",
          code: null,
        },
      ],
    },
  },
};

const mId = "1";

const lee = {
  name: "lee",
  role: "cashier" as const,
  addedAt: "2026-11-20T06:20:40.000Z",
  passwordSetAt: "2026-11-20T06:20:40.000Z",
};

export const addOperator = {
  cashier: {
    summary: "A cashier at the counter",
    params: { mId },
    request: { name: "lee", password: "four words for the counter", role: "cashier" as const },
    answer: lee,
  },
};

export const listOperators = {
  all: {
    summary: "Two people",
    params: { mId },
    query: { limit: "10" },
    answer: {
      hasMore: false,
      size: 2,
      nextCursor: null,
      items: [{ ...lee, name: "kim", role: "owner" as const }, lee],
    },
  },
};

export const changeOperator = {
  role: {
    summary: "Another role",
    params: { mId, name: "lee" },
    request: { role: "viewer" as const },
    answer: { ...lee, role: "viewer" as const },
  },
  password: {
    summary: "Another password",
    params: { mId, name: "lee" },
    request: { password: "four other words for lee" },
    answer: { ...lee, role: "viewer" as const, passwordSetAt: "2026-11-20T06:30:00.000Z" },
  },
};

export const signOutOperatorEverywhere = {
  lee: { summary: "A lost telephone", params: { mId, name: "lee" }, answer: { signedOut: true as const } },
};

export const removeOperator = {
  lee: { summary: "An operator who has left", params: { mId, name: "lee" }, answer: { removed: true as const } },
};
