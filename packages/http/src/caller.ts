import {
  authenticateOperatorErrors,
  keyTypeOf,
  ok,
  refuse,
  type ErrorCode,
  type Result,
  type SignedInOperator,
  type Tenant,
} from "@wonflow/core";
import type { Call } from "./call.ts";
import type { OperationLimits } from "./rate-limit/admission.ts";
import { checkoutTokenIn, clientKeyIn, secretKeyIn } from "./request/authorization.ts";
import { isCrossSite } from "./request/cross-site.ts";
import { operatorCookie, operatorTokenIn } from "./request/operator-cookie.ts";

/** What a request shows of who makes it, as OpenAPI describes it. */
export interface Credential {
  /** Its name in the document. */
  readonly name: string;
  readonly scheme: Readonly<Record<string, string>>;
}

/** Who may call an operation, and what is known of the caller from then on. */
export interface Caller<Known extends object> {
  /** Any one of them lets in; none are asked for where the list is empty. */
  readonly credentials: readonly Credential[];
  /** Whether a service may let in whoever shows none of them. */
  readonly optional?: true;
  /** What it may refuse with. */
  readonly errors: readonly ErrorCode[];
  /** What its requests are counted as, unless their operation says otherwise. */
  readonly limits: OperationLimits;
  /** Whether a request shows such a credential, be it good or not. */
  readonly shows: (call: Call) => boolean;
  readonly identify: (call: Call) => Promise<Result<Known>>;
}

const keyErrors = ["UNAUTHORIZED_KEY", "INVALID_API_KEY", "INCORRECT_BASIC_AUTH_FORMAT"] as const;

/** A merchant's server, which has the secret key. */
export const merchant: Caller<{ readonly tenant: Tenant }> = {
  credentials: [
    {
      name: "secretKey",
      scheme: {
        type: "http",
        scheme: "basic",
        description: "The merchant's secret key as the user name, with an empty password",
      },
    },
  ],
  errors: keyErrors,
  limits: { tenant: "merchant" },
  shows({ request: { headers } }) {
    const key = secretKeyIn(headers);
    return key.ok && keyTypeOf(key.value) === "secret";
  },
  async identify({ payments, request: { headers } }) {
    const key = secretKeyIn(headers);
    const tenant = key.ok ? await payments.keys.authenticate(key.value, "secret") : key;
    return tenant.ok ? ok({ tenant: tenant.value }) : tenant;
  },
};

/** A caller who may ask about itself only: where the path names another merchant, there is none. */
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

/** A merchant's page, which knows the client key only. */
export const page: Caller<{ readonly tenant: Tenant; readonly origin: string }> = {
  credentials: [
    {
      name: "clientKey",
      scheme: {
        type: "http",
        scheme: "basic",
        description: "The merchant's client key as the user name, with an empty password; it may stand in a page",
      },
    },
  ],
  errors: keyErrors,
  limits: { tenant: "pages" },
  shows({ request: { headers } }) {
    const key = clientKeyIn(headers);
    return key.ok && keyTypeOf(key.value) === "client";
  },
  async identify({ payments, request: { headers } }) {
    const key = clientKeyIn(headers);
    const tenant = key.ok ? await payments.keys.authenticate(key.value, "client") : key;
    return tenant.ok ? ok({ tenant: tenant.value, origin: headers.get("Origin") ?? "" }) : tenant;
  },
};

/** The checkout page itself, which knows its session's token only. */
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

/** A page of the service's own origin, on which an operator signs in. */
export const ownPage: Caller<object> = {
  credentials: [],
  errors: ["CROSS_SITE_REQUEST"],
  limits: { address: "keylessByAddress" },
  shows: () => true,
  identify: async ({ request }) => (isCrossSite(request) ? refuse("CROSS_SITE_REQUEST") : ok({})),
};

const reading: readonly string[] = ["GET", "HEAD"];

/** An operator of a merchant, who has signed in here. */
export const signedInOperator: Caller<SignedInOperator & { readonly token: string }> = {
  credentials: [
    {
      name: "operatorSession",
      scheme: {
        type: "apiKey",
        in: "cookie",
        name: operatorCookie,
        description:
          "The session of a merchant's operator. Whatever changes something also needs the header X-CSRF-Token, " +
          "with the csrfToken that GET /operator/session answers",
      },
    },
  ],
  errors: [...authenticateOperatorErrors, "CROSS_SITE_REQUEST"],
  limits: { tenant: "merchant" },
  shows: (call) => operatorTokenIn(call) !== undefined,
  async identify(call) {
    const { payments, request } = call;
    if (isCrossSite(request)) return refuse("CROSS_SITE_REQUEST");
    const token = operatorTokenIn(call) ?? "";
    const csrfToken = request.headers.get("X-CSRF-Token") ?? "";
    const write = reading.includes(request.method) ? undefined : { csrfToken };
    const operator = await payments.operators.authenticate(token, write);
    return operator.ok ? ok({ ...operator.value, token }) : operator;
  },
};

/** An operator of a merchant, who has signed in here or with the host application. */
const operator: Caller<{ readonly tenant: Tenant }> = {
  ...signedInOperator,
  shows: (call) => call.operators !== undefined || signedInOperator.shows(call),
  identify: (call) => call.operators?.identify(call.request) ?? signedInOperator.identify(call),
};

/** Whoever asks. */
export const anybody: Caller<object> = {
  credentials: [],
  errors: [],
  limits: { address: "keylessByAddress" },
  shows: () => true,
  identify: async () => ok({}),
};

/** Either of two callers: the one whose credential the request shows, and the first where it shows neither. */
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

/** Whoever may act for a merchant: its server, or one of its operators. A secret key counts for more than a cookie. */
export const merchantOrOperator = either(merchant, operator);

const keyHolder = either(page, merchant);

/** Who looks up cards: no secrets are in them, so anybody, or whoever has a key where the service asks for one. */
export const lookUp: Caller<object> = {
  ...keyHolder,
  optional: true,
  limits: { ...keyHolder.limits, address: "keylessByAddress" },
  identify: async (call) => (call.lookUpsNeedKey ? keyHolder.identify(call) : ok({})),
};
