import { firstProblem, type Invariant, noProblemIn, type Projection } from "../observation/invariant.ts";
import { writtenIn } from "../observation/observed-records.ts";
import type { Part } from "../part.ts";
import { registrationKeyOf, sellers } from "./records.ts";

interface Names {
  readonly refs: Map<string, string>;
  readonly external: Map<string, string>;
  problem: string | undefined;
}

const sellerNames: Projection<Names> = {
  start: () => ({ refs: new Map(), external: new Map(), problem: undefined }),
  onCommit(value, changeSet, observed) {
    for (const { record } of writtenIn(sellers, changeSet, observed)) {
      const { tenant, id, status, refSellerId, externalSellerId } = record;
      const ref = `${tenant} ${refSellerId}`;
      const other = value.refs.get(ref);
      if (status === "ACTIVE" && other !== undefined && other !== id) {
        value.problem ??= `sellers ${other} and ${id} both are ${refSellerId}`;
      }
      if (status === "ACTIVE") value.refs.set(ref, id);
      else if (other === id) value.refs.delete(ref);
      if (externalSellerId === null) continue;
      const owner = value.external.get(`${tenant} ${externalSellerId}`) ?? id;
      value.external.set(`${tenant} ${externalSellerId}`, owner);
      if (owner !== id) value.problem ??= `sellers ${owner} and ${id} both are ${externalSellerId} at the bank`;
    }
  },
};

const idOfTheBank: Invariant = {
  name: "a seller's id is the bank's",
  always: (observed) =>
    firstProblem(observed.of(sellers).values(), ({ tenant, id, externalSellerId }) => {
      if (externalSellerId === null) return undefined;
      const known = observed.providers.payoutBank.sellerOf(tenant, registrationKeyOf(id));
      return known === externalSellerId ? undefined : `seller ${id} is ${externalSellerId}; at the bank it is ${known}`;
    }),
};

export const part: Part = {
  projections: [sellerNames],
  invariants: [noProblemIn("seller ids are unique", sellerNames), idOfTheBank],
};
