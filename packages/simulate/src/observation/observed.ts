import type { BankHolidays, Settings, Store, TenantId, WebhookMessage } from "@wonflow/core";
import type { ApprovalRecord, PayoutRecord, SandboxGateway, SandboxPayoutBank, TokenRecord } from "@wonflow/sandbox";
import type { DrawnPromises } from "../ports/gateway.ts";
import type { BuyersWindows } from "../ports/gateway-window.ts";
import type { Coverage } from "../engine/coverage.ts";
import type { State } from "../engine/state.ts";

export interface GatewayBooks extends Pick<SandboxGateway, "record" | "records" | "held"> {
  recordsOf(mode: "test" | "live"): readonly ApprovalRecord[];
  promisesTo(tenant: TenantId): DrawnPromises;
  readonly opening: BuyersWindows["opening"];
  /** Milliseconds; 0 without a window. */
  readonly approvableForMs: number;
  /** Whether the call of a key took effect later than its gateway had promised. */
  tookEffectBeyond(tenant: TenantId, key: string): boolean;
}

export interface BankBooks extends Pick<SandboxPayoutBank, "record" | "records" | "paid"> {
  recordsOf(mode: "test" | "live"): readonly PayoutRecord[];
  isTurnedAway(tenant: TenantId, key: string): boolean;
  /** Milliseconds since 1970. */
  outageUntil(): number;
  sellerOf(tenant: TenantId, key: string): string | undefined;
}

export interface ReceivedMessage extends WebhookMessage {
  readonly tenant: TenantId;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The HTTP status; undefined without an answer. */
  readonly answered: number | undefined;
}

/** The providers' own records show what really happened there. */
export interface Providers {
  readonly gateway: GatewayBooks;
  readonly cardTokens: { records(): readonly TokenRecord[] };
  readonly payoutBank: BankBooks;
  readonly receivers: { records(): readonly ReceivedMessage[] };
}

/** The first record of a provider of one mode that is of a merchant of the other mode. */
export function strayRecord(provider: GatewayBooks | BankBooks): string | undefined {
  for (const mode of ["test", "live"] as const) {
    const stray = provider.recordsOf(mode).find(({ tenant }) => !tenant.endsWith(`:${mode}`));
    if (stray !== undefined) return `${stray.key} of ${stray.tenant} is at the provider of ${mode} mode`;
  }
  return undefined;
}

/** Seen from underneath all ports, where no fault and no planted bug reaches. */
export interface Observed extends State {
  readonly providers: Providers;
  readonly store: Store;
  readonly settings: Settings;
  /** Without those that the operator adds. */
  readonly holidays: BankHolidays;
  readonly coverage: Coverage;
  /** Milliseconds since 1970. */
  readonly now: number;
  unfinished(): Waiting | undefined;
}

export interface Waiting {
  readonly what: string;
  /** Milliseconds since 1970; soon if left out. */
  readonly until?: number | undefined;
}

export function firstDue(all: Iterable<Waiting | undefined>): Waiting | undefined {
  let first: Waiting | undefined;
  for (const each of all) {
    if (each === undefined) continue;
    if (each.until === undefined) return each;
    if (first === undefined || each.until < (first.until ?? 0)) first = each;
  }
  return first;
}

export function countOnce(
  counted: Set<string>,
  { name, what }: { readonly name: string; readonly what: string },
  { coverage }: Observed,
): void {
  if (!counted.has(`${name} ${what}`)) coverage.count(what);
  counted.add(`${name} ${what}`);
}
