import type { Clock, MethodChoice, TenantId } from "@wonflow/core";
import type { Random } from "../engine/random.ts";
import type { State, StatePart } from "../engine/state.ts";
import type { BuyersWindows } from "../ports/gateway-window.ts";

export interface ClientRequest {
  readonly name: string;
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly authorization: string;
  readonly origin?: string;
  readonly body?: object;
  readonly idempotencyKey?: string | undefined;
  /** How many lines of its header have the key, as of a retry layer that appends to those of its last try; 1 by default. */
  readonly keyLines?: number;
}

export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly text: string;
}

export async function sendToHandler(
  handler: (request: Request) => Promise<Response>,
  { method, path, authorization, origin, body, idempotencyKey, keyLines = 1 }: ClientRequest,
): Promise<Answer> {
  const headers = new Headers({ Authorization: authorization, "Content-Type": "application/json" });
  if (origin !== undefined) headers.set("Origin", origin);
  if (idempotencyKey !== undefined) {
    for (let line = 0; line < keyLines; line += 1) headers.append("Idempotency-Key", idempotencyKey);
  }
  const response = await handler(
    new Request(`https://pay.example${path}`, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    }),
  );
  const text = await response.text();
  return { status: response.status, body: text === "" ? {} : fieldsOf(JSON.parse(text)), text };
}

function fieldsOf(json: unknown): Readonly<Record<string, unknown>> {
  return typeof json === "object" && json !== null ? Object.fromEntries(Object.entries(json)) : {};
}

export function itemsOf({ body }: Answer): readonly Answer["body"][] | undefined {
  const items: unknown = body["items"];
  return Array.isArray(items) ? items.map((item: unknown) => fieldsOf(item)) : undefined;
}

export function codeOf({ status, body }: Answer): string | undefined {
  return status >= 400 && typeof body["code"] === "string" ? body["code"] : undefined;
}

export function textField({ body }: Answer, name: string): string {
  const value = body[name];
  return typeof value === "string" ? value : "";
}

export interface Merchant {
  readonly tenant: TenantId;
  /** Changes when the merchant rotates its keys. */
  authorization: string;
  readonly pageAuthorization: string;
  /** Of its contract; none in a run without windows. */
  readonly methods: readonly MethodChoice[];
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
  /** Of the gateways, as its buyer's browser sees them. */
  readonly windows: BuyersWindows;
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

export interface Command {
  readonly name: string;
  readonly run: (client: Client) => Promise<void>;
}

export type WeightedCommand = readonly [command: Command, weight: number];

export function sending(name: string, requestOf: (client: Client) => ClientRequest): Command {
  return { name, run: (client) => send(client, requestOf(client)) };
}

/** Does nothing where the client knows none. */
export function sendingAbout<Item>(
  name: string,
  known: Knowledge<Item[]>,
  requestOf: (client: Client, item: Item) => ClientRequest,
): Command {
  return {
    name,
    async run(client) {
      const item = pickKnown(client, client.order.known.of(known));
      if (item !== undefined) await send(client, requestOf(client, item));
    },
  };
}

function wait(name: string, mostMs: number): Command {
  return { name, run: ({ clock, random }) => clock.after(random.below(mostMs)).elapsed };
}

export const waits: readonly WeightedCommand[] = [
  [wait("wait", 5_000), 1],
  [wait("wait", 40_000), 1],
  [wait("wait-long", 240_000), 1],
];

export interface Workload {
  readonly purchase: readonly Command[];
  readonly commands: readonly WeightedCommand[];
}

export async function runWorkload(
  client: Client,
  { purchase, commands }: Workload,
  { onCommand, onPurchased }: { onCommand: (command: Command) => void; onPurchased: () => void },
): Promise<void> {
  const { random } = client;
  const choices = commands.flatMap(([command, weight]) => Array.from({ length: weight }, () => command));
  const run = async (command: Command) => {
    onCommand(command);
    await command.run(client);
  };
  const purchases = random.chance(0.75);
  for (const command of purchases ? purchase : []) {
    await run(command);
    if (random.chance(0.15)) await run(random.pick(choices));
  }
  onPurchased();
  const more = random.below(12);
  for (let count = 0; count < more; count += 1) await run(random.pick(choices));
}

export function merchantPath({ order }: Client, rest: string): string {
  const [mId] = order.merchant.tenant.split(":");
  return `/merchants/${mId}/${rest}`;
}

export function get({ order }: Client, name: string, path: string): ClientRequest {
  return { name, method: "GET", path, authorization: order.merchant.authorization };
}

export function merchantGet(client: Client, name: string, rest: string): ClientRequest {
  return get(client, name, merchantPath(client, rest));
}

interface MerchantPost extends Pick<ClientRequest, "name" | "path"> {
  readonly bodyWith: (mark: string) => object;
  /** Where it is left out, some clients send a new one and some send none. */
  readonly key?: string | undefined;
}

export function merchantPost(
  { order, random, newKey }: Client,
  { bodyWith, key, ...request }: MerchantPost,
): ClientRequest {
  const idempotencyKey = key ?? (random.chance(0.6) ? newKey() : undefined);
  // The mark makes its effects recognizable.
  const body = bodyWith(idempotencyKey === undefined ? "" : ` (${idempotencyKey})`);
  const { authorization } = order.merchant;
  return { ...request, method: "POST", authorization, body, idempotencyKey };
}

export function keyOfMark(text: string): string | undefined {
  return / \(([^()]+)\)$/.exec(text)?.[1];
}
