import type { BinRow } from "@wonflow/core";

const issuers: Readonly<Record<string, string>> = {
  BC카드: "31",
  KB국민카드: "11",
  국민카드: "11",
  카카오뱅크: "15",
  하나카드: "21",
  토스뱅크: "24",
  KDB산업은행: "30",
  산업은행: "30",
  수협은행: "34",
  전북은행: "35",
  씨티카드: "36",
  우체국: "37",
  새마을금고: "38",
  저축은행: "39",
  케이뱅크: "3A",
  신한카드: "41",
  제주은행: "42",
  광주은행: "46",
  삼성카드: "51",
  현대카드: "61",
  신협: "62",
  롯데카드: "71",
  NH농협카드: "91",
  농협카드: "91",
  우리카드: "W1",
};

/** The codes of the real table's issuer names (docs/card-data.md). Any other name has no code. */
export const codeOfIssuer: ReadonlyMap<string, string> = new Map(Object.entries(issuers));

/** The table lists Woori cards that BC acquires under BC, with a remark. */
export const codeOfRemark: ReadonlyMap<string, string> = new Map([["우리BC카드", "33"]]);

/**
 * Beginnings of names on the slip that tell a company with a code of its own behind the issuer that the
 * table names: internet banks and co-operatives whose cards a larger company issues.
 */
export const codeOfSlipName: readonly (readonly [beginning: string, code: string])[] = [
  ["카카오뱅크", "15"],
  ["토스뱅크", "24"],
  ["한국산업", "30"],
  ["우체국", "37"],
  ["새마을", "38"],
  ["저축비씨", "39"],
  ["케이뱅크", "3A"],
  ["IBK비씨", "3K"],
  ["신협", "62"],
];

type Kind = BinRow["kind"];

function row(bin: string, kind: Kind, ...[issuer, nickname, acquirer = issuer]: [string, string, string?]): BinRow {
  const type = kind === "credit" ? "CRD" : "CHK";
  return { bin, type, acquirer, issuer, nickname, updatedAt: "2026-11-01", providerCode: "", kind };
}

/**
 * The BINs of the sandbox's test cards, and some for what a table may hold: eight digits that say
 * something else than their first six, gift cards, domestic ones. All of it is fictional.
 */
export const shippedBins: readonly BinRow[] = [
  row("340000", "credit", "7A", "Amex 시험카드"),
  row("352800", "credit", "4J", "JCB 시험카드"),
  row("400000", "credit", "11", "KB국민 시험카드"),
  row("40000001", "credit", "11", "KB국민 시험카드 (인증 거절)"),
  row("40000002", "credit", "41", "신한 시험카드 (승인 거절)"),
  row("40000003", "credit", "51", "삼성 시험카드 (통신 장애)"),
  row("40000004", "credit", "61", "현대 시험카드 (취소 거절)"),
  row("40000005", "credit", "71", "롯데 시험카드 (카드 등록 장애)"),
  row("40000033", "credit", "33", "우리BC 시험카드"),
  row("40000051", "credit", "51", "삼성 시험카드"),
  row("40000071", "credit", "71", "롯데 시험카드"),
  row("540000", "credit", "41", "신한 시험카드"),
  row("54000015", "debit", "15", "카카오뱅크 시험체크", "11"),
  row("54000021", "credit", "21", "하나 시험카드"),
  row("54000061", "credit", "61", "현대 시험카드"),
  row("620000", "credit", "3C", "UnionPay 시험카드"),
  row("940000", "credit", "31", "BC 국내전용 시험카드"),
  row("94000091", "debit", "91", "NH농협 국내전용 시험체크"),
  row("94000092", "gift", "91", "NH농협 시험기프트"),
  row("94000099", "credit", "W1", "우리 국내전용 시험카드"),
];
