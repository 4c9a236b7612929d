import { gatewayCases as everyCase, fakeClock, sequentialIds, type GatewayCase } from "@wonflow/testkit";
import { describe, expect, test } from "vitest";
import { powersOver, storedCard } from "../../test/card-fixture.ts";
import { wrongAnswers, wrongPromises } from "../../test/wrong-gateways/answers.ts";
import { rightWithCredentials, wrongCredentials } from "../../test/wrong-gateways/credentials.ts";
import { rightWithoutKeys, wrongGuesses } from "../../test/wrong-gateways/keyless.ts";
import { wrongDetails } from "../../test/wrong-gateways/exactness.ts";
import { wrongLostCalls } from "../../test/wrong-gateways/lost-calls.ts";
import { wrongMemories, wrongMoments } from "../../test/wrong-gateways/moments.ts";
import { wrongDeadlines, wrongReadings } from "../../test/wrong-gateways/odd-answers.ts";
import { wrongRefusals } from "../../test/wrong-gateways/refusals.ts";
import { cardCallsOf, gatewayOf, startMs, type Right, type Wrong } from "../../test/wrong-gateways/right.ts";
import { wrongStatements } from "../../test/wrong-gateways/statements.ts";
import { wrongTokens } from "../../test/wrong-gateways/tokens.ts";
import { wireOf } from "../../test/wire.ts";
import { isOfWindow } from "../../test/wrong-gateways/window.ts";
import { memoryJournal } from "../journal/journal.ts";
import { sandboxGateway } from "./gateway.ts";
import { leastPromises, mostPromises, type SandboxPromises } from "./promises.ts";

/** Those of the window have a file of their own. */
const gatewayCases = everyCase.filter((each) => !isOfWindow(each));

class Skipped extends Error {}

function skip(reason: string): never {
  throw new Skipped(reason);
}

/** A fixture with a wrong gateway, of which the provider is right. */
function fixtureOf(make: Wrong, promises: SandboxPromises) {
  const clock = fakeClock(startMs);
  const ids = sequentialIds();
  const journal = memoryJournal();
  const wire = wireOf(clock);
  let [counted, restarts] = [0, 0];
  const made: Right["made"] = [];
  const live = ["2026-11"];
  const rest = { live, seen: new Set<string>(), released: new Set<string>(), made, count: () => (counted += 1) };
  let provider = sandboxGateway({ clock, ids, journal, promises });
  const wrong = () => {
    const calls = cardCallsOf(wire.over(provider));
    return gatewayOf({ ...calls, ...make({ gateway: calls, restarts, ...rest }) });
  };
  return {
    ...powersOver(clock, () => provider),
    oddNext: wire.oddNext,
    gateway: wrong(),
    addCredentials: async () => void live.unshift(`2026-${11 + live.length}`),
    repeatsCalls: promises.idempotent,
    card: storedCard,
    tenants: ["1:test", "2:test"],
    newKey: () => ids.random(12),
    async reopen() {
      restarts += 1;
      provider = sandboxGateway({ clock, ids, journal, promises });
      return wrong();
    },
  } as const;
}

interface Verdict {
  readonly failed: readonly string[];
  readonly skipped: readonly string[];
}

/** The contract tests that a gateway fails, and those that it skips; each test gets a gateway of its own. */
async function verdictOn(make: Wrong, promises: SandboxPromises, cases: readonly GatewayCase[]): Promise<Verdict> {
  const [failed, skipped]: [string[], string[]] = [[], []];
  for (const { of, title, run } of cases) {
    await run(async () => fixtureOf(make, promises), skip).catch((error) => {
      (error instanceof Skipped ? skipped : failed).push(`${of}: ${title}`);
    });
  }
  return { failed, skipped };
}

const named = (caughtBy: string) => gatewayCases.filter(({ of, title }) => `${of}: ${title}` === caughtBy);

describe("a gateway that", () => {
  const withList = { ...leastPromises, dayList: true };

  test.each([
    ["promises the most", mostPromises, () => ({}), / of a checked card: |^credentials: /],
    ["promises the least", leastPromises, () => ({}), / (again|first): |^(credentials|statement): /],
    ["has a list of each day", withList, () => ({}), / (again|first): |^credentials: /],
    ["names its credentials", leastPromises, rightWithCredentials, / (again|first): |^statement: /],
    ["keeps no keys of cancellations", leastPromises, rightWithoutKeys, / (again|first): |^(credentials|statement): /],
  ] as const)("%s, and is right, fails no test of the contract", async (_what, promises, make, unpromised) => {
    const { failed, skipped } = await verdictOn(make, promises, gatewayCases);
    expect(failed).toEqual([]);
    expect(skipped.filter((title) => !unpromised.test(title))).toEqual([]);
  });

  const ofTheLeast = [
    ...wrongAnswers,
    ...wrongRefusals,
    ...wrongPromises,
    ...wrongGuesses,
    ...wrongLostCalls,
    ...wrongCredentials,
    ...wrongStatements,
    ...wrongReadings,
    ...wrongDeadlines,
    ...wrongDetails,
    ...wrongMoments,
    ...wrongMemories,
  ];

  test.each(ofTheLeast)("%s fails: %s", async (_wrong, caughtBy, make) => {
    expect(await verdictOn(make, withList, named(caughtBy))).toEqual({ failed: [caughtBy], skipped: [] });
  });

  test.each(wrongTokens)("%s fails: %s", async (_wrong, caughtBy, make) => {
    expect(await verdictOn(make, mostPromises, named(caughtBy))).toEqual({ failed: [caughtBy], skipped: [] });
  });

  test("every test that is required is failed by one of them", () => {
    const caught = new Set([...ofTheLeast, ...wrongTokens].map(([, caughtBy]) => caughtBy));
    const required = gatewayCases.filter(({ of }) => !/ (again|first)$/.test(of));
    const titles = required.map(({ of, title }) => `${of}: ${title}`);
    expect(titles.filter((title) => !caught.has(title))).toEqual([]);
  });
});
