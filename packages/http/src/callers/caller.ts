import {
  isAtLeast,
  keyTypeOf,
  ok,
  refuse,
  refuseField,
  type ActingOperator,
  type ErrorCode,
  type OperatorRole,
  type Payments,
  type Result,
  type SignedInOperator,
  type Tenant,
  type WriteProof,
  operationErrors,
} from "@wonflow/core";
import type { Call } from "../call.ts";
import type { OperationLimits } from "../rate-limit/admission.ts";
import { checkoutTokenIn, clientKeyIn, secretKeyIn } from "../request/authorization.ts";
import { isCrossSite, onlyReads } from "../request/headers.ts";
import { merchantCookies, operatorTokenIn, type SignInCookies } from "../request/operator-cookie.ts";

interface Credential {
  readonly name: string;
  readonly scheme: Readonly<Record<string, string>>;
}

export interface Caller<Known extends object> {
  /** One of them suffices; an empty list needs none. */
  readonly credentials: readonly Credential[];
  /** Whether a service may also serve requests without any of them. */
  readonly optional?: true;
  readonly errors: readonly ErrorCode[];
  /** The limits that its requests count against, unless their operation names others. */
  readonly limits: OperationLimits;
  /** Whether a request has such a credential, valid or not. */
  readonly shows: (call: Call) => boolean;
  readonly identify: (call: Call) => Promise<Result<Known>>;
}

interface KeyHolder<Known extends object> extends Pick<Caller<Known>, "limits"> {
  readonly type: "secret" | "client";
  readonly name: string;
  readonly description: string;
  readonly keyIn: (headers: Headers) => Result<string>;
  readonly known: (tenant: Tenant, headers: Headers) => Known;
}

function keyHolder<Known extends object>(holder: KeyHolder<Known>): Caller<Known> {
  const { type, name, description, limits, keyIn, known } = holder;
  return {
    credentials: [{ name, scheme: { type: "http", scheme: "basic", description } }],
    errors: ["UNAUTHORIZED_KEY", "INVALID_API_KEY", "INCORRECT_BASIC_AUTH_FORMAT"],
    limits,
    shows({ request: { headers } }) {
      const key = keyIn(headers);
      return key.ok && keyTypeOf(key.value) === type;
    },
    async identify({ payments, request: { headers } }) {
      const key = keyIn(headers);
      const tenant = key.ok ? await payments.keys.authenticate(key.value, type) : key;
      return tenant.ok ? ok(known(tenant.value, headers)) : tenant;
    },
  };
}

interface OfMerchant {
  readonly tenant: Tenant;
  /** The person behind the request; a merchant's server has none. */
  readonly acting?: ActingOperator;
}

export const merchant = keyHolder<OfMerchant>({
  type: "secret",
  name: "secretKey",
  description: "The merchant's secret key as the user name, with an empty password",
  limits: { tenant: "merchant" },
  keyIn: secretKeyIn,
  known: (tenant) => ({ tenant }),
});

/** A caller that may ask about itself only: any other merchant in the path is not found. */
export function ofPath<Known extends { readonly tenant: Tenant }>(caller: Caller<Known>): Caller<Known> {
  return {
    ...caller,
    errors: [...caller.errors, "NOT_FOUND_MERCHANT"],
    async identify(call) {
      const known = await caller.identify(call);
      if (!known.ok) return known;
      return call.parameters["mId"] === String(known.value.tenant.mId) ? known : refuse("NOT_FOUND_MERCHANT");
    },
  };
}

export const page = keyHolder({
  type: "client",
  name: "clientKey",
  description: "The merchant's client key as the user name, with an empty password; it may be used in a page",
  limits: { tenant: "pages" },
  keyIn: clientKeyIn,
  known: (tenant, headers) => ({ tenant, origin: headers.get("Origin") ?? "" }),
});

export const checkoutToken: Caller<{ readonly token: string }> = {
  credentials: [
    {
      name: "checkoutToken",
      scheme: { type: "http", scheme: "bearer", description: "The token of a checkout session" },
    },
  ],
  errors: ["NOT_FOUND_PAYMENT_SESSION"],
  limits: { address: "keylessByAddress" },
  shows: ({ request: { headers } }) => checkoutTokenIn(headers).ok,
  async identify({ request: { headers } }) {
    const token = checkoutTokenIn(headers);
    return token.ok ? ok({ token: token.value }) : token;
  },
};

/** A page of the service's own origin, where an operator signs in. */
export const ownPage: Caller<object> = {
  credentials: [],
  errors: ["CROSS_SITE_REQUEST"],
  limits: { address: "keylessByAddress" },
  shows: () => true,
  identify: async ({ request }) => (isCrossSite(request) ? refuse("CROSS_SITE_REQUEST") : ok({})),
};

interface SessionKind<Operator extends object> extends Pick<Caller<Operator>, "limits"> {
  readonly name: string;
  readonly of: string;
  readonly path: string;
  readonly cookies: SignInCookies;
  readonly authenticate: (payments: Payments, token: string, write?: WriteProof) => Promise<Result<Operator>>;
}

