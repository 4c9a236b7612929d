import fc from "fast-check";
import { givenWithin, likenessOf, standsFor, type Likeness, type Leaf } from "../interface/links.ts";
import type { Operation, Parameter } from "../interface/operations.ts";
import { schemaWithin, type Schema } from "../interface/schema.ts";
import { change, type Change, wireChanges, type WireChange } from "./changes.ts";
import { valuesOf } from "./from-schema.ts";
import { headerLines, type HeaderLine } from "./header-lines.ts";
import { hostileText, hostileValue } from "./hostile.ts";
import { knownValues } from "./known-values.ts";
import { Earlier, Fresh } from "./references.ts";

/** A request before its references are resolved. */
export interface Ask {
  readonly kind: "ask";
  readonly operationId: string;
  /** The name of a credential. */
  readonly caller: string;
  /** Whether references come from the same answers, as with a merchant's server. */
  readonly together: boolean;
  readonly path: Readonly<Record<string, unknown>>;
  /** A name may come twice. */
  readonly query: readonly (readonly [name: string, value: unknown])[];
  readonly headers: readonly HeaderLine[];
  /** Whether these headers are added to usual ones of the same name, so that a header comes twice. */
  readonly twice: boolean;
  readonly body: unknown;
  readonly changes: readonly Change[];
  readonly wire: WireChange | undefined;
  /** Replaces the operation's own method. */
  readonly method: string | undefined;
}

const most = (usual: number, usually: fc.Arbitrary<unknown>, seldom: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: usual, arbitrary: usually }, { weight: 1, arbitrary: seldom });

interface Placed {
  readonly name: string;
  readonly schema: Schema | undefined;
  /** Whether the request may use a new name there. */
  readonly mayBeNew: boolean;
}

/** What may replace a string or number of an example. */
function likeExample(example: Leaf, { name, schema, mayBeNew }: Placed): fc.Arbitrary<unknown> {
  const choices: fc.WeightedArbitrary<unknown>[] = [{ weight: 4, arbitrary: fc.constant(example) }];
  const known = knownValues[name];
  if (known !== undefined) choices.push({ weight: 3, arbitrary: fc.constantFrom(...known) });
  if (schema !== undefined) choices.push({ weight: 1, arbitrary: valuesOf(schema) });
  const likeness = standsFor(example)?.likeness;
  if (likeness !== undefined) choices.push({ weight: 9, arbitrary: earlier(likeness, name, example) });
  const within = givenWithin(example);
  if (within !== undefined) choices.push({ weight: 5, arbitrary: earlierWithin(example, name, within) });
  if (mayBeNew && typeof example === "string" && /id$/i.test(name))
    choices.push({ weight: 8, arbitrary: fresh(example) });
  return fc.oneof(...choices);
}

function earlier(likeness: Likeness, name: string, otherwise: Leaf): fc.Arbitrary<Earlier> {
  const nth = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(20) });
  return nth.map((number) => new Earlier(likeness, name, { nth: number, otherwise }));
}

function earlierWithin(
  example: Leaf,
  name: string,
  { inner, around }: NonNullable<ReturnType<typeof givenWithin>>,
): fc.Arbitrary<Earlier> {
  return fc.nat(5).map((nth) => new Earlier(likenessOf(inner), name, { nth, otherwise: example, around }));
}

const fresh = (example: string) => fc.nat(9999).map((number) => new Fresh(example, number));

function likeBody(example: unknown, name: string, schema: Schema | undefined): fc.Arbitrary<unknown> {
  if (typeof example === "string" || typeof example === "number") {
    return likeExample(example, { name, schema, mayBeNew: true });
  }
  if (Array.isArray(example)) {
    return fc.tuple(...example.map((entry: unknown) => likeBody(entry, name, schemaWithin(schema, "*"))));
  }
  if (typeof example !== "object" || example === null) return fc.constant(example);
  const parts = Object.entries(example).map(([member, part]) => {
    const own = schemaWithin(schema, member);
    const like = likeBody(part, member, own);
    // Null means that a member is left out.
    return [member, mayBeNull(own) ? most(12, like, fc.constant(null)) : like] as const;
  });
  return fc.record(Object.fromEntries(parts));
}

const mayBeNull = (schema: Schema | undefined) => schema?.anyOf?.some(({ type }) => type === "null") === true;

