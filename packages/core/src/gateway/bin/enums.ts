import { z } from "zod";
import { international, korean, second, type CardCompany } from "./card-company.ts";

const names = (of: string) => z.record(z.string(), z.string()).meta({ description: of });

/** Every card company code with its display name (interface: Card BIN record, BinKoEnums). */
export const binEnumsSchema = z
  .object({
    CardCompany: names("Korean card companies, each once"),
    CardCompanyExtended: names("These, and the second code of a company that has two"),
    CardCompanyGlobal: names("International brands"),
  })
  .meta({ id: "BinKoEnums" });

export type BinEnums = z.output<typeof binEnumsSchema>;

function displayNames(of: Readonly<Record<string, CardCompany>>): Record<string, string> {
  return Object.fromEntries(Object.entries(of).map(([code, { ko }]) => [code, ko]));
}

/** The answer of `GET /bin-ko/enums`. */
export const binEnums: BinEnums = {
  CardCompany: displayNames(korean),
  CardCompanyExtended: displayNames({ ...korean, ...second }),
  CardCompanyGlobal: displayNames(international),
};
