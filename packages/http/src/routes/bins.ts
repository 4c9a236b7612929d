import { binEnumsSchema, binRecordOf, binRecordSchema, ok } from "@wonflow/core";
import { z } from "zod";
import { largeJsonResponse, type EncodedOnce } from "../response/large-json.ts";
import { cardRoute } from "../route.ts";

const binListSchema = z.array(binRecordSchema).meta({ id: "BinKoCatalogList" });

/** Seconds for which anybody may keep the whole table before asking whether it is still the same. */
const cacheSeconds = 60;

/** A table's answers, for as long as its service has that table. */
const encodedTables = new WeakMap<object, EncodedOnce>();

/** Interface: Card BIN lookup. */
export const binRoutes = [
  cardRoute({
    path: "/bin-ko/bin/{bin}",
    operationId: "getBin",
    summary: "Reads what is known of a card from its first 8 digits, or else its first 6",
    tag: "Cards",
    authentication: "any-key",
    responses: { 200: binRecordSchema },
    errors: ["INVALID_REQUEST", "NOT_FOUND_BIN"],
    async answer({ payments, parameters: { bin = "" } }) {
      const found = await payments.cards.bin(bin);
      return found.ok ? ok({ status: 200, body: found.value }) : found;
    },
  }),
  cardRoute({
    path: "/bin-ko/json",
    operationId: "listBins",
    summary: "Reads the whole BIN table; If-None-Match with its ETag answers 304 while it is the same",
    tag: "Cards",
    authentication: "any-key",
    responses: { 200: binListSchema },
    answerHeaders: { ETag: "Names this version of the table in this coding", "Content-Encoding": "br or gzip" },
    errors: [],
    async answer(call) {
      const table = await call.payments.cards.bins();
      const once = encodedTables.get(table) ?? new Map();
      encodedTables.set(table, once);
      const json = { version: table.version, body: () => table.rows.map(binRecordOf), cacheSeconds };
      return ok(await largeJsonResponse(json, call, once));
    },
  }),
  cardRoute({
    path: "/bin-ko/enums",
    operationId: "listCardCompanies",
    summary: "Reads every card company code with its display name",
    tag: "Cards",
    authentication: "any-key",
    responses: { 200: binEnumsSchema },
    errors: [],
    answer: async ({ payments }) => ok({ status: 200, body: payments.cards.enums() }),
  }),
];
