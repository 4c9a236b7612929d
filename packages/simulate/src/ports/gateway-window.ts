import type {
  Gateway,
  NotificationHint,
  PaymentWindow,
  ProviderNotification,
  ReturnedRequest,
  TenantId,
} from "@wonflow/core";
import type { BrowserReturn, OpeningRecord, SandboxGateway } from "@wonflow/sandbox";
import { z } from "zod";
import type { DrawnWindow } from "./drawn-window.ts";

/** Where the simulated windows are; no browser loads it. */
export const windowUrl = "https://window.example/open";

/** The gateway's window as this run's provider has it. */
export function withDrawnWindow(gateway: SandboxGateway, drawn: DrawnWindow): Gateway {
  const { window } = gateway;
  if (window === undefined) return gateway;
  const isUsed = (request: ReturnedRequest) =>
    approvalsOfOthers(gateway, request.tenant, request.key).some(
      ({ cardToken }) => cardToken === request.fields["reference"],
    );
  return { ...gateway, window: drawnWindow(window, { ...drawn, isUsed }), readNotification };
}

interface Drawn extends DrawnWindow {
  /** Whether a return brings what has paid for another opening. */
  readonly isUsed: (request: ReturnedRequest) => boolean;
}

function drawnWindow(window: PaymentWindow, drawn: Drawn): PaymentWindow {
  const { approvableForMs, lastsMs, looksUp, signsReplays, isUsed } = drawn;
  const lookUp = window.lookUpAuthentication?.bind(window);
  return {
    methods: (tenant) => window.methods(tenant),
    async finish(request) {
      const answer = await window.finish(request);
      const { key, amount, fields } = request;
      if (answer.outcome !== "forged" || !signsReplays || !isUsed(request)) return answer;
      const value = { key, amount, reference: fields["reference"] ?? "", authenticatedAt: null, paidWith: null };
      return { outcome: "done", value };
    },
    ...(looksUp && lookUp !== undefined && { lookUpAuthentication: lookUp }),
    approvableForMs,
    async begin(request) {
      const answer = await window.begin(request);
      if (answer.outcome !== "done") return answer;
      return { ...answer, value: { ...answer.value, lastsMs: Math.min(lastsMs, answer.value.lastsMs) } };
    },
  };
}

const notificationSchema = z.object({
  signed: z.boolean(),
  keys: z.array(z.string()),
  /** Of the messages about what was refunded by hand. */
  tenant: z.custom<TenantId>().exactOptional(),
  remainingAmount: z.number().exactOptional(),
});

export function readNotification({ body }: ProviderNotification): NotificationHint {
  const read = notificationSchema.safeParse(JSON.parse(body));
  if (!read.success || !read.data.signed) return { outcome: "forged" };
  const { signed: _signed, ...hint } = read.data;
  return { outcome: "look-at", ...hint };
}

/** The windows as buyers see them, at whichever gateway an opening is. */
export interface BuyersWindows {
  opening(tenant: TenantId, key: string): OpeningRecord | undefined;
  /** Does what a buyer chooses; undefined for an opening that never reached its gateway. */
  choose(tenant: TenantId, key: string, choice: string): Promise<BrowserReturn | undefined>;
  /** What a browser brought back from another opening of this merchant, which has been paid. */
  paidBefore(tenant: TenantId, key: string): Promise<BrowserReturn | undefined>;
}

export function windowsAt(gatewaysOf: (tenant: TenantId) => readonly SandboxGateway[]): BuyersWindows {
  const openingAt = (gateway: SandboxGateway, tenant: TenantId, key: string) =>
    gateway.openings(tenant).find((opening) => opening.key === key);
  return {
    opening(tenant, key) {
      for (const gateway of gatewaysOf(tenant)) {
        const opening = openingAt(gateway, tenant, key);
        if (opening !== undefined) return opening;
      }
      return undefined;
    },
    async choose(tenant, key, choice) {
      const gateway = gatewaysOf(tenant).find((each) => openingAt(each, tenant, key) !== undefined);
      return gateway?.windows.choose(tenant, key, choice);
    },
    async paidBefore(tenant, key) {
      const gateway = gatewaysOf(tenant).find((each) => openingAt(each, tenant, key) !== undefined);
      const paid = gateway && approvalsOfOthers(gateway, tenant, key).at(-1)?.openingKey;
      return paid == null ? undefined : gateway?.windows.choose(tenant, paid, "succeed");
    },
  };
}

/** The approvals of other openings than this one. Core has used their references. */
function approvalsOfOthers(gateway: SandboxGateway, tenant: TenantId, key: string) {
  return gateway
    .records()
    .filter((each) => each.tenant === tenant && each.openingKey !== null && each.openingKey !== key);
}

/** The reference of an authentication that has been approved here, of another opening than this one. */
export function usedReferenceAt(gateway: SandboxGateway) {
  return (tenant: TenantId, key: string): string | undefined =>
    approvalsOfOthers(gateway, tenant, key).at(-1)?.cardToken ?? undefined;
}
