import type { BinRow } from "@wonflow/core";

const companies = ["11", "21", "31", "41", "51", "61", "71", "91", "W1"];

/** As many rows as a third of the real table has, 9 of 10 of them with six digits; all fictional. */
export const tableSize = 1_156;

/** `count` rows with as many BINs, at most 700,000; every tenth has eight digits. */
export function fictionalBins(count: number): readonly BinRow[] {
  return Array.from({ length: count }, (_, at) => {
    const code = companies[at % companies.length] ?? "11";
    const six = String(300_000 + at);
    return {
      bin: at % 10 === 9 ? `${six}05` : six,
      type: at % 4 === 0 ? "CHK" : "CRD",
      acquirer: code,
      issuer: code,
      nickname: `시험카드 ${at}`,
      updatedAt: "2026-11-01",
      providerCode: "",
      kind: at % 4 === 0 ? "debit" : "credit",
    };
  });
}

export function asCsv(rows: readonly BinRow[]): Uint8Array {
  const lines = rows.map(
    ({ bin, nickname, kind }, at) =>
      `${at},신한카드,${bin},${nickname},개인,로컬,${kind === "credit" ? "신용" : "체크"},2024. 11,,`,
  );
  const header = "순번,발급사,BIN,전표인자명,개인/법인,브랜드,신용/체크,등록/수정일자,변경사항,비고";
  return new TextEncoder().encode(`${[header, ...lines].join("\n")}\n`);
}
