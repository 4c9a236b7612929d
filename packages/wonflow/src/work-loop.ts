import type { Clock, Payments } from "@wonflow/core";
import { systemClock } from "./machine.ts";
import { consoleLogger, type Logger } from "./logger/logger.ts";
import { noticeLog } from "./logger/notice-lines.ts";
import { observeBacklog } from "./telemetry/backlog-gauges.ts";

export interface WorkOptions {
  /** Receives what the service's operator should see; the console by default, once a minute for each kind of line. */
  readonly logger?: Logger;
  readonly clock?: Clock;
  /**
   * The rest when nothing was due, in milliseconds; 250 by default. Upkeep rests twenty times as long. After each
   * failure in a row of its kind the rest doubles, up to forty times as long.
   */
  readonly restMs?: number;
  /** Called before any work begins, which waits while it returns false; always true by default. */
  readonly mayStart?: () => Promise<boolean>;
}

export interface WorkLoop {
  /** Ends the running work, and begins no more. */
  stop(): Promise<void>;
  /** Ends the running work, runs the task, and continues unless the loop was stopped. */
  pauseFor<Answer>(task: () => Promise<Answer>): Promise<Answer>;
}

/**
 * Does due work until it is stopped: look-ups of unknown outcomes, expiry, deletion, feeds. All kinds of work, and all
 * records of a kind, run concurrently, so that a slow provider delays its own calls only. Any number of processes may
 * run a loop over the same store. The loop reports an unavailable store, and waits for it. With another secret than the
 * database's it does nothing, and reports that. Until it is stopped, gauges show the backlog.
 *
 * @example
 * const work = startWork(payments);
 * process.once("SIGTERM", () => void work.stop());
 */
export function startWork(payments: Payments, options: WorkOptions = {}): WorkLoop {
  let loop = startLoop(payments, options);
  let isStopped = false;
  const endGauges = observeBacklog(payments, options.clock ?? systemClock);
  return {
    stop() {
      isStopped = true;
      endGauges();
      return loop.stop();
    },
    async pauseFor(task) {
      await loop.stop();
      try {
        return await task();
      } finally {
        if (!isStopped) loop = startLoop(payments, options);
      }
    },
  };
}

/** Upkeep is never urgent, and each query costs an idle service, so it runs less often. */
const upkeepRests = 20;

/** The longest rest after failures: a store is in use again within this time after an outage. */
const mostRests = 40;

function startLoop(payments: Payments, options: WorkOptions): Pick<WorkLoop, "stop"> {
  const { logger = consoleLogger(), clock = systemClock, restMs = 250, mayStart = async () => true } = options;
  const notify = noticeLog(logger, () => clock.now());
  const stopping = newSignal();

  /** A process with another secret would write what the other processes can't open. */
  async function secretIsRight(): Promise<boolean> {
    try {
      await payments.secret.check();
      return true;
    } catch (error) {
      notify({ kind: "work-failed", work: "secret", id: "", error });
      return false;
    }
  }

  async function rest(ms = restMs): Promise<void> {
    const timer = clock.after(ms);
    await Promise.race([timer.elapsed, stopping.given]);
    timer.cancel();
  }

  /** After failures in a row the first rest is the usual one, and each further one is twice as long. */
  const restAfter = (failures: number, usualMs = restMs) =>
    rest(Math.min(usualMs * 2 ** (failures - 1), mostRests * restMs));

  async function workOn({ kind, limit, upkeep }: Payments["work"]["kinds"][number]): Promise<void> {
    const restsFor = upkeep === true ? upkeepRests * restMs : restMs;
    const running = new Set<Promise<unknown>>();
    let failures = 0;
    while (!stopping.isGiven()) {
      const started = await startDue(kind, limit - running.size);
      failures = started === undefined ? failures + 1 : 0;
      if (started === undefined) {
        await restAfter(failures, restsFor);
        continue;
      }
      for (const each of started) {
        running.add(each);
        void each.then(() => running.delete(each));
      }
      if (running.size === limit) await Promise.race([...running, stopping.given]);
      else if (started.length === 0) await rest(restsFor);
    }
    await Promise.all(running);
  }

  /** Undefined after a failure, which it reports. */
  async function startDue(kind: string, limit: number): Promise<readonly Promise<boolean>[] | undefined> {
    try {
      return (await mayStart()) ? await payments.work.start(kind, limit) : [];
    } catch (error) {
      notify({ kind: "work-failed", work: kind, id: "", error });
      return undefined;
    }
  }

  async function work(): Promise<void> {
    for (let failures = 1; !stopping.isGiven() && !(await secretIsRight()); failures += 1) await restAfter(failures);
    await Promise.all(payments.work.kinds.map(workOn));
  }

  const done = work();
  return {
    async stop() {
      stopping.give();
      await done;
    },
  };
}

function newSignal() {
  let given = false;
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    given: promise,
    isGiven: () => given,
    give() {
      given = true;
      resolve();
    },
  };
}
