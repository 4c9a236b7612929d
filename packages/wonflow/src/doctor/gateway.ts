import type { Approval, CardDetails, Gateway, KeyIn, Clock, Found, ErrorCode, TenantId } from "@wonflow/core";

import { look, well, wrong, type Finding } from "../findings/finding.ts";

/** Won, of each of the three payments that are made and refunded. */
export const triedAmount = 1_000;

const partAmount = 400;

const answerMs = 30_000;

/** A call without an answer may have taken effect: it is undone as often as this. */
const mostTries = 3;

export interface GatewayTrial {
  readonly gateway: Gateway;
  readonly keyIn: KeyIn;
  /** Gateways with one other key each, by the name of the key: while keys are rotated, each has to find every payment. */
  readonly others: readonly (readonly [name: string, gateway: Gateway])[];
  readonly tenant: TenantId;
  readonly card: CardDetails;
  readonly clock: Clock;
  /** The prefix of the keys of all calls, never used before. */
  readonly prefix: string;
}

/** A finding that ends the trial, as what comes next builds on it. */
class Ended extends Error {
  readonly finding: Finding;

  constructor(finding: Finding) {
    super(finding.found);
    this.finding = finding;
  }
}

/**
 * Pays 1,000 won three times with a real card, refunds it in parts, whole and by a net-cancel, and compares each answer with the
 * gateway's look-ups. However the trial ends, each charge is refunded, or reported as one that may remain.
 */
export async function tryGateway(trial: GatewayTrial): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const found = (finding: Finding) => void findings.push(finding);
  const open = new Set<string>();
  const calls = callsOf(trial);
  let token: string | undefined;
  try {
    found(await notThere(calls));
    token = await cardOf(calls, found);
    await payAndCancel({ calls, trial, token, open, found });
    await payAndCancelWhole({ calls, token, open, found });
    await payAndReverse({ calls, token, open, found });
  } catch (error) {
    if (!(error instanceof Ended)) throw error;
    found(error.finding);
  }
  for (const key of open) found(await undone(calls, key));
  if (token !== undefined) found(await released(calls, token));
  return findings;
}

type Calls = ReturnType<typeof callsOf>;

/** The calls as core makes them, each with its own key. */
function callsOf({ gateway, keyIn, tenant, clock, prefix, card }: GatewayTrial) {
  const askedAt = clock.now();
  const call = async (name: string) => {
    const credentials = (await gateway.credentials?.(tenant)) ?? null;
    return { key: `${prefix}-${name}`, tenant, askedAt, credentials, deadline: clock.now() + answerMs };
  };
  const about = (approvalKey: string, approvalReference: string | null) => ({
    approvalKey,
    authentication: null,
    approvalReference,
    approvalAskedAt: askedAt,
  });
  const cardKey = `${prefix}-card`;
  return {
    keyOf: (name: string) => `${prefix}-${name}`,
    check: async () => answered(keyIn.authenticate({ ...(await call("card")), card })),
    approve: async (name: string, cardToken: string) =>
      answered(
        gateway.approve({
          ...(await call(name)),
          authentication: null,
          cardToken,
          amount: triedAmount,
          taxFreeAmount: 0,
          installmentPlanMonths: 0,
          orderName: "Wonflow doctor 시험 결제",
        }),
      ),
    find: async (key: string, by: Gateway = gateway) =>
      answered(by.lookUpApproval({ ...(await call("")), key, authentication: null, reference: null })),
    async cancel(name: string, approval: Approval, amount: number) {
      const { key: approvalKey, reference, remainingAmount } = approval;
      const cancellation = { amount, taxFreeAmount: 0, remainingAmount, reason: "wonflow doctor" };
      return answered(gateway.cancel({ ...(await call(name)), ...about(approvalKey, reference), ...cancellation }));
    },
    async findCancel(name: string, approval: Approval, amount: number) {
      const question = { ...about(approval.key, approval.reference), amount, knownReferences: [] };
      return answered(gateway.lookUpCancellation({ ...(await call(name)), ...question }));
    },
    async reverse(approvalKey: string) {
      const named = await call(`undo-${approvalKey.slice(prefix.length + 1)}`);
      return answered(gateway.reverse({ ...named, ...about(approvalKey, null), amount: triedAmount }));
    },
    async release(token: string) {
      const stored = { tokenKey: cardKey, tokenAskedAt: askedAt, token, storedBy: "authenticate" } as const;
      return answered(keyIn.releaseToken({ ...(await call("release")), ...stored }));
    },
  };
}

