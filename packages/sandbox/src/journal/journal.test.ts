import { journalContract } from "../../test/journal-contract.ts";
import { memoryJournal } from "./journal.ts";

journalContract("in memory", {
  async open() {
    const journal = memoryJournal();
    return { another: async () => journal, close: () => journal.close() };
  },
});
