import { expect, test } from "vitest";

import { chanceBy } from "./chance.ts";
import { killServices } from "./disturb.ts";
import type { ServiceProcess } from "./service-process.ts";

/** How long a service takes to start: several pauses between kills. */
const startingMs = 10;

/** A fake service; `startsAgain` false for one that never restarts. */
function onPaper(startsAgain = true) {
  let isRunning = true;
  let kills = 0;
  const service: ServiceProcess = {
    url: () => (isRunning ? "http://127.0.0.1:1" : undefined),
    started: Promise.resolve(),
    starts: () => kills + 1,
    kill() {
      kills += 1;
      isRunning = false;
      if (startsAgain) setTimeout(() => (isRunning = true), startingMs);
      return true;
    },
    replace: () => Promise.resolve(),
    end: () => Promise.resolve(),
    output: () => "",
  };
  return { service, kills: () => kills };
}

/** Ends after this many pauses; each is a millisecond at most. */
function afterPauses(pauses: number): () => boolean {
  let asked = 0;
  // It is called before a pause and before a kill.
  return () => (asked += 1) > 2 * pauses;
}

test("one service that accepts requests is always left, even if starts take longer than pauses", async () => {
  const [one, other] = [onPaper(), onPaper()];
  const services = [one.service, other.service] as const;
  let isOneLeft = true;
  const watch = (service: ServiceProcess): ServiceProcess => ({
    ...service,
    kill() {
      const killed = service.kill();
      isOneLeft &&= services.some(({ url }) => url() !== undefined);
      return killed;
    },
  });
  const watched = [watch(one.service), watch(other.service)] as const;
  const kills = await killServices(watched, chanceBy("kills"), {
    victims: watched,
    mostMs: 1,
    isOver: afterPauses(200),
  });
  expect(isOneLeft).toBe(true);
  expect([one.kills() > 0, other.kills() > 0, kills]).toEqual([true, true, one.kills() + other.kills()]);
});

test("only victims are killed, and only while another service accepts requests", async () => {
  const [victim, other] = [onPaper(), onPaper(false)];
  const services = [victim.service, other.service] as const;
  const killing = () => ({ victims: [victim.service] as const, mostMs: 1, isOver: afterPauses(30) });
  expect(await killServices(services, chanceBy("kills"), killing())).toBe(victim.kills());
  expect([victim.kills() > 0, other.kills()]).toEqual([true, 0]);
  other.service.kill();
  expect(await killServices(services, chanceBy("kills"), killing())).toBe(0);
});
