import type { Recorded } from "./recorded-store.ts";

type Report = (change: Recorded) => void;

/** Reports each call that changes something at a provider. Look-ups change nothing and are not reported. */
export function watched<Provider extends object>(
  provider: Provider,
  calls: readonly (keyof Provider & string)[],
  report: Report,
): Provider {
  const watching = calls.map((name): [string, unknown] => {
    const call: unknown = provider[name];
    if (typeof call !== "function") throw new TypeError(`a provider has no ${name}`);
    const reported = (...asked: readonly unknown[]): unknown => {
      report({ kinds: [`a provider by ${name}`], postings: 0, tallies: 0 });
      return Reflect.apply(call, provider, asked);
    };
    return [name, reported];
  });
  return { ...provider, ...Object.fromEntries<unknown>(watching) };
}

export const callsOfCards = ["authenticate", "issueToken", "releaseToken", "approve", "cancel", "reverse"] as const;
export const callsOfBanks = ["registerSeller", "submit"] as const;
