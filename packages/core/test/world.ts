import { mostPromises, sandboxGateway, testCards, type SandboxGateway, type SandboxPromises } from "@wonflow/sandbox";
import { memoryStore } from "@wonflow/store-memory";
import { fakeClock, sequentialIds, testHolidays, testPasswords, testVault, type FakeClock } from "@wonflow/testkit";

import {
  bindPayments,
  type AroundWork,
  type BankHolidays,
  type CardData,
  type CardEntry,
  type CreateSessionInput,
  type Gateway,
  type GivenGateways,
  type Ids,
  type KeyIn,
  type MerchantInput,
  type Notice,
  type Passwords,
  type PaymentsOptions,
  type Result,
  type Settings,
  type Store,
  type Tenant,
  type Vault,
  type WebhookSender,
} from "../src/index.ts";
import type { Write } from "../src/engine/commit/store.ts";

export type World = Awaited<ReturnType<typeof createWorld>>;

export const shop: Tenant = { mId: 7, mode: "test" };

/** A whole service over the memory store, the sandbox gateway and a clock that tests move. */
export async function createWorld(
  options: {
    readonly merchant?: Partial<MerchantInput>;
    readonly settings?: Partial<Settings>;
    /** 25 December and weekends by default. */
    readonly holidays?: BankHolidays;
    readonly store?: (store: Store) => Store;
    readonly vault?: Vault;
    readonly passwords?: Passwords;
    readonly cardData?: Partial<CardData>;
    /** Whether live mode has a gateway; it pretends to be a real one. */
    readonly live?: boolean;
    readonly webhookSender?: WebhookSender;
    readonly payoutBanks?: PaymentsOptions["payoutBanks"];
    readonly aroundWork?: AroundWork;
    /** What the gateway promises: all that a gateway can, unless told otherwise. */
    readonly promises?: Partial<SandboxPromises>;
    /** Whether it promises that a repeated approval charges once. By default not: a lost one is net-canceled. */
    readonly repeatsApprovals?: boolean;
    /** Whether the gateway has a window too. */
    readonly window?: boolean;
    /** The gateways of test mode; the sandbox without a name by default. */
    readonly gateways?: (gateway: SandboxGateway) => GivenGateways;
    /** Another process over the store, the gateway and the clock of this world. */
    readonly sharing?: {
      readonly clock: FakeClock;
      readonly ids: Ids;
      readonly memory: Store;
      readonly gateway: SandboxGateway;
    };
  } = {},
) {
  const { sharing } = options;
  const clock = sharing?.clock ?? fakeClock(Date.UTC(2026, 10, 20, 1, 0, 0));
  const ids = sharing?.ids ?? sequentialIds();
  const memory = sharing?.memory ?? memoryStore();
  const store = options.store?.(memory) ?? memory;
  const sandbox =
    sharing?.gateway ??
    sandboxGateway({
      clock,
      ids,
      promises: { ...mostPromises, ...options.promises },
      ...(options.window && { windowUrl: "https://window.example" }),
    });
  const gateway: SandboxGateway = { ...sandbox, repeatsApprovals: options.repeatsApprovals ?? false };
  const notices: Notice[] = [];
  const payments = bindPayments({
    store,
    gateways: {
      test: options.gateways?.(gateway) ?? gateway,
      ...(options.live && { live: { ...gateway, sandbox: false } }),
    },
    clock,
    ids,
    vault: options.vault ?? testVault(),
    passwords: options.passwords ?? testPasswords(),
    holidays: options.holidays ?? testHolidays("2026-12-25"),
    settings: { signInRefusalMs: 0, ...options.settings },
    ...(options.payoutBanks && { payoutBanks: options.payoutBanks }),
    ...(options.webhookSender && { webhookSender: options.webhookSender }),
    ...(options.aroundWork && { aroundWork: options.aroundWork }),
    ...(options.cardData && { cardData: options.cardData }),
    notify: (notice) => notices.push(notice),
  });
  await payments.merchants.register({ ...shop, name: "Corner Shop", feeRate: "3.3", ...options.merchant });

  const world = {
    clock,
    ids,
    memory,
    gateway,
    notices,
    payments,

    /** A session of this order, 10,000 won unless told otherwise. */
    async session(change: Partial<CreateSessionInput> = {}) {
      return valueOf(await payments.sessions.create(shop, { ...sessionInput, ...change }));
    },

    /** A payment that its buyer has authenticated with a test card; returns the input of confirm. */
    async authenticated(change: Partial<CreateSessionInput> & { readonly card?: string } = {}) {
      const { token: _token, ...confirmation } = await world.authenticatedLink(change);
      return confirmation;
    },

    /** The same with the token of its link. */
    async authenticatedLink(change: Partial<CreateSessionInput> & { readonly card?: string } = {}) {
      const { card = "kb", ...input } = change;
      const { token } = await world.session(input);
      const { redirectUrl } = valueOf(await payments.checkout.authenticate(token, cardEntry(card)));
      return { ...redirected(redirectUrl), token };
    },

    /** A payment that is approved. */
    async paid(change: Partial<CreateSessionInput> & { readonly card?: string } = {}) {
      return valueOf(await payments.intents.confirm(shop, await world.authenticated(change)));
    },

    linkStatus: async (token: string) => valueOf(await payments.checkout.read(token)).status,

    status: async (intentKey: string) => valueOf(await payments.intents.lookUp(shop, { intentKey })).status,

    cancel: (intentKey: string, cancelAmount?: number) =>
      payments.intents.cancel(shop, { intentKey }, { cancelReason: "changed my mind", cancelAmount }),

    /** Moves the time forward and does what has become due, second by second. */
    async pass(seconds: number) {
      for (let second = 0; second < seconds; second += 1) {
        await clock.advance(1000);
        await payments.work.runDue(100);
      }
    },
  };
  return world;
}