/** A call that threw has an unknown outcome. */
async function answered<Value, Code extends ErrorCode>(
  answer: Promise<Found<Value, Code>>,
): Promise<Found<Value, Code>> {
  return answer.catch((error: unknown) => ({
    outcome: "unknown" as const,
    reason: error instanceof Error ? error.message : String(error),
  }));
}

function shown(won: number): string {
  return `${won.toLocaleString("en")} won`;
}

/** The answer as text, with the provider's code and message. */
function inWords(answer: Found<unknown, ErrorCode>): string {
  if (answer.outcome === "done" || answer.outcome === "not-found") return answer.outcome;
  const said = answer.provider === undefined ? "" : ` (provider: ${answer.provider.code} ${answer.provider.message})`;
  return `${answer.outcome}: ${answer.outcome === "refused" ? answer.code : answer.reason}${said}`;
}

const report = "report this line to the maintainers: the adapter misreads the provider";

/** Takes the value of a call that has to be done; any other answer ends the trial. */
function needed<Value>(check: string, answer: Found<Value, ErrorCode>, action = report): Value {
  if (answer.outcome === "done") return answer.value;
  throw new Ended(wrong(check, inWords(answer), action));
}

async function notThere({ find, keyOf }: Calls): Promise<Finding> {
  const check = "look-up of an unknown payment";
  const answer = await find(keyOf("none"));
  if (answer.outcome === "not-found") return well(check, "the gateway does not find it");
  // No call was about a real payment yet, so a refusal here means that our credentials are wrong.
  const isRefusal = answer.outcome !== "done" && answer.provider !== undefined;
  const action = isRefusal ? "check the keys, and whether the provider has to allow this machine's address" : report;
  throw new Ended(wrong(check, inWords(answer), action));
}

async function cardOf({ check }: Calls, found: (finding: Finding) => void): Promise<string> {
  const answer = await check();
  const card = needed("card check", answer, "check the card's data; a real card of your own is needed");
  const is = `${card.maskedNumber}, company ${card.issuerCode}`;
  const isUnknown = card.issuerCode === "00";
  found(
    isUnknown
      ? look("card check", is, "report to the maintainers: the company's code is in no table")
      : well("card check", is),
  );
  return card.token;
}

interface Paying {
  readonly calls: Calls;
  readonly token: string;
  /** The keys of approvals that may still have a charge. */
  readonly open: Set<string>;
  readonly found: (finding: Finding) => void;
}

async function payAndCancel({ calls, trial, token, open, found }: Paying & { readonly trial: GatewayTrial }) {
  const key = calls.keyOf("first");
  const approval = await paid({ calls, token, open }, "first");
  found(well("first approval", `${shown(triedAmount)}, approval number ${approval.approvalNumber}`));
  found(same("look-up by our key", await calls.find(key), { ...approval }));
  for (const [name, gateway] of trial.others) {
    const answer = await calls.find(key, gateway);
    const check = `look-up with the key ${name}`;
    const action = "this key is of another contract: bind that contract as a gateway of its own";
    found(answer.outcome === "done" ? well(check, "it knows the payment too") : wrong(check, inWords(answer), action));
  }
  const rest = { ...approval, remainingAmount: triedAmount - partAmount };
  await refund({ calls, found }, { name: "part", approval, amount: partAmount });
  found(same("remaining amount", await calls.find(key), rest));
  await refund({ calls, found }, { name: "rest", approval: rest, amount: rest.remainingAmount });
  open.delete(key);
}

