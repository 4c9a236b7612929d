import { type Caller, Unreachable } from "../engine/wire.ts";
import type { ServiceProcess } from "../world/processes.ts";
import type { Acting, Actor, Asked } from "./scene.ts";
import type { Stage } from "./stage.ts";

interface Serving {
  readonly process: ServiceProcess;
  /** Called when the process stops. */
  readonly onStop: Set<() => void>;
}

/** Serves what happens before a scene. */
export const before = "before";

type Named = Pick<Actor, "name" | "process">;

/** The actors of a scene, with the processes that serve them. */
export function castOn(stage: Stage) {
  const { processes, choices } = stage;
  const serving = new Map<string, Serving>();
  const unfinished = new Map<Actor, string>();

  function servingOf({ name, process = name }: Named): Serving {
    const there = serving.get(process);
    if (there !== undefined) return there;
    const onStop = new Set<() => void>();
    // Preparation runs without the bug.
    const bug = process === before ? undefined : stage.bug;
    const started = processes.startIdle({ onStop: () => onStop.forEach((stop) => stop()), bug });
    const made = { process: started, onStop };
    serving.set(process, made);
    return made;
  }

  const acting = (named: Named): Acting => actingAt(stage, named, servingOf(named));

  return {
    acting,
    begin(actor: Actor): void {
      const { name, process = name } = actor;
      unfinished.set(actor, process);
      // An actor whose process has stopped does nothing more.
      const ended = actor.act(acting(actor)).catch((error: unknown) => {
        if (!(error instanceof Unreachable)) throw error;
      });
      void ended.finally(() => unfinished.delete(actor));
    },
    allFinished: () => unfinished.size === 0,
    /** What each unfinished actor knows, and what each process that serves one knows. */
    state(): readonly unknown[] {
      const acts = [...unfinished.keys()].map(({ name }) => [name, choices.heardBy(name)]);
      const busy = new Set(unfinished.values());
      const works = [...serving].flatMap(([name, { process }]) => {
        if (process.stopped) return [[name, "stopped"]];
        return busy.has(name) ? [[name, choices.heardBy(process.name)]] : [];
      });
      return [acts, works];
    },
  };
}

/** Rejects if the process stops first. */
function whileItRuns<Value>({ process, onStop }: Serving, run: () => Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new Unreachable(`${process.name} has stopped`));
    if (process.stopped) return stop();
    onStop.add(stop);
    void run()
      .then(resolve, reject)
      .finally(() => onStop.delete(stop));
  });
}

function actingAt(stage: Stage, { name }: Named, serving: Serving): Acting {
  const { scheduler, processes, choices } = stage;
  const { process } = serving;
  const caller: Caller = { name, stopped: false, pausedUntil: 0, stop: () => undefined, sleep: () => undefined };
  let chosen = 0;
  const own = <Value>(run: () => Promise<Value>) => whileItRuns(serving, () => processes.ownWork(process, run));
  return {
    ask: (request) =>
      whileItRuns(serving, () =>
        choices.wire.send(caller, {
          name: `http.${request.name}`,
          possible: [],
          requestText: () => `${request.path} ${JSON.stringify(request.body ?? null)}`,
          answerText: ({ status, text }) => `${status} ${text.slice(0, 100)}`,
          effect: () => serve(stage, { name, process, request }),
        }),
      ),
    work: (kind) => own(async () => void (await Promise.all(await process.payments.work.start(kind, 100)))),
    operate: (operation) => own(() => operation(process.payments)),
    choose(all) {
      chosen += 1;
      const owner = { name, stopped: false, pausedUntil: 0 };
      return new Promise((resolve) => {
        for (const choice of all) {
          const run = () => {
            owner.stopped = true;
            resolve(choice);
          };
          scheduler.add({ name: `${name} chooses #${chosen}: ${choice}`, owner, run });
        }
      });
    },
  };
}

interface Served {
  readonly name: string;
  readonly process: ServiceProcess;
  readonly request: Asked;
}

async function serve(
  { processes, choices, observer, merchant: { tenant, authorization } }: Stage,
  { name, process, request }: Served,
) {
  const whole = { authorization, ...request };
  choices.hear(process.name, `is asked by ${name} ${JSON.stringify(whole)}`);
  const arrival = { tenant, request: whole };
  observer.onArrival(arrival);
  const { answer, errors } = await processes.serve(process, whole);
  observer.onAnswer({ arrival, answer, errors });
  return answer;
}
