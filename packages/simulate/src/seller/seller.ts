import { sellerRecord, sellerStates, type Seller } from "@wonflow/core/internal";
import { observeRecords, writtenIn } from "../observation/observed-records.ts";
import type { Part } from "../part.ts";
import { standsOfKind, arrivedAt, meanwhile, wasThere } from "../payment/records.ts";
import { firstProblem, type Invariant, noProblemIn, type Projection, type Arrival } from "../observation/invariant.ts";
import { bankMagic } from "@wonflow/sandbox";
import {
  type Client,
  type Knowledge,
  sending,
  sendingAbout,
  merchantGet,
  merchantPath,
  merchantPost,
  type ClientRequest,
  type Answer,
  codeOf,
  itemsOf,
} from "../client/client.ts";
import type { TenantId } from "@wonflow/core";
import type { Observed } from "../observation/observed.ts";
import { type Listed, pageProblem } from "../observation/pages.ts";
import { inSeoul } from "../payment/invariants.ts";

export const sellers = observeRecords(sellerRecord, {
  subject: (id) => id,
  machine: { states: sellerStates, initial: "ACTIVE", statusOf: ({ status }) => status },
});

function registrationKeyOf(sellerId: string): string {
  return `registration.${sellerId}`;
}

export const sellerStands = standsOfKind(sellers);

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

export const registeredSellers: Knowledge<Set<string>> = {
  start: () => new Set(),
  onSuccess(known, { body: { id, externalSellerId } }) {
    if (typeof id === "string" && typeof externalSellerId === "string") known.add(id);
  },
};

export const knownSellers: Knowledge<string[]> = {
  start: () => [],
  onSuccess(known, { body: { id } }) {
    if (typeof id === "string" && id.startsWith("seller_") && !known.includes(id)) known.push(id);
  },
};

function sellerRequest(client: Client): ClientRequest {
  const { random } = client;
  const { ownerMismatch, lateRegistration, answerLost } = bankMagic.holders;
  const magic = random.pick([ownerMismatch, lateRegistration, answerLost]);
  const holderName = random.chance(0.85) ? "김상인" : magic.holderNames[0];
  const refSellerId = `seller-${random.below(60)}`;
  const account = { bankCode: "004", accountNumber: `110-${random.between(100_000, 999_999)}`, holderName };
  return merchantPost(client, {
    name: "create-seller",
    path: merchantPath(client, "sellers"),
    bodyWith: (mark) => ({ refSellerId, name: `Kim${mark}`, businessType: "INDIVIDUAL", account }),
  });
}

export const createSeller = sending("create-seller", sellerRequest);

export const removeSeller = sendingAbout("remove-seller", knownSellers, (client, sellerId) => ({
  ...merchantGet(client, "remove-seller", `sellers/${sellerId}`),
  method: "DELETE",
}));

const lookUpSeller = sendingAbout("look-up-seller", knownSellers, (client, sellerId) =>
  merchantGet(client, "look-up-seller", `sellers/${sellerId}`),
);

const listSellers = sending("list-sellers", (client) =>
  merchantGet(client, "list-sellers", client.random.chance(0.7) ? "sellers" : "sellers?limit=2"),
);

const readers: readonly string[] = ["look-up-seller", "list-sellers"];
const names: readonly string[] = ["create-seller", "remove-seller", ...readers];

const answersFollowBooks: Invariant = {
  name: "sellers follow the books",
  ofAnswer({ arrival, answer }, observed) {
    const { name, path } = arrival.request;
    if (!names.includes(name)) return undefined;
    if (codeOf(answer) === "NOT_FOUND_SELLER") return missingProblem(path.split("/").at(-1) ?? "", arrival, observed);
    if (answer.status >= 300) return undefined;
    const shown = sellersIn(answer);
    const deleted = shown.find(({ deletedAt }) => deletedAt !== null && readers.includes(name));
    if (deleted !== undefined) return `seller ${String(deleted["id"])} is deleted, and was found`;
    const problem = firstProblem(shown, (seller) => shownProblem(seller, arrival, observed));
    return problem ?? (name === "list-sellers" ? listProblem(answer, arrival, observed) : undefined);
  },
};

type Shown = Readonly<Record<string, unknown>>;

function sellersIn(answer: Answer): readonly Shown[] {
  return itemsOf(answer) ?? [answer.body];
}

function shownProblem(shown: Shown, arrival: Arrival, observed: Observed): string | undefined {
  const id = String(shown["id"]);
  const stands = meanwhile(observed.of(sellerStands).of(`${arrival.tenant} ${id}`), arrival, observed);
  const isTrue = stands.some(({ record }) => isShownAs(record, shown));
  return isTrue ? undefined : `seller ${id} was shown as ${JSON.stringify(shown)}, which it was not`;
}

function isShownAs(seller: Seller, { registrationError, ...shown }: Shown): boolean {
  const { id, refSellerId, name, externalSellerId, createdAt, deletedAt } = seller;
  const code = typeof registrationError === "object" && registrationError !== null ? { ...registrationError } : {};
  const fields: Shown = { id, refSellerId, name, externalSellerId, createdAt: inSeoul(createdAt) };
  const isSame = Object.entries(fields).every(([field, value]) => shown[field] === value);
  const deleted = deletedAt === null ? null : inSeoul(deletedAt);
  return isSame && shown["deletedAt"] === deleted && ("code" in code ? code.code : null) === seller.registrationError;
}

function missingProblem(id: string, arrival: Arrival, observed: Observed): string | undefined {
  const stands = observed.of(sellerStands).of(`${arrival.tenant} ${id}`);
  const isDeleted = stands.at(-1)?.record.status === "DELETED";
  return wasThere(stands, arrival, observed) && !isDeleted ? `seller ${id} is stored, and was not found` : undefined;
}

function listProblem(answer: Answer, arrival: Arrival, observed: Observed): string | undefined {
  const { searchParams } = new URL(arrival.request.path, "https://pay.example");
  const problem = pageProblem({
    order: "ascending",
    commits: arrivedAt(observed, arrival).commits,
    limit: Number(searchParams.get("limit") ?? 10_000),
    all: listOf(arrival.tenant, observed),
    after: undefined,
    ids: sellersIn(answer).map(({ id }) => String(id)),
    hasMore: answer.body["hasMore"] === true,
  });
  return problem && `the list of sellers ${problem}`;
}

function listOf(tenant: TenantId, observed: Observed): readonly Listed[] {
  const own = [...observed.of(sellers).values()].filter((seller) => seller.tenant === tenant);
  return own.map(({ id, createdAt }) => {
    const stands = observed.of(sellerStands).of(`${tenant} ${id}`);
    const deleted = stands.find(({ record }) => record.status === "DELETED");
    const position = `${new Date(createdAt).toISOString()}/${id}`;
    return { id, position, entered: stands[0]?.entered ?? 0, removed: deleted?.entered ?? Infinity };
  });
}

export const part: Part = {
  records: [sellers],
  projections: [sellerStands, sellerNames],
  invariants: [noProblemIn("seller ids are unique", sellerNames), idOfTheBank, answersFollowBooks],
  knowledge: [knownSellers, registeredSellers],
  backOffice: [
    [createSeller, 1],
    [removeSeller, 1],
    [lookUpSeller, 1],
    [listSellers, 1],
  ],
};
