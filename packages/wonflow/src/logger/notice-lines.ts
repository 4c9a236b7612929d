import { isStoreUnavailable, type Notice, type ProviderSaid } from "@wonflow/core";
import type { AnsweredRequest } from "@wonflow/http";
import type { LogFields, Logger, LogLevel } from "./logger.ts";
import { causeOf, codeText, maskedKey, maskedText, plainText, saidText, maskedError } from "./masked.ts";
import { metrics } from "@opentelemetry/api";

type NoticeOf<Kind extends Notice["kind"]> = Extract<Notice, { readonly kind: Kind }>;

interface Line<Kind extends Notice["kind"]> {
  readonly level: LogLevel;
  readonly message: string;
  /** Lists each field, so that a new one is not logged before it was reviewed. */
  readonly fields: (notice: NoticeOf<Kind>) => LogFields;
}

/** Work on records whose ids merchants chose: idempotency keys and operators' names. */
const chosenByOthers: ReadonlySet<string> = new Set(["idempotency", "operatorTries"]);

export const noticeLines: { readonly [Kind in Notice["kind"]]: Line<Kind> } = {
  "attempt-flagged": {
    level: "warn",
    message: "needs manual resolution: provider call has no known outcome (wonflow attempts resolve)",
    fields: ({ tenant, attempt, reason, provider }) => ({
      tenant,
      attempt: maskedKey(attempt),
      reason: plainText(reason),
      ...saidFields(provider),
    }),
  },
  "chargeback-excess": {
    level: "warn",
    message:
      "a chargeback above what remained of its payment is booked: check the card company's letter for a typing mistake, or object there",
    fields: ({ tenant, payment, amount, excessAmount }) => ({
      tenant,
      payment: maskedKey(payment),
      amount,
      excessAmount,
    }),
  },
  "payment-differs": {
    level: "warn",
    message:
      "a gateway holds another amount of a payment than the ledger, such as after a refund in its pages: see wonflow reconcile of that day",
    fields: ({ tenant, payment, day, ledger, provider }) => ({
      tenant,
      payment: maskedKey(payment),
      day,
      ledger,
      provider,
    }),
  },
  "window-return-forged": {
    level: "warn",
    message:
      "a browser came back from a gateway's window with what the gateway has not sent: nothing was changed; if a buyer asks, the payment can be started again",
    fields: ({ tenant, attempt }) => ({ tenant, attempt: maskedKey(attempt) }),
  },
  "earnings-not-dated": {
    level: "warn",
    message: "earnings wait: bank holidays are not known that far ahead",
    fields: ({ tenant, lastDay }) => ({ tenant, lastDay }),
  },
  "calendar-ends": {
    level: "warn",
    message: "the calendar of bank holidays ends soon: install a newer version",
    fields: ({ lastDay }) => ({ lastDay }),
  },
  "bank-movement-unknown": {
    level: "error",
    message: "the bank's statement has a movement without a payout",
    fields: ({ tenant, key, day }) => ({ tenant, key: maskedText(key), day }),
  },
  "work-failed": {
    level: "error",
    message: "due work failed and will be tried again",
    fields: ({ work, id, error }) => ({
      work,
      ...(!chosenByOthers.has(work) && { id: maskedKey(id) }),
      err: maskedError(error),
    }),
  },
  "card-table-not-read": {
    level: "error",
    message: "an imported card table can't be read: the former one stays in use",
    fields: ({ table, error }) => ({ table, err: maskedError(error) }),
  },
  "installment-feed-failed": {
    level: "warn",
    message: "a gateway's installment feed can't be read: its last offers stay in use",
    fields: ({ feed, problem, error }) => ({
      feed,
      problem: plainText(problem),
      ...(error !== undefined && { err: maskedError(error) }),
    }),
  },
  "installment-feed-doubtful": {
    level: "warn",
    message: "rows of a gateway's installment feed were left out",
    fields: ({ feed, problems }) => ({ feed, problems: { ...problems } }),
  },
  "provider-threw": {
    level: "error",
    message: "a call to a provider threw: its outcome is unknown",
    fields: ({ attempt, error }) => ({ attempt: maskedKey(attempt), err: maskedError(error) }),
  },
  "provider-not-reached": {
    level: "warn",
    message: "the connection to a provider broke: the outcome of a call is unknown",
    fields: ({ attempt, cause }) => ({ attempt: maskedKey(attempt), cause: codeText(cause) }),
  },
  "provider-account-refused": {
    level: "error",
    message: "a provider refuses the service or a merchant: credentials, contract or a limit of the account",
    fields: ({ tenant, attempt, gateway, code, count, provider }) => ({
      tenant,
      attempt: maskedKey(attempt),
      gateway,
      code,
      count,
      ...saidFields(provider),
    }),
  },
  "webhook-exhausted": {
    level: "warn",
    message: "a webhook has run out of retries: resend it (wonflow webhooks resend)",
    fields: ({ tenant, delivery, event, about, reason }) => ({
      tenant,
      delivery,
      event,
      about,
      reason: plainText(reason),
    }),
  },
};

