import { tenantId, type Store, type Tenant } from "@wonflow/core";
import { postgresStore } from "wonflow";
import { randomIds } from "wonflow/ports";
import { hotMerchant, merchants, openTills, shops } from "./postgres-confirms.ts";
import { openPool } from "./postgres-service.ts";
import { processorTime } from "./processor-time.ts";
import { median, rateOf, type Rate, milliseconds, ratio, type Table } from "./report.ts";

const callers = [64, 256] as const;

export interface Databases {
  /** URLs of two new databases, which are filled: one of a single server, and one of a coordinator of Citus. */
  readonly plain: string;
  readonly citus: string;
}

/** Milliseconds of processor time for one commit or confirm. */
interface Cost {
  readonly service: number;
  readonly database: number;
  /** Of that the server which the service has the URL of. */
  readonly coordinator: number;
}

interface Measured {
  readonly rate: Rate;
  readonly cost: Cost;
}

type Figures = ReadonlyMap<string, Measured>;

/** Commits and confirms on a single server and on Citus, in turn. */
export async function besidePlain(urls: Databases, rounds: number, ms: number): Promise<Table> {
  const plain = await openBench(urls.plain);
  const citus = await openBench(urls.citus);
  try {
    // A service that runs for days has long been compiled.
    for (const bench of [plain, citus]) await bench.measure(ms / 3);
    const measured: (readonly [plain: Figures, citus: Figures])[] = [];
    for (let round = 0; round < rounds; round += 1) {
      measured.push([await plain.measure(ms), await citus.measure(ms)]);
    }
    const columns = ["what", "plain", citus.name, "Citus ÷ plain"];
    return { title: "Commits and confirms on Citus", columns, lines: linesOf(measured) };
  } finally {
    await plain.close();
    await citus.close();
  }
}

interface Trial {
  readonly name: string;
  readonly atOnce: number;
  readonly of: readonly Tenant[];
}

const oneCaller = { name: "one caller", atOnce: 1, of: hotMerchant };

const trials: readonly Trial[] = [
  ...callers.map((atOnce) => ({ name: `one merchant, ${atOnce} callers`, atOnce, of: hotMerchant })),
  ...callers.map((atOnce) => ({
    name: `${merchants.toLocaleString("en")} merchants, ${atOnce} callers`,
    atOnce,
    of: shops,
  })),
];

async function openBench(url: string) {
  const store = await postgresStore({ url });
  const first = openPool(url, 1);
  const pools = [first];
  if (store.citus?.isDistributed === true) {
    const { rows } = await first.query<{ readonly host: string; readonly port: number }>(
      "select nodename as host, nodeport as port from pg_dist_node where groupid <> 0 and noderole = 'primary'",
    );
    for (const { host, port } of rows)
      pools.push(openPool(Object.assign(new URL(url), { host: `${host}:${port}` }).href, 1));
  }
  const { prepareConfirms } = await openTills({ store, query: (statement) => first.query(statement) });

  async function spent(): Promise<Cost> {
    const times = await Promise.all(
      pools.map((pool) => processorTime({ query: (statement) => pool.query(statement) })),
    );
    const [own] = times;
    const database = times.reduce((sum, time) => sum + time.database, 0);
    return { service: own?.service ?? Number.NaN, database, coordinator: own?.database ?? Number.NaN };
  }

  async function costed(run: () => Promise<Rate>): Promise<Measured> {
    const before = await spent();
    const began = performance.now();
    const rate = await run();
    const times = (rate.perSecond * (performance.now() - began)) / 1000;
    const after = await spent();
    const ofOne = (part: keyof Cost) => (after[part] - before[part]) / times;
    return {
      rate,
      cost: { service: ofOne("service"), database: ofOne("database"), coordinator: ofOne("coordinator") },
    };
  }

  return {
    name: store.citus === undefined ? "one server" : `${store.citus.workers} workers of Citus ${store.citus.version}`,
    async measure(ms: number): Promise<Figures> {
      const figures = new Map<string, Measured>();
      figures.set(`commits, ${oneCaller.name}`, await costed(() => commitBy(store, oneCaller, ms)));
      for (const trial of trials) {
        figures.set(`commits, ${trial.name}`, await costed(() => commitBy(store, trial, ms)));
      }
      for (const { name, atOnce, of } of [oneCaller, ...trials]) {
        figures.set(`confirms, ${name}`, await costed(await prepareConfirms(atOnce, ms, of)));
      }
      return figures;
    },
    async close(): Promise<void> {
      await store.close();
      for (const pool of pools) await pool.end();
    },
  };
}

const body = { text: "x".repeat(300) };

/** Commits of one new record and two postings each. */
function commitBy(store: Store, { atOnce, of }: Trial, ms: number): Promise<Rate> {
  let turn = 0;
  return rateOf(atOnce, ms, async () => {
    const shop = of[(turn += 1) % of.length];
    if (shop === undefined) throw new Error("there is no merchant");
    const key = { kind: "order", id: randomIds.random(20) };
    const result = await store.commit({
      id: randomIds.random(20),
      tenant: tenantId(shop),
      at: Date.now(),
      expect: [{ key, version: "absent" }],
      writes: [{ key, body, dueAt: null, place: null }],
      reference: key.id,
      postings: [
        { account: "bank", amount: 1 },
        { account: "available", amount: -1 },
      ],
      floors: [],
      tallies: [],
    });
    if (result.status !== "committed") throw new Error(result.status);
  });
}

function linesOf(measured: readonly (readonly [Figures, Figures])[]): readonly (readonly string[])[] {
  const [[of] = []] = measured;
  const line = (what: string, text: (figure: number) => string, figure: (measured: Measured) => number) => {
    const figures = measured.map((both) => both.map((each) => figureOf(each, what, figure)));
    const medianOf = (one: (both: readonly number[]) => number) => median(figures.map(one));
    const [plain, citus] = [medianOf(([first = 0]) => first), medianOf(([, second = 0]) => second)];
    return [
      text(plain),
      text(citus),
      ratio(
        medianOf(([first = 0, second = 0]) => second / first),
        1,
      ),
    ];
  };
  return [...(of?.keys() ?? [])].flatMap((what) => {
    const cost = (part: keyof Cost) =>
      line(
        what,
        (ms) => `${ms.toFixed(3)} ms`,
        (each) => each.cost[part],
      );
    const speed = what.endsWith(oneCaller.name)
      ? [`${what}: p50`, ...line(what, milliseconds, (each) => each.rate.p50)]
      : [
          what,
          ...line(
            what,
            (each) => `${each.toFixed(0)}/s`,
            (each) => each.rate.perSecond,
          ),
        ];
    return [
      speed,
      ["processor time of one: the service", ...cost("service")],
      ["the database, all servers", ...cost("database")],
      ["of that the coordinator", "", cost("coordinator")[1] ?? "", ""],
    ];
  });
}

function figureOf(figures: Figures, what: string, figure: (measured: Measured) => number): number {
  const measured = figures.get(what);
  if (measured === undefined) throw new Error(`${what} was not measured`);
  return figure(measured);
}