/** A gateway may refund a whole payment by another call than a part of it. */
async function payAndCancelWhole({ calls, token, open, found }: Paying) {
  const key = calls.keyOf("second");
  const approval = await paid({ calls, token, open }, "second");
  await refund({ calls, found }, { name: "whole", approval, amount: triedAmount });
  open.delete(key);
}

/** Approves a payment, which stays in `open` until its refund is known. A refused one was never charged. */
async function paid({ calls, token, open }: Omit<Paying, "found">, name: string): Promise<Approval> {
  const key = calls.keyOf(name);
  open.add(key);
  const answer = await calls.approve(name, token);
  if (answer.outcome !== "refused") return needed(`${name} approval`, answer);
  open.delete(key);
  return needed(`${name} approval`, answer, "try another card, or ask its company why it refuses");
}

interface Refund {
  readonly name: string;
  readonly approval: Approval;
  readonly amount: number;
}

async function refund({ calls, found }: Pick<Paying, "calls" | "found">, { name, approval, amount }: Refund) {
  const canceled = needed(`cancellation of ${amount} won`, await calls.cancel(name, approval, amount));
  found(well(`cancellation of ${amount} won`, `done, ${canceled.reference ?? "without a reference"}`));
  const check = `look-up of that cancellation`;
  const answer = await calls.findCancel(name, approval, amount);
  if (answer.outcome !== "done") {
    const action = "report to the maintainers: the provider does not show our key in the reason of a cancellation";
    return found(wrong(check, inWords(answer), action));
  }
  const isSame = answer.value.reference === canceled.reference && answer.value.amount === amount;
  found(isSame ? well(check, "it is found by our key") : wrong(check, JSON.stringify(answer.value), report));
}

async function payAndReverse({ calls, token, open, found }: Paying) {
  const key = calls.keyOf("third");
  await paid({ calls, token, open }, "third");
  needed("net-cancel", await calls.reverse(key));
  const after = await calls.find(key);
  const isOver = after.outcome === "refused";
  found(isOver ? well("net-cancel", "done, and the look-up confirms it") : wrong("net-cancel", inWords(after), report));
  if (isOver) open.delete(key);
}

function same(check: string, answer: Found<Approval, ErrorCode>, expected: Approval): Finding {
  if (answer.outcome !== "done") return wrong(check, inWords(answer), report);
  const differing = (["reference", "amount", "remainingAmount", "approvalNumber", "approvedAt"] as const).filter(
    (field) => answer.value[field] !== expected[field],
  );
  if (differing.length === 0) return well(check, "it matches");
  const differences = differing.map((field) => `${field} ${answer.value[field]} instead of ${expected[field]}`);
  return wrong(check, differences.join(", "), report);
}

/** Refunds what a broken trial has charged, or may have. */
async function undone(calls: Calls, key: string): Promise<Finding> {
  const check = "refund";
  let last: Found<unknown, ErrorCode> = { outcome: "not-found" };
  for (let time = 0; time < mostTries; time += 1) {
    last = await calls.reverse(key);
    if (last.outcome === "done") return well(check, `the payment of order ${key} is undone`);
    const now = await calls.find(key);
    if (now.outcome === "refused") return well(check, `the payment of order ${key} is undone`);
    if (now.outcome === "done") {
      const { remainingAmount } = now.value;
      if (remainingAmount === 0) return well(check, `nothing is left of the payment of order ${key}`);
      last = await calls.cancel(`undo${time}`, now.value, remainingAmount);
      if (last.outcome === "done") return well(check, `${shown(remainingAmount)} of order ${key} were refunded`);
    }
  }
  const found = `${inWords(last)}: up to ${shown(triedAmount)} of order ${key} may still be charged`;
  return wrong(check, found, "look that order up in the provider's pages, and cancel it there");
}

async function released(calls: Calls, token: string): Promise<Finding> {
  const check = "card release";
  const first = await calls.release(token);
  if (first.outcome !== "done") return wrong(check, inWords(first), report);
  const again = await calls.release(token);
  return again.outcome === "not-found" ? well(check, "done, and it is gone") : look(check, inWords(again), report);
}
