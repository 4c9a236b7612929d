import { z } from "zod";
import { concluded, isConcluded } from "../../engine/attempt/attempt.ts";
import { knownRefusal, type Found } from "../../engine/attempt/call.ts";
import { commitOutcome, type Flagged } from "../../engine/attempt/flag.ts";
import { stillUnknown, type AttemptKind } from "../../engine/attempt/lost-answer.ts";
import { withProviderMessage } from "../../engine/attempt/scrub.ts";
import type { Decision } from "../../engine/commit/commit.ts";
import { advance } from "../../engine/commit/state-table.ts";
import { tenantId, type Tenant } from "../../engine/tenant/tenant.ts";
import { isTimeOfCall, isTokenText } from "../../gateway/answers.ts";
import { askWindow, windowPromise, type GatewayContext } from "../../gateway/context.ts";
import { windowRefusals, type WindowRefusal } from "../../gateway/refusals.ts";
import type { AuthenticatedMethod, Returned } from "../../gateway/window.ts";
import { ok, type Ok } from "../../result.ts";
import { confirmByFrom } from "../confirm/confirm-window.ts";
import { intentRecord, intentStates, type Intent } from "../intent/intent.ts";
import { chosenMethod, shownMethod } from "../intent/shown-method.ts";
import { sessionRecord, sessionStates, sessionStatusAt } from "../intent/session.ts";
import {
  loadWindow,
  refusedWindow,
  windowRecord,
  windowReferenceRecord,
  windowReferenceRef,
  type WindowAttempt,
  type WindowOfSession,
} from "./window-attempt.ts";

/** Whether a return of this opening can still authenticate: its link is in this window, and its time is not over. */
export function isAwaited({ attempt, session }: WindowOfSession, now: number): boolean {
  const isCurrent = session.opening?.key === attempt.key && sessionStatusAt(session, now) === "IN_WINDOW";
  return isCurrent && !isConcluded(attempt) && now < attempt.endsAt;
}

type Judged = Returned | Found<AuthenticatedMethod, WindowRefusal>;

interface WindowOutcome {
  readonly key: string;
  readonly found: Judged;
  /** What the browser brought, sealed, so that an unknown answer can be asked for again. */
  readonly returned?: string;
}

interface Concluding extends WindowOfSession {
  /** The opening that the answer's reference has authenticated before. */
  readonly takenBy: string | undefined;
}

/** Applies an outcome of an opening, from its return or a look-up. Idempotent. */
export async function concludeWindow(context: GatewayContext, tenant: Tenant, outcome: WindowOutcome) {
  const { key } = outcome;
  const forged = outcome.found.outcome === "forged";
  if (forged) context.notify({ kind: "window-return-forged", tenant: tenantId(tenant), attempt: key });
  return commitOutcome(context, {
    tenant,
    lane: key,
    async load(read): Promise<Concluding> {
      const loaded = await loadWindow(read, key);
      if (loaded === undefined) throw new Error(`attempt ${key} has no record`);
      const reference = referenceOf(outcome.found);
      const taken = reference === undefined ? undefined : windowReferenceRef(loaded.attempt.gateway, reference);
      const [known] = await read(taken);
      return { ...loaded, takenBy: known?.key };
    },
    decide: (loaded, now) => decideWindow(context, tenant, { loaded, outcome, now }),
  });
}

function referenceOf(found: Judged): string | undefined {
  return found.outcome === "done" && isTokenText(found.value.reference) ? found.value.reference : undefined;
}

interface WindowMoment {
  readonly loaded: Concluding;
  readonly outcome: WindowOutcome;
  readonly now: number;
}

