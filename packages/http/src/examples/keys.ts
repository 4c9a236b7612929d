const mId = "1";
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
