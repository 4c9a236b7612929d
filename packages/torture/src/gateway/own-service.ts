import { nicePayments } from "@wonflow/nice-payments";
import {
  allPages,
  createHandler,
  createPayments,
  postgresStore,
  silentLogger,
  systemClock,
  type Payments,
} from "wonflow";
import { z } from "zod";
import { administer } from "../databases.ts";
import { seoulDay, type Prepared, type Shop } from "../prepared.ts";
import { bookedPayment } from "../read-books.ts";
import { serviceSecret } from "../service-process.ts";
import { account, type EmulatorProcess } from "./emulator-process.ts";
import type { GatewayBooks } from "./gateway-differences.ts";
import { windowChoices, windowMethods } from "./window-buyer.ts";
import { setTimeout as pause } from "node:timers/promises";

/** The service in this process, beside its own processes, with a clock of its own. */
export interface OwnService {
  readonly databaseUrl: string;
  readonly payments: Payments;
  readonly handler: (request: Request) => Promise<Response>;
  readonly now: () => number;
  readonly move: (ms: number) => void;
  /** Does due work until none is left. */
  readonly workOff: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface Places {
  readonly databaseUrl: string;
  readonly gatewayUrl: string;
  readonly settlesWithinMs: number;
}

export async function openOwnService({ databaseUrl, gatewayUrl: url, settlesWithinMs }: Places): Promise<OwnService> {
  let aheadMs = 0;
  const store = await postgresStore({ url: databaseUrl, poolSize: 4 });
  const clock = { ...systemClock, now: () => systemClock.now() + aheadMs };
  const accountsOf = () => [account];
  const gateway = nicePayments({ url, accountsOf, windowMethods: () => windowMethods, clock, settlesWithinMs });
  const payments = createPayments({
    store,
    clock,
    gateways: { live: { default: gateway } },
    secret: serviceSecret,
    // No buyer opens a window here.
    settings: { windowUrl: "https://window.example/windows" },
    logger: silentLogger,
  });
  return {
    databaseUrl,
    payments,
    handler: createHandler(payments, { rateLimits: "off", logger: silentLogger }),
    now: () => clock.now(),
    move: (ms) => void (aheadMs += ms),
    async workOff() {
      let taken = 1;
      while (taken > 0) ({ taken } = await payments.work.runDue());
    },
    close: () => store.close(),
  };
}

const shopCount = 4;

export async function openLiveShops({ payments }: OwnService): Promise<Prepared["shops"]> {
  const shops: Shop[] = [];
  for (let mId = 1; mId <= shopCount; mId += 1) {
    const shop = { mId, mode: "live" } as const;
    const about = { ...shop, name: `Shop ${mId}`, feeRate: "3.3" };
    const contracts = { methods: ["KEYIN" as const, ...windowChoices] };
    const registered = await payments.merchants.register({ ...about, contracts });
    const issued = await payments.keys.issue(shop, "secret");
    if (!registered.ok || !issued.ok) throw new Error(`shop ${mId} could not be opened`);
    shops.push({ ...shop, secretKey: issued.value.key });
  }
  const [first, ...others] = shops;
  if (first === undefined) throw new Error("there is no shop");
  return [first, ...others];
}

const attemptSchema = z.object({
  key: z.string(),
  kind: z.string(),
  status: z.string(),
  approvalKey: z.string().nullish(),
  amount: z.number().nullish(),
  cancellationKey: z.string().nullish(),
  tokenKey: z.string().nullish(),
  token: z.string().nullish(),
  intentKey: z.string().nullish(),
  reference: z.string().nullish(),
});

const billingKeySchema = z.object({ billkey: z.string(), cardToken: z.string().nullable(), status: z.string() });

async function bodies<Body>({ databaseUrl }: OwnService, kind: string, schema: z.ZodType<Body>): Promise<Body[]> {
  const rows = await administer(databaseUrl, `select body from wonflow.records where kind = '${kind}'`);
  return z.array(z.object({ body: schema }).transform(({ body }) => body)).parse(rows);
}

export async function readGatewayBooks(
  own: OwnService,
  emulator: EmulatorProcess,
  { shops, firstDay }: Pick<Prepared, "shops" | "firstDay">,
): Promise<GatewayBooks> {
  const { payments } = own;
  const each = async <Item>(read: (shop: Shop) => Promise<readonly Item[]>) =>
    (await Promise.all(shops.map(read))).flat();
  const booked = await each((shop) => allPages((page) => payments.intents.list(shop, page)));
  const flagged = await each((shop) => allPages((page) => payments.attempts.flagged(shop, page)));
  const receivable = await each(async (shop) => [(await payments.ledger.balances(shop)).receivable]);
  const attempts = await bodies(own, "attempt", attemptSchema);
  const billingKeys = await bodies(own, "billingKey", billingKeySchema);
  return {
    payments: booked.map(bookedPayment),
    receivable: receivable.reduce((sum, won) => sum + won, 0),
    cancellations: attempts.flatMap(({ kind, key, status, approvalKey, amount, cancellationKey }) => {
      // A reversal that came too late refunds by a cancellation.
      const isLate = kind === "reversal" && typeof cancellationKey === "string";
      if (kind !== "cancellation" && !isLate) return [];
      return [{ key: cancellationKey ?? key, approvalKey: approvalKey ?? "", amount: amount ?? 0, status }];
    }),
    releases: attempts.flatMap(({ key, tokenKey, token }) =>
      typeof tokenKey === "string" ? [{ key, tokenKey, token: token ?? null }] : [],
    ),
    authentications: attempts.flatMap(({ kind, key, status, reference, intentKey }) =>
      kind === "authentication" && status === "DONE" ? [{ key, tid: reference ?? "", intentKey: intentKey ?? "" }] : [],
    ),
    billingKeys: billingKeys.map(({ billkey, cardToken: token, status }) => ({ billkey, token, status })),
    flagged: flagged.map(({ key }) => key),
    gateway: await emulator.records(),
    problems: await each((shop) => problemsOf(own, shop, firstDay)),
  };
}

const dayMs = 24 * 60 * 60 * 1_000;

/** What the service's own checks find: its audit, and its reconciliation with the gateway, payment by payment. */
async function problemsOf({ payments, now }: OwnService, shop: Shop, firstDay: string): Promise<readonly string[]> {
  const problems: string[] = [];
  const { differences } = await payments.ledger.audit(shop);
  for (const { account: name, balance, postings } of differences) {
    problems.push(`${name} of ${shop.mId} is ${balance}, and its postings come to ${postings}`);
  }
  const today = seoulDay(now());
  for (let day = firstDay; day < today; day = seoulDay(Date.parse(`${day}T12:00:00+09:00`) + dayMs)) {
    const found = await payments.reconcile(shop, day);
    if (!found.ok) throw new Error(`${day} could not be compared: ${found.error.code}`);
    for (const difference of found.value.differences) problems.push(`on ${day}: ${JSON.stringify(difference)}`);
    for (const key of found.value.unanswered) problems.push(`on ${day}: no answer about ${key}`);
  }
  return problems;
}

/** A card whose token is unknown can't be released: its attempt is flagged and retried without end. */
const withoutToken = `body->>'kind' in ('card-release', 'token-release') and body->>'token' is null
  and (body->>'flagged')::boolean`;

/** An opening of the window moves no money, and ends by itself. It may last longer than a round. */
const inWindow = (now: number) => `body->>'kind' = 'authentication' and (body->>'endsAt')::bigint > ${now}`;

/** Work that is overdue for longer than this is not being done. */
const overdueMs = 15_000;

const statement = (now: number) => `
  select kind, id, coalesce(body->>'status', 'due') as status from wonflow.records
  where kind in ('attempt', 'bankAttempt') and body->>'status' in ('OPEN', 'UNKNOWN') and not (${withoutToken})
      and not (${inWindow(now)})
    or kind = 'intent' and body->>'status' = 'IN_PROGRESS'
    or due_at < ${now - overdueMs}`;

const rowsSchema = z.array(z.object({ kind: z.string(), id: z.string(), status: z.string() }));

/** The calls without an outcome, the payments in progress and the overdue work. */
export async function unfinishedWork({ databaseUrl, now }: OwnService): Promise<readonly string[]> {
  const rows = rowsSchema.parse(await administer(databaseUrl, statement(now())));
  return rows.map(({ kind, id, status }) => `unfinished: ${kind} ${id} is ${status}`);
}

/** Waits until the service's processes have no work left, or for `withinMs`. Returns the seconds waited. */
export async function waitUntilIdle(
  own: OwnService,
  { withinMs, signal }: { readonly withinMs: number; readonly signal?: AbortSignal | undefined },
): Promise<number> {
  const began = performance.now();
  const passed = () => performance.now() - began;
  while ((await unfinishedWork(own)).length > 0 && passed() < withinMs && signal?.aborted !== true) await pause(1_000);
  return Math.round(passed() / 1_000);
}

const aMinuteMs = 60_000;
const mostMinutes = 60;

/** Does the due work in place of the processes, moving the clock minute by minute. */
export async function moveUntilIdle(own: OwnService): Promise<void> {
  for (let minute = 0; minute < mostMinutes; minute += 1) {
    await own.workOff();
    if ((await unfinishedWork(own)).length === 0) return;
    own.move(aMinuteMs);
  }
}
