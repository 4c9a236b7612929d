import type { FaultKind } from "./faults.ts";
import type { Call } from "./wire.ts";

/** A way in which a call goes wrong. */
export interface Fate {
  readonly name: string;
  readonly kind: FaultKind;
  readonly side: 0 | 1;
}

export const stopAfter = "stop after it";
export const stopLate = "stop, and it arrives late";

export function fatesOf(call: Call<unknown>, kinds: readonly FaultKind[]): readonly Fate[] {
  return kinds.flatMap((kind) => (call.possible.includes(kind) ? fatesOfKind(call, kind) : []));
}

function fatesOfKind({ possible, quick = false, arrivesBy }: Call<unknown>, kind: FaultKind): readonly Fate[] {
  const travels = arrivesBy !== undefined;
  if (kind === "late" && !travels) return [];
  if (kind === "refused" || kind === "mismatch" || kind === "lie") {
    return [
      { name: kind, kind, side: 0 },
      { name: `${kind} in another way`, kind, side: 1 },
    ];
  }
  if (kind !== "stop") return [{ name: kind, kind, side: 0 }];
  // A stop beside a call that changes nothing is one beside the next call that does.
  if (!possible.includes("fail-after")) return [];
  const names = ["stop before it", ...(quick ? [] : [stopAfter]), ...(travels ? [stopLate] : [])];
  return names.map((name) => ({ name, kind, side: 0 }));
}
