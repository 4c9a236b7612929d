import type { FaultPlan } from "../engine/faults.ts";
import type { Processes } from "./processes.ts";
import type { Run } from "./run.ts";

interface Disturbed extends Pick<Run, "profile" | "scheduler" | "trace" | "observer"> {
  readonly faults: FaultPlan;
  readonly processes: Processes;
}

const stepsBetween = 16;

export function disturb({ profile, scheduler, faults, processes, trace, observer }: Disturbed): void {
  if (scheduler.steps % stepsBetween !== 0) return;
  const moment = scheduler.steps / stepsBetween;
  const jump = faults.at(`world.jump#${moment}`, ["jump"]);
  if (jump !== undefined) {
    const { sessionLifetimeMs, requestDeadlineMs } = profile.settings;
    const ms = Math.ceil(jump.extent * (jump.side === 0 ? 2 * requestDeadlineMs : sessionLifetimeMs));
    scheduler.jump(ms);
    observer.onFault("jump");
    trace.note("world", () => `!! the clock jumps ${ms} ms (world.jump#${moment})`);
  }
  const pause = faults.at(`world.pause#${moment}`, ["pause"]);
  const running = processes.running();
  const process = running[Math.floor((pause?.extent ?? 0) * 1000) % Math.max(1, running.length)];
  if (pause === undefined || process === undefined) return;
  const ms = Math.ceil(pause.extent * 2 * profile.settings.requestDeadlineMs);
  process.pausedUntil = scheduler.now() + ms;
  observer.onFault("pause");
  trace.note(process.name, () => `!! pauses for ${ms} ms (world.pause#${moment})`);
}
