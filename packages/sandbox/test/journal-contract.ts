import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Journal } from "../src/journal/journal.ts";

/** A journal that was opened for one test. */
export interface JournalFixture {
  /** A journal over the same values: one of its own where any number may be open, otherwise the one there is. */
  another(): Promise<Journal>;
  /** The journal after a restart. Omitted if the journal can't lose its record. */
  reopen?(): Promise<Journal>;
  /** Runs after the test, whether it passed or not. */
  close(): Promise<void>;
}

export interface JournalContract {
  open(): Promise<JournalFixture>;
  /** Whether any number may be open, each of which can be closed by itself. */
  readonly shared?: boolean;
}

/** What every journal must do, so that the gateway over it neither loses nor doubles anything. */
export function journalContract(name: string, { open, shared = false }: JournalContract): void {
  describe(`journal contract: ${name}`, () => {
    let fixture: JournalFixture;
    let journal: Journal;
    beforeEach(async () => {
      fixture = await open();
      journal = await fixture.another();
    });
    afterEach(() => fixture.close());

    const restarted = async () => (await fixture.reopen?.()) ?? fixture.another();

    test("begins empty, and remembers in order what turns recorded, whatever texts are in it", async () => {
      expect(journal.replay()).toEqual([]);
      const texts = ['줄\n바꿈 \u2028 "\\', "😀", "\u0000", "\ud800", "{}"];
      await journal.turn(0, () => texts.map((text) => ({ text })));
      await journal.turn(0, () => []);
      await journal.turn(0, () => [{ n: 1, none: null, list: [1.5, true] }, {}]);
      const all = [...texts.map((text) => ({ text })), { n: 1, none: null, list: [1.5, true] }, {}];
      expect(values((await restarted()).replay())).toEqual(all);
    });

    test("a turn gets what was recorded after what it knows, with its place", async () => {
      const other = await fixture.another();
      await journal.turn(0, () => [{ n: 1 }, { n: 2 }]);
      await other.turn(2, () => [{ n: 3 }]);
      expect(values(await news(journal, 2))).toEqual([{ n: 3 }]);
      expect(values(await news(other, 0))).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
      expect(await news(other, 3)).toEqual([]);
      expect([values(await other.read(1)), await journal.read(3)]).toEqual([[{ n: 2 }, { n: 3 }], []]);
      const [second, third] = await news(journal, 1);
      expect(second?.where).toMatch(/:2$/);
      expect(third?.where).toMatch(/:3$/);
      const after = await restarted();
      await after.turn(3, () => [{ n: 4 }]);
      expect(values(await news(after, 2))).toEqual([{ n: 3 }, { n: 4 }]);
    });

    test("no other process writes during a turn: each turn knows all that was recorded before it", async () => {
      const journals = [journal, await fixture.another(), await fixture.another()];
      const rounds = Array.from({ length: 10 }, () => journals).flat();
      await Promise.all(rounds.map((each) => each.turn(0, (lines) => [{ known: lines.length }, { and: "one more" }])));
      const known = values(await news(journal, 0)).filter((_, index) => index % 2 === 0);
      expect(known).toEqual(Array.from({ length: 30 }, (_, index) => ({ known: 2 * index })));
    });

    test("a turn that throws records nothing, and delays no other", async () => {
      const thrown = journal.turn(0, () => {
        throw new TypeError("a bug");
      });
      await expect(thrown).rejects.toThrow(TypeError);
      await (await fixture.another()).turn(0, () => [{ n: 1 }]);
      await journal.turn(1, () => [{ n: 2 }]);
      expect(values(await news(journal, 0))).toEqual([{ n: 1 }, { n: 2 }]);
    });

    test.runIf(shared)(
      "one that is closed takes no turns; the others continue, with all that it recorded",
      async () => {
        const other = await fixture.another();
        const last = journal.turn(0, () => [{ n: 1 }]);
        await journal.close();
        await last;
        await journal.close();
        await expect(journal.turn(1, () => [{ n: 2 }])).rejects.toThrow();
        await other.turn(1, () => [{ n: 3 }]);
        expect(values((await fixture.another()).replay())).toEqual([{ n: 1 }, { n: 3 }]);
      },
    );
  });
}

/** The values that a turn gets; it records nothing. */
async function news(journal: Journal, known: number): Promise<ReturnType<Journal["replay"]>> {
  let told: ReturnType<Journal["replay"]> = [];
  await journal.turn(known, (lines) => {
    told = lines;
    return [];
  });
  return told;
}

function values(lines: ReturnType<Journal["replay"]>): readonly unknown[] {
  return lines.map(({ value }) => value);
}
