import * as examples from "../examples/operators.ts";
import {
  methodChoices,
  modes,
  signInSchema,
  type SignedInOperator,
  confirmPasswordSchema,
  ok,
  operatorRoles,
  type ConfirmPasswordInput,
  type NewOperatorSession,
  type Payments,
  type Result,
  type SignInFrom,
  operationErrors,
} from "@wonflow/core";
import { z } from "zod";
import { signedInOperator, ownPage, type Caller } from "../callers/caller.ts";
import {
  merchantCookies,
  operatorDeviceIn,
  signedInCookies,
  signedOutCookies,
  type SignInCookies,
} from "../request/operator-cookie.ts";
import { type Example, route, type Route } from "../route.ts";
import { Reply } from "../response/answer.ts";
import { utcTime } from "../response/page.ts";

type Person = Pick<SignedInOperator, "name" | "role" | "csrfToken" | "expiresAt" | "passwordFreshUntil">;

/** The fields of every session: those of the person who has signed in. */
export function personFields(path: string, texts: { readonly roles: string; readonly askedAgain: string }) {
  return {
    name: z.string(),
    role: z.enum(operatorRoles).meta({ description: texts.roles }),
    csrfToken: z.string().meta({ description: "For the header X-CSRF-Token of every request that changes something" }),
    expiresAt: z.iso.datetime().meta({ description: "The latest time of the next sign-in" }),
    passwordFreshUntil: z.iso.datetime().meta({
      description: `From then on ${texts.askedAgain} ask for the password again: send it with POST ${path}/password`,
    }),
  };
}

export function viewPerson({ name, role, csrfToken, expiresAt, passwordFreshUntil }: Person) {
  return {
    name,
    role,
    csrfToken,
    expiresAt: utcTime(expiresAt),
    passwordFreshUntil: utcTime(passwordFreshUntil),
  };
}

interface Named<Body, Answer> extends Pick<Route, "operationId"> {
  readonly examples: Readonly<Record<string, Example<Record<string, never>, Record<string, never>, Body, Answer>>>;
}

interface Described<Body, Answer> extends Named<Body, Answer>, Pick<Route, "summary" | "description"> {}

interface SignedOut {
  readonly signedOut: true;
}

/** One sign-in: that of merchants' operators, or that of the platform's. */
interface SignIn<Operator extends Person, Input extends z.ZodType, Session extends object> {
  readonly path: `/${string}`;
  readonly tag: Route["tag"];
  readonly caller: Caller<Operator & { readonly token: string }>;
  readonly cookies: SignInCookies;
  readonly request: Input;
  readonly session: z.ZodType<Session>;
  readonly signedOutId: string;
  readonly view: (operator: Operator, payments: Payments) => Promise<Session>;
  readonly signIn: (
    payments: Payments,
    input: z.input<Input>,
    from: SignInFrom,
  ) => Promise<
    Result<Operator & Pick<NewOperatorSession, "token" | "device">, (typeof operationErrors.operators.signIn)[number]>
  >;
  readonly operations: {
    readonly signIn: Described<z.input<Input>, Session>;
    readonly read: Named<undefined, Session>;
    readonly confirm: Described<ConfirmPasswordInput, Session>;
    readonly signOut: Named<undefined, SignedOut>;
  };
}

/** The operations of a session: signing in, reading it, the password again, signing out. */
export function sessionRoutes<Operator extends Person, Input extends z.ZodType, Session extends object>(
  its: SignIn<Operator, Input, Session>,
): readonly Route[] {
  const { path, tag, caller, cookies, session, view, operations } = its;
  return [
    signInRoute(its),
    route({
      ...operations.read,
      at: `GET ${path}`,
      summary: "Reads the signed-in operator and the CSRF token, such as after a page was reloaded",
      description: "Answers 401 without a session.",
      tag,
      caller,
      response: session,
      errors: [],
      answer: async (asked) => ok(await view(asked, asked.payments)),
    }),
    route({
      ...operations.confirm,
      at: `POST ${path}/password`,
      description: `${operations.confirm.description} A wrong one counts, and locks the name, as at a sign-in. Needs the header X-CSRF-Token.`,
      tag,
      caller,
      limits: { ...caller.limits, address: "authenticatingByAddress" },
      request: confirmPasswordSchema,
      response: session,
      errors: operationErrors.operators.confirmPassword,
      async answer(asked) {
        const { payments, token, body, address } = asked;
        const from = { address, device: operatorDeviceIn(asked, cookies) };
        const confirmed = await payments.operators.confirmPassword(token, body, from);
        return confirmed.ok ? ok(await view({ ...asked, ...confirmed.value }, payments)) : confirmed;
      },
    }),
    route({
      ...operations.signOut,
      at: `DELETE ${path}`,
      summary: "Signs the operator out, and removes the cookie",
      description: "Needs the header X-CSRF-Token.",
      tag,
      caller,
      response: z.object({ signedOut: z.literal(true) }).meta({ id: its.signedOutId }),
      answerHeaders: { "Set-Cookie": "Removes the session's cookie" },
      errors: operationErrors.operators.signOut,
      async answer({ payments, token, ...asked }) {
        const signedOut = await payments.operators.signOut(token);
        return signedOut.ok ? ok(new Reply(200, signedOut.value, signedOutCookies(asked, cookies))) : signedOut;
      },
    }),
  ];
}

