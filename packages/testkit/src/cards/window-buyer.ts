import type {
  AuthenticatedMethod,
  AuthenticationQuestion,
  Found,
  Gateway,
  OpeningRequest,
  PaymentWindow,
  ReturnedRequest,
  WindowApprovalRequest,
  WindowMethod,
  WindowReference,
  WindowRefusal,
} from "@wonflow/core";
import type { Brief } from "./card-caller.ts";
import type { Skip } from "./case-context.ts";
import type { BroughtFields, BuyersChoice, GatewayFixture, WindowFixture, WindowInBrowser } from "./fixture.ts";

const minuteMs = 60_000;

/** How long core lets a buyer stay in the window. */
const longestOpeningMs = 30 * minuteMs;

const lumpSum: BuyersChoice = { installmentPlanMonths: 0, isRefusedLater: false };

/** An opening, as core and as the buyer's browser have it. */
export interface Opened {
  readonly request: OpeningRequest;
  readonly window: WindowInBrowser;
}

/** An opening in which the buyer authenticated. */
export interface Authenticated extends Opened {
  /** What the browser brought. */
  readonly fields: BroughtFields;
  readonly value: AuthenticatedMethod;
  readonly authentication: WindowReference;
}

/** Calls of a gateway's window, and what its buyer does there. */
export interface WindowBuyer {
  readonly method: WindowMethod;
  readonly names: WindowFixture["names"];
  /** Whether a changed order id or reference can be noticed by the approval only. */
  readonly isProvenAtApproval: (field: "key" | "reference") => boolean;
  /** Skips the test of a call that nothing on the way can break. */
  readonly needsProvider: (call: "begin" | "finish") => void;
  readonly methods: PaymentWindow["methods"];
  /** Whether the gateway can be asked about an authentication before its approval. */
  readonly canLookUp: boolean;
  /** A request to open the window for 10,000 won, under a new key. */
  readonly opening: (change?: Partial<OpeningRequest>) => Promise<OpeningRequest>;
  readonly begin: PaymentWindow["begin"];
  /** Opens the window for 10,000 won. */
  readonly opened: (change?: Partial<OpeningRequest>) => Promise<Opened>;
  readonly authenticate: (opened: Opened, choice?: Partial<BuyersChoice>) => Promise<BroughtFields>;
  readonly cancel: (opened: Opened) => Promise<BroughtFields>;
  readonly fail: (opened: Opened, reportedBy: "provider" | "browser") => Promise<BroughtFields>;
  readonly notify: (opened: Opened) => ReturnType<NonNullable<WindowFixture["notify"]>>;
  readonly finish: (
    opened: Opened,
    fields: BroughtFields,
    change?: Partial<ReturnedRequest>,
  ) => ReturnType<PaymentWindow["finish"]>;
  readonly lookUp: (
    opened: Pick<Opened, "request">,
    change?: Partial<AuthenticationQuestion>,
  ) => Promise<Found<AuthenticatedMethod, WindowRefusal>>;
  /** Opens the window for 10,000 won, and authenticates there. */
  readonly authenticated: (change?: Partial<OpeningRequest>, choice?: Partial<BuyersChoice>) => Promise<Authenticated>;
  /** Won that the provider's own book holds for an opening. */
  readonly held: (opened: Pick<Opened, "request"> & Partial<Pick<Authenticated, "authentication">>) => Promise<number>;
  /** A request to approve what was authenticated, under a new key. */
  readonly approval: (
    authenticated: Pick<Authenticated, "request" | "authentication">,
    change?: Partial<WindowApprovalRequest>,
  ) => Brief<WindowApprovalRequest, never>;
}