function decideWindow(
  context: GatewayContext,
  tenant: Tenant,
  { loaded, outcome: { found, returned }, now }: WindowMoment,
): Decision<Ok<Flagged<WindowAttempt>>> {
  const { attempt, session } = loaded;
  if (isConcluded(attempt)) return unchanged(attempt);
  if (!isAwaited(loaded, now)) {
    // Its link has left it, so that due work would look it up without an end.
    return now < attempt.endsAt ? untilItsEnd({ ...attempt, returned: null }) : ended(loaded, now);
  }
  switch (found.outcome) {
    case "done": {
      if (!isOf(loaded, { value: found.value, now })) return stillOpen(loaded, { found: mismatch, returned, now });
      return authenticated(context, tenant, { loaded, value: found.value, now });
    }
    case "refused":
      return failed(loaded, knownRefusal(windowRefusals, found.code));
    case "unsigned": {
      const failure = knownRefusal(windowRefusals, found.code);
      const opening = { key: attempt.key, method: attempt.method, endsAt: attempt.endsAt, failure };
      const after = { ...attempt, returned: null, lookUpAt: attempt.endsAt };
      const writes = [windowRecord.write(after), sessionRecord.write({ ...session, opening })];
      return { answer: ok({ after }), changes: { writes } };
    }
    case "unknown":
      return stillOpen(loaded, { found, returned, now });
    case "not-found":
      // Nothing was brought back yet: the buyer may still be there.
      return attempt.status === "OPEN" ? untilItsEnd(attempt) : stillOpen(loaded, { found: notYet, now });
    case "forged":
      return untilItsEnd({ ...attempt, returned: null });
  }
}

const mismatch = { outcome: "unknown", reason: "the answer does not match" } as const;

const notYet = { outcome: "unknown", reason: "the gateway does not find it yet" } as const;

/** No process asks again before the opening ends, unless the buyer comes back or the provider sends a message. */
function untilItsEnd(attempt: WindowAttempt): Decision<Ok<Flagged<WindowAttempt>>> {
  const after = { ...attempt, lookUpAt: attempt.endsAt };
  return { answer: ok({ after }), changes: { writes: [windowRecord.write(after)] } };
}

function unchanged(after: WindowAttempt) {
  return { answer: ok({ after }) };
}

/** Whether an answer authenticates this opening, and nothing that another one has used. */
function isOf(
  { attempt, takenBy }: Concluding,
  { value, now }: { readonly value: AuthenticatedMethod; readonly now: number },
): boolean {
  const { key, amount, openedAt } = attempt;
  const { authenticatedAt } = value;
  return (
    value.key === key &&
    value.amount === amount &&
    isTokenText(value.reference) &&
    (takenBy === undefined || takenBy === key) &&
    (authenticatedAt === null || isTimeOfCall(authenticatedAt, { openedAt, now }))
  );
}

const unapproved = {
  billkey: null,
  canceledAmount: 0,
  tokenKey: null,
  reference: null,
  approvalNumber: null,
  askedAt: null,
} as const;

function authenticated(
  context: GatewayContext,
  tenant: Tenant,
  { loaded, value, now }: { readonly loaded: Concluding; readonly value: AuthenticatedMethod; readonly now: number },
): Decision<Ok<Flagged<WindowAttempt>>> {
  const { attempt, session, intent } = loaded;
  const { approvableForMs } = windowPromise(context, tenant, attempt);
  const approvableBy = (value.authenticatedAt ?? now) + approvableForMs;
  const confirmBy = Math.min(confirmByFrom(now, context.settings), approvableBy);
  // The provider would refuse its approval: the buyer authenticates again.
  if (confirmBy <= now) return failed(loaded, "PAY_PROCESS_ABORTED");
  const { gateway, key, openedAt: askedAt, method, amount, agreedTerms } = attempt;
  const { reference } = value;
  const shown = value.paidWith === null ? undefined : shownMethod(value.paidWith, amount);
  const paying: Intent["methods"][number] = {
    gateway,
    amount,
    ...(shown ?? chosenMethod(method)),
    authentication: { key, reference, askedAt },
    ...unapproved,
  };
  const status = advance(intentStates, intent.status, "authenticate");
  const done = { ...concluded(attempt, "DONE"), reference, open: null, returned: null };
  const writes = [
    windowRecord.write(done),
    windowReferenceRecord.make(windowReferenceRef(gateway, reference).id, { key }),
    sessionRecord.write({
      ...session,
      status: advance(sessionStates, session.status, "authenticate"),
      opening: null,
      triedAt: now,
    }),
    intentRecord.write({ ...intent, status, methods: [paying], confirmBy, agreedTerms }),
  ];
  return { answer: ok({ after: done }), changes: { writes } };
}

