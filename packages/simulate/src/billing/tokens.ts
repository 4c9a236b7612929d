import { attempts } from "../attempt/records.ts";
import { firstProblem, type Invariant } from "../observation/invariant.ts";
import { nameOf } from "../observation/observed-records.ts";
import type { Part } from "../part.ts";
import { billingKeys, billkeyOf, isOfCheckout, tokenKeyOf } from "./records.ts";

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

export const part: Part = {
  invariants: [keysFollowGateway, keysFollowAttempts, committedBeforeIssued, noCardForNobody],
};
