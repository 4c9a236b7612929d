import { billingKeyRecord, billingKeyStates, type Intent } from "@wonflow/core/internal";
import { observeRecords, nameOf, type Committed, writtenIn } from "../observation/observed-records.ts";
import type { Part } from "../part.ts";
import { standsOfKind, approvedMethods, intents } from "../payment/records.ts";
import { attempts, subjectOfAttempt } from "../attempt/records.ts";
import { firstProblem, type Invariant, noProblemIn, type Projection } from "../observation/invariant.ts";
import type { Observed } from "../observation/observed.ts";

export const billingKeys = observeRecords(billingKeyRecord, {
  subject: (id) => id,
  machine: { states: billingKeyStates, initial: "ACTIVE", statusOf: ({ status }) => status },
});

function tokenKeyOf(billkey: string): string {
  return `token-${billkey}`;
}

/** The key of the call that checked or stored a method's card. */
export function cardKeyOf({
  billkey,
  tokenKey,
}: Pick<Intent["methods"][number], "billkey" | "tokenKey">): string | null {
  return billkey === null ? tokenKey : tokenKeyOf(billkey);
}

/** Of a card that was typed at a checkout. */
function isOfCheckout(tokenKey: string): boolean {
  return tokenKey.startsWith("card-");
}

function billkeyOf(tokenKey: string): string {
  return tokenKey.slice("token-".length);
}

export const keyStands = standsOfKind(billingKeys);

const keysFollowGateway: Invariant = {
  name: "stored cards follow the gateway",
  always(observed) {
    const tokens = new Map(observed.providers.cardTokens.records().map((token) => [nameOf(token), token]));
    return firstProblem(observed.of(billingKeys).values(), ({ tenant, billkey, status, cardToken }) => {
      if (status === "DELETED")
        return cardToken === null ? undefined : `key ${billkey} is deleted, and keeps its token`;
      const token = tokens.get(nameOf({ tenant, key: tokenKeyOf(billkey) }));
      if (token?.state !== "ISSUED") return `key ${billkey} is live; at the gateway its token is ${token?.state}`;
      return token.cardToken === cardToken ? undefined : `key ${billkey} stands for a token that is not its own`;
    });
  },
};

const keysFollowAttempts: Invariant = {
  name: "a key is issued when its token is",
  always: (observed) =>
    firstProblem(observed.of(attempts).values(), (attempt) => {
      if (attempt.kind !== "token-issue") return undefined;
      const { tenant, key, status, billkey, customerId } = attempt;
      const issued = observed.of(billingKeys).get(tenant, billkey);
      if ((issued !== undefined) !== (status === "DONE"))
        return `${key} is ${status}, and its billing key ${issued?.status}`;
      return issued === undefined || issued.customerId === customerId ? undefined : `${billkey} is another customer's`;
    }),
};

const committedBeforeIssued: Invariant = {
  name: "committed before issued",
  always: (observed) =>
    firstProblem(observed.providers.cardTokens.records(), ({ tenant, key }) => {
      const attempt = observed.of(attempts).get(tenant, isOfCheckout(key) ? `release-${key}` : key);
      const isCommitted = attempt?.kind === (isOfCheckout(key) ? "card-release" : "token-issue");
      return isCommitted ? undefined : `${key} reached the gateway, and no attempt to ask for it is committed`;
    }),
};

const noCardForNobody: Invariant = {
  name: "the gateway keeps cards of live keys only",
  atEnd: (observed) =>
    firstProblem(observed.providers.cardTokens.records(), ({ tenant, key, state }) => {
      if (state !== "ISSUED") return undefined;
      if (isOfCheckout(key)) return `the gateway keeps ${key}, and its checkout is over`;
      const { status = "not there" } = observed.of(billingKeys).get(tenant, billkeyOf(key)) ?? {};
      return status === "ACTIVE" ? undefined : `the gateway keeps ${key}, and its billing key is ${status}`;
    }),
};

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
      if (method.authentication !== null) return undefined;
      if (method.billkey === null && !gateway.promisesTo(tenant).storesCheckedCards) return undefined;
      const storedAs = cardKeyOf(method) ?? "";
      const isOwn = issued.get(`${tenant} ${storedAs}`) === cardToken;
      return isOwn ? undefined : `${key} is charged to another card than ${storedAs}`;
    });
  },
};

export const part: Part = {
  records: [billingKeys],
  projections: [keyStands, charges],
  invariants: [
    keysFollowGateway,
    keysFollowAttempts,
    committedBeforeIssued,
    noCardForNobody,
    noProblemIn("only a customer's live keys are charged", charges),
    chargedToItsCard,
  ],
};
