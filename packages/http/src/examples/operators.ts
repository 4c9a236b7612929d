const signedIn = {
  mId: 1,
  mode: "test" as const,
  name: "kim",
  role: "owner" as const,
  csrfToken: "Yc9Ea3Bn8Vk2Wm6Xs0Tz4Ud8Of1Lp5Nh",
  expiresAt: "2026-11-20T17:03:07.000Z",
};

export const signInOperator = {
  person: {
    summary: "An operator of merchant 1, for its test payments",
    request: { mId: 1, mode: "test" as const, name: "kim", password: "four words are better" },
    answer: signedIn,
  },
};

export const getOperatorSession = { signedIn: { summary: "A signed-in operator", answer: signedIn } };

export const signOutOperator = {
  signedIn: { summary: "The signed-in operator", answer: { signedOut: true as const } },
};