/** A person who has signed in by a session's cookie. */
export function sessionHolder<Operator extends object>(
  kind: SessionKind<Operator>,
): Caller<Operator & { readonly token: string }> {
  const { name, of, path, cookies, limits, authenticate } = kind;
  const description =
    `The session of ${of}. A request that changes something also needs the header X-CSRF-Token, ` +
    `with the csrfToken that GET ${path} answers`;
  return {
    credentials: [{ name, scheme: { type: "apiKey", in: "cookie", name: cookies.session.secure, description } }],
    errors: [...operationErrors.operators.authenticate, "CROSS_SITE_REQUEST"],
    limits,
    shows: (call) => operatorTokenIn(call, cookies) !== undefined,
    async identify(call) {
      const { payments, request } = call;
      if (isCrossSite(request)) return refuse("CROSS_SITE_REQUEST");
      const token = operatorTokenIn(call, cookies) ?? "";
      const csrfToken = request.headers.get("X-CSRF-Token") ?? "";
      const operator = await authenticate(payments, token, onlyReads(request) ? undefined : { csrfToken });
      return operator.ok ? ok({ ...operator.value, token }) : operator;
    },
  };
}

export const signedInOperator = sessionHolder<SignedInOperator>({
  name: "operatorSession",
  of: "a merchant's operator",
  path: "/operator/session",
  cookies: merchantCookies,
  limits: { tenant: "merchant" },
  authenticate: ({ operators }, token, write) => operators.authenticate(token, write),
});

/** The lowest role that an operation requires, and whether it requires the password again. */
export interface Least {
  readonly role: OperatorRole;
  /** Whether the password must have been typed a short while ago. A host application asks for it by itself, if at all. */
  readonly password?: "again";
}

/** The codes for an operator who is not signed in, or has less than the least. */
export function errorsBelow({ role, password }: Least): readonly ErrorCode[] {
  return [
    ...signedInOperator.errors,
    ...(role === "viewer" ? [] : ["FORBIDDEN_REQUEST" as const]),
    ...(password === undefined ? [] : ["PASSWORD_REQUIRED" as const]),
  ];
}

/** Refuses an operator who has less than the least. */
export function requireLeast(
  least: Least,
  { role, isPasswordFresh }: { readonly role: OperatorRole; readonly isPasswordFresh: boolean },
): Result<undefined> {
  if (!isAtLeast(role, least.role)) {
    return refuseField("FORBIDDEN_REQUEST", "operator", `must have the role ${least.role}`);
  }
  return least.password === "again" && !isPasswordFresh ? refuse("PASSWORD_REQUIRED") : ok(undefined);
}

async function identified(call: Call) {
  if (call.operators === undefined) return signedInOperator.identify(call);
  const operator = await call.operators.identify(call.request);
  return operator.ok ? ok({ ...operator.value, isPasswordFresh: true }) : operator;
}

/** A merchant's operator, signed in here or at the host application. */
function operatorOf(least: Least): Caller<OfMerchant> {
  return {
    ...signedInOperator,
    errors: errorsBelow(least),
    shows: (call) => call.operators !== undefined || signedInOperator.shows(call),
    async identify(call) {
      const operator = await identified(call);
      if (!operator.ok) return operator;
      const { tenant, role = "owner", name = null, isPasswordFresh } = operator.value;
      const allowed = requireLeast(least, { role, isPasswordFresh });
      return allowed.ok ? ok({ tenant, acting: { operator: name, role } }) : allowed;
    },
  };
}

export const anyone: Caller<object> = {
  credentials: [],
  errors: [],
  limits: { address: "keylessByAddress" },
  shows: () => true,
  identify: async () => ok({}),
};

/** Either of two callers: the one whose credential the request has, the first if it has neither. */
export function either<First extends object, Second extends object>(
  first: Caller<First>,
  second: Caller<Second>,
): Caller<First | Second> {
  return {
    credentials: [...first.credentials, ...second.credentials],
    errors: [...first.errors, ...second.errors],
    limits: first.limits,
    shows: (call) => first.shows(call) || second.shows(call),
    identify: (call) => (!first.shows(call) && second.shows(call) ? second.identify(call) : first.identify(call)),
  };
}

/** A merchant's server, or an operator of a role at least. A secret key takes precedence over a cookie. */
function merchantOr<Known extends { readonly tenant: Tenant }>(server: Caller<Known>, least: Least) {
  return either(server, operatorOf(least));
}

export const merchantOrViewer = merchantOr(merchant, { role: "viewer" });
export const merchantOrCashier = merchantOr(merchant, { role: "cashier" });
/** For reads: every change that only an owner may make asks for the password again. */
export const merchantOrOwner = merchantOr(merchant, { role: "owner" });
/** An owner whose password was typed a short while ago. A secret key is asked for no password. */
export const merchantOrOwnerAgain = merchantOr(merchant, { role: "owner", password: "again" });

const keyRefused = refuseField(
  "FORBIDDEN_REQUEST",
  "Authorization",
  "must be left out: an operator's session manages keys and operators, and a secret key never does",
);

/**
 * A merchant's operator alone. A secret key is refused even beside a session: a stolen key could otherwise create
 * another key, or an operator, that outlives it.
 */
function operatorAlone(least: Least): Caller<OfMerchant> {
  const operator = operatorOf(least);
  return { ...operator, identify: async (call) => (merchant.shows(call) ? keyRefused : operator.identify(call)) };
}

export const owner = operatorAlone({ role: "owner" });
export const ownerAgain = operatorAlone({ role: "owner", password: "again" });
