import { ok, type ErrorCode, type Payments, type RequestOptions, type Result, type Tenant } from "@wonflow/core";
import type { z } from "zod";
import { authenticateAny, authenticateMerchant, authenticatePage, checkoutToken } from "./request/authorization.ts";
import { readJson } from "./request/json-body.ts";
import type { Compressions } from "./response/encoding.ts";

/** A request on its way to its operation. */
export interface Call {
  readonly payments: Payments;
  readonly request: Request;
  /** The parts of the path that the route leaves open, percent-decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Whether requests can be served; never rejects. */
  readonly ready: () => Promise<boolean>;
  /** Whether look-ups of cards ask for a key. */
  readonly lookUpsNeedKey: boolean;
  readonly compressions: Compressions;
}

export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

/** A parameter in a path or query, for the document. */
export interface ParameterText {
  readonly description: string;
  readonly schema: z.ZodType;
  readonly required?: boolean;
}

/** Request headers that change what an operation does. */
export type RequestHeader = "Idempotency-Key" | "Payments-Test-Code";

/** One operation of the interface. The router and the OpenAPI document are both made from these. */
export interface Route {
  readonly method: "GET" | "POST";
  /** Open parts in braces: `/px/intents/{intentKey}`. */
  readonly path: string;
  /** Names the operation in generated clients. */
  readonly operationId: string;
  readonly summary: string;
  readonly tag: "Checkout sessions" | "Payments" | "Checkout page" | "Cards" | "Service";
  readonly authentication: "secret-key" | "client-key" | "checkout-token" | "any-key" | "none";
  /** Whether pages of other origins may call it: the SDK's own calls, and no others. */
  readonly crossOrigin?: boolean;
  readonly headers: readonly RequestHeader[];
  readonly request: z.ZodType | undefined;
  /** What the query may hold. */
  readonly query?: Readonly<Record<string, ParameterText>>;
  /** Headers that answers carry besides Trace-Id. */
  readonly answerHeaders?: Readonly<Record<string, string>>;
  /** The bodies of answers that are no error objects, by status. */
  readonly responses: Readonly<Record<number, z.ZodType>>;
  /** Every code that this operation may refuse with. */
  readonly errors: readonly ErrorCode[];
  /** Seconds for which anybody may keep the answer; by default nobody may. */
  readonly cacheSeconds?: number;
  readonly answer: (call: Call) => Promise<Result<Reply | Response>>;
}

type Described = Pick<Route, "method" | "path" | "operationId" | "summary" | "tag" | "errors" | "crossOrigin">;

/** What a route says of itself; its schemas give the types of `answer`. */
interface Definition<Context, Input extends z.ZodType, Output extends z.ZodType> extends Described {
  readonly request?: Input;
  readonly response: Output;
  /** 200 unless said otherwise. */
  readonly status?: 201;
  readonly answer: (
    call: Context & {
      readonly payments: Payments;
      readonly parameters: Call["parameters"];
      readonly body: z.input<Input>;
    },
  ) => Promise<Result<z.output<Output>>>;
}

const bodyErrors = ["INVALID_JSON", "REQUEST_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"] as const;
const keyErrors = ["UNAUTHORIZED_KEY", "INVALID_API_KEY", "INCORRECT_BASIC_AUTH_FORMAT"] as const;
const headerErrors: Readonly<Record<RequestHeader, readonly ErrorCode[]>> = {
  "Idempotency-Key": ["INVALID_IDEMPOTENCY_KEY", "IDEMPOTENT_REQUEST_PROCESSING", "IDEMPOTENCY_KEY_REUSED"],
  "Payments-Test-Code": ["INVALID_TEST_CODE"],
};

function errorsOf(definition: Described & { readonly request?: z.ZodType }, more: readonly ErrorCode[]) {
  const ofBody = definition.request === undefined ? [] : bodyErrors;
  return [...new Set([...definition.errors, ...more, ...ofBody, "FAILED_INTERNAL_SYSTEM_PROCESSING" as const])];
}

/** The body for an operation, which reads it through the route's own schema and refuses what does not fit. */
async function bodyFor<Input extends z.ZodType>(
  schema: Input | undefined,
  request: Request,
): Promise<Result<z.input<Input>>> {
  const body = schema === undefined ? ok(undefined) : await readJson(request);
  return body.ok ? ok(body.value as z.input<Input>) : body;
}

/** What lets a caller in, and what is known of the caller from then on. */
interface Entrance<Context> extends Pick<Route, "authentication"> {
  readonly headers?: readonly RequestHeader[];
  /** What it may refuse with. */
  readonly errors: readonly ErrorCode[];
  readonly identify: (payments: Payments, headers: Headers) => Promise<Result<Context>>;
}

