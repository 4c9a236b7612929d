import type { Gateway, StoredCardDetails, TenantId } from "@wonflow/core";
import {
  cardCaller,
  type BookedApproval,
  type BreakableCall,
  type GatewayFixture,
  type FakeClock,
  type Oddity,
  type WindowFixture,
  type WindowInBrowser,
} from "@wonflow/testkit";
import { heldOf, type ApprovalRecord, type CardOperation } from "../src/cards/records.ts";
import type { FaultKind } from "../src/calls/faults.ts";
import { messageOf } from "./provider-messages.ts";
import type { SandboxGateway } from "../src/cards/gateway.ts";
import { wireOf } from "./wire.ts";
import { faultOf } from "./faults-of-contracts.ts";

/** A test card by which everything succeeds, as a buyer would have it stored. */
export const storedCard: StoredCardDetails = {
  number: "4000000000110009",
  expiryMonth: "12",
  expiryYear: "30",
  registNo: "900101",
  passwordFront2: "12",
  cvc: "123",
  ownerName: "김토스",
  ownerPhoneNumber: "01012345678",
};

/** Where the simulated window would open. */
export const windowUrl = "https://window.example.com/open";

/** What a contract's buyer does in the simulated window, which opens at the address that the browser has. */
export function windowOver(clock: FakeClock, current: () => SandboxGateway): WindowFixture {
  async function choose({ open }: WindowInBrowser, choice: string) {
    const { searchParams } = new URL(open.url);
    const [tenant, key] = [searchParams.get("tenant"), searchParams.get("key")];
    if (!isTenant(tenant) || key === null) throw new Error(`no window opens at ${open.url}`);
    return (await current().windows.choose(tenant, key, choice))?.fields;
  }
  return {
    method: "CARD",
    names: { key: "orderId", amount: "amount", reference: "reference" },
    async authenticate(window, { installmentPlanMonths, isRefusedLater }) {
      if (isRefusedLater) return choose(window, "approval-refused");
      if (installmentPlanMonths === 0) return choose(window, "succeed");
      return installmentPlanMonths === 3 ? choose(window, "months") : undefined;
    },
    cancel: async (window) => (await choose(window, "cancel")) ?? {},
    fail: (window, reportedBy) => choose(window, reportedBy === "provider" ? "refuse-REJECT_CARD_COMPANY" : "cancel"),
    async notify({ tenant, key }) {
      const held = await powersOver(clock, current).book(tenant, key, { key, reference: "none", askedAt: 0 });
      return messageOf(key, held === undefined ? "authenticated" : "paid");
    },
  };
}

function isTenant(text: string | null): text is TenantId {
  return text !== null && /^\d+:(?:test|live)$/.test(text);
}

type Powers = Required<
  Pick<
    GatewayFixture,
    | "now"
    | "deadline"
    | "breakNext"
    | "oddNext"
    | "latestEffectMs"
    | "advance"
    | "book"
    | "refundByHand"
    | "refusedCard"
  >
>;

function operationOf(call: BreakableCall): CardOperation {
  if (call === "lookUpAuthentication") return "finish";
  return call === "lookUpApproval" || call === "lookUpCancellation" ? "lookUp" : call;
}

/** The oddities of a provider that is called without HTTP: it has no answers that can't be read. */
const faultOfOddity: Readonly<Partial<Record<Oddity, FaultKind>>> = {
  "other-order": "wrong-key",
  "other-amount": "wrong-amount",
  "arrives-twice": "duplicate-delivery",
};

const windowCalls: ReadonlySet<BreakableCall> = new Set(["begin", "finish", "lookUpAuthentication"]);

/** What a contract's fixture can do with a sandbox gateway; `current` answers the one that runs now. */
export function powersOver(clock: FakeClock, current: () => SandboxGateway): Powers {
  const deadline = () => clock.now() + 10_000;
  let byHand = 0;
  /** As of now, and not of the last call. */
  const booked = async (tenant: Parameters<Powers["book"]>[0], key: string) => {
    await cardCaller(current(), clock.now).lookUpApproval({ tenant, key: "any", deadline: deadline() });
    return current().record(tenant, key);
  };
  return {
    now: clock.now,
    deadline,
    refusedCard: { ...storedCard, number: "4000000200010009" },
    breakNext: (call, fault) => current().faults.next(operationOf(call), faultOf(fault)),
    oddNext(call, oddity) {
      const fault = faultOfOddity[oddity];
      if (fault === undefined || call === "authenticate" || windowCalls.has(call)) return false;
      current().faults.next(operationOf(call), fault);
      return true;
    },
    latestEffectMs: current().settlesWithinMs,
    advance: (ms) => clock.advance(ms),
    async book(tenant, key, authentication) {
      const record = await booked(tenant, key);
      if (authentication === null) return record && bookedOf(record);
      const charged = current().records().filter(isOf(tenant, authentication.key));
      return charged.map(bookedOf).reduce<BookedApproval | undefined>(together, undefined);
    },
    async refundByHand(tenant, approvalKey, amount) {
      const call = {
        tenant,
        key: `${approvalKey}.by-hand.${(byHand += 1)}`,
        approvalKey,
        amount,
        deadline: deadline(),
      };
      const answer = await cardCaller<Gateway>(current(), clock.now).cancel(call);
      if (answer.outcome !== "done") throw new Error(`nothing was released: ${JSON.stringify(answer)}`);
      return answer.value.reference;
    },
  };
}

/** The sandbox takes whatever comes: that nothing is sent after a deadline is for its caller to see to, as core does. */
export function sendingInTime(clock: FakeClock, fixture: GatewayFixture): GatewayFixture {
  const { over } = wireOf(clock);
  const { reopen } = fixture;
  return {
    ...fixture,
    gateway: over(fixture.gateway),
    ...(reopen && { reopen: async () => over(await reopen.call(fixture)) }),
  };
}

function isOf(tenant: TenantId, openingKey: string) {
  return (record: ApprovalRecord) => record.tenant === tenant && record.openingKey === openingKey;
}

/** All that was charged for one authentication. */
function together(sum: BookedApproval | undefined, one: BookedApproval): BookedApproval {
  if (sum === undefined || sum.held === 0) return one;
  return one.held === 0 ? sum : { ...sum, held: sum.held + one.held, amount: sum.amount + one.amount };
}

function bookedOf(record: ApprovalRecord) {
  const { amount, taxFreeAmount, installmentPlanMonths, cancellations } = record;
  return { amount, taxFreeAmount, installmentPlanMonths, cancellations, held: heldOf(record) };
}
