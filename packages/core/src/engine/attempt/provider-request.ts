import type { z } from "zod";

import { decideAndKeep } from "../commit/commit.ts";
import type { IndexedKind, RecordRef } from "../commit/record.ts";
import type { Changes, Read, Written } from "../commit/snapshot.ts";
import type { Context } from "../../context.ts";
import type { ErrorCode } from "../../errors.ts";
import { prepareIdempotency, type IdempotentRequest, type RequestOptions } from "../idempotency/idempotency.ts";
import { replay } from "../idempotency/replay.ts";
import { ok, refuse, type Ok, type Refused, type Result } from "../../result.ts";
import type { Tenant } from "../tenant/tenant.ts";
import type { CallTime } from "./attempt.ts";
import { answerNow, isBusy, type AnsweringAttempt, type NextStep } from "./next-step.ts";
import { failureOnDemand } from "./test-code.ts";

export interface RequestTime extends CallTime {
  readonly request: IdempotentRequest | undefined;
}

interface StepDecision<Step, Code extends ErrorCode> {
  readonly answer: Ok<Step> | Refused<Code>;
  readonly changes?: Changes;
}

export interface ProviderRequest<
  Loaded,
  Value,
  Call,
  Made extends AnsweringAttempt<Value, ErrorCode>,
  Code extends ErrorCode,
  Unknown extends Result<Value>,
> {
  /** The operation's name and its input, without secrets: the idempotency key stands for them. */
  readonly what: readonly [operation: string, input: unknown];
  readonly options: RequestOptions;
  /** Refuses before the decision, such as in a mode without a provider. */
  readonly refusal?: Refused<Code> | undefined;
  readonly lane: string;
  /** Read together with the idempotency key; `load` repeats them at no cost. */
  readonly first: readonly (RecordRef<unknown> | undefined)[];
  readonly load: (read: Read) => Promise<Loaded>;
  readonly decide: (loaded: Loaded, at: RequestTime) => StepDecision<NextStep<Value, Call>, Code>;
  /** The attempts that hold the answer, and the schema of an answer that was remembered without one. */
  readonly record: IndexedKind<Made>;
  readonly schema: z.ZodType<Value>;
  /**
   * Calls the provider and concludes; undefined where the outcome could not be committed. `written` are the decision's
   * records.
   */
  readonly call: (call: Call, written: Written | undefined) => Promise<Made | undefined>;
  readonly findOut: (key: string) => Promise<Made | undefined>;
  /** The answer while the attempt has no outcome: look up, don't repeat. */
  readonly unknown: (attempt: Made | undefined) => Unknown | Promise<Unknown>;
}

/**
 * Carries out a request that calls a provider: the failure that a test asks for, or else the decision, the call, and
 * the answer from the attempt.
 */
export async function requestProvider<
  Loaded,
  Value,
  Call,
  Made extends AnsweringAttempt<Value, ErrorCode>,
  Code extends ErrorCode,
  Unknown extends Result<Value>,
>(context: Context, tenant: Tenant, how: ProviderRequest<Loaded, Value, Call, Made, Code, Unknown>) {
  return failureOnDemand(tenant, how.options) ?? requestWithoutTestCode(context, tenant, how);
}

/** The same for a request that takes no test code. */
export async function requestWithoutTestCode<
  Loaded,
  Value,
  Call,
  Made extends AnsweringAttempt<Value, ErrorCode>,
  Code extends ErrorCode,
  Unknown extends Result<Value>,
>(
  context: Context,
  tenant: Tenant,
  how: ProviderRequest<Loaded, Value, Call, Made, Code, Unknown>,
): Promise<Ok<Value> | NonNullable<Made["answer"]> | Refused<Code | RequestCode> | Unknown> {
  const prepared = await prepareIdempotency(context, how.what, how.options);
  if (!prepared.ok) return prepared;
  if (how.refusal !== undefined) return how.refusal;
  const request = prepared.value;
  const { requestDeadlineMs } = context.settings;
  const { answer: step, written } = await decideAndKeep(context, {
    tenant,
    lane: how.lane,
    async load(read) {
      const [record] = await read(request?.ref, ...how.first);
      const earlier = replay(request, record);
      if (earlier === undefined) return { loaded: await how.load(read) } as const;
      if (!("attempt" in earlier)) return { earlier } as const;
      const [attempt] = await read(how.record.ref(earlier.attempt));
      if (attempt === undefined) throw new Error(`attempt ${earlier.attempt} is remembered, and has no record`);
      return { attempt } as const;
    },
    decide(found, now): StepDecision<NextStep<Value, Call> | Repeated<Made>, Code | RepeatCode> {
      if ("loaded" in found) return how.decide(found.loaded, { now, deadline: now + requestDeadlineMs, request });
      if ("attempt" in found) {
        const { attempt } = found;
        return {
          answer: isBusy(attempt, now) ? refuse("IDEMPOTENT_REQUEST_PROCESSING") : ok({ next: "repeat", attempt }),
        };
      }
      const { earlier } = found;
      return { answer: "ok" in earlier ? earlier : answerNow(how.schema.parse(JSON.parse(earlier.answer))) };
    },
  });
  if (!step.ok) return step;
  const then = step.value;
  if (then.next === "answer") return ok(then.value);
  if (then.next === "repeat" && then.attempt.answer !== null) return then.attempt.answer;
  const attempt = await (then.next === "call"
    ? how.call(then.call, written)
    : how.findOut(then.next === "repeat" ? then.attempt.key : then.key));
  return attempt?.answer ?? how.unknown(attempt);
}

type RequestCode = RepeatCode | "INVALID_IDEMPOTENCY_KEY" | "CONCURRENT_REQUEST";

type RepeatCode = "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENT_REQUEST_PROCESSING";

/** An earlier request with the same idempotency key: its attempt holds the answer, or will. */
interface Repeated<Made> {
  readonly next: "repeat";
  readonly attempt: Made;
}
