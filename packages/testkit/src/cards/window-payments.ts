import type { AuthenticatedCard, TenantId, WindowReference } from "@wonflow/core";
import type { CardCaller } from "./card-caller.ts";
import { nameOf, type CardMemory } from "./card-memory.ts";
import type { Skip } from "./case-context.ts";
import type { GatewayFixture } from "./fixture.ts";
import type { WindowBuyer } from "./window-buyer.ts";

/** What represents a card where a buyer pays in the window. */
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

/** What buyers authenticate in the window, once for each approval. */
function authenticationsOf({ fixture, buyer, payments }: Parts) {
  function paying(name: string, one: Paying): Promise<WindowReference> {
    payments.set(name, one);
    return one.authentication;
  }

  async function authenticate(...how: Parameters<WindowBuyer["authenticated"]>): Promise<WindowReference> {
    return (await buyer.authenticated(...how)).authentication;
  }

  return {
    /** Of an approval whose test has it authenticated. */
    given(named: NamedPayment, authentication: WindowReference): void {
      payments.set(nameOf(named), {
        plainAmount: null,
        isSent: true,
        authentication: Promise.resolve(authentication),
      });
    },
    /** Of an approval that is sent now: an earlier question about it may have authenticated the same. */
    ofApproval({ key, tenant, amount, ...request }: CardApproval): Promise<WindowReference> {
      const name = nameOf({ tenant, key });
      const { installmentPlanMonths, taxFreeAmount = 0, orderName } = request;
      const payer = payerOf(fixture, request.cardToken);
      const known = payments.get(name);
      if (known?.isSent === true) return known.authentication;
      const isPlain = payer.tenant === tenant && !payer.isRefusedLater && installmentPlanMonths === 0;
      if (isPlain && known?.plainAmount === amount) return paying(name, { ...known, isSent: true });
      const { isRefusedLater } = payer;
      const asked = { tenant: payer.tenant, amount, taxFreeAmount, orderName };
      const authentication = authenticate(asked, { installmentPlanMonths, isRefusedLater });
      return paying(name, { plainAmount: null, isSent: true, authentication });
    },
    /** Of a question about an approval: also about that of another merchant, which its gateway must not find. */
    ofQuestion({ tenant, key }: NamedPayment): Promise<WindowReference> {
      const [known] = [tenant, ...fixture.tenants].flatMap((each) => payments.get(nameOf({ tenant: each, key })) ?? []);
      if (known !== undefined) return known.authentication;
      const authentication = authenticate({ tenant, amount: plainAmount });
      return paying(nameOf({ tenant, key }), { plainAmount, isSent: false, authentication });
    },
  };
}

/**
 * The calls of a gateway that has only a window, as if its buyers had cards: who is charged authenticates in the window
 * first, once for each approval. As in core, every call about an approval names its authentication.
 */
export function callerInWindow(caller: CardCaller, parts: Parts): CardCaller {
  const { memory, skip } = parts;
  const authentications = authenticationsOf(parts);
  const noCards = () => skip("the gateway takes no typed cards (keyIn)");
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
        authentications.given(brief, brief.authentication);
        return caller.approve(brief);
      }
      const { cardToken: _token, installmentPlanMonths: _months, authentication: _none, ...shared } = brief;
      return caller.approve({ ...shared, authentication: await authentications.ofApproval(brief) });
    },
    async cancel(brief) {
      const { tenant, approvalKey: key } = brief;
      return caller.cancel({ authentication: await authentications.ofQuestion({ tenant, key }), ...brief });
    },
    async reverse(brief) {
      const { tenant, approvalKey: key } = brief;
      return caller.reverse({ authentication: await authentications.ofQuestion({ tenant, key }), ...brief });
    },
    async lookUpApproval(brief) {
      return caller.lookUpApproval({ authentication: await authentications.ofQuestion(brief), ...brief });
    },
    async lookUpCancellation(brief) {
      const { tenant } = brief;
      const key = memory.cancellations.get(nameOf(brief))?.approvalKey ?? "none";
      return caller.lookUpCancellation({ authentication: await authentications.ofQuestion({ tenant, key }), ...brief });
    },
  };
}

interface NamedPayment {
  readonly tenant: TenantId;
  readonly key: string;
}

type CardApproval = Extract<Parameters<CardCaller["approve"]>[0], { readonly cardToken: string }>;

function payerOf({ tenants }: GatewayFixture, cardToken: string): Payer {
  for (const tenant of tenants) {
    if (cardToken === `good/${tenant}`) return { tenant, isRefusedLater: false };
    if (cardToken === `refused/${tenant}`) return { tenant, isRefusedLater: true };
  }
  throw new Error(`No buyer of the fixture pays with ${cardToken}.`);
}
