import type { ChangeSet, TenantId, Write } from "@wonflow/core";
import type { StateTable } from "@wonflow/core/internal";
import type { z } from "zod";
import type { StatePart } from "../engine/state.ts";
import { firstDue, type Observed, type Waiting } from "./observed.ts";

export type Committed<Body> = Body & { readonly tenant: TenantId };

type CommittedRecords<Body> = ReturnType<typeof startRecords<Body>>;

export interface Move {
  readonly machine: string;
  readonly tenant: TenantId;
  readonly id: string;
  /** Faults are counted for it. */
  readonly subject: string;
  /** Undefined for a new record. */
  readonly from: string | undefined;
  readonly to: string;
  /** `new` for a new record; undefined if the state table has no such move. */
  readonly event: string | undefined;
  /** When it was decided, milliseconds since 1970. */
  readonly at: number;
}

interface RecordKind<Body> {
  readonly name: string;
  readonly schema: z.ZodType<Body>;
}

export interface StateMachine<Body> {
  readonly states: StateTable<string, string>;
  readonly initial: string | ((body: Body) => string);
  readonly statusOf: (body: Body) => string;
  /** Whether a write that kept the status was a move, or by which event; by default it was not. */
  readonly repeated?: (before: Body, after: Body) => boolean | string;
  /** Decides between several events that lead to the same status, by all moves of the commit; by default the first one. */
  readonly eventOf?: (move: Move, moves: readonly Move[]) => string | undefined;
}

interface ObserveOptions<Body> {
  /** A fault names records by their ids, some with their bodies. */
  readonly subject?: (id: string, body: Body | undefined) => string | undefined;
  readonly machine?: StateMachine<Body>;
  readonly unfinished?: (record: Committed<Body>, observed: Observed) => string | Waiting | undefined;
}

export interface ObservedRecords<Body> extends StatePart<CommittedRecords<Body>> {
  readonly kind: string;
  readonly states: StateTable<string, string> | undefined;
  subject(id: string, body: unknown): string | undefined;
  enter(records: CommittedRecords<Body>, write: Write, changeSet: ChangeSet): Move | undefined;
  withEvent(move: Move, moves: readonly Move[]): Move;
  unfinished(records: CommittedRecords<Body>, observed: Observed): Waiting | undefined;
}

export function observeRecords<Body extends object>(
  { name: kind, schema }: RecordKind<Body>,
  { subject, machine, unfinished }: ObserveOptions<Body> = {},
): ObservedRecords<Body> {
  return {
    kind,
    states: machine?.states,
    start: startRecords<Body>,
    subject: (id, body) => subject?.(id, body == null ? undefined : schema.safeParse(body).data),
    enter(records, { key, body }, { tenant, at }) {
      const { id } = key;
      if (body === null) {
        records.delete(tenant, id);
        return undefined;
      }
      const before = records.get(tenant, id);
      const after = schema.parse(body);
      records.set(id, { tenant, ...after });
      const step = machine === undefined ? undefined : stepOf(machine, before, after);
      return step && { machine: kind, tenant, id, subject: subject?.(id, after) ?? id, ...step, at };
    },
    withEvent: (move, moves) => ({ ...move, event: machine?.eventOf?.(move, moves) ?? move.event }),
    unfinished(records, observed) {
      if (unfinished === undefined) return undefined;
      return firstDue([...records.values()].map((record) => waitingOf(unfinished(record, observed))));
    },
  };
}

function waitingOf(waiting: string | Waiting | undefined): Waiting | undefined {
  return typeof waiting === "string" ? { what: waiting } : waiting;
}

function startRecords<Body>() {
  const byTenant = new Map<TenantId, Map<string, Committed<Body>>>();
  const all = new Map<string, Committed<Body>>();
  return {
    get: (tenant: TenantId, id: string) => byTenant.get(tenant)?.get(id),
    values: (): Iterable<Committed<Body>> => all.values(),
    set(id: string, record: Committed<Body>): void {
      const own = byTenant.get(record.tenant) ?? new Map<string, Committed<Body>>();
      byTenant.set(record.tenant, own.set(id, record));
      all.set(`${record.tenant} ${id}`, record);
    },
    delete(tenant: TenantId, id: string): void {
      byTenant.get(tenant)?.delete(id);
      all.delete(`${tenant} ${id}`);
    },
  };
}

function stepOf<Body>(machine: StateMachine<Body>, before: Body | undefined, after: Body) {
  const to = machine.statusOf(after);
  if (before === undefined) {
    const initial = typeof machine.initial === "string" ? machine.initial : machine.initial(after);
    return { from: undefined, to, event: to === initial ? "new" : undefined };
  }
  const from = machine.statusOf(before);
  const repeated = from === to ? (machine.repeated?.(before, after) ?? false) : true;
  if (repeated === false) return undefined;
  if (typeof repeated === "string")
    return { from, to, event: machine.states[from]?.[repeated] === to ? repeated : undefined };
  const [event] = Object.entries(machine.states[from] ?? {}).find(([, next]) => next === to) ?? [];
  return { from, to, event };
}

interface Written<Body> extends Pick<Write, "dueAt" | "place"> {
  readonly id: string;
  readonly name: string;
  readonly record: Committed<Body>;
}

/** Without removed records. */
export function writtenIn<Body>(
  kind: ObservedRecords<Body>,
  { tenant, writes }: ChangeSet,
  observed: Observed,
): readonly Written<Body>[] {
  return writes.flatMap(({ key: { kind: name, id }, dueAt, place }) => {
    const record = name === kind.kind ? observed.of(kind).get(tenant, id) : undefined;
    return record === undefined ? [] : [{ id, name: `${tenant} ${id}`, record, dueAt, place }];
  });
}

export function nameOf({ tenant, key }: { readonly tenant: string; readonly key: string | undefined }): string {
  return `${tenant} ${key}`;
}

/** The writes of a kind of record; the body of a removed record is null. */
export function writesOf<Body>(
  { name: kind, schema }: RecordKind<Body>,
  { tenant, writes }: Pick<ChangeSet, "tenant" | "writes">,
) {
  const own = writes.filter(({ key }) => key.kind === kind);
  return own.map(({ key: { id }, body, dueAt, place }) => {
    return { id, name: `${tenant} ${id}`, body: body && schema.parse(body), dueAt, place };
  });
}

export interface Stand<Value> {
  readonly record: Value;
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly until: number;
  /** Commits, counted from 1. */
  readonly entered: number;
  readonly replaced: number;
}

export type Stands<Value> = ReturnType<typeof createStands<Value>>;

export function createStands<Value>() {
  const all = new Map<string, Stand<Value>[]>();
  return {
    enter(name: string, record: Value, { now, commits }: { readonly now: number; readonly commits: number }): void {
      const stands = all.get(name) ?? [];
      const last = stands.pop();
      if (last !== undefined) stands.push({ ...last, until: now, replaced: commits });
      stands.push({ record, from: now, until: Infinity, entered: commits, replaced: Infinity });
      all.set(name, stands);
    },
    /** The oldest first. */
    of: (name: string): readonly Stand<Value>[] => all.get(name) ?? [],
  };
}
