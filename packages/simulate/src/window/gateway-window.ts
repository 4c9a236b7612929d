import type { Gateway, NotificationHint, PaymentWindow, ProviderNotification, TenantId } from "@wonflow/core";
import type { BrowserReturn, SandboxGateway, SandboxWindows } from "@wonflow/sandbox";
import { z } from "zod";
import type { DrawnWindow } from "./draw.ts";

/** Where the simulated windows are; nobody loads it. */
export const windowUrl = "https://window.example/open";

/** The gateway's window as this run's provider has it. */
export function withDrawnWindow(gateway: Gateway, drawn: DrawnWindow): Gateway {
  const { window } = gateway;
  if (window === undefined) return gateway;
  return { ...gateway, window: drawnWindow(window, drawn), readNotification };
}

function drawnWindow(window: PaymentWindow, { approvableForMs, lastsMs, looksUp }: DrawnWindow): PaymentWindow {
  const lookUp = window.lookUpAuthentication?.bind(window);
  return {
    methods: (tenant) => window.methods(tenant),
    finish: (request) => window.finish(request),
    ...(looksUp && lookUp !== undefined && { lookUpAuthentication: lookUp }),
    approvableForMs,
    async begin(request) {
      const answer = await window.begin(request);
      if (answer.outcome !== "done") return answer;
      return { ...answer, value: { ...answer.value, lastsMs: Math.min(lastsMs, answer.value.lastsMs) } };
    },
  };
}

const notificationSchema = z.object({ signed: z.boolean(), keys: z.array(z.string()) });

function readNotification({ body }: ProviderNotification): NotificationHint {
  const read = notificationSchema.safeParse(JSON.parse(body));
  return read.success && read.data.signed ? { outcome: "look-at", keys: read.data.keys } : { outcome: "forged" };
}

/** The windows as buyers see them, at whichever gateway an opening is. */
export interface BuyersWindows {
  readonly opening: (tenant: TenantId, key: string) => ReturnType<SandboxWindows["find"]>;
  /** Does what a buyer chooses; undefined for an opening that never reached its gateway. */
  choose(tenant: TenantId, key: string, choice: string): Promise<BrowserReturn | undefined>;
}

export function windowsAt(gatewaysOf: (tenant: TenantId) => readonly SandboxGateway[]): BuyersWindows {
  const gatewayOf = (tenant: TenantId, key: string) =>
    gatewaysOf(tenant).find(({ windows }) => windows.find(tenant, key) !== undefined);
  return {
    opening: (tenant, key) => gatewayOf(tenant, key)?.windows.find(tenant, key),
    async choose(tenant, key, choice) {
      return gatewayOf(tenant, key)?.windows.choose(tenant, key, choice);
    },
  };
}

/** The reference of an authentication that has been approved here, of another opening than this one. */
export function usedReferenceAt(gateway: SandboxGateway) {
  return (tenant: TenantId, key: string): string | undefined =>
    gateway.records().findLast((each) => each.tenant === tenant && each.openingKey !== null && each.openingKey !== key)
      ?.cardToken ?? undefined;
}
