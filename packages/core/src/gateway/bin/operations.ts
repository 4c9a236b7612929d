import type { Answer } from "../../result.ts";
import type { BinRecord, BinRow, BinTable } from "./bin.ts";
import { binEnums, type BinEnums } from "./enums.ts";
import { importBins, type BinChanges, type importBinsErrors } from "./import-bins.ts";
import { lookUpBin, type BinContext, type lookUpBinErrors } from "./look-up-bin.ts";

/** Card BINs (interface: Card BIN lookup). */
export interface BinOperations {
  /**
   * Finds the BIN record of a card's first digits: by 8 of them, else by 6. A whole card number may be given; none of
   * its digits is kept, logged or repeated.
   *
   * Refusals: `INVALID_REQUEST` for anything but 6 or more digits, `NOT_FOUND_BIN` without a record.
   *
   * @example
   * await payments.bins.lookUp("40000000"); // { ok: true, value: { bin: "40000000", type: "CRD", … } }
   */
  lookUp(digits: string): Answer<BinRecord, typeof lookUpBinErrors>;

  /**
   * The whole table with its version: the same object until another version replaces it.
   *
   * @example
   * const { version, rows } = await payments.bins.list();
   */
  list(): Promise<BinTable>;

  /**
   * Every card company code with its display name.
   *
   * @example
   * payments.bins.enums().CardCompany["41"]; // "신한"
   */
  enums(): BinEnums;

  /**
   * Replaces the table: whole or not at all. Other processes serve it within `cardTableRefreshMs`. Of rows with the
   * same BIN the last one wins. The first import replaces the shipped rows.
   *
   * Refusals: `INVALID_REQUEST` with the rows that cannot be accepted, or without any row;
   * `CONCURRENT_REQUEST`.
   *
   * @example
   * const imported = await payments.bins.import(rows);
   * if (imported.ok) console.log(imported.value.added.length);
   */
  import(rows: readonly BinRow[]): Answer<BinChanges, typeof importBinsErrors>;
}

export function binOperations(context: BinContext): BinOperations {
  return {
    lookUp: (digits) => lookUpBin(context, digits),
    list: () => context.bins.current(context),
    enums: () => binEnums,
    import: (rows) => importBins(context, rows),
  };
}
