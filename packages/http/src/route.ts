import { ok, type ErrorCode, type RequestOptions, type Result, type Tenant } from "@wonflow/core";
import { z } from "zod";
import type { Call } from "./call.ts";
import type { Caller } from "./callers/caller.ts";
import type { OperationLimits, HeavyRead } from "./rate-limit/admission.ts";
import { optionsIn, type RequestHeader } from "./request/headers.ts";
import { readJson } from "./request/body.ts";
import { readParameters, readQuery } from "./request/parameters.ts";
import { beginRecord } from "./recorded-change.ts";
import { isAnswer, type Answer, Reply } from "./response/answer.ts";
import { Streamed, StreamedCsv } from "./response/streamed.ts";

export interface Example<Params = unknown, Query = unknown, Body = unknown, Answer = unknown> {
  readonly summary: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly request?: Body;
  readonly status?: number;
  readonly answer: Answer;
}

export const tags = {
  "Checkout sessions": "Links that a merchant's server creates for an order and hands to its buyer.",
  Payments: "An order's payment: confirm it, look it up, cancel it in full or in part.",
  Billing: "Stored cards, charged without their owner.",
  Settlements: "How much of its payments a merchant gets, when, and how that is computed.",
  Payouts: "Sellers, and payouts of settled money to them. For the merchant's server and its operators.",
  Overview: "A merchant's business at a glance: daily totals, settlements to come, everything that needs an operator.",
  Webhooks: "Where a merchant's webhooks are sent, and each message with its tries.",
  Operators: "The session of a merchant's operator, and the operators that an owner looks after.",
  Keys: "The merchant's API keys, which an owner looks after.",
  Platform:
    "For the platform's operators: merchants, matters that need an operator, reconciliation. Off unless the service enables these paths.",
  "Checkout page": "The calls of the SDK and of the hosted checkout page.",
  Cards: "BINs, installments without interest, and the card catalog.",
  Service: "Probes for the machines that run the service.",
} as const satisfies Readonly<Record<string, string>>;

export type Tag = keyof typeof tags;

export interface Endpoint {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Open parts in braces, `/px/intents/{intentKey}`; `/*` at the end stands for every path below. */
  readonly path: string;
  /** Whether pages of other origins may call it, as the SDK does. */
  readonly crossOrigin?: boolean;
  /** The limits that its requests count against; none by default, for a route its caller's. */
  readonly limits?: OperationLimits;
  /** Seconds for which caches may keep the answer; by default they may not. */
  readonly cacheSeconds?: number;
  /** Whether the host of `settings.windowUrl`, where providers' scripts run, serves it too; it serves nothing else. */
  readonly onWindowHost?: boolean;
  readonly answer: (call: Call) => Promise<Result<Answer>>;
}

interface Described extends Omit<Endpoint, "answer" | "method" | "path"> {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  /** By a short name of each; the usual one first. */
  readonly examples: Readonly<Record<string, Example>>;
  readonly tag: Tag;
  /** The request headers that it reads, besides those of its caller. */
  readonly headers?: readonly RequestHeader[];
  /** Names and amounts out of the body, as it was sent, for the record of an operator's change. */
  readonly about?: (body: unknown) => Readonly<Record<string, string | number>>;
  /** Whether it answers 304 to an `If-None-Match` with the current ETag. */
  readonly ifNoneMatch?: true;
  /** For probes, whose programs add parameters of their own: none is read, and none refused. */
  readonly anyQuery?: true;
  /** The media type of a success, whose schema is then that of its text; JSON by default. */
  readonly answerType?: "text/csv";
  readonly answerHeaders?: Readonly<Record<string, string>>;
  /** Every code that it refuses with; a definition leaves out those of its caller, headers and body. */
  readonly errors: readonly ErrorCode[];
}

/** One operation of the interface. The router and the OpenAPI document are both made from these. */
export interface Route extends Described, Endpoint {
  readonly caller: Pick<Caller<object>, "credentials" | "optional">;
  readonly params: z.ZodType | undefined;
  readonly query: z.ZodType | undefined;
  readonly request: z.ZodType | undefined;
  readonly response: z.ZodType;
  readonly statuses: readonly number[];
}

type Asked<Known, Params, Query, Body> = Known &
  Omit<Call, "parameters"> & {
    readonly params: Params;
    readonly query: Query;
    readonly body: Body;
    readonly options: RequestOptions;
  };

interface Definition<
  Known extends object,
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Output extends z.ZodType,
  Status extends number,
  Code extends ErrorCode,
> extends Described {
  readonly at: `${Endpoint["method"]} /${string}`;
  readonly examples: Readonly<
    Record<string, NoInfer<Example<z.input<Params>, z.input<Query>, z.input<Body>, z.output<Output>>>>
  >;
  readonly errors: readonly Code[];
  readonly caller: Caller<Known>;
  /** The open parts of the path, and the query. If either may not fit, `errors` has `INVALID_REQUEST`. */
  readonly params?: Params;
  readonly query?: Query;
  /** Whether it is one of the merchant's heavy reads. A list of more than 100 items always is. */
  readonly heavy?: (query: z.output<Query>) => boolean;
  /** The body as it is sent. The operation itself parses it with this schema, and refuses a body that does not fit. */
  readonly request?: Body;
  readonly response: Output;
  /** The statuses of success, 200 by default. An answer without a status of its own has the first. */
  readonly statuses?: readonly [Status, ...Status[]];
  readonly answer: (asked: Asked<Known, z.output<Params>, z.output<Query>, z.input<Body>>) => Promise<
    // A Response would escape the schema.
    Result<z.output<Output> | Exclude<Answer<NoInfer<Status>, z.output<Output>>, Response>, NoInfer<Code>>
  >;
}

