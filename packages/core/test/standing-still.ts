import type { Store, Write } from "../src/engine/commit/store.ts";
import { createWorld, type World } from "./world.ts";

/** A process whose first commit of this kind waits until the test releases it. */
export async function standingStill(world: World, isIt: (write: Write) => boolean) {
  let letThrough = () => undefined as void;
  let waits = true;
  const gate = new Promise<void>((resolve) => (letThrough = resolve));
  const store = (memory: Store): Store => ({
    ...memory,
    async commit(changeSet) {
      if (waits && changeSet.writes.some(isIt)) {
        waits = false;
        await gate;
      }
      return memory.commit(changeSet);
    },
  });
  const process = await createWorld({ sharing: world, store });
  return { process, letThrough };
}
