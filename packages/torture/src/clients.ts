import { setTimeout as pause } from "node:timers/promises";
import type { z } from "zod";
import { isSuccess, note, type Acknowledged, type Answer, type KeyedRequest } from "./acknowledged.ts";
import type { Chance } from "./chance.ts";
import type { Cards, Prepared, Shop } from "./prepared.ts";

export interface Market {
  readonly shops: Prepared["shops"];
  readonly cards: Cards;
  /** What clients do, chosen at random. */
  readonly habits: readonly [Habit, ...Habit[]];
  /** The share of the unpaid checkouts that buyers leave open, so that they expire. */
  readonly leavesOpen: number;
  /** What bookkeepers read. */
  readonly settled?: Pick<Prepared, "ordersOf" | "firstDay">;
  readonly acknowledged: Acknowledged;
  /** A random URL to which a request may be sent now; undefined while no process accepts requests. */
  readonly anyUrl: (chance: Chance) => string | undefined;
  readonly isOver: () => boolean;
}

export type Habit = (client: Client) => Promise<void>;

/** Runs one client after the other until the round is over. */
export async function keepBusy(market: Market, chance: Chance, name: string): Promise<void> {
  for (let n = 0; !market.isOver(); n += 1) {
    await pause(chance.between(0, thinkMs));
    const client = new Client(market, chance, `${name}-${n}`);
    await chance.pick(market.habits)(client);
  }
}

const thinkMs = 60;

const tries = 6;

const patienceMs = 20_000;

/** Sends requests in the place of merchants and buyers. */
export class Client {
  readonly market: Market;
  readonly chance: Chance;
  readonly name: string;
  readonly shop: Shop;
  #sent = 0;

  constructor(market: Market, chance: Chance, name: string) {
    this.market = market;
    this.chance = chance;
    this.name = name;
    this.shop = chance.pick(market.shops);
  }

  get acknowledged(): Acknowledged {
    return this.market.acknowledged;
  }

  get #basic(): string {
    return `Basic ${btoa(`${this.shop.secretKey}:`)}`;
  }

  /** Sends a request under a key until it has a final answer; undefined if that stays unknown. */
  async send(path: string, body: object): Promise<Answer | undefined> {
    this.#sent += 1;
    const key = `${this.name}-${this.#sent}`;
    const request: KeyedRequest = { path, key, body, authorization: this.#basic };
    this.acknowledged.requests.set(request, undefined);
    const answer = await this.#again(() => this.#once(request));
    if (answer !== undefined && isSuccess(answer) && this.chance.of(0.15)) await this.#once(request);
    // A refusal is not stored: a later repeat of the request may be carried out.
    if (answer !== undefined && !isSuccess(answer)) this.acknowledged.requests.delete(request);
    return answer;
  }

  /** Sends a request without a key. */
  ask(path: string, options: Omit<Partial<Asked>, "key"> = {}) {
    return this.#again(() => this.#fetch(path, { authorization: this.#basic, ...options }));
  }

  async #once(request: KeyedRequest): Promise<Answer | undefined> {
    const answer = await this.#fetch(request.path, request);
    if (answer !== undefined) note(this.acknowledged, request, answer);
    return answer;
  }

  /** Opens a page at any process, or posts a form, as a browser does; follows no redirect. */
  browse(path: string, { form, host }: Browsed = {}): Promise<Page | undefined> {
    const sent = form === undefined ? {} : { method: "POST", body: new URLSearchParams(form) };
    return this.#again(async () => {
      const page = await this.#reach(path, { ...sent, redirect: "manual" }, host);
      // No refusal of a page has this status.
      if (page?.status === 500) this.acknowledged.contradictions.push(`${path} was answered by a page with status 500`);
      return page;
    });
  }

  async #again<Each extends Answer>(once: () => Promise<Each | undefined>): Promise<Each | undefined> {
    for (let tried = 1; ; tried += 1) {
      const answer = await once();
      const isUnknown = answer === undefined || answer.status === 503 || answer.status === 409;
      if (!isUnknown) return answer.status >= 500 ? undefined : answer;
      if (tried === tries || this.market.isOver()) return undefined;
      await pause(this.chance.between(20, 200));
    }
  }

  #fetch(path: string, { method, body, key, authorization }: Asked): Promise<Page | undefined> {
    const headers = {
      authorization,
      "content-type": "application/json",
      ...(key !== undefined && { "idempotency-key": key }),
    };
    const sent = body === undefined ? { method: method ?? "GET" } : { method: "POST", body: JSON.stringify(body) };
    return this.#reach(path, { ...sent, headers });
  }

  async #reach(path: string, sent: RequestInit, host?: string): Promise<Page | undefined> {
    const { counts } = this.acknowledged;
    const url = this.market.anyUrl(this.chance);
    if (url === undefined) return undefined;
    const address = new URL(path, url);
    if (host !== undefined) address.hostname = host;
    counts.requests += 1;
    try {
      const response = await fetch(address, { ...sent, signal: AbortSignal.timeout(patienceMs) });
      const answer = {
        status: response.status,
        text: await response.text(),
        location: response.headers.get("location"),
      };
      if (isWrong(answer))
        this.acknowledged.contradictions.push(`${path} was answered ${answer.status} ${answer.text}`);
      if (isSuccess(answer)) counts.acknowledged += 1;
      else if (answer.status === 503) counts.unavailable += 1;
      return answer;
    } catch {
      counts.unknown += 1;
      return undefined;
    }
  }
}

/** An answer as a browser sees it. */
export interface Page extends Answer {
  /** Where a redirect leads. */
  readonly location: string | null;
}

interface Browsed {
  readonly form?: Readonly<Record<string, string>>;
  /** Another name of the process' host. */
  readonly host?: string;
}

interface Asked {
  /** GET, or POST with a body, if left out. */
  readonly method?: "DELETE";
  readonly body?: object;
  readonly key?: string;
  readonly authorization: string;
}

/** Whether the answer reports a malformed request or an internal error, which none of our requests may cause. */
function isWrong({ text }: Answer): boolean {
  return /"(?:INVALID_REQUEST|FAILED_(?:PAYMENT_)?INTERNAL_SYSTEM_PROCESSING)"/.test(text);
}

/** What a successful answer contains; undefined for any other one. */
export function bodyOf<T>(answer: Answer | undefined, schema: z.ZodType<T>): T | undefined {
  return answer !== undefined && isSuccess(answer) ? schema.parse(JSON.parse(answer.text)) : undefined;
}
