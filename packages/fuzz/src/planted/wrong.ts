import { type Payments, type Store, refuse, tenantId, type Tenant } from "@wonflow/core";
import type { HttpHandler } from "@wonflow/http";

/** An intentional mistake in a service, which must be found. */
export interface Wrong {
  readonly name: string;
  /** The beginning of the kind of the problem that must be found. */
  readonly breaks: string;
  readonly payments?: (payments: Payments, store: Store) => Payments;
  readonly handler?: (handler: HttpHandler) => HttpHandler;
}

type Body = Readonly<Record<string, unknown>>;

/** Changes the body of each successful look-up whose path contains this part. */
function withAnswer(part: string, change: (body: Body) => Body): NonNullable<Wrong["handler"]> {
  return (handler) => async (request, peer) => {
    const response = await handler(request, peer);
    const isMeant = request.method === "GET" && new URL(request.url).pathname.includes(part);
    if (!isMeant || response.status !== 200) return response;
    const { status, headers } = response;
    return Response.json(change((await response.json()) as Body), { status, headers });
  };
}

/** Misreads the query of each request. */
function withQuery(change: (search: string) => string): NonNullable<Wrong["handler"]> {
  return (handler) => (request, peer) => {
    const url = new URL(request.url);
    const search = change(url.search);
    return handler(search === url.search ? request : new Request(url.origin + url.pathname + search, request), peer);
  };
}

type Changed = NonNullable<Wrong["payments"]>;

const ofSellers =
  (change: (sellers: Payments["sellers"]) => Partial<Payments["sellers"]>): Changed =>
  (payments) => ({ ...payments, sellers: { ...payments.sellers, ...change(payments.sellers) } });

const ofIntents =
  (change: (payments: Payments, store: Store) => Partial<Payments["intents"]>): Changed =>
  (payments, store) => ({ ...payments, intents: { ...payments.intents, ...change(payments, store) } });

let planted = 0;

async function writeSomething(store: Store, tenant: Tenant): Promise<void> {
  planted += 1;
  const id = `planted ${planted}`;
  const key = { kind: "planted", id };
  await store.commit({
    id,
    tenant: tenantId(tenant),
    at: 0,
    expect: [{ key, version: "absent" }],
    writes: [{ key, body: {}, dueAt: null, place: null }],
    reference: "",
    postings: [],
    floors: [],
    tallies: [],
  });
}

/** Mistakes of each kind, which the requests must find. */
export const allWrong: readonly Wrong[] = [
  {
    name: "a balance answered as a string",
    breaks: "getBalance: …: /availableAmount must be object",
    handler: withAnswer("/balances", (body) => ({ ...body, availableAmount: String(body["availableAmount"]) })),
  },
  {
    name: "a field missing in the document",
    breaks: "getSeller: …:  must NOT have additional properties",
    handler: withAnswer("/sellers/", (body) => ({ ...body, accountNumber: "110-123-456789" })),
  },
  {
    name: "a code that the row lacks",
    breaks: "deleteSeller: …: /code must be equal to one of the allowed values",
    payments: ofSellers((sellers) => ({
      async remove(tenant, id) {
        const removed = await sellers.remove(tenant, id);
        // The type forbids it, as it should.
        return removed.ok ? removed : (refuse("NOT_FOUND_PAYMENT") as never);
      },
    })),
  },
  {
    name: "a status that the row lacks",
    breaks: "listSellers: …: the document has no such status",
    payments: ofSellers((sellers) => ({
      async list(tenant, input) {
        const page = await sellers.list(tenant, input);
        return page.ok && page.value.items.length === 0 ? (refuse("ALREADY_EXIST_SELLER") as never) : page;
      },
    })),
  },
  {
    name: "an unexpected null",
    breaks: "createSeller: reports: TypeError: Cannot read properties of null",
    payments: ofSellers((sellers) => ({
      async create(tenant, input, options) {
        const { phone } = Object(input) as { readonly phone?: string };
        return phone !== undefined && phone.length > 11
          ? refuse("INVALID_REQUEST")
          : sellers.create(tenant, input, options);
      },
    })),
  },
  {
    name: "a refusal that writes",
    breaks: "the refusal INVALID_REQUEST changed planted",
    payments: ofIntents((payments, store) => ({
      async cancel(...asked) {
        const canceled = await payments.intents.cancel(...asked);
        if (!canceled.ok && canceled.error.code === "INVALID_REQUEST") await writeSomething(store, asked[0]);
        return canceled;
      },
    })),
  },
  {
    name: "a look-up that writes",
    breaks: "a look-up changed planted",
    payments: ofIntents((payments, store) => ({
      async lookUp(tenant, name) {
        const found = await payments.intents.lookUp(tenant, name);
        if (found.ok) await writeSomething(store, tenant);
        return found;
      },
    })),
  },
  {
    name: "a handler that rejects",
    breaks: "no answer: Error: planted",
    handler: (handler) => (request, peer) =>
      request.method === "PUT" ? Promise.reject(new Error("planted")) : handler(request, peer),
  },
  {
    name: "a number in another notation accepted",
    breaks: "must be integer",
    handler: withQuery((search) => search.replaceAll(/(?<==)[^&]+/g, wholeNumberIn)),
  },
];

/** As `Number` reads 1e1, 0x10, 1.0 and spaces. */
function wholeNumberIn(text: string): string {
  const number = Number(new URLSearchParams(`text=${text}`).get("text"));
  return Number.isInteger(number) ? String(number) : text;
}

/** Throws for an unknown name. */
export function wrongNamed(name: string | undefined): Wrong | undefined {
  if (name === undefined) return undefined;
  const found = allWrong.find((wrong) => wrong.name === name);
  if (found === undefined) throw new Error(`there is no planted mistake called “${name}”`);
  return found;
}
