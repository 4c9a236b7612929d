import type { TenantId } from "@wonflow/core";
import type { WindowAttempt } from "@wonflow/core/internal";
import { attempts, isConcluded, subjectOfAttempt } from "../attempt/records.ts";
import { sessions } from "../checkout/checkout.ts";
import type { CardCall, Flow, ProcessEvent } from "../observation/event.ts";
import { type Exchange, type Invariant, type Projection } from "../observation/invariant.ts";
import { nameOf, writtenIn, type Committed } from "../observation/observed-records.ts";
import type { Observed } from "../observation/observed.ts";
import type { Part } from "../part.ts";
import { arrivedAt, intents } from "../payment/records.ts";

/** What the gateway itself has of an opening: its buyer has authenticated, and the gateway knows it. */
function authenticatedAt(observed: Observed, tenant: TenantId, key: string) {
  const opening = observed.providers.gateway.opening(tenant, key);
  if (opening?.chosen == null || opening.chosen.refused !== null || observed.now < opening.chosen.knownAt) {
    return undefined;
  }
  return { ...opening, ...opening.chosen };
}

const approvedAsAuthenticated: Invariant = {
  name: "an approval has its authentication",
  ofEvent(event, observed) {
    if (event.kind !== "called" || event.call.authentication === undefined) return undefined;
    const problem = authenticationProblem(event.call, observed);
    return problem && `${event.call.operation} ${event.call.key} ${problem}`;
  },
};

function authenticationProblem(call: CardCall, observed: Observed): string | undefined {
  const { tenant, key, operation, authentication, approval } = call;
  const intentKey = subjectOfAttempt(approval?.key ?? key) ?? "";
  const intent = observed.of(intents).get(tenant, intentKey);
  const method = intent?.methods[0];
  if (intent === undefined || method === undefined) return undefined;
  if (method.authentication === null || authentication == null) {
    const isSame = method.authentication === null && authentication === null;
    return isSame ? undefined : `is sent with another kind of authentication than its payment has`;
  }
  if (authentication.key !== method.authentication.key) return `is sent with ${authentication.key} of another opening`;
  if (operation !== "approve") return undefined;
  const known = authenticatedAt(observed, tenant, authentication.key);
  if (known === undefined) return `is sent, and the gateway knows no authentication of ${authentication.key}`;
  if (known.reference !== authentication.reference)
    return `is sent with another reference than ${authentication.key} has`;
  if (known.amount !== intent.totalAmount)
    return `asks for ${intent.totalAmount} won; ${known.amount} are authenticated`;
  return subjectOfAttempt(authentication.key) === intentKey ? undefined : `has the authentication of another payment`;
}

/** The approvals that were sent for each opening, by the opening's name. */
const approvalsOfOpenings: Projection<Map<string, string>> = {
  start: () => new Map(),
  onEvent(all, event) {
    if (event.kind !== "called" || event.call.operation !== "approve" || event.call.authentication == null) return;
    const { tenant, key, authentication } = event.call;
    all.set(nameOf({ tenant, key: authentication.key }), key);
  },
};

const approvedOnce: Invariant = {
  name: "an opening is approved once",
  ofEvent(event, observed) {
    if (event.kind !== "called" || event.call.operation !== "approve" || event.call.authentication == null) {
      return undefined;
    }
    const { tenant, key, authentication } = event.call;
    const before = observed.of(approvalsOfOpenings).get(nameOf({ tenant, key: authentication.key }));
    return before === undefined || before === key
      ? undefined
      : `${authentication.key} is approved under ${key}, and was under ${before}`;
  },
};

const outOfTheWindowInTime: Invariant = {
  name: "a session leaves the window in time",
  ofAnswer({ arrival, answer }, observed) {
    if (arrival.request.name !== "open-link" || answer.body["status"] !== "IN_WINDOW") return undefined;
    const { endsAt } = { endsAt: undefined, ...answerPart(answer.body["window"]) };
    const end = typeof endsAt === "string" ? Date.parse(endsAt) : NaN;
    // The view has whole seconds.
    return arrivedAt(observed, arrival).at < end + 1000
      ? undefined
      : `a link is shown as in the window, which ended at ${String(endsAt)}`;
  },
};

function answerPart(value: unknown): object {
  return typeof value === "object" && value !== null ? value : {};
}

type Opening = Committed<WindowAttempt>;

function openings(observed: Observed): readonly Opening[] {
  return [...observed.of(attempts).values()].filter((each): each is Opening => each.kind === "authentication");
}

function openingOf(observed: Observed, tenant: TenantId, key: string): Opening | undefined {
  const attempt = observed.of(attempts).get(tenant, key);
  return attempt?.kind === "authentication" ? attempt : undefined;
}

interface SessionBefore {
  readonly status: string;
  readonly opening: string | undefined;
}

interface Windows {
  /** By session, as the last commit left it. */
  readonly sessions: Map<string, SessionBefore>;
  /** The openings that their session has left before their end, by name. */
  readonly left: Set<string>;
  readonly done: Set<string>;
  /** The openings of a commit that could have authenticated them and did not, with their status, by the commit. */
  readonly undecided: Map<string, ReadonlyMap<string, string>>;
  flagProblem: string | undefined;
  waitProblem: string | undefined;
  endedProblem: string | undefined;
  foreignProblem: string | undefined;
}

