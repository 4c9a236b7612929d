import type { Gateway } from "@wonflow/core";
import { gatewayCases, fakeClock, sequentialIds, type GatewayCase } from "@wonflow/testkit";
import { describe, expect, test } from "vitest";
import { powersOver, storedCard, windowOver, windowUrl } from "../../test/card-fixture.ts";
import { wireOf } from "../../test/wire.ts";
import { startMs } from "../../test/wrong-gateways/right.ts";
import {
  isOfWindow,
  rightAtApproval,
  rightReader,
  rightWithCredentials,
  type Make,
  type RightWindow,
} from "../../test/wrong-gateways/window.ts";
import { wrongLookUps, wrongOpenings } from "../../test/wrong-gateways/window-openings.ts";
import {
  wrongWindowCredentials,
  wrongWindowMemories,
  wrongWindowMoments,
} from "../../test/wrong-gateways/window-moments.ts";
import { wrongWindowDeadlines, wrongWindowReadings } from "../../test/wrong-gateways/window-odd.ts";
import { wrongReaders } from "../../test/wrong-gateways/window-messages.ts";
import {
  noticingNowhere,
  wrongWindowApprovals,
  wrongWindowRepeats,
} from "../../test/wrong-gateways/window-payments.ts";
import { wrongWindowLists, wrongWindowRefunds } from "../../test/wrong-gateways/window-refunds.ts";
import { wrongFailures, wrongForgeries, wrongReturns } from "../../test/wrong-gateways/window-returns.ts";
import { memoryJournal } from "../journal/journal.ts";
import { sandboxGateway, type SandboxGateway } from "./gateway.ts";
import { leastPromises, mostPromises, type SandboxPromises } from "./promises.ts";

class Skipped extends Error {}

function skip(reason: string): never {
  throw new Skipped(reason);
}

interface Parts {
  readonly make: Make;
  readonly promises: SandboxPromises;
  /** Whether it takes typed cards, too. */
  readonly keyIn: boolean;
  readonly provenAtApproval?: readonly ("key" | "reference")[];
}

/** A fixture with a wrong adapter, of which the provider is right. */
function fixtureOf({ make, promises, keyIn, provenAtApproval = [] }: Parts) {
  const clock = fakeClock(startMs);
  const ids = sequentialIds();
  const journal = memoryJournal();
  const provided = () => sandboxGateway({ clock, ids, journal, promises, windowUrl });
  const wire = wireOf(clock);
  const live = ["2026-11"];
  let counted = 0;
  let provider = provided();
  const wrong = () => wrongOf(wire.over(provider), { make, keyIn, live, count: () => (counted += 1) });
  return {
    ...powersOver(clock, () => provider),
    oddNext: wire.oddNext,
    addCredentials: async () => void live.unshift(`2026-${11 + live.length}`),
    window: { ...windowOver(clock, () => provider), provenAtApproval },
    gateway: wrong(),
    repeatsCalls: promises.idempotent,
    card: storedCard,
    tenants: ["1:test", "2:test"],
    newKey: () => ids.random(12),
    async reopen() {
      provider = provided();
      return wrong();
    },
  } as const;
}

/** What it keeps does not outlive its process. */
function wrongOf(
  provider: SandboxGateway,
  { make, keyIn, live, count }: Pick<Parts, "make" | "keyIn"> & Pick<RightWindow, "live" | "count">,
): Gateway {
  const { keyIn: cards, window, ...shared } = provider;
  const lookUpAuthentication = window?.lookUpAuthentication;
  if (window === undefined || lookUpAuthentication === undefined) throw new Error("the sandbox opened no window");
  const right = {
    gateway: provider,
    window: { ...window, lookUpAuthentication },
    kept: new Map<string, string>(),
    live,
    count,
  };
  const { window: changed, ...rest } = make(right);
  return { ...shared, ...(keyIn && { keyIn: cards }), ...rest, window: { ...window, ...changed } };
}

interface Verdict {
  readonly failed: readonly string[];
  readonly skipped: readonly string[];
}

/** The contract tests that a gateway fails, and those that it skips; each test gets a gateway of its own. */
async function verdictOn(parts: Parts, cases: readonly GatewayCase[]): Promise<Verdict> {
  const [failed, skipped]: [string[], string[]] = [[], []];
  const judge = async ({ of, title, run }: GatewayCase) =>
    run(async () => fixtureOf(parts), skip).catch((error) => {
      (error instanceof Skipped ? skipped : failed).push(`${of}: ${title}`);
    });
  // Those that wait do so together; the others change the time zone of this process, for example.
  const { waiting = [], others = [] } = Object.groupBy(cases, ({ title }) =>
    title.startsWith("without any answer") ? "waiting" : "others",
  );
  await Promise.all(waiting.map(judge));
  for (const each of others) await judge(each);
  return { failed, skipped };
}

