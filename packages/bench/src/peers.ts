import { openPeer, peerNames, wanted, type OpenPeer, type PeerName } from "./peer-ledgers.ts";
import { hotMerchant, mostCallers, openTills } from "./postgres-confirms.ts";
import { clients, onPostgres } from "./postgres-service.ts";
import { median, rateOf, rateRows, type Rate } from "./rate.ts";
import type { Row } from "./report.ts";

/** The SQL files of each peer, in the order in which they are loaded. */
export type PeerFiles = Readonly<Partial<Record<PeerName, readonly string[] | undefined>>>;

interface Round {
  readonly update: Rate;
  readonly transfers: ReadonlyMap<PeerName, Rate>;
  readonly confirms: Rate;
}

/** Transfers of other ledgers to one account, and confirms of one merchant, in turn on the same server. */
export function confirmBesidePeers(files: PeerFiles, rounds: number, ms: number): Promise<readonly Row[]> {
  const given = peerNames.filter((name) => files[name] !== undefined);
  const missing = peerNames.filter((name) => files[name] === undefined).map(wanted);
  if (given.length === 0) throw new Error(`peers are not part of this repository: ${missing.join("; ")}`);
  if (missing.length > 0) console.log(`left out: ${missing.join("; ")}`);
  return onPostgres(async (bench) => {
    const opened: OpenPeer[] = [];
    try {
      for (const name of given) opened.push(await openPeer(name, files[name] ?? [], bench));
      const { confirmBy } = await openTills(bench);
      // A service that runs for days has long been compiled, and a session's plans made.
      await confirmBy(mostCallers, ms, hotMerchant);
      for (const { transfer } of opened) await rateOf(clients, ms / 3, transfer);
      const measured: Round[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const update = await rateOf(clients, ms, bench.updateRow);
        const transfers = new Map<PeerName, Rate>();
        for (const { name, transfer } of opened) transfers.set(name, await rateOf(clients, ms, transfer));
        measured.push({ update, transfers, confirms: await confirmBy(mostCallers, ms, hotMerchant) });
      }
      return describe(measured, given);
    } finally {
      await Promise.all(opened.map(({ close }) => close()));
    }
  });
}

function describe(rounds: readonly Round[], names: readonly PeerName[]): readonly Row[] {
  const rowOf = rateRows(rounds, ({ update }) => update);
  const transfersOf = (name: PeerName) => (round: Round) => {
    const rate = round.transfers.get(name);
    if (rate === undefined) throw new Error(`${name} was not measured`);
    return rate;
  };
  return [
    rowOf(`one row updated by ${clients} clients`, ({ update }) => update),
    ...names.map((name) => rowOf(`${name}: transfers to one account by ${clients} clients`, transfersOf(name))),
    rowOf(`confirms of one merchant by ${mostCallers} callers`, ({ confirms }) => confirms),
    ...names.map((name) => ({
      what: `confirms, beside transfers of ${name}`,
      measured: `${median(rounds.map((round) => round.confirms.perSecond / transfersOf(name)(round).perSecond)).toFixed(2)} ×`,
    })),
  ];
}