const windows: Projection<Windows> = {
  start: () => ({
    sessions: new Map(),
    left: new Set(),
    done: new Set(),
    undecided: new Map(),
    flagProblem: undefined,
    waitProblem: undefined,
    endedProblem: undefined,
    foreignProblem: undefined,
  }),
  onCommit(value, changeSet, observed) {
    const { tenant, at } = changeSet;
    const undecided = new Map<string, string>();
    for (const { id, name, record } of writtenIn(attempts, changeSet, observed)) {
      if (record.kind !== "authentication") continue;
      if (record.flagged) value.flagProblem ??= `${id} is flagged`;
      const before = value.sessions.get(`${tenant} ${record.sessionId}`);
      const isThere = before?.status === "IN_WINDOW" && before.opening === id && at < record.endsAt;
      const isApprovable =
        at < (authenticatedAt(observed, tenant, id)?.knownAt ?? 0) + observed.providers.gateway.approvableForMs;
      if (record.status !== "DONE" && isThere && isApprovable) undecided.set(id, record.status);
      if (record.status !== "DONE" || value.done.has(name)) continue;
      value.done.add(name);
      const known = authenticatedAt(observed, tenant, id);
      if (known?.reference !== record.reference || known?.amount !== record.amount) {
        value.foreignProblem ??= `${id} is DONE with ${record.reference}; its gateway has ${known?.reference ?? "none"}`;
      }
      if (!isThere)
        value.endedProblem ??= `${id} is DONE at ${at}; its session was ${before?.status} with ${before?.opening}`;
    }
    if (undecided.size > 0) value.undecided.set(changeSet.id, undecided);
    for (const { name, record } of writtenIn(sessions, changeSet, observed)) {
      const before = value.sessions.get(name);
      const { status, opening, intentKey } = record;
      value.sessions.set(name, { status, opening: opening?.key });
      enterLeaving(value, {
        tenant,
        before,
        status,
        opening: opening?.key,
        isEnd: at >= endOf(observed, tenant, before),
      });
      const intent = observed.of(intents).get(tenant, intentKey);
      if (status === "IN_WINDOW" && intent?.status !== "READY") {
        value.waitProblem ??= `session ${record.id} is in the window, and payment ${intentKey} is ${intent?.status}`;
      }
    }
    for (const { id, record } of writtenIn(intents, changeSet, observed)) {
      const hasMore = record.methods.length > 0 || record.confirmBy !== null || record.openAttempt !== null;
      if (record.status === "READY" && hasMore) value.waitProblem ??= `payment ${id} is READY, and has more than that`;
    }
  },
};

function endOf(observed: Observed, tenant: TenantId, before: SessionBefore | undefined): number {
  return openingOf(observed, tenant, before?.opening ?? "")?.endsAt ?? 0;
}

interface Leaving {
  readonly tenant: TenantId;
  readonly before: SessionBefore | undefined;
  readonly status: string;
  readonly opening: string | undefined;
  /** Whether the former opening's time is over. */
  readonly isEnd: boolean;
}

/** A newer opening, a newer session, giving up, another card, the merchant's cancellation. */
function enterLeaving({ left }: Windows, { tenant, before, status, opening, isEnd }: Leaving): void {
  if (before?.status !== "IN_WINDOW" || before.opening === undefined || isEnd) return;
  if (status !== "IN_WINDOW" || opening !== before.opening) left.add(nameOf({ tenant, key: before.opening }));
}

/** How long due work may take until it has ended an opening, without faults. */
function graceMs({ settings }: Observed): number {
  return 4 * settings.requestDeadlineMs + 3 * 60_000;
}

interface Pace {
  /** When the world last went wrong, in milliseconds since 1970: due work may be late from then on. */
  disturbedAt: number;
}

const pace: Projection<Pace> = {
  start: () => ({ disturbedAt: 0 }),
  onEvent(value, event, { now }) {
    const isTrouble = ["disturbed", "stopped", "store-failed", "conflict"].includes(event.kind);
    if (isTrouble) value.disturbedAt = now;
  },
};

const endsInTime: Invariant = {
  name: "an authentication ends in time, without a flag",
  always(observed) {
    const { flagProblem } = observed.of(windows);
    if (flagProblem !== undefined) return flagProblem;
    const { disturbedAt } = observed.of(pace);
    const late = openings(observed).find((each) => {
      return !isConcluded(each) && observed.now > Math.max(each.endsAt, disturbedAt) + graceMs(observed);
    });
    return late && `${late.key} ended at ${late.endsAt}, and is ${late.status}`;
  },
};

const waitsForAuthentication: Invariant = {
  name: "a payment waits for its authentication",
  always: (observed) => observed.of(windows).waitProblem,
};

const endedAuthenticatesNothing: Invariant = {
  name: "an opening that has ended authenticates nothing",
  always: (observed) => observed.of(windows).endedProblem,
};

