import { refuseField } from "./result.ts";
import { modes, platform } from "./engine/tenant/tenant.ts";

/** One argument of an operation: its name, and what it must be. */
export interface Argument {
  readonly name: string;
  readonly problem: string;
  readonly fits: (given: unknown) => boolean;
}

function isObject(given: unknown): given is object {
  return typeof given === "object" && given !== null && !Array.isArray(given);
}

function isTenant(given: unknown): boolean {
  if (!isObject(given) || !("mId" in given) || !("mode" in given)) return false;
  const { mId, mode } = given;
  const isId = typeof mId === "number" && Number.isInteger(mId) && mId >= 1 && mId <= 999_999_999_999_999;
  return isId && modes.some((known) => known === mode);
}

const tenant: Argument = {
  name: "tenant",
  problem: 'must be a merchant in a mode: { mId: a whole number from 1, mode: "test" or "live" }',
  fits: isTenant,
};

const owner: Argument = {
  name: "tenant",
  problem: `must be "${platform}", or a merchant in a mode: { mId: a whole number from 1, mode: "test" or "live" }`,
  fits: (given) => given === platform || isTenant(given),
};

function text(name: string): Argument {
  return { name, problem: "must be a string", fits: (given) => typeof given === "string" };
}

function oneOf(name: string, ...words: readonly string[]): Argument {
  const fits = (given: unknown) => words.some((word) => word === given);
  return { name, problem: `must be ${words.join(" or ")}`, fits };
}

/** An object, whose fields the operation itself reads through a schema. */
function object(name: string): Argument {
  return { name, problem: "must be an object", fits: isObject };
}

function list(name: string): Argument {
  return { name, problem: "must be a list", fits: Array.isArray };
}

function count(name: string): Argument {
  return {
    name,
    problem: "must be a whole number from 1",
    fits: (given) => Number.isInteger(given) && Number(given) > 0,
  };
}

/** An object all of whose named members that are given are texts. */
function texts(name: string, ...members: readonly string[]): Argument {
  return {
    name,
    problem: `must be an object; ${members.join(" and ")} must be a string`,
    fits: (given) => {
      if (!isObject(given)) return false;
      const values = new Map(Object.entries(given));
      return members.every((member) => values.get(member) == null || typeof values.get(member) === "string");
    },
  };
}

function optional(argument: Argument): Argument {
  return { ...argument, fits: (given) => given === undefined || argument.fits(given) };
}

function orNull(argument: Argument): Argument {
  return { ...argument, fits: (given) => given === null || argument.fits(given) };
}

/** The arguments of an operation that answers no `Result`: it rejects with a TypeError instead. */
export interface Rejecting {
  readonly rejects: readonly Argument[];
}

function rejecting(...rejects: readonly Argument[]): Rejecting {
  return { rejects };
}

/** The arguments of each operation. */
type ArgumentsOf<Operations> = {
  readonly [Name in keyof Operations as Operations[Name] extends (...given: never) => Promise<unknown> ? Name : never]:
    | readonly Argument[]
    | Rejecting;
};

/**
 * The same operations, which refuse an argument of a wrong type with `INVALID_REQUEST` and its name, as a program
 * without types may give any. For a program with types there is no such argument, so the codes of an operation need not
 * list this one.
 */
export function withArguments<Operations extends object>(
  operations: Operations,
  table: ArgumentsOf<Operations>,
): Operations {
  const known = new Map<string, readonly Argument[] | Rejecting>(Object.entries(table));
  const checked = Object.entries(operations).map(([name, operation]: [string, unknown]): [string, unknown] => {
    const expected = known.get(name);
    if (expected === undefined || typeof operation !== "function") return [name, operation];
    const asked = (...given: readonly unknown[]): unknown =>
      refusalOf(expected, given) ?? Reflect.apply(operation, undefined, given);
    return [name, asked];
  });
  return { ...operations, ...Object.fromEntries<unknown>(checked) };
}

function refusalOf(expected: readonly Argument[] | Rejecting, given: readonly unknown[]): Promise<unknown> | undefined {
  const all = "rejects" in expected ? expected.rejects : expected;
  const wrong = all.find(({ fits }, index) => !fits(given[index]));
  if (wrong === undefined) return undefined;
  if ("rejects" in expected) return Promise.reject(new TypeError(`${wrong.name} ${wrong.problem}`));
  return Promise.resolve(refuseField("INVALID_REQUEST", wrong.name, wrong.problem));
}

// Refusals of fields call the whole input `body`, as it comes over HTTP.
const input = object("body");
const page = optional(input);
const requestOptions = optional(texts("options", "idempotencyKey", "testCode"));
const keyOnly = optional(texts("options", "idempotencyKey"));
const buyerOptions = optional(texts("options", "language"));
const token = text("token");

/**
 * The arguments of every operation; one that takes none has an empty list. Fields are the operation's own matter. The
 * compiler asks for a row of each where the operations are bound.
 */
