import fc from "fast-check";
import { standsFor, type Leaf } from "../interface/links.ts";
import { operations } from "../interface/operations.ts";
import type { Ask } from "./ask.ts";
import { change } from "./changes.ts";
import { knownValues, lostCards, storedCards } from "./known-values.ts";
import { Earlier, Fresh } from "./references.ts";

interface StoryRequest {
  readonly operationId: string;
  /** Names of fields that get new names. */
  readonly newly?: readonly string[];
  /** Fields that get one of these values. */
  readonly from?: Readonly<Record<string, readonly (string | number)[]>>;
}

type StoryStep = StoryRequest | { readonly minutes: number };

const order: StoryRequest = { operationId: "createSession", newly: ["orderId"] };
const enter: StoryRequest = { operationId: "authenticateCheckout" };
const anyCard: StoryRequest = { operationId: "authenticateCheckout", from: { number: knownValues["number"] ?? [] } };
const lostCard: StoryRequest = { operationId: "authenticateCheckout", from: { number: lostCards } };
const confirm: StoryRequest = { operationId: "confirmPayment" };
const sell: StoryRequest = { operationId: "createSeller", newly: ["refSellerId"] };
const payOut: StoryRequest = { operationId: "createPayouts", newly: ["refPayoutId"] };
const anyPayout: StoryRequest = { ...payOut, from: { value: knownValues["value"] ?? [] } };
const store: StoryRequest = { operationId: "issueBillingKey", from: { number: knownValues["number"] ?? [] } };
/** With two such cards in one charge, one may be refunded and the other not. */
const storeAny: StoryRequest = { operationId: "issueBillingKey", from: { number: storedCards } };
const charge: StoryRequest = { operationId: "charge", newly: ["orderId"] };
const daysPass = { minutes: 6 * 24 * 60 };

/** Steps to states that random requests seldom reach. Only the required order is listed. */
export const stories: readonly (readonly StoryStep[])[] = [
  [order, enter, confirm],
  [order, enter, confirm, { operationId: "cancelPayment" }],
  [order, anyCard, confirm],
  [order, anyCard, confirm, { operationId: "cancelPaymentOfOrder" }, { minutes: 5 }],
  [order, lostCard, confirm, { operationId: "listWaiting" }, { operationId: "resolveAttempt" }],
  [store, charge],
  [storeAny, storeAny, charge, { operationId: "cancelPaymentOfOrder" }],
  [order, enter, confirm, sell, daysPass, payOut],
  [order, enter, confirm, sell, daysPass, anyPayout, { minutes: 30 }, { operationId: "listWaiting" }],
  [
    { operationId: "setWebhookEndpoint" },
    order,
    enter,
    confirm,
    { minutes: 1 },
    { operationId: "listWebhookDeliveries" },
  ],
  [{ operationId: "addOperator" }, { operationId: "listOperators" }],
  [{ operationId: "issueKey" }, { operationId: "listKeys" }],
];

/** A request like its example, with values from earlier answers; one in thirteen has an invalid part. */
export function benignAsk({ operationId, newly = [], from = {} }: StoryRequest): fc.Arbitrary<Ask> {
  const operation = operations.find((one) => one.operationId === operationId);
  if (operation === undefined) throw new Error(`a story has an unknown operation: ${operationId}`);
  const { callers, parameters, body } = operation;
  const like = (example: unknown, name: string): fc.Arbitrary<unknown> => {
    if (Array.isArray(example)) return fc.tuple(...example.map((entry: unknown) => like(entry, name)));
    if (typeof example === "object" && example !== null) {
      return fc.record(Object.fromEntries(Object.entries(example).map(([key, part]) => [key, like(part, key)])));
    }
    const choices = from[name];
    if (choices !== undefined) return fc.constantFrom<unknown>(...choices);
    if (newly.includes(name)) return fc.nat(9999).map((number) => new Fresh(String(example), number));
    return fc.constant(typeof example === "string" ? earlierLike(example, name) : example);
  };
  const shown = (place: "path" | "query") =>
    parameters.flatMap(({ in: where, name, examples: [example] }) =>
      where === place && example !== undefined ? [[name, earlierLike(example as Leaf, name)] as const] : [],
    );
  return fc.record<Ask>({
    kind: fc.constant("ask"),
    operationId: fc.constant(operationId),
    caller: fc.constant(callers[0] ?? "none"),
    together: fc.constant(true),
    path: fc.constant(Object.fromEntries(shown("path"))),
    query: fc.constant([]),
    headers: fc.constant([]),
    twice: fc.constant(false),
    body: body === undefined ? fc.constant(undefined) : fc.oneof(...body.examples.map((example) => like(example, ""))),
    changes: fc.oneof({ weight: 12, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: change.map((one) => [one]) }),
    wire: fc.constant(undefined),
    method: fc.constant(undefined),
  });
}

/** The newest value from answers; for a second one of the same kind the value before it. */
function earlierLike(example: Leaf, name: string): unknown {
  const found = standsFor(example);
  if (found === undefined) return example;
  return new Earlier(found.likeness, name, { nth: found.isKin ? 1 : 0, otherwise: example });
}