function bodiesOf({ body }: Operation): fc.Arbitrary<unknown> {
  if (body === undefined) return most(40, fc.constant(undefined), hostileValue);
  const { schema, examples } = body;
  return fc.oneof(
    { weight: 9, arbitrary: fc.oneof(...examples.map((example) => likeBody(example, "", schema))) },
    { weight: 2, arbitrary: valuesOf(schema) },
    { weight: 1, arbitrary: hostileValue },
  );
}

function valueOf({ name, schema, examples }: Parameter): fc.Arbitrary<unknown> {
  const shown = examples.map((example) => likeExample(example as Leaf, { name, schema, mayBeNew: false }));
  const usual = shown.length === 0 ? earlierOrSchema(name, schema) : fc.oneof(...shown);
  const odd = schema.type === "integer" ? fc.constantFrom(...oddNumbers) : hostileText;
  return fc.oneof(
    { weight: 24, arbitrary: usual },
    { weight: 1, arbitrary: hostileText },
    { weight: 1, arbitrary: odd },
  );
}

/** Spellings of whole numbers that must be refused. */
const oddNumbers = ["1e1", "-0", "-1", "+1", "0x10", "1.0", "1_0", " 1", "1 ", "１０", "9007199254740993", "", "NaN"];

/** A cursor has no example: it is the `nextCursor` of an answer. */
function earlierOrSchema(name: string, schema: Schema): fc.Arbitrary<unknown> {
  const cursor = new Earlier("", "nextCursor", { nth: 0, otherwise: "Zm9yZ2Vk" });
  return name === "startingAfter" ? most(6, fc.constant(cursor), valuesOf(schema)) : valuesOf(schema);
}

function queriesOf(parameters: readonly Parameter[]): fc.Arbitrary<Ask["query"]> {
  const each = parameters.map(({ name, required, ...rest }) =>
    fc.tuple(fc.constant(name), valueOf({ name, required, ...rest }), fc.nat(9)).map(([, value, dice]) => {
      return dice < (required ? 9 : 3) ? [[name, value] as const] : [];
    }),
  );
  const more = fc.oneof(
    { weight: 20, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(fc.tuple(hostileText, hostileText), { maxLength: 2 }) },
    { weight: 1, arbitrary: twice(parameters) },
  );
  return fc.tuple(fc.tuple(...each), more).map(([own, others]) => [...own.flat(), ...others]);
}

function twice(parameters: readonly Parameter[]): fc.Arbitrary<(readonly [string, unknown])[]> {
  if (parameters.length === 0) return fc.constant([]);
  return fc.tuple(fc.constantFrom(...parameters.map(({ name }) => name)), hostileText).map((pair) => [pair]);
}

const otherMethods = ["HEAD", "OPTIONS", "GET", "POST", "PUT", "PATCH", "DELETE"];

const everyCaller = ["secretKey", "clientKey", "checkoutToken", "operatorSession", "platformSession", "none"] as const;

/** All requests of an operation. */
export function asksOf(operation: Operation): fc.Arbitrary<Ask> {
  const { operationId, parameters, callers } = operation;
  const within = (place: Parameter["in"]) => parameters.filter((parameter) => parameter.in === place);
  const path = Object.fromEntries(within("path").map((parameter) => [parameter.name, valueOf(parameter)]));
  const few = fc.oneof(
    { weight: 6, arbitrary: fc.constant([]) },
    { weight: 4, arbitrary: fc.array(change, { minLength: 1, maxLength: 2 }) },
  );
  return fc.record<Ask>({
    kind: fc.constant("ask"),
    operationId: fc.constant(operationId),
    caller: fc.oneof(
      { weight: 30, arbitrary: fc.constantFrom(...callers) },
      { weight: 1, arbitrary: fc.constantFrom(...everyCaller) },
    ),
    together: fc.nat(4).map((dice) => dice > 0),
    path: fc.record(path),
    query: queriesOf(within("query")),
    headers: headerLines(within("header")),
    twice: fc.nat(3).map((dice) => dice === 0),
    body: bodiesOf(operation),
    changes: few,
    method: most(60, fc.constant(undefined), fc.constantFrom(...otherMethods)) as fc.Arbitrary<string | undefined>,
    wire: fc.oneof(
      { weight: 12, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.constantFrom(...(Object.keys(wireChanges) as WireChange[])) },
    ),
  });
}
