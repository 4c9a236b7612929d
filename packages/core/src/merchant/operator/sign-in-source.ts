import type { Context } from "../../context.ts";
import { partsOfToken, tenantToken, tenantId, type Owner } from "../../engine/tenant/tenant.ts";

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

export function isDevice(sourceId: string): boolean {
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
