import type { AuthenticatedCard, TenantId, WindowReference } from "@wonflow/core";
import type { CardCaller } from "./card-caller.ts";
import { nameOf, type CardMemory } from "./card-memory.ts";
import type { Skip } from "./case-context.ts";
import type { GatewayFixture } from "./fixture.ts";
import type { WindowBuyer } from "./window-buyer.ts";

/** What stands for a card where a buyer pays in the window. */
export const windowCards = {
  good: cardOf("0000000000000000"),
  refused: cardOf("9999999999999999"),
} as const;

function cardOf(number: string) {
  return {
    number,
    expiryMonth: "12",
    expiryYear: "39",
    registNo: "900101",
    passwordFront2: "00",
    cvc: "000",
    ownerName: "홍길동",
    ownerPhoneNumber: "01012345678",
  };
}

/** What was authenticated for an approval, or before a question about one that is not sent yet. */
interface Paying {
  readonly plainAmount: number | null;
  readonly isSent: boolean;
  readonly authentication: Promise<WindowReference>;
}

/** The authentications of approvals by their names; it outlives the gateway's process. */
export type WindowPayments = Map<string, Paying>;

interface Payer {
  readonly tenant: TenantId;
  readonly isRefusedLater: boolean;
}

interface Parts {
  readonly fixture: GatewayFixture;
  readonly buyer: WindowBuyer;
  readonly memory: CardMemory;
  readonly payments: WindowPayments;
  readonly skip: Skip;
}

const plainAmount = 10_000;

/**
 * The calls of a gateway that has only a window, as if its buyers had cards: whoever is to be charged authenticates in
 * the window first, once for each approval. As in core, every call about an approval names its authentication.
 */
export function callerInWindow(caller: CardCaller, { fixture, buyer, memory, payments, skip }: Parts): CardCaller {
  const noCards = () => skip("the gateway takes no typed cards (keyIn)");

  function paying(name: string, one: Paying): Promise<WindowReference> {
    payments.set(name, one);
    return one.authentication;
  }

  /** Of an approval that is sent now: an earlier question about it may have authenticated the same. */
  function ofApproval({ key, tenant, amount, ...request }: CardApproval): Promise<WindowReference> {
    const name = nameOf({ tenant, key });
    const { installmentPlanMonths, taxFreeAmount = 0, orderName } = request;
    const payer = payerOf(fixture, request.cardToken);
    const known = payments.get(name);
    const isPlain = payer.tenant === tenant && !payer.isRefusedLater && installmentPlanMonths === 0;
    if (known?.isSent === true) return known.authentication;
    if (known !== undefined && isPlain && known.plainAmount === amount) return paying(name, { ...known, isSent: true });
    const { isRefusedLater } = payer;
    const asked = { tenant: payer.tenant, amount, taxFreeAmount, orderName };
    const authentication = buyer
      .authenticated(asked, { installmentPlanMonths, isRefusedLater })
      .then((authenticated) => authenticated.authentication);
    return paying(name, { plainAmount: null, isSent: true, authentication });
  }

  /** Of a question about an approval: also about that of another merchant, which its gateway must not find. */
  function ofQuestion({ tenant, key }: { readonly tenant: TenantId; readonly key: string }): Promise<WindowReference> {
    const name = nameOf({ tenant, key });
    const [known] = [tenant, ...fixture.tenants].flatMap((each) => payments.get(nameOf({ tenant: each, key })) ?? []);
    if (known !== undefined) return known.authentication;
    const authentication = buyer
      .authenticated({ tenant, amount: plainAmount })
      .then((authenticated) => authenticated.authentication);
    return paying(name, { plainAmount, isSent: false, authentication });
  }

  return {
    async authenticate({ card, tenant, key = "card" }) {
      const kind = card.number === windowCards.refused.number ? "refused" : "good";
      const value: AuthenticatedCard = { key, token: `${kind}/${tenant}`, maskedNumber: "****", issuerCode: "00" };
      return { outcome: "done", value };
    },
    issueToken: async () => noCards(),
    releaseToken: async () => noCards(),
    async approve(brief) {
      if (brief.authentication != null) {
        const authentication = Promise.resolve(brief.authentication);
        void paying(nameOf(brief), { plainAmount: null, isSent: true, authentication });
        return caller.approve(brief);
      }
      const { cardToken: _token, installmentPlanMonths: _months, authentication: _none, ...shared } = brief;
      return caller.approve({ ...shared, authentication: await ofApproval(brief) });
    },
    async cancel(brief) {
      const { tenant, approvalKey: key } = brief;
      return caller.cancel({ authentication: await ofQuestion({ tenant, key }), ...brief });
    },
    async reverse(brief) {
      const { tenant, approvalKey: key } = brief;
      return caller.reverse({ authentication: await ofQuestion({ tenant, key }), ...brief });
    },
    async lookUpApproval(brief) {
      return caller.lookUpApproval({ authentication: await ofQuestion(brief), ...brief });
    },
    async lookUpCancellation(brief) {
      const { tenant } = brief;
      const key = memory.cancellations.get(nameOf(brief))?.approvalKey ?? "none";
      return caller.lookUpCancellation({ authentication: await ofQuestion({ tenant, key }), ...brief });
    },
  };
}

type CardApproval = Extract<Parameters<CardCaller["approve"]>[0], { readonly cardToken: string }>;

function payerOf({ tenants }: GatewayFixture, cardToken: string): Payer {
  for (const tenant of tenants) {
    if (cardToken === `good/${tenant}`) return { tenant, isRefusedLater: false };
    if (cardToken === `refused/${tenant}`) return { tenant, isRefusedLater: true };
  }
  throw new Error(`No buyer of the fixture pays with ${cardToken}.`);
}
