import type { TenantId } from "@wonflow/core";
import { endpointRecord } from "@wonflow/core/records";
import type { Projection } from "../observation/invariant.ts";
import { writesOf } from "../observation/observed-records.ts";
import type { Observed } from "../observation/observed.ts";
import type { Part } from "../part.ts";

interface GivenSecret {
  readonly secret: string;
  readonly since: number;
  readonly formerUntil: number;
}

interface Endpoints {
  readonly secrets: Map<TenantId, GivenSecret[]>;
  /** Undefined where it was removed. */
  readonly urls: Map<TenantId, { readonly url: string | undefined; readonly since: number }[]>;
}

/** Times are in milliseconds since 1970. */
const endpoints: Projection<Endpoints> = {
  start: () => ({ secrets: new Map(), urls: new Map() }),
  onCommit({ urls }, changeSet, { now }) {
    const { tenant } = changeSet;
    for (const { body } of writesOf(endpointRecord, changeSet)) {
      urls.set(tenant, [...(urls.get(tenant) ?? []), { url: body?.url, since: now }]);
    }
  },
  onEvent({ secrets }, event, { now }) {
    if (event.kind !== "secret") return;
    const { tenant, secret, formerUntil } = event;
    secrets.set(tenant, [...(secrets.get(tenant) ?? []), { secret, since: now, formerUntil }]);
  },
};

export function hadAddress(observed: Observed, tenant: TenantId, asked: { url: string; since: number }): boolean {
  const all = observed.of(endpoints).urls.get(tenant) ?? [];
  return all.some(({ url }, index) => url === asked.url && (all[index + 1]?.since ?? Infinity) >= asked.since);
}

/** The present secret signs, and the former one while it still does. */
export function areItsSecrets(
  observed: Observed,
  tenant: TenantId,
  { secrets, since }: { readonly secrets: readonly string[]; readonly since: number },
): boolean {
  const all = observed.of(endpoints).secrets.get(tenant) ?? [];
  const [present, former, ...others] = secrets;
  const index = all.findIndex(({ secret }) => secret === present);
  const formerUntil = all[index]?.formerUntil ?? 0;
  const isPresent = index >= 0 && (all[index + 1]?.since ?? Infinity) >= since;
  const isFormer = former === undefined ? formerUntil <= observed.now : former === all[index - 1]?.secret;
  return isPresent && isFormer && others.length === 0 && (former === undefined || formerUntil > since);
}

export const part: Part = { projections: [endpoints] };
