import type { Intent } from "@wonflow/core/records";
import { subjectOfAttempt } from "../attempt/records.ts";
import { firstProblem, type Invariant, noProblemIn, type Projection } from "../observation/invariant.ts";
import { type Committed, writtenIn } from "../observation/observed-records.ts";
import type { Observed } from "../observation/observed.ts";
import type { Part } from "../part.ts";
import { approvedMethods, intents } from "../payment/records.ts";
import { billingKeys, cardKeyOf } from "./records.ts";

interface Charges {
  readonly known: Set<string>;
  problem: string | undefined;
}

const charges: Projection<Charges> = {
  start: () => ({ known: new Set(), problem: undefined }),
  onCommit(value, changeSet, observed) {
    for (const { name, record: intent } of writtenIn(intents, changeSet, observed)) {
      if (intent.sessionId !== null || value.known.has(name)) continue;
      value.known.add(name);
      value.problem ??= firstProblem(intent.methods, (method) => keyProblem(intent, method, observed));
    }
  },
};

function keyProblem(
  { tenant, intentKey, customerId }: Committed<Intent>,
  { billkey, cardToken }: Intent["methods"][number],
  observed: Observed,
): string | undefined {
  const key = observed.of(billingKeys).get(tenant, billkey ?? "");
  if (key?.status !== "ACTIVE") return `payment ${intentKey} charges key ${billkey}, which is ${key?.status}`;
  if (key.customerId !== customerId) {
    return `payment ${intentKey} of ${customerId} charges key ${billkey}, which is ${key.customerId}'s`;
  }
  return key.cardToken === cardToken ? undefined : `payment ${intentKey} charges a token that key ${billkey} has not`;
}

const chargedToItsCard: Invariant = {
  name: "charged to its own card",
  always(observed) {
    const { gateway, cardTokens } = observed.providers;
    const issued = new Map(cardTokens.records().map(({ tenant, key, cardToken }) => [`${tenant} ${key}`, cardToken]));
    return firstProblem(gateway.records(), ({ tenant, key, state, cardToken }) => {
      const intent = observed.of(intents).get(tenant, subjectOfAttempt(key) ?? "");
      const method = intent && approvedMethods(intent).find((each) => each.approvalKey === key);
      if (method === undefined || state === "TOMBSTONED") return undefined;
      if (method.cardToken !== cardToken) return `${key} is charged to another card than that of its method`;
      if (method.billkey === null && !gateway.promisesTo(tenant).storesCheckedCards) return undefined;
      const storedAs = cardKeyOf(method) ?? "";
      const isOwn = issued.get(`${tenant} ${storedAs}`) === cardToken;
      return isOwn ? undefined : `${key} is charged to another card than ${storedAs}`;
    });
  },
};

export const part: Part = {
  projections: [charges],
  invariants: [noProblemIn("only a customer's live keys are charged", charges), chargedToItsCard],
};