const followsGateway: Invariant = {
  name: "authentications follow the gateway",
  always: (observed) => observed.of(windows).foreignProblem,
};

interface Learned {
  /** What each request, or the work of each process, has just learned: the key of an opening whose buyer has authenticated. */
  readonly by: WeakMap<Flow, string>;
  /** How many questions about an opening have no commit yet, by the opening's name. */
  readonly asked: Map<string, number>;
}

/**
 * All work of a process is one flow. A look-up that waits longer than its lease is repeated beside the first one, so a
 * commit that follows may be the first one's, which has learned nothing.
 */
const learned: Projection<Learned> = {
  start: () => ({ by: new WeakMap(), asked: new Map() }),
  onEvent({ by, asked }, event, observed) {
    if (event.kind === "store-failed") by.delete(event.flow);
    if (event.kind === "called") asked.set(nameOf(event.call), (asked.get(nameOf(event.call)) ?? 0) + 1);
    if (event.kind !== "answered" || openingOf(observed, event.call.tenant, event.call.key) === undefined) return;
    const isRepeated = event.flow.who === "work" && (asked.get(nameOf(event.call)) ?? 0) > 1;
    if (isAuthentication(event, observed) && !isRepeated) by.set(event.flow, event.call.key);
    else by.delete(event.flow);
  },
  onCommit({ asked }, changeSet, observed) {
    for (const { name } of writtenIn(attempts, changeSet, observed))
      asked.set(name, Math.max(0, (asked.get(name) ?? 0) - 1));
  },
};

function isAuthentication({ call, answer }: ProcessEvent & { readonly kind: "answered" }, observed: Observed): boolean {
  if (answer.outcome !== "done" || observed.now >= call.deadline) return false;
  const known = authenticatedAt(observed, call.tenant, call.key);
  const { reference, amount } = { reference: undefined, amount: undefined, ...answer.value };
  return known !== undefined && reference === known.reference && amount === known.amount;
}

/** When a gateway was last asked about an opening, by the opening's name. */
const askedAbout: Projection<Map<string, number>> = {
  start: () => new Map(),
  onEvent(all, event, { now }) {
    if (event.kind === "called") all.set(nameOf(event.call), now);
  },
};

const returnLeadsOn: Invariant = {
  name: "a return in time is not lost",
  ofEvent(event, observed) {
    if (event.kind !== "stored") return undefined;
    const key = observed.of(learned).by.get(event.flow);
    const status = key === undefined ? undefined : observed.of(windows).undecided.get(event.changeSet.id)?.get(key);
    return (
      status && `${key} is committed as ${status}, and its gateway has answered in time that its buyer authenticated`
    );
  },
  ofAnswer(exchange, observed) {
    const returned = trueReturn(exchange, observed);
    if (returned === undefined || exchange.answer.body["leadsTo"] === "successUrl") return undefined;
    const name = nameOf(returned);
    const { at } = arrivedAt(observed, exchange.arrival);
    const isAsked = (observed.of(askedAbout).get(name) ?? 0) >= at;
    const isOver = observed.now + graceMs(observed) >= returned.endsAt;
    return isAsked || isOver || observed.of(windows).left.has(name) || isConcluded(returned)
      ? undefined
      : `the buyer of ${returned.key} came back, and its gateway was not asked`;
  },
};

/** The key of the opening that an address under `/windows` is of, from its token alone. */
function openingAt(path: string): string | undefined {
  const [, mId, mode, intentKey, number] =
    /^\/windows\/[a-z]{2}_(\d+)_(test|live)_([\w-]{21})(\d{2})[\w-]{32}(?:\/|$)/.exec(path) ?? [];
  if (intentKey === undefined) return undefined;
  return `window-${intentKey}-${Number(number)}-${mId}${mode === "test" ? "t" : "l"}`;
}

/** The opening of a return that brings what the gateway's window sent. */
function trueReturn({ arrival: { tenant, request }, answer }: Exchange, observed: Observed): Opening | undefined {
  if (request.name !== "return-from-window" || answer.status !== 200) return undefined;
  const key = openingAt(request.path);
  const known = key === undefined ? undefined : authenticatedAt(observed, tenant, key);
  const { reference, amount }: { readonly reference?: unknown; readonly amount?: unknown } = { ...request.body };
  if (key === undefined || known === undefined || known.reference !== reference) return undefined;
  return amount === String(known.amount) ? openingOf(observed, tenant, key) : undefined;
}

export const part: Part = {
  projections: [windows, pace, approvalsOfOpenings, learned, askedAbout],
  invariants: [
    followsGateway,
    approvedAsAuthenticated,
    approvedOnce,
    outOfTheWindowInTime,
    endsInTime,
    waitsForAuthentication,
    endedAuthenticatesNothing,
    returnLeadsOn,
  ],
  leastPerThousand: {
    "session IN_WINDOW open-window": 250,
    "session IN_WINDOW close-window": 150,
    "session IN_WINDOW authenticate": 100,
    "session IN_WINDOW supersede": 100,
    "session IN_WINDOW expire": 30,
    "session IN_WINDOW close": 5,
  },
};
