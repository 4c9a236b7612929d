import type { Gateway, PaymentWindow, TenantId, WindowReference } from "@wonflow/core";
import { startNiceEmulator, type NiceCall, type NiceEmulator, type NiceFault } from "@wonflow/nice-emulator";
import {
  fakeClock,
  type BreakableCall,
  type GatewayFixture,
  type FakeClock,
  type Oddity,
  type WindowFixture,
  cardCaller,
} from "@wonflow/testkit";
import type { NiceAccount } from "../src/accounts.ts";
import { nicePayments, type CardGateway, type NicePaymentsOptions } from "../src/nice-payments.ts";
import type { NiceWindowMethod } from "../src/window.ts";
import { inBrowser } from "./browser.ts";

export const accounts = {
  "1:test": { clientKey: "client-of-tea-house", secretKey: "secret-key-of-tea-house-32-chars" },
  "2:test": { clientKey: "client-of-bookshop", secretKey: "secret-key-of-bookshop-32-chars-" },
} as const satisfies Record<string, NiceAccount>;

/** A newer account of the first merchant, which it has once it is added. */
const newerAccount: NiceAccount = {
  clientKey: "client-of-tea-house-2",
  secretKey: "secret-key-of-tea-house-no-two--",
};

export const card = {
  number: "9410110000000001",
  expiryMonth: "12",
  expiryYear: "39",
  registNo: "900101",
  passwordFront2: "87",
  cvc: "123",
  ownerName: "홍길동",
  ownerPhoneNumber: "01012345678",
};

const calls: Readonly<Partial<Record<BreakableCall, NiceCall>>> = {
  authenticate: "regist",
  finish: "find",
  issueToken: "regist",
  releaseToken: "expire",
  approve: "approve",
  cancel: "cancel",
  reverse: "netcancel",
  lookUpApproval: "find",
  lookUpCancellation: "find",
};

const oddities: Readonly<Partial<Record<Oddity, NiceFault>>> = {
  html: "html",
  "server-error": "server-error",
  "other-shape": { says: "0000", takesEffect: true },
  "unlisted-code": { says: "Z999", takesEffect: true },
  "no-answer": "no-answer",
  "other-order": "other-order",
  "other-amount": "other-amount",
};

/** How the provider answers the second of two deliveries, both of a payment by card and of one in the window. */
const afterTheFirst: NiceFault = { says: "U112", takesEffect: true };

/** A cancellation is answered by its payment, which its reference names, and with its own amount in a list. */
const answeredByPayment: ReadonlySet<BreakableCall> = new Set(["cancel", "lookUpCancellation"]);

const afternoon = "2026-11-25T14:00:00+09:00";

/** The adapter with all that it has. */
export type NiceGateway = CardGateway & { readonly window: PaymentWindow };

const windowMethods: readonly NiceWindowMethod[] = ["CARD", "TRANSFER", "KAKAOPAY", "NAVERPAY", "SAMSUNGPAY", "PAYCO"];

/** A new key of an opening of the first merchant, as core forms it. */
export function openingKey(): string {
  return `window-${crypto.randomUUID().replaceAll("-", "").slice(0, 21)}-1-1t`;
}

export interface Opened {
  readonly clock: FakeClock;
  readonly emulator: NiceEmulator;
  /** Whether look-ups show what is authenticated and not approved, on which the manual is silent. */
  readonly showsUnapproved: boolean;
  /** A new process of the adapter. */
  readonly open: (change?: Partial<NicePaymentsOptions>) => NiceGateway;
  /** Adds an account of the first merchant, with which it sends from now on. */
  readonly addAccount: () => void;
}

export type Make = typeof nicePayments;

const emulated = [
  { ...accounts["1:test"], merchant: "tea-house" },
  { ...newerAccount, merchant: "tea-house" },
  accounts["2:test"],
];

