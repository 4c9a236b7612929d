import type {
  ApprovalRequest,
  CardNetwork,
  AuthenticatedCard,
  StoredCardDetails,
  TenantId,
  TokenRequest,
} from "@wonflow/core";

import { cardCaller, type CardCaller } from "./card-caller.ts";
import { cardMemory, type CardMemory } from "./card-memory.ts";

/** A network opened for one test, with the values for its calls. */
export interface CardNetworkFixture {
  readonly network: CardNetwork;
  /** Payments of up to 100,000 won in total with this card are approved, and it can be stored. */
  readonly card: StoredCardDetails;
  /** Two merchants of the network that share nothing. */
  readonly tenants: readonly [TenantId, TenantId];
  /** A key never used before with this network, at most 100 characters. */
  newKey(): string;
  /** The network answers surely before this moment, milliseconds since 1970. */
  deadline(): number;
  /** The same network after a restart of this process. Leave it out if a restart can't lose anything. */
  reopen?(): Promise<CardNetwork>;
  /** Runs after each test, also after a failure. */
  close?(): Promise<void>;
}

/** A fixture with an authenticated card, and defaults for what a test does not care about. */
export interface CaseContext {
  readonly network: CardCaller;
  readonly tenant: TenantId;
  readonly otherTenant: TenantId;
  readonly newKey: () => string;
  readonly deadline: () => number;
  /** A request to approve 10,000 won under this key. */
  readonly approval: (key: string, change?: Partial<ApprovalRequest>) => ApprovalRequest;
  /** Approves 10,000 won under a new key and answers the key. */
  readonly approved: () => Promise<string>;
  readonly cancel: (of: { approvalKey: string; amount: number; key?: string }) => ReturnType<CardNetwork["cancel"]>;
  readonly reverse: (approvalKey: string, key?: string) => ReturnType<CardNetwork["reverse"]>;
  readonly token: (key: string) => TokenRequest;
  /** Stores the card under a new key, and answers the key and the token. */
  readonly issued: () => Promise<Pick<AuthenticatedCard, "key" | "token">>;
  readonly release: (tokenKey: string, key?: string) => ReturnType<CardNetwork["releaseToken"]>;
  /** Whether 1,000 won are approved with a token; throws if the outcome is unknown. */
  readonly isGood: (token: string) => Promise<boolean>;
  readonly foundApproval: (key: string) => ReturnType<CardNetwork["lookUpApproval"]>;
  readonly foundCancellation: (key: string) => ReturnType<CardNetwork["lookUpCancellation"]>;
  /** The context of the network after a restart; this one if the fixture can't restart. */
  readonly reopen: () => Promise<CaseContext>;
}

export type Cases = Readonly<Record<string, (context: CaseContext) => Promise<void>>>;

export async function runCase(
  open: () => Promise<CardNetworkFixture>,
  run: (context: CaseContext) => Promise<void>,
): Promise<void> {
  const fixture = await open();
  try {
    const memory = cardMemory();
    await run(await contextOf(fixture, { network: callerOf(fixture, fixture.network, memory), memory }));
  } finally {
    await fixture.close?.();
  }
}

/** The calls of a network, and what they have told, which outlives its process. */
interface Called {
  readonly network: CardCaller;
  readonly memory: CardMemory;
}

/** A call is asked half a minute before its deadline. */
function callerOf(fixture: CardNetworkFixture, network: CardNetwork, memory: CardMemory): CardCaller {
  return cardCaller(network, () => fixture.deadline() - 30_000, memory);
}

async function contextOf(
  fixture: CardNetworkFixture,
  { network, memory }: Called,
  token?: string,
): Promise<CaseContext> {
  const [tenant, otherTenant] = fixture.tenants;
  const cardToken = token ?? (await authenticatedToken(fixture, network));
  const approval: CaseContext["approval"] = (key, change = {}) => ({
    key,
    tenant,
    deadline: fixture.deadline(),
    cardToken,
    amount: 10_000,
    askedAt: fixture.deadline() - 30_000,
    taxFreeAmount: 0,
    installmentPlanMonths: 0,
    orderName: "Contract of the card port",
    ...change,
  });
  const context: CaseContext = {
    network,
    tenant,
    otherTenant,
    newKey: () => fixture.newKey(),
    deadline: () => fixture.deadline(),
    approval,
    async approved() {
      const key = fixture.newKey();
      const answer = await network.approve(approval(key));
      if (answer.outcome !== "done")
        throw new Error(`The card of the fixture was not approved: ${JSON.stringify(answer)}`);
      return key;
    },
    cancel: ({ approvalKey, amount, key = fixture.newKey() }) =>
      network.cancel({ key, tenant, deadline: fixture.deadline(), approvalKey, amount }),
    reverse: (approvalKey, key = fixture.newKey()) =>
      network.reverse({ key, tenant, deadline: fixture.deadline(), approvalKey }),
    ...tokenCalls(fixture, network, approval),
    foundApproval: (key) => network.lookUpApproval({ key, tenant, deadline: fixture.deadline() }),
    foundCancellation: (key) => network.lookUpCancellation({ key, tenant, deadline: fixture.deadline() }),
    reopen: async () =>
      fixture.reopen === undefined
        ? context
        : contextOf(fixture, { network: callerOf(fixture, await fixture.reopen(), memory), memory }, cardToken),
  };
  return context;
}

function tokenCalls(
  fixture: CardNetworkFixture,
  network: CardCaller,
  approval: CaseContext["approval"],
): Pick<CaseContext, "token" | "issued" | "release" | "isGood"> {
  const { card, tenants } = fixture;
  const [tenant] = tenants;
  const token = (key: string) => {
    const deadline = fixture.deadline();
    return { key, tenant, askedAt: deadline - 30_000, deadline, card };
  };
  return {
    token,
    async issued() {
      const key = fixture.newKey();
      const answer = await network.issueToken(token(key));
      if (answer.outcome === "done") return { key, token: answer.value.token };
      throw new Error(`The card of the fixture was not stored: ${JSON.stringify(answer)}`);
    },
    release: (tokenKey, key = fixture.newKey()) =>
      network.releaseToken({ key, tenant, deadline: fixture.deadline(), tokenKey }),
    async isGood(cardToken) {
      const answer = await network.approve(approval(fixture.newKey(), { cardToken, amount: 1_000 }));
      if (answer.outcome === "unknown") throw new Error(`Nobody knows what came of an approval: ${answer.reason}`);
      return answer.outcome === "done";
    },
  };
}

/** What is found of an approval, with another amount that remains. */
export function remaining(found: Awaited<ReturnType<CardNetwork["lookUpApproval"]>>, remainingAmount: number): unknown {
  return found.outcome === "done" ? { ...found, value: { ...found.value, remainingAmount } } : found;
}

async function authenticatedToken(fixture: CardNetworkFixture, network: CardCaller): Promise<string> {
  const { card, tenants } = fixture;
  const key = fixture.newKey();
  const answer = await network.authenticate({ tenant: tenants[0], key, card, deadline: fixture.deadline() });
  if (answer.outcome === "done") return answer.value.token;
  throw new Error(`The card of the fixture was not authenticated: ${JSON.stringify(answer)}`);
}
