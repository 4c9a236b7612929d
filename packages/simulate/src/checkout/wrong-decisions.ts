import type { WrongDecision } from "../wrong-decision.ts";

export const wrongDecisions: readonly WrongDecision[] = [
  {
    name: "a page's checkout in place of the server's",
    within: 50,
    breaks: ["a page takes nobody's place"],
    file: "core/src/checkout/open-checkout.ts",
    changes: [['if (currentSession.openedBy === "server" && (', 'if (currentSession.openedBy !== "server" && (']],
  },
  {
    name: "a page's checkout in place of an authenticated payment",
    within: 2000,
    breaks: ["a page takes nobody's place"],
    file: "core/src/checkout/open-checkout.ts",
    changes: [["if (!authenticated) return undefined;", "if (authenticated || !authenticated) return undefined;"]],
  },
  {
    name: "giving up beside an open approval",
    within: 200,
    breaks: ["records follow the network"],
    file: "core/src/checkout/give-up.ts",
    changes: [["if (intent.openAttempt !== null || intent.approvedAt", "if (intent.approvedAt"]],
  },
  {
    name: "giving up that takes nothing back",
    within: 200,
    breaks: ["what is given up is not charged"],
    file: "core/src/checkout/give-up.ts",
    changes: [['return session.status === "AUTHENTICATED" ?', 'return session.status === "SUPERSEDED" ?']],
  },
];
