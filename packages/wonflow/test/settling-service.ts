import { createPayments, type Store } from "@wonflow/core";

import { postgresStore, randomIds, startWork, systemClock, webCryptoVault } from "../src/index.ts";
import { serviceSecret, settlingDay, settlementLines, weekendsOnly, type Death } from "./settlement-to-kill.ts";

/**
 * A service in a process of its own whose day has come to settle, and that kills itself (SIGKILL) at one of the
 * settlements that it makes, for settlement.crash.test.ts. Its arguments are the database, which settlement,
 * and at which moment.
 */
const [url = "", number = "", death = ""] = process.argv.slice(2);

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
      if (isLast && death === ("after" satisfies Death)) die();
      return result;
    },
  };
}

const aheadMs = settlingDay - Date.now();
const payments = createPayments({
  store: selfKillingStore(await postgresStore({ url })),
  cardNetworks: {},
  clock: { ...systemClock, now: () => Date.now() + aheadMs },
  ids: randomIds,
  vault: webCryptoVault([serviceSecret]),
  holidays: weekendsOnly,
  // What a process has taken that was killed is free again after twice this time.
  settings: { settlementLines, requestDeadlineMs: 500 },
});
startWork(payments);