export const sessionInput: CreateSessionInput = {
  customerId: "3f0c9a1e-buyer",
  orderId: "order-20261120-0001",
  orderName: "Green tea and two cups",
  amount: { value: 10_000 },
  successUrl: "https://shop.example/ok",
  failUrl: "https://shop.example/fail",
};

/** A buyer's entries for a test card of the sandbox. */
export function cardEntry(name: string): CardEntry {
  const card = testCards.find((each) => each.name === name);
  if (card === undefined) throw new Error(`There is no test card ${name}.`);
  return { number: card.number, expiryMonth: "12", expiryYear: "30", registNo: "900101", passwordFront2: "12" };
}

/** The parameters of a success redirect. */
export function redirected(url: string) {
  const { searchParams } = new URL(url);
  return {
    intentKey: searchParams.get("intentKey") ?? "",
    orderId: searchParams.get("orderId") ?? "",
    amount: Number(searchParams.get("amount")),
  };
}

/** The value of a success; a refusal fails the test. */
export function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.error)}`);
  return result.value;
}

/** The code of a refusal, or `"ok"`. */
export function codeOf(result: Result<unknown>): string {
  return result.ok ? "ok" : result.error.code;
}

/** The same gateway, whose calls for cards are these instead. */
export function withKeyIn<Changed extends Gateway>(gateway: Changed, change: Partial<KeyIn>) {
  if (gateway.keyIn === undefined) throw new Error("the gateway takes no card numbers");
  return { ...gateway, keyIn: { ...gateway.keyIn, ...change } };
}

/** A process whose first commit of this kind waits until the test releases it. */
export async function suspendedProcess(world: World, isIt: (write: Write) => boolean) {
  let resume = () => undefined as void;
  let waits = true;
  const gate = new Promise<void>((resolve) => (resume = resolve));
  const store = (memory: Store): Store => ({
    ...memory,
    async commit(changeSet) {
      if (waits && changeSet.writes.some(isIt)) {
        waits = false;
        await gate;
      }
      return memory.commit(changeSet);
    },
  });
  const process = await createWorld({ sharing: world, store });
  return { process, resume };
}