/** An operation behind an entrance: who calls is checked before anything else is read. */
function routeThrough<Context extends object, Input extends z.ZodType, Output extends z.ZodType>(
  definition: Definition<Context, Input, Output>,
  { authentication, headers = [], errors, identify }: Entrance<Context>,
): Route {
  const { request: schema, response, status = 200, ...described } = definition;
  return {
    ...described,
    headers,
    request: schema,
    responses: { [status]: response },
    errors: errorsOf(definition, errors),
    authentication,
    async answer({ payments, request, parameters }) {
      const caller = await identify(payments, request.headers);
      if (!caller.ok) return caller;
      const body = await bodyFor(schema, request);
      if (!body.ok) return body;
      return replyWith(status, await definition.answer({ ...caller.value, payments, parameters, body: body.value }));
    },
  };
}

/** An operation for a merchant's server, which has the secret key. */
export function merchantRoute<Input extends z.ZodType, Output extends z.ZodType>({
  headers = [],
  ...definition
}: Definition<{ readonly tenant: Tenant; readonly options: RequestOptions }, Input, Output> & {
  readonly headers?: readonly RequestHeader[];
}): Route {
  return routeThrough(definition, {
    authentication: "secret-key",
    headers,
    errors: [...keyErrors, ...headers.flatMap((header) => headerErrors[header])],
    async identify(payments, sent) {
      const tenant = await authenticateMerchant(payments, sent);
      return tenant.ok ? ok({ tenant: tenant.value, options: optionsOf(sent, headers) }) : tenant;
    },
  });
}

function optionsOf(headers: Headers, read: readonly RequestHeader[]): RequestOptions {
  const valueOf = (name: RequestHeader) => (read.includes(name) ? (headers.get(name) ?? undefined) : undefined);
  return { idempotencyKey: valueOf("Idempotency-Key"), testCode: valueOf("Payments-Test-Code") };
}

/** A call of the SDK in a merchant's page, which knows the client key only. */
export function pageRoute<Input extends z.ZodType, Output extends z.ZodType>(
  definition: Definition<{ readonly tenant: Tenant; readonly origin: string }, Input, Output>,
): Route {
  const entrance: Entrance<{ readonly tenant: Tenant; readonly origin: string }> = {
    authentication: "client-key",
    errors: keyErrors,
    async identify(payments, headers) {
      const tenant = await authenticatePage(payments, headers);
      return tenant.ok ? ok({ tenant: tenant.value, origin: headers.get("Origin") ?? "" }) : tenant;
    },
  };
  return { ...routeThrough(definition, entrance), crossOrigin: true };
}

/** A call of the checkout page itself: the session's token is what allows it. */
export function checkoutRoute<Input extends z.ZodType, Output extends z.ZodType>(
  definition: Definition<{ readonly token: string }, Input, Output>,
): Route {
  return routeThrough(definition, {
    authentication: "checkout-token",
    errors: [],
    async identify(_payments, headers) {
      const token = checkoutToken(headers);
      return token.ok ? ok({ token: token.value }) : token;
    },
  });
}

/** A call that anybody may make. */
export function openRoute(
  definition: Omit<Described, "errors" | "method"> &
    Pick<Route, "responses" | "cacheSeconds"> & { readonly answer: (call: Call) => Promise<Reply> },
): Route {
  return {
    ...definition,
    method: "GET",
    headers: [],
    request: undefined,
    errors: errorsOf({ ...definition, method: "GET", errors: [] }, []),
    authentication: "none",
    answer: async (call) => ok(await definition.answer(call)),
  };
}

/**
 * A look-up of card data: no secrets in it, so anybody may make it, or whoever has a key of either type
 * where the service asks for one; `"client-key"` where the answer depends on the merchant.
 */
export function cardRoute<Authentication extends "any-key" | "client-key">(
  definition: Omit<Described, "method"> &
    Pick<Route, "responses" | "query" | "answerHeaders"> & {
      readonly authentication: Authentication;
      readonly answer: (
        call: Call & {
          readonly query: URLSearchParams;
          readonly tenant: Authentication extends "client-key" ? Tenant : Tenant | undefined;
        },
      ) => Promise<Result<Reply | Response>>;
    },
): Route {
  const { authentication } = definition;
  return {
    ...definition,
    method: "GET",
    headers: [],
    request: undefined,
    errors: errorsOf({ ...definition, method: "GET" }, keyErrors),
    async answer(call) {
      const tenant = await tenantOfLookUp(authentication, call);
      if (!tenant.ok) return tenant;
      const query = new URL(call.request.url).searchParams;
      return definition.answer({ ...call, query, tenant: tenant.value as Tenant });
    },
  };
}

async function tenantOfLookUp(
  authentication: "any-key" | "client-key",
  { payments, request, lookUpsNeedKey }: Call,
): Promise<Result<Tenant | undefined>> {
  if (authentication === "client-key") return authenticatePage(payments, request.headers);
  return lookUpsNeedKey ? authenticateAny(payments, request.headers) : ok(undefined);
}

function replyWith(status: number, result: Result<unknown>): Result<Reply> {
  return result.ok ? ok({ status, body: result.value }) : result;
}