/** Core has scrubbed it; here its long numbers and keys go too. */
function saidFields(provider: ProviderSaid | undefined): LogFields {
  if (provider === undefined) return {};
  return { providerCode: codeText(provider.code), providerMessage: saidText(provider.message) };
}

const noticeKinds = [...Object.keys(noticeLines), "request-failed"];

/** Kinds of errors that repeat by themselves, as long as their cause lasts. */
const repeating: ReadonlySet<string> = new Set(["work-failed", "card-table-not-read", "installment-feed-failed"]);

/**
 * Logs and counts notices. The field `notice` has the kind, for alerts. An error that repeats by itself gets one
 * line a minute, whose `times` counts it since the last one.
 */
export function noticeLog(logger: Logger, now?: () => number): (notice: Notice) => void {
  const count = noticeCounter(noticeKinds);
  const timesOf = onceAMinute(now);
  return (notice) => {
    count(notice.kind);
    const isRepeating = repeating.has(notice.kind) && "error" in notice;
    const times = isRepeating ? timesOf(`${notice.kind} ${causeOf(notice.error)}`) : 1;
    if (times === undefined) return;
    const { level, message, fields } = lineOf(notice);
    tell(logger, level, [{ notice: notice.kind, ...fields, ...severalTimes(times) }, message]);
  };
}

function severalTimes(times: number): LogFields {
  return times === 1 ? {} : { times };
}

function lineOf(notice: Notice): { readonly level: LogLevel; readonly message: string; readonly fields: LogFields } {
  // TypeScript does not see that a kind's line takes that kind's notices.
  const { level, message, fields } = noticeLines[notice.kind] as Line<Notice["kind"]>;
  return { level, message, fields: fields(notice) };
}

export function requestLog(logger: Logger) {
  const count = noticeCounter(noticeKinds);
  const timesOf = onceAMinute();
  return {
    answered: ({ method, route, status, code, traceId, ms }: AnsweredRequest) =>
      tell(logger, "debug", [{ method, route, status, code, traceId, ms: Math.round(ms) }, "a request was answered"]),
    report(error: unknown, traceId: string) {
      count("request-failed");
      // Probes and clients repeat it as long as the store is unavailable.
      const times = isStoreUnavailable(error) ? timesOf(causeOf(error)) : 1;
      if (times === undefined) return;
      const fields = { notice: "request-failed", traceId, err: maskedError(error), ...severalTimes(times) };
      tell(logger, "error", [fields, "a request failed"]);
    },
  };
}

/** A logger that throws must not fail a payment. */
function tell(logger: Logger, level: LogLevel, line: readonly [LogFields, string]): void {
  try {
    logger[level](...line);
  } catch {
    // There is no other place to report it.
  }
}

/**
 * Counts the notices of each kind. Every kind begins with 0: a collector that sees a counter first at 1 takes that for
 * no increase.
 */
function noticeCounter<Kind extends string>(kinds: readonly Kind[]): (kind: Kind) => void {
  const counter = metrics.getMeter("wonflow").createCounter("wonflow.notices", {
    description: "Notices to operators.",
    unit: "{notice}",
  });
  const add = (count: number, kind: Kind) => counter.add(count, { "wonflow.notice": kind });
  for (const kind of kinds) add(0, kind);
  return (kind) => add(1, kind);
}

/** Milliseconds from a cause's line to its next one. */
const quietMs = 60_000;

/** More causes than a service has at one time: beyond them all counts restart. */
const mostCauses = 200;

/**
 * Limits errors that repeat by themselves to one line a minute for each cause. Returns how often the cause occurred since
 * its last line, this time included; undefined until its next line may be written.
 */
export function onceAMinute(now: () => number = () => performance.now()): (cause: string) => number | undefined {
  const causes = new Map<string, { readonly at: number; held: number }>();
  return (cause) => {
    const last = causes.get(cause);
    if (last !== undefined && Math.abs(now() - last.at) < quietMs) {
      last.held += 1;
      return undefined;
    }
    if (causes.size >= mostCauses) causes.clear();
    causes.set(cause, { at: now(), held: 0 });
    return 1 + (last?.held ?? 0);
  };
}