/** The buyer in the window of a gateway; skips every test without a window. */
export function windowBuyer(fixture: GatewayFixture, gateway: Gateway, skip: Skip): WindowBuyer {
  const powers = fixture.window ?? skip("the fixture has no buyer in the gateway's window (window)");
  const window = gateway.window ?? skip("the gateway has no window (window)");
  const now = () => fixture.now?.() ?? Date.now();
  const acts = buyerOf(powers, skip);
  const calls = callsOf(fixture, { gateway, window, method: powers.method, now });

  async function opened(change?: Partial<OpeningRequest>): Promise<Opened> {
    const request = await calls.opening(change);
    const answer = await calls.begin(request);
    if (answer.outcome !== "done") throw new Error(`The window did not open: ${JSON.stringify(answer)}`);
    const { tenant, key, amount, returnUrl } = request;
    return { request, window: { tenant, key, amount, returnUrl, open: answer.value.open } };
  }

  return {
    ...acts,
    ...calls,
    method: powers.method,
    names: powers.names,
    canLookUp: window.lookUpAuthentication !== undefined,
    isProvenAtApproval: (field) => powers.provenAtApproval?.includes(field) === true,
    needsProvider(call) {
      if (powers.withoutProvider?.includes(call) === true) skip(`the gateway answers ${call} without its provider`);
    },
    opened,
    async held({ request, authentication }) {
      const { tenant, key, askedAt } = request;
      if (fixture.book === undefined) return skip("the fixture does not show the provider's own book");
      const booked = await fixture.book(tenant, key, authentication ?? { key, askedAt, reference: "none" });
      return booked?.held ?? 0;
    },
    async authenticated(change, choice) {
      const one = await opened(change);
      const fields = await acts.authenticate(one, choice);
      const answer = await calls.finish(one, fields);
      if (answer.outcome !== "done") throw new Error(`The buyer was not authenticated: ${JSON.stringify(answer)}`);
      const { key, askedAt } = one.request;
      const authentication = { key, reference: answer.value.reference, askedAt };
      return { ...one, fields, value: answer.value, authentication };
    },
    approval: ({ request, authentication }, change = {}) => ({
      key: fixture.newKey(),
      tenant: request.tenant,
      askedAt: now(),
      deadline: fixture.deadline(),
      amount: request.amount,
      taxFreeAmount: request.taxFreeAmount,
      orderName: request.orderName,
      authentication,
      ...change,
    }),
  };
}

function buyerOf(powers: WindowFixture, skip: Skip): Pick<WindowBuyer, "authenticate" | "cancel" | "fail" | "notify"> {
  return {
    async authenticate({ window }, choice = {}) {
      const chosen = { ...lumpSum, ...choice };
      const fields = await powers.authenticate(window, chosen);
      return fields ?? skip(`no buyer of the fixture's window can choose ${JSON.stringify(chosen)}`);
    },
    async cancel({ window }) {
      if (powers.cancel === undefined) return skip("the fixture's buyer can't leave the window (window.cancel)");
      return powers.cancel(window);
    },
    async fail({ window }, reportedBy) {
      if (powers.fail === undefined) return skip("the fixture's buyer can't fail in the window (window.fail)");
      const fields = await powers.fail(window, reportedBy);
      return fields ?? skip(`no failure in this window is reported by the ${reportedBy}`);
    },
    async notify({ window }) {
      if (powers.notify === undefined) return skip("the fixture's provider sends no messages (window.notify)");
      return powers.notify(window);
    },
  };
}

interface Calling {
  readonly gateway: Gateway;
  readonly window: PaymentWindow;
  readonly method: WindowMethod;
  readonly now: () => number;
}

function callsOf(
  fixture: GatewayFixture,
  { gateway, window, method, now }: Calling,
): Pick<WindowBuyer, "methods" | "opening" | "begin" | "finish" | "lookUp"> {
  const [ownTenant] = fixture.tenants;

  function questionOf({ tenant, key, askedAt, credentials, amount, purpose }: OpeningRequest): AuthenticationQuestion {
    return { tenant, key, askedAt, credentials, amount, purpose, method, deadline: fixture.deadline() };
  }

  return {
    methods: (tenant) => window.methods(tenant),
    async opening(change = {}) {
      const { tenant = ownTenant, key = newOpeningKey(fixture) } = change;
      const credentials = (await gateway.credentials?.(tenant)) ?? null;
      return {
        tenant,
        key,
        askedAt: now(),
        credentials,
        deadline: fixture.deadline(),
        purpose: "payment",
        method,
        amount: 10_000,
        taxFreeAmount: 0,
        orderName: "Contract of the window",
        device: "PC",
        language: "ko",
        returnUrl: `https://pay.example.com/return/${key}`,
        until: now() + longestOpeningMs,
        ...change,
      };
    },
    begin: (request) => window.begin(request),
    finish: ({ request }, fields, change = {}) => window.finish({ ...questionOf(request), fields, ...change }),
    async lookUp({ request }, change = {}) {
      const answer = await window.lookUpAuthentication?.({ ...questionOf(request), ...change });
      if (answer === undefined) throw new Error("The gateway does not look up an authentication.");
      return answer;
    },
  };
}

/** The order id for the provider, which takes fewer characters than a key. */
function newOpeningKey(fixture: GatewayFixture): string {
  const key = fixture.newKey();
  if (/^[\w-]{1,64}$/.test(key)) return key;
  throw new Error(`newKey() of a fixture with a window must return 1 to 64 of A–Z a–z 0–9 _ -, and not ${key}.`);
}