export const operationArguments = {
  merchants: {
    register: [input],
    get: [tenant],
    list: [page],
    suspend: [tenant, optional(input)],
    resume: [tenant],
  },
  keys: {
    issue: [tenant, oneOf("type", "secret", "client")],
    list: [tenant, page],
    revoke: [tenant, text("keyOrId")],
    authenticate: [text("key"), oneOf("type", "secret", "client")],
  },
  providerKeys: {
    set: [tenant, input],
    get: [tenant, text("gateway")],
    open: rejecting(tenant, text("gateway")),
  },
  operators: {
    set: [owner, input],
    list: [owner, page],
    add: [owner, input],
    change: [owner, text("name"), input, optional(texts("by", "operator"))],
    remove: [owner, text("name"), optional(texts("by", "operator"))],
    signIn: [input, optional(texts("from", "address", "device"))],
    confirmPassword: [token, input, optional(texts("from", "address", "device"))],
    authenticate: [token, optional(texts("write", "csrfToken"))],
    signOut: [token],
    signOutAll: [owner, text("name")],
    actions: [owner, page],
    beginAction: [owner, input],
    endAction: [owner, input],
  },
  platform: {
    signIn: [input, optional(texts("from", "address", "device"))],
    authenticate: [token, optional(texts("write", "csrfToken"))],
    waiting: [page],
  },
  sessions: { create: [tenant, input, requestOptions] },
  checkout: {
    open: [tenant, input, texts("options", "origin")],
    frameOrigins: rejecting(token),
    read: [token, buyerOptions],
    describeCard: [token, input],
    authenticate: [token, input, buyerOptions],
    openWindow: [token, input, buyerOptions],
    readWindow: [token],
    returnFromWindow: [token, orNull(object("fields")), optional(texts("options", "checkoutToken", "language"))],
    notified: [text("gateway"), object("notification")],
    giveUp: [token, buyerOptions],
  },
  intents: {
    confirm: [tenant, input, requestOptions],
    lookUp: [tenant, texts("name", "intentKey", "orderId")],
    list: [tenant, page],
    timeline: [tenant, text("intentKey")],
    enteredTwice: rejecting(tenant),
    previewCancellation: [tenant, texts("name", "intentKey", "orderId"), page],
    cancel: [tenant, texts("name", "intentKey", "orderId"), input, requestOptions],
  },
  receipts: { read: [token] },
  billing: {
    issue: [tenant, input, requestOptions],
    charge: [tenant, input, requestOptions],
    list: [tenant, page],
    remove: [tenant, text("billkey")],
  },
  settlements: {
    list: [tenant, input],
    lookUp: [tenant, text("settlementId")],
    lookUpOrder: [tenant, text("orderId")],
    days: [tenant, input],
  },
  sellers: {
    create: [tenant, input, requestOptions],
    lookUp: [tenant, text("sellerId")],
    list: [tenant, page],
    remove: [tenant, text("sellerId")],
  },
  payouts: {
    createBatch: [tenant, list("body"), requestOptions],
    lookUp: [tenant, text("payoutId")],
    timeline: [tenant, text("payoutId")],
    list: [tenant, page],
    resolve: [tenant, text("payoutId"), input, keyOnly],
    setTransferAccount: [tenant, input],
    getTransferAccount: [tenant],
  },
  webhooks: {
    set: [tenant, input, optional(object("options"))],
    test: [tenant],
    get: [tenant],
    rotate: [tenant, optional(input)],
    remove: [tenant],
    deliveries: [tenant, page],
    delivery: [tenant, text("id")],
    resend: [tenant, text("id")],
  },
  attempts: { flagged: [tenant, page], resolve: [tenant, text("key"), input, keyOnly] },
  bins: { lookUp: [text("digits")], list: [], import: [list("rows")] },
  installments: { interestFreeMonths: [tenant, input] },
  catalog: { search: [texts("query", "name", "acquirer")], import: [list("cards")] },
  ledger: {
    balances: rejecting(tenant),
    entries: rejecting(tenant, text("reference")),
    list: [tenant, page],
    audit: rejecting(tenant),
  },
  overview: {
    dailyTotals: [tenant, input],
    expectedSettlements: rejecting(tenant),
    nextTransfer: rejecting(tenant),
    attention: rejecting(tenant),
    recount: rejecting(tenant, optional(object("options"))),
  },
  calendar: { close: [text("day")], reopen: [text("day")], closedDays: [], movedTo: [input] },
  secret: { check: [], isRight: [], accept: [] },
  readiness: { check: [] },
  work: {
    start: rejecting(text("kind"), count("limit")),
    runDue: rejecting(optional(count("limit"))),
    backlog: [],
    overdue: [],
  },
};

export const reconciliationArguments = { reconcile: [tenant, text("day")] };
