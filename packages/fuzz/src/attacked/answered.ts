import type { FakeClock } from "@wonflow/testkit";

/** How many turns of the event loop run before the clock moves. */
const turns = 12;

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Waits for a promise, and moves the clock second by second while the promise waits for it. */
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
