const signedIn = {
  mId: 1,
  mode: "test" as const,
  name: "kim",
  csrfToken: "Yc9Ea3Bn8Vk2Wm6Xs0Tz4Ud8Of1Lp5Nh",
  expiresAt: "2026-11-20T17:03:07.000Z",
};

export const signInOperator = {
  person: {
    summary: "A person of merchant 1, for its test payments",
    request: { mId: 1, mode: "test" as const, name: "kim", password: "four words are better" },
    answer: signedIn,
  },
};

export const getOperatorSession = { signedIn: { summary: "Somebody is signed in", answer: signedIn } };

export const signOutOperator = {
  signedIn: { summary: "Whoever is signed in", answer: { signedOut: true as const } },
};
