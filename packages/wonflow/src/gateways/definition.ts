import type { Clock, Gateway, InstallmentFeed, ProviderKey, TenantId } from "@wonflow/core";

/** What every gateway here has of its settings. */
export interface GatewaySettings {
  /** The provider's API, without a slash at its end. */
  readonly url: string;
  /** How long an unanswered call may still take effect, in milliseconds. */
  readonly settlesWithinMs: number;
  /** What the contract offers in the provider's window, in the order in which buyers see it; none for no window. */
  readonly methods: readonly string[];
}

interface Opening extends GatewaySettings {
  readonly clock: Clock;
}

type InstallmentFeeds = Readonly<Record<string, InstallmentFeed>>;

/** A provider that live payments go through by settings alone: all that `wonflow` knows of it. */
export interface GatewayDefinition {
  /** As operators know it. */
  readonly title: string;
  /** Its settings begin with it: `WONFLOW_NICE` has `WONFLOW_NICE_URL`, `…_CLIENT_KEY`, `…_SECRET_KEY` and so on. */
  readonly prefix: string;
  /**
   * Its gateways, as contracts name them: of the service's own keys, and of the keys that each merchant brings. They are
   * two, as no account at a provider knows the payments of another: a merchant that moves keeps its earlier payments.
   */
  readonly names: { readonly service: string; readonly own: string };
  /** The address of its live API. */
  readonly url: string;
  /** What its window can have; `…_METHODS` chooses among it. */
  readonly windowMethods: readonly string[];
  /** In seconds; a gateway may settle in less than half of the time in which an approval can be undone. */
  readonly settlesWithin: { readonly usual: number; readonly most: number };
  /** What is wrong with these settings, as a sentence that begins with what comes after the prefix: `URL must be …`. */
  problem(settings: Pick<GatewaySettings, "url"> & { readonly keys: readonly ProviderKey[] }): string | undefined;
  gateway(
    options: Opening & { readonly keysOf: (tenant: TenantId) => Promise<readonly ProviderKey[]> },
  ): Promise<Gateway>;
  /** The interest-free months that the service's own account is offered, by the code of the feed. */
  feeds?(
    options: Pick<Opening, "url" | "clock"> & { readonly keys: readonly ProviderKey[] },
  ): Promise<InstallmentFeeds>;
}

/** Whether an address is of this machine, where an emulator may run. */
export function isOnThisMachine(given: string): boolean {
  return ["127.0.0.1", "localhost", "[::1]"].includes(URL.parse(given)?.hostname ?? "");
}
