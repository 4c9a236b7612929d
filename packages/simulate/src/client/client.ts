import type { Clock, TenantId } from "@wonflow/core";
import type { Random } from "../engine/random.ts";
import type { State, StatePart } from "../engine/state.ts";
import { codeOf, type Answer, type ClientRequest } from "./request.ts";

export interface Merchant {
  readonly tenant: TenantId;
  /** Changes when the merchant rotates its keys. */
  authorization: string;
  readonly pageAuthorization: string;
}

/** Several clients may share an order, and what they know of it. */
export interface Order {
  readonly merchant: Merchant;
  readonly orderId: string;
  readonly amount: number;
  readonly known: State;
}

export interface Knowledge<Value> extends StatePart<Value> {
  onSend?(value: Value, request: ClientRequest): void;
  onSuccess?(value: Value, answer: Answer, request: ClientRequest): void;
}

export interface Client {
  readonly name: string;
  readonly order: Order;
  readonly random: Random;
  readonly clock: Clock;
  /** The share of checkouts that carry the payer's identity data. */
  readonly identified: number;
  readonly timeoutMs: number;
  /** Whether its retry layer appends the idempotency key to the headers of the last try, and repeats the header line. */
  readonly appendsKey: boolean;
  /** Without a step: the service does nothing in that time. */
  readonly letTimePass: (ms: number) => void;
  readonly send: (request: ClientRequest) => Promise<Answer>;
  readonly newKey: () => string;
  readonly knowledge: readonly Knowledge<unknown>[];
}

async function sendOnce(client: Client, request: ClientRequest): Promise<Answer | "timed-out" | "broken"> {
  const timer = client.clock.after(client.timeoutMs);
  const timedOut = timer.elapsed.then(() => "timed-out" as const);
  const answered = client.send(request).catch(() => "broken" as const);
  const answer = await Promise.race([answered, timedOut]);
  timer.cancel();
  return answer;
}

/** The name or day stays taken, so a retry can't succeed. */
function isTaken(answer: Answer): boolean {
  const code = codeOf(answer) ?? "";
  return ["DUPLICATE_REF_PAYOUT_ID", "PAYOUT_PROVIDER_SLOT_CONFLICT", "ALREADY_EXIST_SELLER"].includes(code);
}

async function sendWithRetries(client: Client, request: ClientRequest): Promise<Answer | undefined> {
  const { random, clock } = client;
  for (let attempt = 1; ; attempt += 1) {
    const answer = await sendOnce(client, client.appendsKey ? { ...request, keyLines: attempt } : request);
    const unclear = answer === "timed-out" || answer === "broken" || answer.status >= 500 || answer.status === 409;
    if (!unclear || (typeof answer === "object" && isTaken(answer))) return answer;
    if (attempt === 4 || random.chance(0.2)) return undefined;
    await clock.after(random.below(2000 * 2 ** attempt)).elapsed;
  }
}

export async function send(client: Client, request: ClientRequest): Promise<void> {
  const { random, clock, order, knowledge } = client;
  for (const part of knowledge) part.onSend?.(order.known.of(part), request);
  const once = async () => {
    const answer = await sendWithRetries(client, request);
    if (answer === undefined || answer.status >= 300) return;
    for (const part of knowledge) part.onSuccess?.(order.known.of(part), answer, request);
  };
  if (random.chance(0.15)) {
    await Promise.all([once(), once()]);
    return;
  }
  await once();
  if (!random.chance(0.15)) return;
  await clock.after(random.below(20_000)).elapsed;
  await once();
}

export function pickKnown<Item>({ random }: Client, items: readonly Item[]): Item | undefined {
  return items.length === 0 ? undefined : random.chance(0.75) ? items.at(-1) : random.pick(items);
}
