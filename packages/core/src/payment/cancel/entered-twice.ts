import { pageSize, pagesOf } from "../../engine/commit/list-page.ts";
import { loadOnce } from "../../engine/commit/commit.ts";
import type { Context } from "../../context.ts";
import { dayInSeoul } from "../../engine/time/seoul-time.ts";
import type { Tenant } from "../../engine/tenant/tenant.ts";
import { cancellationRecord, type CancellationAttempt } from "./cancellation-attempt.ts";
import { repeatedFacts, type GivenBackFact } from "./given-back.ts";
import { cancellationKeys } from "../intent/attempt-keys.ts";
import { intentList, intentRecord, type Intent } from "../intent/intent.ts";

/** A refund or chargeback that the gateway apparently made once and that is booked more than once. */
export interface EnteredTwice extends Pick<GivenBackFact, "approvalKey" | "amount"> {
  readonly intentKey: string;
  readonly orderId: string;
  /** Under which it is booked: one, or both. */
  readonly outcomes: readonly GivenBackFact["outcome"][];
  /** In Seoul, `YYYY-MM-DD`. */
  readonly day: string;
  /** When it took effect by each of the bookings, in milliseconds since 1970. */
  readonly times: readonly number[];
}

export async function enteredTwice(context: Context, tenant: Tenant): Promise<readonly EnteredTwice[]> {
  const all: EnteredTwice[] = [];
  for await (const intents of pagesOf(context, tenant, { list: intentList, kind: intentRecord })) {
    const several = intents.filter(({ cancellations }) => cancellations > 1);
    const ofIntents = Map.groupBy(await allCancellations(context, tenant, several), ({ intentKey }) => intentKey);
    all.push(...several.flatMap((intent) => enteredTwiceOf(intent, ofIntents.get(intent.intentKey) ?? [])));
  }
  return all;
}

export function enteredTwiceOf(
  { intentKey, orderId }: Intent,
  cancellations: readonly CancellationAttempt[],
): readonly EnteredTwice[] {
  return repeatedFacts(cancellations).flatMap((facts) => {
    const [first] = facts;
    if (first === undefined) return [];
    const { approvalKey, amount, at } = first;
    const outcomes = [...new Set(facts.map(({ outcome }) => outcome))];
    const what = { intentKey, orderId, approvalKey, outcomes, amount, day: dayInSeoul(at) };
    return [{ ...what, times: facts.map((fact) => fact.at) }];
  });
}

/** Cancellations are not in a list: the payment numbers them. */
export async function allCancellations(
  context: Context,
  tenant: Tenant,
  intents: readonly Intent[],
): Promise<readonly CancellationAttempt[]> {
  const refs = intents.flatMap((intent) => cancellationKeys(intent).map((key) => cancellationRecord.ref(key)));
  const all: CancellationAttempt[] = [];
  for (let first = 0; first < refs.length; first += pageSize) {
    const found = await loadOnce(context, tenant, (read) => read(...refs.slice(first, first + pageSize)));
    all.push(...found.filter((each) => each !== undefined));
  }
  return all;
}
