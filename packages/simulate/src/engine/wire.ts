import type { Fault, FaultKind, FaultPlan } from "./faults.ts";
import type { Owner, Scheduler } from "./scheduler.ts";
import type { Trace } from "./trace.ts";
import type { Clock } from "@wonflow/core";

/** The caller cannot know whether its call took effect. */
export class Unreachable extends Error {
  override readonly name = "Unreachable";
}

export interface Caller extends Owner {
  stop(): void;
  sleep(ms: number): void;
}

export interface Call<Answer> {
  /** Port and method: `store.commit`. */
  readonly name: string;
  readonly possible: readonly FaultKind[];
  readonly effect: () => Promise<Answer>;
  readonly requestText: () => string;
  readonly answerText?: (answer: Answer) => string;
  /** For `mismatch`. */
  readonly distort?: (answer: Answer, side: 0 | 1, now: number) => Answer;
  /** For `lie`: the call never arrived. */
  readonly lie?: (side: 0 | 1, now: number) => Answer;
  /** For `refused`, in place of `effect`. */
  readonly refuse?: (side: 0 | 1) => Promise<Answer>;
  /** For `sleep`: whether the answer gives the caller something to do. */
  readonly isSomething?: (answer: Answer) => boolean;
  readonly conflict?: () => Answer;
  /**
   * For a call that may take effect after its caller has stopped waiting: the latest time of its arrival, milliseconds
   * since 1970.
   */
  readonly arrivesBy?: number;
  /** It takes effect and is answered in one step. For calls that change nothing: it makes no difference there. */
  readonly quick?: boolean;
}

interface WireOptions {
  readonly scheduler: Scheduler;
  readonly faults: FaultPlan;
  readonly trace: Trace;
  readonly latestMs: number;
  readonly longestSleepMs: number;
  readonly onFault?: (fault: Fault, call: Call<unknown>, caller: Caller) => void;
}

export type Wire = ReturnType<typeof createWire>;

export function createWire({ scheduler, faults, trace, onFault, ...longest }: WireOptions) {
  const counts = new Map<string, number>();
  let lastArrivalAt = 0;
  const onLate = (ms: number) => (lastArrivalAt = Math.max(lastArrivalAt, scheduler.now() + ms));

  function placeOf(caller: Caller, name: string): string {
    const counted = `${caller.name}.${name}`;
    const count = (counts.get(counted) ?? 0) + 1;
    counts.set(counted, count);
    return `${counted}#${count}`;
  }

  return {
    /** Never settles where the caller stops before. */
    send<Answer>(caller: Caller, call: Call<Answer>): Promise<Answer> {
      if (caller.stopped) return new Promise(() => undefined);
      const place = placeOf(caller, call.name);
      const fault = faults.at(place, call.possible);
      const number = place.slice(place.indexOf("#"));
      const mark = fault === undefined ? "" : `   !! ${fault.kind}: ${descriptions[fault.kind][fault.side]} (${place})`;
      trace.note(caller.name, () => `→ ${call.name}${number} ${call.requestText()}${mark}`);
      if (fault !== undefined) onFault?.(fault, call as Call<unknown>, caller);
      return new Promise((resolve, reject) => {
        const one = { caller, call, place, number, resolve, reject, scheduler, trace };
        if (fault === undefined) deliver(one, call.quick === true ? { quick: true } : {});
        else deliverWithFault(one, fault, { ...longest, onLate });
      });
    },
    /** When the last of all calls that are late arrives, milliseconds since 1970. */
    lastArrivalAt: () => lastArrivalAt,
  };
}

const descriptions: Readonly<Record<FaultKind, readonly [string, string]>> = {
  "fail-before": ["it breaks before it arrives", "it breaks before it arrives"],
  "fail-after": ["its answer will be lost", "its answer will be lost, and it may be in flight for long"],
  late: ["it will arrive late", "its answer will come late"],
  twice: ["it will arrive twice", "it will arrive twice, the second answer counts"],
  mismatch: ["its answer will not match", "its answer will not match"],
  lie: ["it never arrives, its answer will not match", "it never arrives, its answer will not match"],
  refused: ["it will be refused", "it will be refused"],
  sleep: ["the process pauses with its answer", "the process pauses with its answer"],
  outage: ["an outage begins", "an outage begins"],
  conflict: ["a false conflict", "a false conflict"],
  stop: ["the process stops before it", "the process stops after it"],
  jump: ["the clock jumps", "the clock jumps"],
  pause: ["the process pauses", "the process pauses"],
};

interface Sent<Answer> {
  readonly caller: Caller;
  readonly call: Call<Answer>;
  readonly place: string;
  readonly number: string;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
  readonly scheduler: Scheduler;
  readonly trace: Trace;
}

interface Delivery<Answer> {
  readonly quick?: boolean;
  readonly arrivesAfterMs?: number;
  readonly answeredAfterMs?: number;
  readonly silent?: boolean;
  /** The caller receives a broken connection instead of the answer. */
  readonly lost?: boolean;
  readonly distort?: ((answer: Answer) => Answer) | undefined;
  readonly effect?: (() => Promise<Answer>) | undefined;
  readonly afterwards?: () => void;
}

