import { hash } from "node:crypto";
import type { FaultKind } from "./faults.ts";
import type { Scheduler } from "./scheduler.ts";
import type { Trace } from "./trace.ts";
import { Unreachable, type Call, type Caller, type Wire } from "./wire.ts";

interface ChoiceWireOptions {
  readonly scheduler: Scheduler;
  readonly trace: Trace;
  /** Whether a call reads only what does not change while the wire is used. */
  readonly isSteady: (call: Call<unknown>) => boolean;
  /** The faults that may happen, and how many of them in one way. */
  readonly faults: { readonly kinds: readonly FaultKind[]; readonly most: number };
}

interface Sent {
  readonly caller: Caller;
  readonly call: Call<unknown>;
  readonly place: string;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Ends the name of a late arrival, whose caller no longer waits. */
export const lateName = "arrives late";

export function digestOf(text: string): string {
  return hash("sha1", text, "base64");
}

/**
 * A wire without randomness. A call and its answer are one step: between both its caller does nothing, and others see
 * only what it changed. Each way in which a call may go wrong is an alternative step.
 */
export function createChoiceWire({ scheduler, trace, faults, isSteady }: ChoiceWireOptions) {
  const open = new Map<string, Sent>();
  const refused: string[] = [];
  let left = 0;
  const hearing = createHearing();
  const delivery = createDelivery({ scheduler, trace, hear: hearing.hear });

  function deliver(sent: Sent, fate?: Fate): void {
    const { call, caller, place } = sent;
    open.delete(place);
    trace.note(caller.name, () => `→ ${place} ${call.requestText()}${fate === undefined ? "" : `   !! ${fate.name}`}`);
    if (fate === undefined) return delivery.settle(sent, call.effect);
    left -= 1;
    if (fate.kind === "refused") refused.push(place);
    delivery.goWrong(sent, fate);
  }

  async function take(choice: string): Promise<void> {
    const [name = "", wrong] = choice.split(" !! ");
    const sent = open.get(name);
    const owner = scheduler.ready().find((each) => each.name === name)?.owner;
    if (owner !== undefined) hearing.hear(owner.name, choice);
    const fate = sent && fatesOf(sent.call, faults.kinds).find((each) => each.name === wrong);
    await scheduler.take(name, fate && (() => deliver(sent, fate)));
  }

  return {
    ...hearing,
    wire: sendingBy((sent) => {
      open.set(sent.place, sent);
      scheduler.add({ name: sent.place, owner: sent.caller, run: () => deliver(sent) });
    }),
    /** From here on, calls may go wrong. */
    begin: () => void (left = faults.most),
    end: () => void (left = 0),
    faultsLeft: () => left,
    /** All that can happen next: each call as it should go, and in each way in which it may go wrong. */
    choices: (): readonly string[] =>
      scheduler.ready().flatMap(({ name }) => {
        const sent = left === 0 ? undefined : open.get(name);
        const wrong = sent === undefined ? [] : fatesOf(sent.call, faults.kinds);
        return [name, ...wrong.map((fate) => `${name} !! ${fate.name}`)];
      }),
    take,
    /** Answers all steady calls; their order makes no difference. */
    async takeSteady(): Promise<void> {
      const isAnySteady = (name: string) => {
        const sent = open.get(name);
        return sent !== undefined && isSteady(sent.call);
      };
      const next = () => scheduler.ready().find(({ name }) => isAnySteady(name));
      for (let steady = next(); steady !== undefined; steady = next()) await take(steady.name);
    },
    /** The calls that a provider was made to refuse, which it may remember. */
    refused: (): readonly string[] => refused,
  };
}

/** Keeps a digest of all answers that each caller received, and so of all that it knows. */
function createHearing() {
  const heard = new Map<string, string>();
  return {
    hear: (who: string, text: string): void => void heard.set(who, digestOf(`${heard.get(who) ?? ""}\n${text}`)),
    heardBy: (who: string): string => heard.get(who) ?? "",
  };
}

function sendingBy(add: (sent: Sent) => void): Wire {
  const counts = new Map<string, number>();
  return {
    send(caller, call) {
      if (caller.stopped) return new Promise(() => undefined);
      const counted = `${caller.name}.${call.name}`;
      const count = (counts.get(counted) ?? 0) + 1;
      counts.set(counted, count);
      return new Promise((resolve, reject) => {
        // The caller gets what its own call answers.
        add({ caller, call, place: `${counted}#${count}`, resolve, reject } as Sent);
      });
    },
    lastArrivalAt: () => 0,
  };
}

interface DeliveryOptions extends Pick<ChoiceWireOptions, "scheduler" | "trace"> {
  readonly hear: (who: string, text: string) => void;
}

function createDelivery({ scheduler, trace, hear }: DeliveryOptions) {
  /** The call is still in flight, and its caller no longer waits for it. */
  function travelOn({ call, place, caller }: Sent): void {
    const arrive = () => {
      trace.note(caller.name, () => `· ${place} arrives, and its caller no longer waits`);
      void call.effect().catch(() => undefined);
    };
    scheduler.add({ name: `${place} ${lateName}`, run: arrive });
  }

  function answer({ caller, call, place, resolve }: Sent, value: unknown): void {
    trace.note(caller.name, () => `← ${place} ${call.answerText?.(value) ?? ""}`);
    hear(caller.name, `${place} ${JSON.stringify(value)}`);
    resolve(value);
  }

  function fail({ caller, place, reject }: Sent, error: unknown): void {
    const text = error instanceof Error ? `${error.name}: ${error.message}` : "failed";
    trace.note(caller.name, () => `✗ ${place} ${text}`);
    hear(caller.name, `${place} failed`);
    reject(error);
  }

  const breakOff = (sent: Sent) => fail(sent, new Unreachable(`${sent.call.name} broke off`));
  const afterwards = ({ call }: Sent, run: () => void) => void call.effect().then(run, run);

  function settle(sent: Sent, effect: () => Promise<unknown>): void {
    effect().then(
      (value) => answer(sent, value),
      (error: unknown) => fail(sent, error),
    );
  }

  function stop(sent: Sent, name: string): void {
    const { caller } = sent;
    if (name === stopAfter) return afterwards(sent, () => caller.stop());
    if (name === stopLate) travelOn(sent);
    caller.stop();
  }

  const ways: Partial<Record<FaultKind, (sent: Sent, fate: Fate) => void>> = {
    "fail-before": breakOff,
    "fail-after": (sent) => afterwards(sent, () => breakOff(sent)),
    late(sent) {
      travelOn(sent);
      breakOff(sent);
    },
    twice(sent) {
      travelOn(sent);
      settle(sent, sent.call.effect);
    },
    refused: (sent, { side }) => settle(sent, () => sent.call.refuse?.(side) ?? sent.call.effect()),
    mismatch: (sent, { side }) =>
      settle(sent, async () => sent.call.distort?.(await sent.call.effect(), side, scheduler.now())),
    lie: (sent, { side }) => answer(sent, sent.call.lie?.(side, scheduler.now())),
    conflict: (sent) => answer(sent, sent.call.conflict?.()),
    stop: (sent, { name }) => stop(sent, name),
  };

  function goWrong(sent: Sent, fate: Fate): void {
    const way = ways[fate.kind];
    if (way === undefined) throw new Error(`a scene cannot choose ${fate.kind}`);
    way(sent, fate);
  }

  return { settle, goWrong };
}

/** A way in which a call goes wrong. */
interface Fate {
  readonly name: string;
  readonly kind: FaultKind;
  readonly side: 0 | 1;
}

const stopAfter = "stop after it";
const stopLate = "stop, and it arrives late";

function fatesOf(call: Call<unknown>, kinds: readonly FaultKind[]): readonly Fate[] {
  return kinds.flatMap((kind) => (call.possible.includes(kind) ? fatesOfKind(call, kind) : []));
}

function fatesOfKind({ possible, quick = false, arrivesBy }: Call<unknown>, kind: FaultKind): readonly Fate[] {
  const travels = arrivesBy !== undefined;
  if (kind === "late" && !travels) return [];
  if (kind === "refused" || kind === "mismatch" || kind === "lie") {
    return [
      { name: kind, kind, side: 0 },
      { name: `${kind} in another way`, kind, side: 1 },
    ];
  }
  if (kind !== "stop") return [{ name: kind, kind, side: 0 }];
  // A stop beside a call that changes nothing is one beside the next call that does.
  if (!possible.includes("fail-after")) return [];
  const names = ["stop before it", ...(quick ? [] : [stopAfter]), ...(travels ? [stopLate] : [])];
  return names.map((name) => ({ name, kind, side: 0 }));
}
