/** What the service names itself, and later requests are asked with. */
const names = new Set(["intentKey", "token", "settlementId", "billkey", "id", "sellerId"]);

/** What a merchant names anew for each thing. */
const ownNames = new Set(["orderId", "refPayoutId", "refSellerId"]);

/** Pairs of texts: what examples call a thing, and what it is called really. */
export type Learned = ReadonlyMap<string, string>;

/** Every field of a value, however deep, with the same field of another one. */
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

/** What an answer calls otherwise than its example does. */
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

/** New names for what a merchant names in these requests, so that every visit of the page tells a story of its own. */
export function renamed(requests: readonly unknown[], suffix: string): Learned {
  const found = requests.flatMap((request) => [...pairs(request, undefined)]);
  const own = found.flatMap(([name, value]) => (ownNames.has(name) && typeof value === "string" ? [value] : []));
  return new Map(own.map((name) => [name, `${name}-${suffix}`]));
}

/** A text with all that was learned in it; longer names first, as one may begin another. */
export function withLearned(text: string, learned: Learned): string {
  const inOrder = [...learned].toSorted(([one], [other]) => other.length - one.length);
  return inOrder.reduce((said, [before, now]) => said.replaceAll(before, now), text);
}