const placeSchema = z.tuple([z.enum(["GET", "POST", "PUT", "DELETE"]), z.string()]);

/** Defines an operation, see `routes/`. It checks the caller first, then the path and query, then reads the body. */
export function route<
  Known extends object,
  Output extends z.ZodType,
  Params extends z.ZodType = z.ZodObject<{}>,
  Query extends z.ZodType = z.ZodObject<{}>,
  Body extends z.ZodType = z.ZodUndefined,
  Status extends number = 200,
  Code extends ErrorCode = never,
>(definition: Definition<Known, Params, Query, Body, Output, Status, Code>): Route {
  const { at, caller, limits = caller.limits, headers = [], params, query, request: schema } = definition;
  const { statuses = [200], answer } = definition;
  const [method, path] = placeSchema.parse(at.split(" "));
  return {
    ...definition,
    method,
    path,
    limits,
    params,
    query,
    request: schema,
    statuses,
    errors: errorsOf({ ...definition, limits }),
    async answer(call) {
      const { request, parameters, ...rest } = call;
      const known = await caller.identify(call);
      if (!known.ok) return known;
      const admitted = await admitCaller(limits, known.value, call);
      if (!admitted.ok) return admitted;
      const readParams = readParameters(params, parameters);
      if (!readParams.ok) return readParams;
      const asksFor = definition.anyQuery === true ? ok({} as z.output<Query>) : readQuery(query, request);
      if (!asksFor.ok) return asksFor;
      const body = await readBody(schema, call);
      if (!body.ok) return body;
      const asked = {
        ...known.value,
        ...rest,
        request,
        params: readParams.value,
        query: asksFor.value,
        body: body.value,
        options: optionsIn(request.headers, headers),
      };
      const change = {
        operationId: definition.operationId,
        about: { ...parameters, ...definition.about?.(body.value) },
      };
      const isHeavy = definition.heavy?.(asked.query) === true || isLong(asked.query);
      const read = isHeavy ? beginRead(known.value, call) : ok(undefined);
      if (!read.ok) return read;
      return whileReading(read.value, call, async () => {
        const record = await beginRecord(known.value, call, change);
        if (!record.ok) return record;
        const result = await answer(asked);
        await record.value?.end(result);
        if (!result.ok) return result;
        return ok(isAnswer(result.value) ? result.value : new Reply(statuses[0], result.value));
      });
    },
  };
}

/** Passes the body on unparsed, because the operation parses it. */
function readBody<Body extends z.ZodType>(schema: Body | undefined, call: Call): Promise<Result<z.input<Body>>>;
async function readBody(schema: z.ZodType | undefined, call: Call): Promise<Result<unknown>> {
  return schema === undefined ? ok(undefined) : readJson(call.request, call.report);
}

async function admitCaller(
  { tenant: limit }: OperationLimits,
  { tenant }: object & { readonly tenant?: Tenant },
  { admission }: Call,
) {
  return limit === undefined || tenant === undefined ? ok(undefined) : admission.byTenant(limit, tenant);
}

const longSchema = z.object({ limit: z.coerce.number().gt(100) });

/** Whether more than 100 items of a list are requested at once. */
function isLong(query: unknown): boolean {
  return longSchema.safeParse(query).success;
}

function beginRead({ tenant }: object & { readonly tenant?: Tenant }, { admission }: Call) {
  return tenant === undefined ? ok(undefined) : admission.heavyRead(tenant);
}

/** Ends the read with the answer, or, where that is streamed, with its last text. */
async function whileReading(
  read: HeavyRead | undefined,
  { request }: Call,
  answer: () => Promise<Result<Answer>>,
): Promise<Result<Answer>> {
  if (read === undefined) return answer();
  let isStreamed = false;
  try {
    const result = await answer();
    // The body of an answer to HEAD is never read.
    if (!result.ok || request.method === "HEAD") return result;
    const { value } = result;
    if (!(value instanceof Streamed || value instanceof StreamedCsv)) return result;
    isStreamed = true;
    return ok(value.ending(read));
  } finally {
    if (!isStreamed) read.end();
  }
}

type Parts = Pick<Route, "errors"> & {
  readonly limits: OperationLimits;
  readonly caller: Pick<Caller<object>, "errors">;
  readonly request?: z.ZodType;
  readonly statuses?: readonly number[];
};

function errorsOf({ errors, caller, limits, request, statuses = [] }: Parts): readonly ErrorCode[] {
  const ofBody: readonly ErrorCode[] =
    request === undefined ? [] : ["INVALID_JSON", "REQUEST_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"];
  const ofLimits: readonly ErrorCode[] = Object.keys(limits).length === 0 ? [] : ["TOO_MANY_REQUESTS"];
  const all = [...errors, ...caller.errors, ...ofLimits, ...ofBody];
  // A route with a 503 of its own handles an unavailable store itself.
  const ofStore: readonly ErrorCode[] = statuses.includes(503) ? [] : ["STORE_UNAVAILABLE"];
  // The router refuses a header that came more than once with different values.
  return [...new Set([...all, "INVALID_REQUEST" as const, ...ofStore, "FAILED_INTERNAL_SYSTEM_PROCESSING" as const])];
}
