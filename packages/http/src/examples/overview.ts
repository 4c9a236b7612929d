const params = { mId: "1" };

export const getDailyTotals = {
  twoDays: {
    summary: "A Friday with a refused and a canceled payment, and a Saturday",
    params,
    query: { from: "2026-11-20", to: "2026-11-21" },
    answer: {
      items: [
        {
          day: "2026-11-20",
          paid: { amount: 84_000, count: 5 },
          refused: { amount: 12_000, count: 1 },
          canceled: { amount: 3_000, count: 1 },
          available: 115_644,
        },
        {
          day: "2026-11-21",
          paid: { amount: 15_000, count: 1 },
          refused: { amount: 0, count: 0 },
          canceled: { amount: 0, count: 0 },
          available: 0,
        },
      ],
    },
  },
};

export const listExpectedSettlements = {
  nextDays: {
    summary: "Two settlements to come; the first is less a cancellation of a payment that was settled before",
    params,
    answer: {
      items: [
        { day: "2026-11-23", amount: 25_020, pending: 28_911, returned: -3_891, count: 3 },
        { day: "2026-11-25", amount: 78_059, pending: 78_059, returned: 0, count: 5 },
      ],
    },
  },
};

export const getNextTransfer = {
  daily: {
    summary: "The transfer of Friday evening, which arrives on Monday",
    params,
    answer: { enabled: true, transferAt: "2026-11-20T14:00:00.000Z", payoutDate: "2026-11-23", amount: 115_644 },
  },
};

const nothing = { count: 0, hasMore: false, items: [] };

export const getAttention = {
  lostAnswer: {
    summary: "A cancellation that the gateway has not answered yet",
    params,
    answer: {
      unknownOutcomes: {
        count: 1,
        hasMore: false,
        items: [
          {
            id: "cancellation-8Vk2Wm6Xs0Tz4Ud8Of1Lp-1",
            kind: "cancellation",
            about: "8Vk2Wm6Xs0Tz4Ud8Of1Lp",
            since: "2026-11-20T06:20:40.000Z",
          },
        ],
      },
      flaggedAttempts: nothing,
      undeliveredWebhooks: nothing,
      payoutsToReview: nothing,
    },
  },
};
