import type { Clock, TenantId } from "@wonflow/core";
import type { Random } from "../engine/random.ts";
import type { State, StatePart } from "../engine/state.ts";
import { codeOf, type Answer, type ClientRequest } from "./request.ts";

/** A merchant that the service knows. */
export interface Merchant {
  readonly tenant: TenantId;
  /** The Authorization header of its secret key; another one once its keys are exchanged. */
  authorization: string;
  /** The Authorization header of its client key, which its pages show. */
  readonly pageAuthorization: string;
}

/** An order of a merchant. Several clients may be about the same one, and share what they know of it. */
export interface Order {
  readonly merchant: Merchant;
  readonly orderId: string;
  readonly amount: number;
  readonly known: State;
}

/** Something that the clients of an order know, from what they sent and from the answers that they got. */
export interface Knowledge<Value> extends StatePart<Value> {
  onSend?(value: Value, request: ClientRequest): void;
  onSuccess?(value: Value, answer: Answer, request: ClientRequest): void;
}

export interface Client {
  readonly name: string;
  readonly order: Order;
  readonly random: Random;
  readonly clock: Clock;
  /** How often it gives identity data of the payer, as a share of its checkouts. */
  readonly identified: number;
  readonly timeoutMs: number;
  /** Lets this many milliseconds pass without a step: a night, or some days. */
  readonly letTimePass: (ms: number) => void;
  /** Sends a request once. Rejects when the connection breaks. */
  readonly send: (request: ClientRequest) => Promise<Answer>;
  /** A name that was never given before. */
  readonly newKey: () => string;
  /** All that clients can know. */
  readonly knowledge: readonly Knowledge<unknown>[];
}

/** Sends a request and waits for its answer as long as this client does. */
async function sendOnce(client: Client, request: ClientRequest): Promise<Answer | "timed-out" | "broken"> {
  const timer = client.clock.after(client.timeoutMs);
  const timedOut = timer.elapsed.then(() => "timed-out" as const);
  const answered = client.send(request).catch(() => "broken" as const);
  const answer = await Promise.race([answered, timedOut]);
  timer.cancel();
  return answer;
}

/** Whether the name or day is taken for good: asking again does not help. */
function isTaken(answer: Answer): boolean {
  const code = codeOf(answer) ?? "";
  return ["DUPLICATE_REF_PAYOUT_ID", "PAYOUT_PROVIDER_SLOT_CONFLICT", "ALREADY_EXIST_SELLER"].includes(code);
}

/** Sends a request as clients do: again where no answer came, or one that says that it may help. */
async function sendWithRetries(client: Client, request: ClientRequest): Promise<Answer | undefined> {
  const { random, clock } = client;
  for (let attempt = 1; ; attempt += 1) {
    const answer = await sendOnce(client, request);
    const unclear = answer === "timed-out" || answer === "broken" || answer.status >= 500 || answer.status === 409;
    if (!unclear || (typeof answer === "object" && isTaken(answer))) return answer;
    if (attempt === 4 || random.chance(0.2)) return undefined;
    await clock.after(random.below(2000 * 2 ** attempt)).elapsed;
  }
}

/** Sends a request, or two of the same at once, or the same again later; and learns from every answer. */
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

/** One of the things that a client knows: mostly the newest, sometimes an old one. */
export function pickKnown<Item>({ random }: Client, items: readonly Item[]): Item | undefined {
  return items.length === 0 ? undefined : random.chance(0.75) ? items.at(-1) : random.pick(items);
}
