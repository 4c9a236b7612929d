import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { isSuccess, type Answer } from "../acknowledged.ts";
import type { Chance } from "../chance.ts";

/** The parts of an answer that a model knows. */
export interface Reply {
  /** Such as `DONE 0`, or the code of a refusal. */
  readonly says: string;
  readonly isRefusal?: boolean;
  /** The payment in the answer. */
  readonly intentKey?: string | undefined;
}

/** A call as its client saw it. Times are milliseconds of one clock, that of this process. */
export interface RecordedCall<Request> {
  readonly number: number;
  readonly client: string;
  readonly request: Request;
  readonly begin: number;
  /** `Infinity` if the outcome is unknown: no answer, or an answer that leaves it open. */
  readonly end: number;
  readonly reply: Reply | undefined;
}

/** Where calls go, and what all recordings of a round share. */
export interface Place {
  /** A URL to which a request may be sent now; undefined while no process accepts requests. */
  readonly anyUrl: (chance: Chance) => string | undefined;
  readonly counts: { calls: number; repeats: number };
  /** The pause of a client after a call with an unknown outcome; many such calls make a history hard to check. */
  readonly restMs: number;
  /** Answers that report a malformed request or an internal error, which none of our requests may cause. */
  readonly surprises: string[];
}

export interface Sending {
  readonly path: string;
  /** Sent by POST; a request without one is a GET. */
  readonly body?: object;
  readonly authorization: string;
  /** Whether it may be sent again without a second effect; with a key if the path accepts one. */
  readonly isSafe: boolean;
  readonly hasKey?: boolean;
  readonly read: (text: string) => Reply;
  /** Refusals that may be the outcome of the first sending, which a later one receives as its answer. */
  readonly isOutcome?: (code: string) => boolean;
}

interface Asking<Request> {
  readonly client: string;
  readonly chance: Chance;
  readonly request: Request;
  readonly sending: Sending;
}

interface Received {
  readonly number: number;
  readonly reply: Reply;
  readonly text: string;
}

const patienceMs = 6_000;

const tries = 5;

const errorSchema = z.object({ code: z.string() });

/** The calls of one order, or of one merchant, as their clients saw them. */
export class Recording<Request> {
  readonly name: string;
  readonly calls: RecordedCall<Request>[] = [];
  readonly #place: Place;
  #numbers = 0;
  #keys = 0;

  constructor(name: string, place: Place) {
    this.name = name;
    this.#place = place;
  }

  /** Calls, repeats under the same key while the answer is unknown, and records the call; undefined if it stays unknown. */
  async ask({ client, chance, request, sending }: Asking<Request>): Promise<Received | undefined> {
    const { counts } = this.#place;
    this.#keys += 1;
    const key = `${this.name}-${client}-${this.#keys}`;
    const isRead = sending.body === undefined;
    let unknownSince: number | undefined;
    const record = (begin: number, end: number, reply: Reply | undefined) => {
      this.#numbers += 1;
      this.calls.push({ number: this.#numbers, client, request, begin, end, reply });
      return this.#numbers;
    };
    counts.calls += 1;
    for (let tried = 1; tried <= tries; tried += 1) {
      const url = await this.#someUrl(chance);
      if (tried > 1) counts.repeats += 1;
      const begin = performance.now();
      const answer = url === undefined ? undefined : await this.#fetch(`${url}${sending.path}`, sending, key);
      const end = performance.now();
      const code = answer === undefined ? undefined : codeOf(answer);
      if (answer === undefined || isUnknown(answer, code)) {
        // A read whose answer was lost shows nothing.
        if (!isRead) unknownSince ??= begin;
        if (!sending.isSafe || chance.of(0.2)) break;
        await pause(chance.between(10, 120));
        continue;
      }
      const reply: Reply =
        code === undefined ? sending.read(answer.text) : { says: refusalOf(code, answer.text), isRefusal: true };
      const isOutcome = code === undefined || sending.isOutcome?.(code) === true;
      if (unknownSince !== undefined && !isOutcome) {
        // An earlier sending may still be in flight, so this refusal answers only the last one.
        record(unknownSince, Infinity, undefined);
        unknownSince = undefined;
      }
      // Such a request changed nothing and its answer does not depend on the state.
      if (code === "CONCURRENT_REQUEST") return undefined;
      return { number: record(unknownSince ?? begin, end, reply), reply, text: answer.text };
    }
    if (unknownSince !== undefined) record(unknownSince, Infinity, undefined);
    await pause(chance.between(0, this.#place.restMs));
    return undefined;
  }

  async #someUrl(chance: Chance): Promise<string | undefined> {
    for (let waited = 0; waited < patienceMs; waited += 20) {
      const url = this.#place.anyUrl(chance);
      if (url !== undefined) return url;
      await pause(20);
    }
    return undefined;
  }

  async #fetch(url: string, { body, authorization, hasKey }: Sending, key: string): Promise<Answer | undefined> {
    const headers = {
      authorization,
      "content-type": "application/json",
      ...(hasKey === true && { "idempotency-key": key }),
    };
    const sent = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    try {
      const response = await fetch(url, { ...sent, headers, signal: AbortSignal.timeout(patienceMs) });
      const answer = { status: response.status, text: await response.text() };
      if (/"(?:INVALID_REQUEST|FAILED_(?:PAYMENT_)?INTERNAL_SYSTEM_PROCESSING)"/.test(answer.text)) {
        this.#place.surprises.push(`${new URL(url).pathname} was answered ${answer.status} ${answer.text}`);
      }
      return answer;
    } catch {
      return undefined;
    }
  }
}

function codeOf(answer: Answer): string | undefined {
  if (isSuccess(answer)) return undefined;
  const parsed = errorSchema.safeParse(JSON.parse(answer.text));
  return parsed.success ? parsed.data.code : `status ${answer.status}`;
}

/** After a 5xx the request may have been carried out. */
function isUnknown({ status }: Answer, code: string | undefined): boolean {
  return status >= 500 || code === "IDEMPOTENT_REQUEST_PROCESSING";
}

/** The refusal of a batch, with the balance that it contains. */
function refusalOf(code: string, text: string): string {
  const [, available] = /and (-?\d+) won are available/.exec(text) ?? [];
  return available === undefined ? code : `${code}, ${available} available`;
}
