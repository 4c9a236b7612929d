import type { ApprovalRequest, ErrorCode, Found, KeyedCall, Store } from "@wonflow/core";
import { intentRecord } from "@wonflow/core/internal";
import { subjectOfAttempt } from "../attempt/records.ts";
import { gatewaysBy } from "../ports/gateway.ts";
import { calling, keyingIn, type PlantedBug } from "./bug.ts";

const refused = { outcome: "refused", code: "PROVIDER_ERROR" } as const;

function orRefused<Value, Code extends ErrorCode>(found: Found<Value, Code>) {
  return found.outcome === "not-found" ? refused : found;
}

async function approvalAgain(store: Store, { tenant, key, askedAt, deadline }: KeyedCall): Promise<ApprovalRequest> {
  const keys = [{ kind: intentRecord.name, id: subjectOfAttempt(key) ?? "" }];
  const [record] = (await store.read(tenant, { keys })).records;
  const { methods, totalAmount: amount, orderName } = intentRecord.schema.parse(record?.body);
  const [method] = methods;
  const { cardToken = "", installmentPlanMonths = 0 } = method?.method === "KEYIN" ? method : {};
  const card = { cardToken, installmentPlanMonths };
  const again = { tenant, key: `${key}-again`, askedAt, credentials: null, deadline };
  return { ...again, amount, taxFreeAmount: 0, orderName, authentication: null, ...card };
}

export const cardBugs: readonly PlantedBug[] = [
  {
    name: "unknown treated as refused",
    within: 150,
    breaks: [
      "not found is final only after the call has settled",
      "records follow the gateway",
      "refused means without effect",
      "a refusal is final",
    ],
    plant: calling((cards) => ({
      async approve(request) {
        const answer = await cards.approve(request).catch(() => refused);
        return answer.outcome === "unknown" ? refused : answer;
      },
    })),
  },
  {
    name: "a second approval after a restart",
    within: 50,
    breaks: [
      "a call's deadline is committed before it is sent",
      "committed before called",
      "approved at most once",
      "times are the gateway's",
      "nothing stays unfinished",
    ],
    plant: (ports) =>
      calling((cards) => ({
        async lookUpApproval(question) {
          const answer = await cards.approve(await approvalAgain(ports.store, question));
          return answer.outcome === "done" ? { ...answer, value: { ...answer.value, key: question.key } } : answer;
        },
      }))(ports),
  },
  {
    name: "not found treated as refused",
    within: 150,
    breaks: [
      "a refusal is final",
      "refused means without effect",
      "not found is final only after the call has settled",
      "records follow the gateway",
      "same amounts at the end",
    ],
    plant: calling((cards) => ({
      lookUpApproval: async (question) => orRefused(await cards.lookUpApproval(question)),
      lookUpCancellation: async (question) => orRefused(await cards.lookUpCancellation(question)),
    })),
  },
  {
    name: "a mismatched answer accepted",
    within: 200,
    breaks: [
      "the gateway's references are sent on later calls",
      "records follow the gateway",
      "times are the gateway's",
    ],
    plant: calling((cards) => ({
      async approve(request) {
        const answer = await cards.approve(request);
        if (answer.outcome !== "done") return answer;
        return { ...answer, value: { ...answer.value, key: request.key, amount: request.amount } };
      },
    })),
  },
  {
    // Each approval is charged to the card of the one before it.
    name: "an approval charged to another card",
    within: 50,
    breaks: ["charged to its own card"],
    plant: calling((cards) => {
      let before: string | undefined;
      return {
        approve(request) {
          if (request.authentication !== null) return cards.approve(request);
          const cardToken = before ?? request.cardToken;
          before = request.cardToken;
          return cards.approve({ ...request, cardToken });
        },
      };
    }),
  },
  {
    name: "a billing key with another token",
    within: 100,
    breaks: ["stored cards follow the gateway"],
    plant: keyingIn((keyIn) => ({
      async issueToken(request) {
        const answer = await keyIn.issueToken(request);
        return answer.outcome === "done" ? { ...answer, value: { ...answer.value, token: "another-token" } } : answer;
      },
    })),
  },
  {
    name: "a token released without a call",
    within: 100,
    breaks: ["the gateway keeps cards of live keys only"],
    plant: keyingIn(() => ({ releaseToken: async ({ tokenKey }) => ({ outcome: "done", value: { tokenKey } }) })),
  },
  {
    name: "live payments sent to the gateway of test mode",
    within: 400,
    breaks: ["test money and live money never meet"],
    plant: ({ gateways: { test } }) => {
      const gateways = gatewaysBy(({ mode, name }) => ({ ...test[name], sandbox: mode === "test" }));
      return { gateways };
    },
  },
];