function signInRoute<Operator extends Person, Input extends z.ZodType, Session extends object>({
  path,
  tag,
  cookies,
  request,
  session,
  view,
  signIn,
  operations,
}: SignIn<Operator, Input, Session>): Route {
  return route({
    ...operations.signIn,
    at: `POST ${path}`,
    tag,
    caller: ownPage,
    limits: { address: "authenticatingByAddress" },
    request,
    response: session,
    answerHeaders: {
      "Set-Cookie": "The session, and a mark that identifies this device at later sign-ins; no script can read them",
    },
    errors: operationErrors.operators.signIn,
    async answer({ payments, body, address, ...asked }) {
      const signedIn = await signIn(payments, body, { address, device: operatorDeviceIn(asked, cookies) });
      if (!signedIn.ok) return signedIn;
      const session = await view(signedIn.value, payments);
      return ok(new Reply(200, session, signedInCookies(asked, signedIn.value, cookies)));
    },
  });
}

const path = "/operator/session";

export const rolesOfMerchant = "A viewer reads, a cashier cancels payments too, an owner does everything";

/** Interface: Authentication, the merchant operator's session. */
export const operatorSessionRoutes = sessionRoutes({
  path,
  tag: "Operators",
  caller: signedInOperator,
  cookies: merchantCookies,
  request: signInSchema,
  session: z
    .object({
      mId: z.int(),
      mode: z.enum(modes),
      merchantName: z
        .string()
        .nullable()
        .meta({ description: "The merchant's name as it is registered; null if it is not registered" }),
      methods: z.array(z.enum(methodChoices)).optional().meta({
        description: "How its buyers may pay; absent where the only way is a card typed at the checkout: KEYIN",
      }),
      ...personFields(path, {
        roles: rolesOfMerchant,
        askedAgain: "changes that only an owner may make",
      }),
    })
    .meta({ id: "OperatorSession" }),
  signedOutId: "OperatorSignedOut",
  async view(operator: SignedInOperator, { merchants }) {
    const merchant = await merchants.get(operator.tenant);
    const { name = null, contracts } = merchant.ok ? merchant.value : {};
    const hasMore = contracts?.methods.some((method) => method !== "KEYIN") === true;
    const methods = hasMore ? { methods: [...contracts.methods] } : {};
    return { ...operator.tenant, merchantName: name, ...methods, ...viewPerson(operator) };
  },
  signIn: ({ operators }, input, from) => operators.signIn(input, from),
  operations: {
    signIn: {
      operationId: "signInOperator",
      summary: "Signs a merchant's operator in; the answer's cookie is the session",
      description:
        "For a page of the service's own origin. The cookie identifies the operator; csrfToken goes into the header X-CSRF-Token of every request that changes something. The operation is missing where the host application signs operators in.",
      examples: examples.signInOperator,
    },
    read: { operationId: "getOperatorSession", examples: examples.getOperatorSession },
    confirm: {
      operationId: "confirmOperatorPassword",
      summary: "Takes the operator's password again, for operations that ask for it",
      description:
        "Changes that only an owner may make are refused with PASSWORD_REQUIRED once the password was typed more than 15 minutes ago.",
      examples: examples.confirmOperatorPassword,
    },
    signOut: { operationId: "signOutOperator", examples: examples.signOutOperator },
  },
});
