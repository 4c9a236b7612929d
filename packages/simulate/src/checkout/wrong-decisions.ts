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
];
