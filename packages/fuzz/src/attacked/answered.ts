import type { FakeClock } from "@wonflow/testkit";

/** How often everything that can go on without the clock is let go on. */
const turns = 12;

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Waits for a promise; the clock moves on, a second at a time, where the promise waits for it. */
export async function answered<Value>(promise: Promise<Value>, clock: FakeClock): Promise<Value> {
  let isSettled = false;
  const settle = () => {
    isSettled = true;
  };
  promise.then(settle, settle);
  for (let waited = 0; !isSettled; waited += 1) {
    if (waited < turns) await turn();
    else await clock.advance(1000);
    if (waited > 400) throw new Error("nothing was answered within 400 seconds of the service's clock");
  }
  return promise;
}
