/** Names that the service gives, and that later requests need. */
const names = new Set(["intentKey", "token", "settlementId", "billkey", "id", "sellerId"]);

/** Names that the merchant gives to each new thing. */
const ownNames = new Set(["orderId", "refPayoutId", "refSellerId"]);

/** Pairs of names: the example's, and the real one. */
export type Learned = ReadonlyMap<string, string>;

/** Every field of a value, at any depth, with the same field of another value. */
function* pairs(example: unknown, real: unknown): Generator<readonly [name: string, example: unknown, real: unknown]> {
  if (typeof example !== "object" || example === null) return;
  for (const [name, value] of Object.entries(example)) {
    const other = (Object(real) as Readonly<Record<string, unknown>>)[name];
    yield [name, value, other];
    yield* pairs(value, other);
  }
}

function intentKeyIn(address: unknown): string | undefined {
  if (typeof address !== "string" || !URL.canParse(address)) return undefined;
  return new URL(address).searchParams.get("intentKey") ?? undefined;
}

/** The names in an answer that differ from its example's. */
export function learnedFrom(example: unknown, real: unknown): Learned {
  const learned = new Map<string, string>();
  const learn = (before: unknown, now: unknown) => {
    if (typeof before === "string" && typeof now === "string" && before !== now) learned.set(before, now);
  };
  for (const [name, before, now] of pairs(example, real)) {
    if (names.has(name)) learn(before, now);
    if (name === "redirectUrl") learn(intentKeyIn(before), intentKeyIn(now));
  }
  return learned;
}

/** New merchant's names for these requests, so that every visit of the page uses its own. */
export function renamed(requests: readonly unknown[], suffix: string): Learned {
  const found = requests.flatMap((request) => [...pairs(request, undefined)]);
  const own = found.flatMap(([name, value]) => (ownNames.has(name) && typeof value === "string" ? [value] : []));
  return new Map(own.map((name) => [name, `${name}-${suffix}`]));
}

/** Replaces the learned names in the text; longer ones first, as one may be a prefix of another. */
export function withLearned(text: string, learned: Learned): string {
  const inOrder = [...learned].toSorted(([one], [other]) => other.length - one.length);
  return inOrder.reduce((said, [before, now]) => said.replaceAll(before, now), text);
}
