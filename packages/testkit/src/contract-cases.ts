import { describe, test } from "vitest";

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
