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
