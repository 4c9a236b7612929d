import * as examples from "../examples/csv-files.ts";
import {
  daysSchema,
  ok,
  type ErrorCode,
  type Language,
  type ListPaymentsInput,
  type ListSettlementsInput,
  type Page,
  type Result,
  operationErrors,
} from "@wonflow/core";
import { z } from "zod";
import { merchantOrViewer, ofPath } from "../callers/caller.ts";
import { csvTexts, type Column } from "../csv/csv.ts";
import { paymentColumns } from "../csv/payments.ts";
import { linesOf, settlementColumns } from "../csv/settlements.ts";
import { passedOn } from "../request/parameters.ts";
import { everyPage } from "../response/page.ts";
import { StreamedCsv } from "../response/streamed.ts";
import { route } from "../route.ts";
import { filtersIn, paymentFilterParameters } from "./payments.ts";
import { merchantParams } from "./sellers.ts";

/** Payments and settlements per read; a settlement has up to a thousand lines. */
const paymentsARead = 500;
const settlementsARead = 10;

const csvSchema = z.string().meta({
  id: "CsvFile",
  description:
    "UTF-8 with a byte order mark, lines that end with CRLF, quotes by RFC 4180. Text that a spreadsheet would read as a formula has an apostrophe before it.",
});

const language = z
  .enum(["ko", "en"])
  .optional()
  .meta({ description: "The language of the headings; that of Accept-Language by default" });

const answerHeaders = {
  "Content-Disposition": "The name of the file, under which a browser saves it",
  "Content-Language": "The language of the headings",
};

interface File<Found, Line> {
  readonly name: string;
  readonly language: Language;
  readonly columns: readonly Column<Line>[];
  readonly linesOf: (found: readonly Found[]) => readonly Line[];
}

/** The first page is read before the answer begins, so that a filter that cannot be accepted is refused. */
async function fileOf<Found, Line, Code extends ErrorCode>(
  read: (startingAfter?: string) => Promise<Result<Page<Found>, Code>>,
  { name, columns, linesOf: lines, language: headings }: File<Found, Line>,
) {
  const first = await read();
  if (!first.ok) return first;
  const found = everyPage(first.value, read);
  async function* pages() {
    for await (const page of found) yield lines(page);
  }
  return ok(new StreamedCsv(csvTexts(columns, pages(), headings), { name, language: headings }));
}

export const csvFileRoutes = [
  route({
    at: "GET /merchants/{mId}/payments.csv",
    operationId: "downloadPayments",
    summary: "Downloads payments as a CSV file, the newest first: all, or those that fit every filter",
    description:
      "The filters are the same as for the list of payments. The file is streamed, so it may have any number of lines; one that breaks off is not complete. A payment has one line, with its cards in their order in one cell. Times are in Seoul, amounts in won.",
    examples: examples.downloadPayments,
    tag: "Payments",
    caller: ofPath(merchantOrViewer),
    params: merchantParams,
    query: z.object({ ...paymentFilterParameters, language }),
    heavy: () => true,
    response: csvSchema,
    answerType: "text/csv",
    answerHeaders,
    errors: operationErrors.intents.list,
    answer({ payments, tenant, query: { language: asked, ...query }, ...call }) {
      const filters: ListPaymentsInput = { ...filtersIn(query), limit: paymentsARead };
      return fileOf((startingAfter) => payments.intents.list(tenant, { ...filters, startingAfter }), {
        name: "payments.csv",
        language: asked ?? call.language,
        columns: paymentColumns,
        linesOf: (page) => page,
      });
    },
  }),
  route({
    at: "GET /merchants/{mId}/settlements.csv",
    operationId: "downloadSettlements",
    summary: "Downloads the settlements between two days in Seoul as a CSV file, one line for each of their lines",
    description:
      "The oldest first. A line below 0 is a cancellation of a payment that was settled before. The file is streamed; one that breaks off is not complete.",
    examples: examples.downloadSettlements,
    tag: "Settlements",
    caller: ofPath(merchantOrViewer),
    params: merchantParams,
    query: z.object({
      from: passedOn(daysSchema.shape.from, "The first day, YYYY-MM-DD"),
      to: passedOn(daysSchema.shape.to, "The last day, YYYY-MM-DD; not before from"),
      language,
    }),
    heavy: () => true,
    response: csvSchema,
    answerType: "text/csv",
    answerHeaders,
    errors: operationErrors.settlements.list,
    answer({ payments, tenant, query: { language: asked, from, to }, ...call }) {
      const days: ListSettlementsInput = { from, to, limit: settlementsARead };
      return fileOf((startingAfter) => payments.settlements.list(tenant, { ...days, startingAfter }), {
        name: `settlements-${from}-${to}.csv`,
        language: asked ?? call.language,
        columns: settlementColumns,
        linesOf: (page) => page.flatMap(linesOf),
      });
    },
  }),
];