/** Brings the choices back. */
function failed({ attempt, session }: Concluding, code: WindowRefusal): Decision<Ok<Flagged<WindowAttempt>>> {
  const after = refusedWindow(attempt, code);
  const status = advance(sessionStates, session.status, "close-window");
  const opening = { key: attempt.key, method: attempt.method, endsAt: attempt.endsAt, failure: code };
  return {
    answer: ok({ after }),
    changes: { writes: [windowRecord.write(after), sessionRecord.write({ ...session, status, opening })] },
  };
}

/** Its look-up is repeated until the opening ends. */
function stillOpen(
  { attempt }: Concluding,
  {
    found,
    returned = attempt.returned,
    now,
  }: {
    readonly found: Extract<Judged, { readonly outcome: "unknown" }>;
    readonly returned?: string | null | undefined;
    readonly now: number;
  },
): Decision<Ok<Flagged<WindowAttempt>>> {
  const unknown = stillUnknown(withProviderMessage(attempt, found), { now, flagAfterMs: Infinity });
  const lookUpAt = Math.min(unknown.lookUpAt ?? attempt.endsAt, attempt.endsAt);
  const after = { ...unknown, returned, lookUpAt };
  return { answer: ok({ after }), changes: { writes: [windowRecord.write(after)] } };
}

/** The time of an opening is over. A link that waited for it is open again, unless its own time is over too. */
function ended({ attempt, session }: Concluding, now: number): Decision<Ok<Flagged<WindowAttempt>>> {
  const after = refusedWindow(attempt, "PAY_PROCESS_ABORTED");
  const isWaiting = session.status === "IN_WINDOW" && session.opening?.key === attempt.key && now < session.expiresAt;
  const open = { ...session, status: "OPEN", opening: null } as const;
  const writes = [windowRecord.write(after), ...(isWaiting ? [sessionRecord.write(open)] : [])];
  return { answer: ok({ after }), changes: { writes } };
}

const fieldsSchema = z.record(z.string(), z.string());

/** Asks about an opening whose return could not be checked, or that a notification names; ends it when its time is over. */
export const windowKind: AttemptKind<GatewayContext, WindowAttempt> = {
  name: "authentication",
  record: windowRecord,
  async findOut(context, tenant, attempt) {
    const found = await judgement(context, tenant, attempt);
    const decided = await concludeWindow(context, tenant, { key: attempt.key, found });
    return decided.ok ? decided.value : attempt;
  },
  // No money waits for it: an operator's word ends it.
  async resolve(context, tenant, { attempt }) {
    return concludeWindow(context, tenant, {
      key: attempt.key,
      found: { outcome: "refused", code: "PAY_PROCESS_ABORTED" },
    });
  },
};

async function judgement(context: GatewayContext, tenant: Tenant, attempt: WindowAttempt): Promise<Judged> {
  if (context.clock.now() >= attempt.endsAt) return { outcome: "not-found" };
  const { gateway, method, amount, returned } = attempt;
  const looksUp = context.gateways[tenant.mode].get(gateway)?.window?.lookUpAuthentication !== undefined;
  if (!looksUp && returned === null) return { outcome: "not-found" };
  // Before the call, whose deadline does not wait for the vault.
  const fields = looksUp || returned === null ? {} : fieldsSchema.parse(JSON.parse(await context.vault.open(returned)));
  return askWindow<Judged>(context, { tenant, attempt }, async (window, question) => {
    const about = { ...question, purpose: "payment", method, amount } as const;
    return window.lookUpAuthentication?.(about) ?? window.finish({ ...about, fields });
  });
}
