import type { PaymentWindow } from "@wonflow/core";
import { calling, type PlantedBug } from "./bug.ts";

/** The same window, with another judgement. Keyed calls about cards are unchanged. */
function judging(wrap: (window: PaymentWindow) => Partial<PaymentWindow>): PlantedBug["plant"] {
  return calling(({ window }) => (window === undefined ? {} : { window: { ...window, ...wrap(window) } }));
}

export const windowBugs: readonly PlantedBug[] = [
  {
    // An adapter that believes what a browser brings.
    name: "a forged return accepted",
    within: 600,
    breaks: ["authentications follow the gateway"],
    plant: judging((window) => ({
      async finish(request) {
        const answer = await window.finish(request);
        const { reference } = request.fields;
        if (answer.outcome !== "forged" || reference === undefined) return answer;
        const { key, amount } = request;
        return { outcome: "done", value: { key, amount, reference, authenticatedAt: null, paidWith: null } };
      },
    })),
  },
  {
    name: "an approval without its authentication",
    within: 100,
    breaks: ["an approval has its authentication"],
    plant: calling((cards) => ({
      async approve(request) {
        if (request.authentication === null) return cards.approve(request);
        const card = { cardToken: request.authentication.reference, installmentPlanMonths: 0 };
        return cards.approve({ ...request, authentication: null, ...card });
      },
    })),
  },
  {
    name: "a second approval of an opening",
    within: 400,
    breaks: ["an opening is approved once"],
    plant: calling((cards) => ({
      async approve(request) {
        if (request.authentication === null) return cards.approve(request);
        const answer = await cards.approve(request).catch(() => undefined);
        if (answer !== undefined) return answer;
        return cards.approve({ ...request, key: `${request.key}-again` });
      },
    })),
  },
];
