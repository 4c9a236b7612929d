import type { TenantId } from "@wonflow/core";
import type { Seller } from "@wonflow/core/records";
import { type Answer, codeOf, itemsOf } from "../client/request.ts";
import { type Arrival, firstProblem, type Invariant } from "../observation/invariant.ts";
import type { Observed } from "../observation/observed.ts";
import { type Listed, pageProblem } from "../observation/pages.ts";
import type { Part } from "../part.ts";
import { inSeoul } from "../payment/answers.ts";
import { arrivedAt, meanwhile, wasThere } from "../payment/history.ts";
import { sellers, sellerStands } from "./records.ts";

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

export const part: Part = { invariants: [answersFollowBooks] };
