import { ok, type ErrorCode, type RequestOptions, type Result, type Tenant } from "@wonflow/core";
import type { z } from "zod";
import type { Call } from "./call.ts";
import type { Caller } from "./caller.ts";
import type { Example } from "./examples/example.ts";
import type { Tag } from "./tags.ts";
import type { OperationLimits } from "./rate-limit/admission.ts";
import { optionsIn, type RequestHeader } from "./request/headers.ts";
import { readJson } from "./request/json-body.ts";
import { queryOf, readParameters } from "./request/parameters.ts";
import { Kept } from "./response/kept-text.ts";
import { Reply } from "./response/reply.ts";
import { Streamed } from "./response/streamed.ts";

/** What is served at a path: how the router finds it, and what it answers. */
export interface Endpoint {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Open parts in braces: `/px/intents/{intentKey}`. */
  readonly path: string;
  /** Whether pages of other origins may call it: the SDK's own calls, and no others. */
  readonly crossOrigin?: boolean;
  /** What its requests are counted as: nothing, unless said; of a route, what its caller says. */
  readonly limits?: OperationLimits;
  /** Seconds for which anybody may keep the answer; by default nobody may. */
  readonly cacheSeconds?: number;
  readonly answer: (call: Call) => Promise<Result<Reply<number, unknown> | Kept | Streamed<unknown> | Response>>;
}

/** What a route says of itself. */
interface Described extends Omit<Endpoint, "answer"> {
  /** Names the operation in generated clients. */
  readonly operationId: string;
  readonly summary: string;
  /** What else whoever calls it should know, in a few sentences of Markdown. */
  readonly description: string;
  /** By a short name of each; the first shows what is usual. */
  readonly examples: Readonly<Record<string, Example>>;
  readonly tag: Tag;
  /** Request headers that it takes, besides those of its caller. */
  readonly headers?: readonly RequestHeader[];
  /** Whether who has the answer already may ask for another one only, and is told with 304 that there is none. */
  readonly ifNoneMatch?: true;
  /** Headers that answers carry besides Trace-Id. */
  readonly answerHeaders?: Readonly<Record<string, string>>;
  /** Every code that it may refuse with; in a definition without those of its caller, headers and body. */
  readonly errors: readonly ErrorCode[];
}

/** One operation of the interface. The router and the OpenAPI document are both made from these. */
export interface Route extends Described, Endpoint {
  readonly caller: Pick<Caller<object>, "credentials" | "optional">;
  readonly params: z.ZodType | undefined;
  readonly query: z.ZodType | undefined;
  readonly request: z.ZodType | undefined;
  /** The body of answers that are no error objects, and their statuses. */
  readonly response: z.ZodType;
  readonly statuses: readonly number[];
}

/** What an operation is asked. */
type Asked<Known, Params, Query, Body> = Known &
  Omit<Call, "parameters"> & {
    readonly params: Params;
    readonly query: Query;
    readonly body: Body;
    /** What the request headers that the route takes ask for. */
    readonly options: RequestOptions;
  };

/** What a list is made of; nothing where it is none. */
type ItemOf<Output> = Output extends readonly (infer Item)[] ? Item : never;

interface Definition<
  Known extends object,
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Output extends z.ZodType,
  Status extends number,
  Code extends ErrorCode,
> extends Described {
  readonly examples: Readonly<
    Record<string, NoInfer<Example<z.input<Params>, z.input<Query>, z.input<Body>, z.output<Output>>>>
  >;
  readonly errors: readonly Code[];
  readonly caller: Caller<Known>;
  /** The open parts of the path, and the query; where these may not fit, `errors` has `INVALID_REQUEST`. */
  readonly params?: Params;
  readonly query?: Query;
  /** The body as it is sent. The operation reads it through this schema, and refuses what does not fit. */
  readonly request?: Body;
  readonly response: Output;
  /** Every status of success, 200 unless said; the first where the answer is no `Reply` that says another. */
  readonly statuses?: readonly [Status, ...Status[]];
  readonly answer: (
    asked: Asked<Known, z.output<Params>, z.output<Query>, z.input<Body>>,
  ) => Promise<
    Result<
      z.output<Output> | Reply<NoInfer<Status>, z.output<Output>> | Streamed<ItemOf<z.output<Output>>> | Kept,
      NoInfer<Code>
    >
  >;
}

/** Defines an operation, see `routes/`. Who calls is checked first, then the path and query, then the body is read. */
export function route<
  Known extends object,
  Output extends z.ZodType,
  Params extends z.ZodType = z.ZodObject<{}>,
  Query extends z.ZodType = z.ZodObject<{}>,
  Body extends z.ZodType = z.ZodUndefined,
  Status extends number = 200,
  Code extends ErrorCode = never,
>(definition: Definition<Known, Params, Query, Body, Output, Status, Code>): Route {
  const {
    caller,
    limits = caller.limits,
    headers = [],
    params,
    query,
    request: schema,
    statuses = [200],
    answer,
  } = definition;
  return {
    ...definition,
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
      const readQuery = readParameters(query, queryOf(request));
      if (!readQuery.ok) return readQuery;
      const body = await readBody(schema, call);
      if (!body.ok) return body;
      const result = await answer({
        ...known.value,
        ...rest,
        request,
        params: readParams.value,
        query: readQuery.value,
        body: body.value,
        options: optionsIn(request.headers, headers),
      });
      if (!result.ok) return result;
      const { value } = result;
      return ok(
        value instanceof Reply || value instanceof Kept || value instanceof Streamed
          ? value
          : new Reply(statuses[0], value),
      );
    },
  };
}

/** The operation reads the body through its schema, so it is passed on as it was sent. */
function readBody<Body extends z.ZodType>(schema: Body | undefined, call: Call): Promise<Result<z.input<Body>>>;
async function readBody(schema: z.ZodType | undefined, call: Call): Promise<Result<unknown>> {
  return schema === undefined ? ok(undefined) : readJson(call.request, call.report);
}

/** A request with a good key counts as its merchant's. */
async function admitCaller(
  { tenant: limit }: OperationLimits,
  { tenant }: object & { readonly tenant?: Tenant },
  { admission }: Call,
) {
  return limit === undefined || tenant === undefined ? ok(undefined) : admission.byTenant(limit, tenant);
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
  // Whoever answers 503 with a body of its own asks the store in its own way.
  const ofStore: readonly ErrorCode[] = statuses.includes(503) ? [] : ["STORE_UNAVAILABLE"];
  return [...new Set([...all, ...ofStore, "FAILED_INTERNAL_SYSTEM_PROCESSING" as const])];
}
