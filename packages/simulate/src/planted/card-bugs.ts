import type { ApprovalRequest, CardNetwork, ErrorCode, Found, LookUpRequest, Store } from "@wonflow/core";
import { intentRecord } from "@wonflow/core/records";
import { subjectOfAttempt } from "../attempt/records.ts";
import { lookUpBy } from "../ports/card-network.ts";
import { readRecords } from "../ports/store.ts";
import type { PlantedBug } from "./bug.ts";

const refused = { outcome: "refused", code: "PROVIDER_ERROR" } as const;

const unknownIsRefused: PlantedBug = {
  name: "unknown treated as refused",
  within: 150,
  breaks: ["records follow the network", "refused means without effect"],
  plant({ cards }) {
    const approve: CardNetwork["approve"] = async (request) => {
      try {
        const answer = await cards.approve(request);
        return answer.outcome === "unknown" ? refused : answer;
      } catch {
        return refused;
      }
    };
    return { cards: { ...cards, approve } };
  },
};

async function approvalAgain(store: Store, { tenant, key, deadline }: LookUpRequest): Promise<ApprovalRequest> {
  const [record] = await readRecords(store, tenant, [{ kind: intentRecord.name, id: subjectOfAttempt(key) ?? "" }]);
  const { methods, totalAmount: amount, orderName } = intentRecord.schema.parse(record?.body);
  const { cardToken, installmentPlanMonths } = methods[0] ?? { cardToken: "", installmentPlanMonths: 0 };
  return { tenant, key: `${key}.again`, deadline, amount, orderName, cardToken, installmentPlanMonths };
}

const approvesAgain: PlantedBug = {
  name: "a second approval after a restart",
  within: 50,
  breaks: ["committed before called", "approved at most once", "times are the network's", "comes to rest"],
  plant({ store, cards }) {
    const lookUp = lookUpBy({
      async approval(request) {
        const answer = await cards.approve(await approvalAgain(store, request));
        return answer.outcome === "done" ? { ...answer, value: { ...answer.value, key: request.key } } : answer;
      },
      cancellation: (request) => cards.lookUp(request),
    });
    return { cards: { ...cards, lookUp } };
  },
};

const notFoundIsRefused: PlantedBug = {
  name: "not found treated as refused",
  within: 150,
  breaks: ["records follow the network", "same amounts at rest"],
  plant({ cards }) {
    const orRefused = <Value, Code extends ErrorCode>(found: Found<Value, Code>) =>
      found.outcome === "not-found" ? refused : found;
    const lookUp = lookUpBy({
      approval: async (request) => orRefused(await cards.lookUp(request)),
      cancellation: async (request) => orRefused(await cards.lookUp(request)),
    });
    return { cards: { ...cards, lookUp } };
  },
};

const believesAnyAnswer: PlantedBug = {
  name: "an answer believed that does not match",
  within: 200,
  breaks: ["records follow the network", "times are the network's"],
  plant({ cards }) {
    const approve: CardNetwork["approve"] = async (request) => {
      const answer = await cards.approve(request);
      if (answer.outcome !== "done") return answer;
      return { ...answer, value: { ...answer.value, key: request.key, amount: request.amount } };
    };
    return { cards: { ...cards, approve } };
  },
};

const chargesAnotherCard: PlantedBug = {
  name: "an approval charged to another card",
  within: 50,
  breaks: ["charged to its own card"],
  plant({ cards }) {
    let before: string | undefined;
    return {
      cards: {
        ...cards,
        approve(request) {
          const cardToken = before ?? request.cardToken;
          before = request.cardToken;
          return cards.approve({ ...request, cardToken });
        },
      },
    };
  },
};

const keepsAnotherToken: PlantedBug = {
  name: "a billing key that stands for another token",
  within: 100,
  breaks: ["stored cards follow the network"],
  plant: ({ cards }) => ({
    cards: {
      ...cards,
      async issueToken(request) {
        const answer = await cards.issueToken(request);
        return answer.outcome === "done" ? { ...answer, value: { ...answer.value, token: "another-token" } } : answer;
      },
    },
  }),
};

const releasesNothing: PlantedBug = {
  name: "a token that is given back without a call",
  within: 100,
  breaks: ["the network keeps cards of live keys only"],
  plant: ({ cards }) => ({
    cards: { ...cards, releaseToken: async ({ tokenKey }) => ({ outcome: "done", value: { tokenKey } }) },
  }),
};

const liveAtTestNetwork: PlantedBug = {
  name: "live payments sent to the network of test mode",
  within: 400,
  breaks: ["test money and live money never meet"],
  plant: ({ cards }) => ({ liveCards: { ...cards, sandbox: false } }),
};

export const cardBugs: readonly PlantedBug[] = [
  unknownIsRefused,
  approvesAgain,
  notFoundIsRefused,
  believesAnyAnswer,
  chargesAnotherCard,
  keepsAnotherToken,
  releasesNothing,
  liveAtTestNetwork,
];
