import type { FaultPlan, Scheduler, Trace } from "@wonflow/testkit/simulator";
import type { Fleet } from "./fleet.ts";
import type { Profile } from "./profile.ts";
import type { Watch } from "./watch.ts";

interface Trouble {
  readonly profile: Profile;
  readonly scheduler: Scheduler;
  readonly faults: FaultPlan;
  readonly fleet: Pick<Fleet, "running">;
  readonly trace: Trace;
  readonly watch: Pick<Watch, "hit">;
}

/** How many steps lie between two moments at which the world itself may fail. */
const troubleEvery = 16;

/** The clock jumps forward, a process stands still. */
export function makeTrouble({ profile, scheduler, faults, fleet, trace, watch }: Trouble): void {
  if (scheduler.steps % troubleEvery !== 0) return;
  const moment = scheduler.steps / troubleEvery;
  const jump = faults.at(`world.jump#${moment}`, ["jump"]);
  if (jump !== undefined) {
    const { sessionLifetimeMs, requestDeadlineMs } = profile.settings;
    const ms = Math.ceil(jump.extent * (jump.side === 0 ? 2 * requestDeadlineMs : sessionLifetimeMs));
    scheduler.jump(ms);
    watch.hit("jump");
    trace.note("world", () => `!! the clock jumps ${ms} ms (world.jump#${moment})`);
  }
  const pause = faults.at(`world.pause#${moment}`, ["pause"]);
  const running = fleet.running();
  const process = running[Math.floor((pause?.extent ?? 0) * 1000) % Math.max(1, running.length)];
  if (pause === undefined || process === undefined) return;
  const ms = Math.ceil(pause.extent * 2 * profile.settings.requestDeadlineMs);
  process.pausedUntil = scheduler.now() + ms;
  watch.hit("pause");
  trace.note(process.name, () => `!! stands still for ${ms} ms (world.pause#${moment})`);
}
