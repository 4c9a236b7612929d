import type { Recorded } from "./recorded-store.ts";

type Tell = (change: Recorded) => void;

/** Tells of each call that changes something at a provider. Questions change nothing, and are not told of. */
export function watched<Provider extends object>(
  provider: Provider,
  calls: readonly (keyof Provider & string)[],
  tell: Tell,
): Provider {
  const watching = calls.map((name): [string, unknown] => {
    const call: unknown = provider[name];
    if (typeof call !== "function") throw new TypeError(`a provider has no ${name}`);
    const told = (...asked: readonly unknown[]): unknown => {
      tell({ kinds: [`a provider by ${name}`], postings: 0, tallies: 0 });
      return Reflect.apply(call, provider, asked);
    };
    return [name, told];
  });
  return { ...provider, ...Object.fromEntries<unknown>(watching) };
}

export const callsOfCards = ["authenticate", "issueToken", "releaseToken", "approve", "cancel", "reverse"] as const;
export const callsOfBanks = ["registerSeller", "submit"] as const;
