import { bindPayments, type Store } from "@wonflow/core";

import { startWork, systemClock } from "../src/index.ts";
import { randomIds, webCryptoVault } from "../src/ports.ts";
import { patientStore } from "./patient-database.ts";
import { serviceSecret, settlementLines, weekendsOnly, type Death } from "./settlement-to-kill.ts";

/**
 * A service in a process of its own whose day has come to settle, and that kills itself (SIGKILL) at one of the
 * settlements that it makes, for settlement.crash.test.ts. Its arguments are the database, what time it is, which
 * settlement, and at which moment.
 */
const [url = "", startedAt = "", number = "", death = ""] = process.argv.slice(2);

function die(): void {
  process.kill(process.pid, "SIGKILL");
}

/** Dies before or after the commit of a settlement, or when the database has been sent it and has not answered. */
function selfKillingStore(store: Store): Store {
  let made = 0;
  return {
    ...store,
    async commit(changeSet) {
      if (!changeSet.writes.some(({ key }) => key.kind === "settlement")) return store.commit(changeSet);
      made += 1;
      const isLast = made === Number(number);
      if (isLast && death === ("before" satisfies Death)) die();
      if (isLast && death === ("during" satisfies Death)) setTimeout(die, 5);
      const result = await store.commit(changeSet);
      // On a quick machine the answer is here before the process was to die.
      if (isLast) die();
      return result;
    },
  };
}

const payments = bindPayments({
  store: selfKillingStore(await patientStore(url)),
  gateways: {},
  // The clock does not move, so that slow work is not treated as lost.
  clock: { ...systemClock, now: () => Number(startedAt) },
  ids: randomIds,
  vault: webCryptoVault([serviceSecret]),
  holidays: weekendsOnly,
  settings: { settlementLines },
});
startWork(payments);
