import { describe, test, afterAll, beforeAll, expect } from "vitest";

interface Case<Run> {
  /** The method of the port. */
  readonly of: string;
  readonly title: string;
  readonly run: Run;
}

type Contract<Test> = Readonly<Record<string, Readonly<Record<string, Test>>>>;

/** Every test of a contract, which has them by the port's methods and by title. */
export function casesOf<Test, Run>(contract: Contract<Test>, runOf: (test: Test) => Run): readonly Case<Run>[] {
  return Object.entries(contract).flatMap(([of, cases]) =>
    Object.entries(cases).map(([title, each]) => ({ of, title, run: runOf(each) })),
  );
}

export function suiteOf<One extends Case<unknown>>(
  name: string,
  cases: readonly One[],
  run: (one: One, skip: (reason: string) => never) => Promise<void>,
): void {
  describe(name, () => {
    for (const [of, ofMethod = []] of Object.entries(Object.groupBy(cases, (one) => one.of))) {
      describe(of, () => {
        for (const one of ofMethod) test(one.title, ({ skip }) => run(one, skip));
      });
    }
  });
}

/** Opens a fixture before the first test of the surrounding suite, and closes it after the last. */
export function openedOnce<Fixture extends { close(): Promise<void> }>(
  open: () => Promise<Fixture>,
  timeoutMs?: number,
): () => Fixture {
  let fixture: Fixture | undefined;
  beforeAll(async () => {
    fixture = await open();
  }, timeoutMs);
  afterAll(() => fixture?.close(), timeoutMs);
  return () => {
    if (fixture === undefined) throw new Error("the fixture was not opened");
    return fixture;
  };
}

interface Reopening<Context> {
  readonly reopen: () => Promise<Context>;
}

/** Expects the same answer to a repeated call, also after a restart. */
export async function answersAgain<Context extends Reopening<Context>>(
  context: Context,
  call: (context: Context) => Promise<unknown>,
): Promise<void> {
  const first = await call(context);
  expect(await call(context)).toEqual(first);
  expect(await call(await context.reopen())).toEqual(first);
}

/** Expects this acknowledgement of a call under its key or a new one, also after a restart. */
export async function acknowledgesAgain<Context extends Reopening<Context>>(
  context: Context & { readonly newKey: () => string },
  acknowledged: unknown,
  call: (context: Context, key?: string) => Promise<unknown>,
): Promise<void> {
  const key = context.newKey();
  for (const again of [key, key, undefined]) expect(await call(context, again)).toEqual(acknowledged);
  expect(await call(await context.reopen(), key)).toEqual(acknowledged);
}

/** A refusal of a key used again with other content would wrongly say that the first call had no effect. */
export function expectFirstOrUnknown(answer: { readonly outcome: string }, first: unknown): void {
  if (answer.outcome === "done") expect(answer).toEqual(first);
  else expect(answer.outcome).toBe("unknown");
}
