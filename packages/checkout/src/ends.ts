import type { TextKey } from "./texts.ts";

/** What a link can have come to, other than taking a card. */
export type EndName = "expired" | "superseded" | "unknown" | "authenticated" | "paid" | "crowded" | "broken";

interface EndTexts {
  readonly title: TextKey;
  readonly next: TextKey;
  /** Whether the way goes on to the shop from here. */
  readonly leadsOn: boolean;
}

/** What the page says at each end, and what the buyer can do there. */
export const endTexts: Readonly<Record<EndName, EndTexts>> = {
  expired: { title: "expiredTitle", next: "expiredNext", leadsOn: false },
  superseded: { title: "supersededTitle", next: "supersededNext", leadsOn: false },
  unknown: { title: "unknownTitle", next: "unknownNext", leadsOn: false },
  authenticated: { title: "authenticatedTitle", next: "authenticatedNext", leadsOn: true },
  paid: { title: "paidTitle", next: "paidNext", leadsOn: true },
  crowded: { title: "crowdedTitle", next: "crowdedNext", leadsOn: false },
  broken: { title: "brokenTitle", next: "brokenNext", leadsOn: false },
};

export const endNames = Object.keys(endTexts) as readonly EndName[];