function deliver<Answer>(sent: Sent<Answer>, how: Delivery<Answer>): void {
  const { caller, call, place, scheduler } = sent;
  const settle = (goOn: () => void) => {
    if (how.silent === true) return;
    if (how.quick === true) goOn();
    else scheduler.add({ name: `${place} answered`, owner: caller, delayMs: how.answeredAfterMs, run: goOn });
  };
  // A quick call is its caller's own step; any other is on its own from here on.
  const owner = how.quick === true ? caller : undefined;
  scheduler.add({ name: `${place} arrives`, owner, delayMs: how.arrivesAfterMs, run: arrive });

  function arrive(): void {
    if (how.quick !== true) note(sent, "·", "arrives");
    (how.effect ?? call.effect)().then(
      (answer) => {
        if (caller.stopped) note(sent, "✗", `${call.name} ${call.answerText?.(answer) ?? ""}: its caller has stopped`);
        settle(() => {
          if (how.lost === true) return breakOff(sent);
          answerWith(sent, how.distort?.(answer) ?? answer);
          if (call.isSomething?.(answer) !== false) how.afterwards?.();
        });
      },
      (error: unknown) => settle(() => (how.lost === true ? breakOff(sent) : failWith(sent, error))),
    );
  }
}

interface Longest extends Pick<WireOptions, "latestMs" | "longestSleepMs"> {
  readonly onLate: (ms: number) => void;
}

function deliverWithFault<Answer>(sent: Sent<Answer>, { kind, side, extent }: Fault, longest: Longest): void {
  const { caller, call, place, scheduler } = sent;
  const later = (run: () => void) => scheduler.add({ name: `${place} ${kind}`, owner: caller, run });
  // Mostly a little late, sometimes very.
  const lateMs = Math.ceil(extent * extent * longest.latestMs);
  const isLong = call.arrivesBy !== undefined;
  const arrivalMs = isLong ? Math.ceil(extent * ((call.arrivesBy ?? 0) - scheduler.now())) : lateMs;
  const arrivingLate = () => {
    longest.onLate(arrivalMs);
    return { arrivesAfterMs: arrivalMs };
  };
  switch (kind) {
    case "fail-before":
    case "outage":
      return later(() => breakOff(sent));
    case "fail-after":
      if (!isLong || side === 0) return deliver(sent, { lost: true });
      deliver(sent, { silent: true, ...arrivingLate() });
      return later(() => breakOff(sent));
    case "late":
      return deliver(sent, side === 0 ? arrivingLate() : { answeredAfterMs: lateMs });
    case "twice":
      deliver(sent, { silent: side === 1 });
      return deliver(sent, { silent: side === 0, ...arrivingLate() });
    case "mismatch":
      return deliver(sent, { distort: (answer) => call.distort?.(answer, side, sent.scheduler.now()) ?? answer });
    case "lie":
      return later(() => (call.lie ? answerWith(sent, call.lie(side, scheduler.now())) : breakOff(sent)));
    case "refused":
      return deliver(sent, { effect: call.refuse && (() => call.refuse?.(side) ?? call.effect()) });
    case "sleep":
      return deliver(sent, { afterwards: () => caller.sleep(Math.ceil(((1 + extent) / 2) * longest.longestSleepMs)) });
    case "conflict":
      return later(() => (call.conflict ? answerWith(sent, call.conflict()) : breakOff(sent)));
    case "stop":
      if (side === 1) deliver(sent, { silent: true, ...(isLong && arrivingLate()) });
      // It stops once it has sent the call, which then arrives or not.
      return later(() => caller.stop());
    case "jump":
    case "pause":
      throw new Error(`${kind} is no fault of a call`);
  }
}

function note<Answer>({ trace, caller, call, number }: Sent<Answer>, sign: string, text: string): void {
  trace.note(caller.name, () => `${sign} ${call.name}${number} ${text}`);
}

function answerWith<Answer>(sent: Sent<Answer>, answer: Answer): void {
  note(sent, "←", sent.call.answerText?.(answer) ?? "");
  sent.resolve(answer);
}

function failWith<Answer>(sent: Sent<Answer>, error: unknown): void {
  note(sent, "✗", error instanceof Error ? `${error.name}: ${error.message}` : "failed");
  sent.reject(error);
}

function breakOff<Answer>(sent: Sent<Answer>): void {
  failWith(sent, new Unreachable(`${sent.call.name} broke off`));
}

export function createOutage(clock: Clock, name: string) {
  let until = 0;
  return {
    begin(ms: number): void {
      until = Math.max(until, clock.now() + ms);
    },
    /** Milliseconds since 1970. */
    until: () => until,
    reach: async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
      if (clock.now() < until) throw new Unreachable(`${name} is unreachable`);
      return call();
    },
  };
}

export type Outage = ReturnType<typeof createOutage>;