const titleOf = ({ of, title }: GatewayCase) => `${of}: ${title}`;
const named = (caughtBy: string) => gatewayCases.filter((each) => titleOf(each) === caughtBy);
const withList = { ...leastPromises, dayList: true };

describe("a gateway with a window that", () => {
  const unpromised = / of a checked card: | (?:again|first): |^credentials(?: in the window)?: /;
  const ofCards = /^(?:authenticate|issueToken|releaseToken)\b|each month that the gateway declares/;

  test.each([
    ["promises the least", withList, true, unpromised],
    ["promises the most", mostPromises, true, / of a checked card: |^credentials(?: in the window)?: /],
    ["promises the least, without typed cards,", withList, false, new RegExp(`${unpromised.source}|${ofCards.source}`)],
    [
      "promises the most, without typed cards,",
      mostPromises,
      false,
      new RegExp(`^credentials(?: in the window)?: |${ofCards.source}`),
    ],
  ] as const)("%s and is right, fails no test of the contract", async (_what, promises, keyIn, skippable) => {
    const { failed, skipped } = await verdictOn({ make: rightReader, promises, keyIn }, gatewayCases);
    expect(failed).toEqual([]);
    expect(skipped.filter((title) => !skippable.test(title))).toEqual([]);
  });

  test("names its credentials and is right, fails no test of the contract", async () => {
    const ofCredentials = gatewayCases.filter(({ of }) => /^credentials\b/.test(of));
    const parts = { make: rightWithCredentials, promises: withList, keyIn: true };
    expect(await verdictOn(parts, ofCredentials)).toEqual({ failed: [], skipped: [] });
  });

  const atApproval = { promises: withList, keyIn: false, provenAtApproval: ["key", "reference"] } as const;
  const ofForgery = gatewayCases.filter(({ of }) => of === "finish" || of === "approve in the window");

  test("notices forgeries at the approval only, and is right, fails no test of the contract", async () => {
    const verdict = await verdictOn({ ...atApproval, make: rightAtApproval }, ofForgery);
    expect(verdict).toEqual({ failed: [], skipped: [] });
    // With a signature that covers them, that would be an error.
    const { failed } = await verdictOn({ ...atApproval, make: rightAtApproval, provenAtApproval: [] }, ofForgery);
    expect(failed).toHaveLength(6);
  });

  test.each([
    "finish: with the reference of another order is forged: one payment would be mistaken for two",
    "finish: of another order under the name of this one is forged: one payment would be mistaken for two",
    "finish: of a buyer who has not acted yet proves nothing: a stranger would pay, or end it",
  ])("notices forgeries nowhere fails: %s", async (caughtBy) => {
    const verdict = await verdictOn({ ...atApproval, make: noticingNowhere }, named(caughtBy));
    expect(verdict).toEqual({ failed: [caughtBy], skipped: [] });
  });

  const wrong = [
    ...wrongOpenings,
    ...wrongReturns,
    ...wrongForgeries,
    ...wrongFailures,
    ...wrongLookUps,
    ...wrongWindowApprovals,
    ...wrongWindowRefunds,
    ...wrongWindowLists,
    ...wrongReaders,
    ...wrongWindowReadings,
    ...wrongWindowDeadlines,
    ...wrongWindowMoments,
    ...wrongWindowMemories,
    ...wrongWindowCredentials,
  ];

  test.each(wrong)("%s fails: %s", async (_wrong, caughtBy, make) => {
    for (const keyIn of [true, false]) {
      const verdict = await verdictOn({ make, promises: withList, keyIn }, named(caughtBy));
      expect(verdict).toEqual({ failed: [caughtBy], skipped: [] });
    }
  });

  test.each(wrongWindowRepeats)("%s fails: %s", async (_wrong, caughtBy, make) => {
    const verdict = await verdictOn({ make, promises: mostPromises, keyIn: true }, named(caughtBy));
    expect(verdict).toEqual({ failed: [caughtBy], skipped: [] });
  });

  test("every test of the window is failed by one of them", () => {
    const caught = new Set([...wrong, ...wrongWindowRepeats].map(([, caughtBy]) => caughtBy));
    const titles = gatewayCases.filter(isOfWindow).map(titleOf);
    expect(titles.filter((title) => !caught.has(title))).toEqual([]);
  });
});
