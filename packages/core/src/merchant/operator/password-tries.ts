import { z } from "zod";

import { decideAndCommit } from "../../engine/commit/commit.ts";
import { recordKind } from "../../engine/commit/record.ts";
import type { Context } from "../../context.ts";
import { ok, refuseFor } from "../../result.ts";
import type { Settings } from "../../settings.ts";
import { type Owner, partsOfToken, tenantToken, tenantId } from "../../engine/tenant/tenant.ts";
import { purgeWork } from "../../engine/due-work/work.ts";
import { operatorLane, operatorRecord } from "./operator.ts";

/** The origin of a sign-in, as far as the host application knows it. */
export interface SignInFrom {
  /** The client's address, or its proxy's. Requests without one count together. */
  readonly address?: string | undefined;
  /** The `device` of an earlier sign-in. An invalid one is ignored. */
  readonly device?: string | undefined;
}

/** One source of tries: a device on which this operator has signed in before, or else an address. */
export interface Source {
  readonly id: string;
  readonly isKnown: boolean;
  /** The text that the device keeps. */
  readonly device: string;
}

interface Named {
  readonly tenant: Owner;
  readonly name: string;
}

/** Addresses are stored as digests only, for as long as tries are remembered. */
export async function sourceOf(context: Context, named: Named, { address, device }: SignInFrom): Promise<Source> {
  const known = await knownDevice(context, named, device);
  if (known !== undefined) return known;
  const [digest] = await context.vault.fingerprints(`operator address ${address ?? ""}`);
  return { id: `address ${digest.slice(0, 32)}`, isKnown: false, device: await newDevice(context, named) };
}

function isDevice(sourceId: string): boolean {
  return sourceId.startsWith("device ");
}

const deviceLength = 21;

/** Bound to the operator by a digest under the service's secret, so that no record of devices is needed. */
function proofsOf({ vault }: Context, { tenant, name }: Named, id: string) {
  return vault.fingerprints(`operator device ${tenantId(tenant)} ${name} ${id}`);
}

async function newDevice(context: Context, named: Named): Promise<string> {
  const id = context.ids.random(deviceLength);
  const [proof] = await proofsOf(context, named, id);
  return tenantToken("od", named.tenant, id + proof);
}

async function knownDevice(context: Context, named: Named, device = ""): Promise<Source | undefined> {
  const parts = partsOfToken(device);
  if (parts === undefined || !device.startsWith("od_")) return undefined;
  const id = parts.rest.slice(0, deviceLength);
  const proofs = await proofsOf(context, named, id);
  return proofs.includes(parts.rest.slice(deviceLength)) ? { id: `device ${id}`, isKnown: true, device } : undefined;
}

const triesSchema = z.object({
  /** The number of passwords that were tried in a row without a right one. */
  tries: z.number(),
  /** Milliseconds since 1970: the tries are purged then, which ends a lock too. */
  until: z.number(),
});

const operatorTriesSchema = z.looseObject({
  /** All tries of strangers. */
  tries: z.number(),
  /** When the last tries are purged. */
  until: z.number(),
  /** The tries of each device and address. */
  sources: z.record(z.string(), triesSchema).default({}),
});

/** The tries of a name, by the name, whether there is such an operator or not. */
export const operatorTriesRecord = recordKind("operatorTries", operatorTriesSchema);

type OperatorTries = z.output<typeof operatorTriesSchema>;
type Sources = OperatorTries["sources"];

interface Tried {
  readonly tenant: Owner;
  readonly name: string;
  readonly source: Source;
}

/**
 * Counts a try and answers the hash to verify its password by. Ten tries in a row without a right password
 * (`settings.operatorTries`) lock the name for their source, a device or an address, for 15 minutes after the last one
 * counted (`settings.operatorLockMs`); then they are purged. A hundred tries of strangers, from however many
 * addresses (`settings.operatorStrangerTries`), lock the name for all strangers. A known device is no stranger: its
 * owner can always sign in.
 */
export function countTry(context: Context, { tenant, name, source }: Tried) {
  const { settings } = context;
  return decideAndCommit(context, {
    tenant,
    lane: operatorLane(name),
    load: (read) => read(operatorRecord.ref(name), operatorTriesRecord.ref(name)),
    decide: ([operator, before], now) => {
      const remembered = rememberedAt(now, before?.sources);
      const lockedUntil = lockOf(remembered, source, settings);
      if (lockedUntil !== undefined) return { answer: refuseFor("TOO_MANY_REQUESTS", lockedUntil - now) };
      const tries = (remembered[source.id]?.tries ?? 0) + 1;
      const sources = { ...remembered, [source.id]: { tries, until: now + settings.operatorLockMs } };
      return {
        answer: ok({ passwordHash: operator?.passwordHash, tries }),
        changes: { writes: [writeSources(name, before, sources)] },
      };
    },
  });
}

function rememberedAt(now: number, sources: Sources = {}): Sources {
  return Object.fromEntries(Object.entries(sources).filter(([, { until }]) => now < until));
}

function ofStrangers(sources: Sources): readonly z.output<typeof triesSchema>[] {
  return Object.entries(sources).flatMap(([id, tried]) => (isDevice(id) ? [] : [tried]));
}

/** Until when the name is locked for a source; undefined if it is not. */
function lockOf(sources: Sources, source: Source, settings: Settings): number | undefined {
  const own = sources[source.id];
  if (own !== undefined && own.tries >= settings.operatorTries) return own.until;
  const strangers = ofStrangers(sources);
  if (source.isKnown || sumOf(strangers) < settings.operatorStrangerTries) return undefined;
  return Math.min(...strangers.map(({ until }) => until));
}

function sumOf(all: readonly { readonly tries: number }[]): number {
  return all.reduce((sum, { tries }) => sum + tries, 0);
}

function writeSources(name: string, before: OperatorTries | undefined, sources: Sources) {
  const until = Math.max(...Object.values(sources).map((tried) => tried.until));
  const tries = sumOf(ofStrangers(sources));
  return operatorTriesRecord.write(name, { ...before, tries, until, sources }, { dueAt: until });
}

/** Purges the tries of one source, as a right password does. Those of others stay, or a stranger would gain by it. */
export function purgeTriesOf(name: string, { id }: Source, before: OperatorTries | undefined) {
  const { [id]: own, ...others } = before?.sources ?? {};
  if (own === undefined) return [];
  return Object.keys(others).length === 0 ? purgeTries(name, before) : [writeSources(name, before, others)];
}

/** Purges all tries of a name, as a new password does. */
export function purgeTries(name: string, tries: OperatorTries | undefined) {
  return tries === undefined ? [] : [operatorTriesRecord.remove(name)];
}

export const operatorTriesWork = purgeWork({
  kind: operatorTriesRecord,
  laneOf: operatorLane,
  isOver: ({ until }, now) => until <= now,
});
