export const password = "four words are better";

/** The examples of a session that was begun with that password: they differ in the person alone. */
export function sessionExamples<Session extends object>(signedIn: Session) {
  return {
    read: { signedIn: { summary: "A signed-in operator", answer: signedIn } },
    confirm: {
      again: {
        summary: "The password of the signed-in operator",
        request: { password },
        answer: { ...signedIn, passwordFreshUntil: "2026-11-20T06:40:00.000Z" },
      },
    },
    signOut: { signedIn: { summary: "The signed-in operator", answer: { signedOut: true as const } } },
  };
}

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

const id = "3f0c9a1e77b2";

export const listKeys = {
  one: {
    summary: "A secret key that works",
    params: { mId },
    query: { limit: "10" },
    answer: {
      hasMore: false,
      size: 1,
      nextCursor: null,
      items: [
        {
          id,
          masked: "test_sk_…x9Qa",
          type: "secret" as const,
          mode: "test" as const,
          issuedAt: "2026-11-20T06:20:40.000Z",
          revokedAt: null,
        },
      ],
    },
  },
};

export const issueKey = {
  secret: {
    summary: "A key for the merchant's server",
    params: { mId },
    request: { type: "secret" as const },
    answer: { id, key: "test_sk_h8Kq2mVx0RzT5bNcW7yLp3Jd9sGfx9Qa" },
  },
};

export const revokeKey = {
  one: { summary: "A key by its id in the list", params: { mId, keyId: id }, answer: { revoked: true as const } },
};
