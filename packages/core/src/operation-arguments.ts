import {
  count,
  list,
  object,
  oneOf,
  optional,
  owner,
  rejecting,
  tenant,
  text,
  texts,
} from "./engine/request/arguments.ts";

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
