import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { StoreUnavailable } from "../errors.ts";
import { createHealth } from "./nodes.ts";

const away = () => Promise.reject(new Error("connection terminated"));
const refused = () => Promise.reject(Object.assign(new Error("no"), { code: "23514", severity: "ERROR" }));
const late = () => Promise.reject(Object.assign(new Error("late"), { code: "57014", severity: "ERROR" }));
const well = async () => "well";

/** A node whose probes end when the test says. */
function watchedNode() {
  let ms = 0;
  const probes: PromiseWithResolvers<unknown>[] = [];
  const probe = () => {
    const asked = Promise.withResolvers<unknown>();
    probes.push(asked);
    return asked.promise;
  };
  return { run: createHealth({ probe, now: () => ms }), probes, pass: (more: number) => (ms += more) };
}

test.each([away, late])(
  "once calls have failed for a while, they are refused until the node answers a probe",
  async (fails) => {
    const { run, probes, pass } = watchedNode();
    await expect(run(fails)).rejects.not.toThrow(StoreUnavailable);
    pass(999);
    await expect(run(fails)).rejects.not.toThrow(StoreUnavailable);
    pass(1);
    for (let n = 0; n < 3; n += 1) await expect(run(well)).rejects.toThrow(StoreUnavailable);
    expect(probes).toHaveLength(1);
    probes[0]?.reject(new Error("connection terminated"));
    await turn();
    await expect(run(well)).rejects.toThrow(StoreUnavailable);
    expect(probes).toHaveLength(2);
    probes[1]?.resolve("well");
    await turn();
    expect(await run(well)).toBe("well");
  },
);

test("a call that is answered, with an error too, ends the failing", async () => {
  for (const answers of [well, refused]) {
    const { run, probes, pass } = watchedNode();
    await expect(run(away)).rejects.toThrow("terminated");
    await run(answers).catch(() => {});
    pass(5_000);
    await expect(run(away)).rejects.toThrow("terminated");
    expect(await run(well)).toBe("well");
    expect(probes).toEqual([]);
  }
});
