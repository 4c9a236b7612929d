import type { BinRow } from "@wonflow/core";

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