/** A gateway, and a way to open adapters to it that `make` makes: a right one, or one that was made wrong. */
export async function openNice({
  at = afternoon,
  make = nicePayments as Make,
  showsUnapproved = false,
} = {}): Promise<Opened> {
  const clock = fakeClock(Date.parse(at));
  const emulator = await startNiceEmulator({ accounts: emulated, clock, showsUnapproved });
  let newer: readonly NiceAccount[] = [];
  const accountsOf = (tenant: TenantId) =>
    Object.entries(accounts).flatMap(([of, account]) =>
      of === tenant ? [...(of === "1:test" ? newer : []), account] : [],
    );
  const open: Opened["open"] = (change = {}) => {
    const gateway = make({ url: emulator.url, accountsOf, clock, windowMethods: () => windowMethods, ...change });
    if (gateway.window === undefined) throw new Error("the adapter has no window");
    return { ...gateway, window: gateway.window };
  };
  return { clock, emulator, showsUnapproved, open, addAccount: () => void (newer = [newerAccount]) };
}

/** The buyer in the window of the emulator. */
function windowFixtureOf(
  { emulator, showsUnapproved }: Pick<Opened, "emulator" | "showsUnapproved">,
  method: NiceWindowMethod,
): WindowFixture {
  const bring: (...act: Parameters<typeof inBrowser>) => Promise<Readonly<Record<string, string>>> = async (...act) =>
    (await inBrowser(...act))?.fields ?? {};
  return {
    method,
    names: { key: "orderId", amount: "amount", reference: "tid" },
    // An invented tid is as unknown as one that is not approved.
    provenAtApproval: showsUnapproved ? ["reference"] : ["key", "reference"],
    withoutProvider: ["begin"],
    async authenticate({ open, amount }, { installmentPlanMonths: months, isRefusedLater }) {
      if (months > 0 && (method !== "CARD" || amount < 50_000)) return undefined;
      return bring(open, { act: "pay", months, refusal: isRefusedLater ? "3095" : "" });
    },
    cancel: async ({ open }) => bring(open, { act: "cancel" }),
    // No signature covers a failure.
    fail: async ({ open }, reportedBy) => (reportedBy === "provider" ? undefined : bring(open, { act: "fail" })),
    notify: async ({ key }) => ({ headers: {}, body: emulator.messageOf(key) }),
  };
}

export interface FixtureOptions {
  readonly method?: NiceWindowMethod;
  /** Leaves out typed cards, so that what all payments share is paid in the window. */
  readonly windowOnly?: boolean;
}

/** A fixture of the contract with everything that it can use. */
export function fixtureOf(
  { clock, emulator, showsUnapproved, open, addAccount }: Opened,
  { method = "CARD", windowOnly = false }: FixtureOptions = {},
): GatewayFixture {
  const opened = (): Gateway => {
    const { keyIn, ...gateway } = open();
    return windowOnly ? gateway : { ...gateway, keyIn };
  };
  const paymentOf = (tenant: TenantId, key: string, authentication: WindowReference | null) => {
    const name = tenant === "1:test" ? "tea-house" : accounts["2:test"].clientKey;
    const orderId = authentication?.key ?? key;
    return emulator.book().approvals.find((each) => each.merchant === name && each.orderId === orderId);
  };
  return {
    gateway: opened(),
    card,
    refusedCard: { ...card, number: "9490000000000101" },
    tenants: ["1:test", "2:test"],
    newKey: openingKey,
    window: windowFixtureOf({ emulator, showsUnapproved }, method),
    now: clock.now,
    deadline: () => clock.now() + 10_000,
    advance: (ms) => clock.advance(ms),
    breakNext(call, fault) {
      const broken = calls[call] ?? "find";
      emulator.breakNext(broken, fault);
      // A question is repeated once when it breaks.
      if (broken === "find") emulator.breakNext("find", fault);
    },
    oddNext(call, oddity) {
      const [broken, fault] = [calls[call], oddities[oddity]];
      if (call === "approve" && oddity === "arrives-twice") {
        emulator.breakNext("approve", afterTheFirst);
        return true;
      }
      if (broken === undefined || fault === undefined) return false;
      // A return is done with any code that does not show the tid: the approval proves it.
      if (call === "finish" && oddity === "unlisted-code") return false;
      if (call === "finish" && oddity.startsWith("other-") && oddity !== "other-shape" && !showsUnapproved)
        return false;
      if (oddity === "other-amount" && answeredByPayment.has(call)) return false;
      emulator.breakNext(broken, fault);
      return true;
    },
    latestEffectMs: seconds(30),
    addCredentials: async () => addAccount(),
    async book(tenant, approvalKey, authentication) {
      const payment = paymentOf(tenant, approvalKey, authentication);
      if (payment === undefined) return undefined;
      const { amount, held, taxFreeAmt: taxFreeAmount, cardQuota: installmentPlanMonths } = payment;
      const cancellations = payment.cancellations.map((each) => ({
        amount: each.amount,
        taxFreeAmount: each.taxFreeAmt,
        reason: each.reason,
      }));
      return { amount, held, taxFreeAmount, installmentPlanMonths, cancellations };
    },
    refundByHand: async (_tenant, approvalKey, amount, authentication) =>
      emulator.refundByHand(authentication?.key ?? approvalKey, amount),
    reopen: async () => opened(),
    close: () => emulator.close(),
  };
}

