import { call, type Connection } from "./connection.ts";
import type {
  BinKoCatalog,
  BinKoEnums,
  CardCatalogSearchResponse,
  InterestFreeInstallmentsResponse,
  Operations,
} from "./operations.generated.ts";

/** Interface: Card BIN lookup. */
export function bins(connection: Connection) {
  return {
    /**
     * Looks a card up by its first 8 digits, or else its first 6. Send no more digits than that.
     *
     * @example
     * const { issuer, nickname } = await wonflow.bins.lookUp("40000033");
     */
    lookUp: (digits: string): Promise<BinKoCatalog> => call(connection, "getBin", { path: { bin: digits } }),

    /**
     * Reads the whole table, about a hundred kilobytes.
     *
     * @example
     * const table = new Map((await wonflow.bins.list()).map((row) => [row.bin, row]));
     */
    list: (): Promise<readonly BinKoCatalog[]> => call(connection, "listBins", {}),

    /**
     * Reads every card company code with its display name.
     *
     * @example
     * const { CardCompany } = await wonflow.bins.enums();
     */
    enums: (): Promise<BinKoEnums> => call(connection, "listCardCompanies", {}),
  };
}

/** Interface: Card catalog search. */
export function catalog(connection: Connection) {
  return {
    /**
     * Finds cards by name, the most similar first, by company, or by both; at least one is needed.
     *
     * @example
     * const { data } = await wonflow.catalog.search({ name: "하루" });
     */
    search: (query: Operations["searchCardCatalog"]["query"]): Promise<CardCatalogSearchResponse> =>
      call(connection, "searchCardCatalog", { query }),
  };
}

/** Interface: Interest-free installment information. */
export function installments(page: () => Connection) {
  return {
    /**
     * Lists the interest-free months of each card company at a gateway. It needs the client key.
     *
     * @example
     * const { interestFreeInstallmentCards } = await wonflow.installments.interestFreeMonths({ pg: "PG_A" });
     */
    interestFreeMonths: async (
      query: Operations["listInterestFreeMonths"]["query"],
    ): Promise<InterestFreeInstallmentsResponse> => call(page(), "listInterestFreeMonths", { query }),
  };
}