/** A test of the adapter that a wrong one can be given too: it rejects if the adapter is wrong. */
export type OwnCases = Readonly<Record<string, (make: Make) => Promise<void>>>;

export const tenant = "1:test";
export const seconds = (count: number) => count * 1_000;

/** An adapter in use: it is called as core calls it, with all that it has reply. */
export interface World extends Opened {
  readonly gateway: NiceGateway;
  readonly call: { readonly tenant: typeof tenant; readonly deadline: number };
  readonly token: string;
  readonly caller: ReturnType<typeof cardCaller<Gateway>>;
  readonly approve: (key: string, change?: object) => ReturnType<Gateway["approve"]>;
  readonly lookUp: (key: string) => ReturnType<Gateway["lookUpApproval"]>;
}

interface WorldOptions extends Partial<NicePaymentsOptions> {
  readonly at?: string;
  readonly showsUnapproved?: boolean;
}

export async function openWorld(
  make: Make,
  run: (world: World) => Promise<void>,
  { at, showsUnapproved = false, ...change }: WorldOptions = {},
): Promise<void> {
  const opened = await openNice({ make, showsUnapproved, ...(at !== undefined && { at }) });
  try {
    const { clock, open } = opened;
    const gateway = open(change);
    const caller = cardCaller(gateway, clock.now);
    const call = { tenant, deadline: clock.now() + seconds(10) } as const;
    // With the right settings: a test may be about calls that fail without them.
    const stored = await open().keyIn.authenticate({ ...call, ...plain(clock), key: "card-1", card });
    const token = stored.outcome === "done" ? stored.value.token : "";
    const payment = { cardToken: token, amount: 10_000, installmentPlanMonths: 0, orderName: "우롱차" };
    await run({
      ...opened,
      gateway,
      caller,
      call,
      token,
      approve: (key, more = {}) =>
        caller.approve({ ...call, ...payment, key, deadline: clock.now() + 10_000, ...more }),
      lookUp: (key) => caller.lookUpApproval({ ...call, deadline: clock.now() + 10_000, key }),
    });
  } finally {
    await opened.emulator.close();
  }
}

export function plain(clock: FakeClock) {
  return { askedAt: clock.now(), credentials: null } as const;
}

/** What a call answers; `unknown` where it broke, as core takes it. */
export async function outcomeOf(call: () => Promise<{ readonly outcome: string }>): Promise<string> {
  return call().then(
    ({ outcome }) => outcome,
    () => "unknown",
  );
}
