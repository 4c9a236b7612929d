import type { Language } from "@wonflow/core";

const ko = {
  title: "{merchant} 영수증",
  receipt: "영수증",
  otherLanguage: "English",
  testMode: "테스트 결제 · 실제로 결제되지 않았고, 증빙으로 쓸 수 없어요",
  businessNumber: "사업자등록번호",
  phone: "전화",
  order: "주문 상품",
  orderId: "주문번호",
  total: "결제 금액",
  canceledInAll: "취소 금액",
  slip: "신용카드 매출전표",
  confirmation: "거래확인서",
  method: "결제 수단",
  slipOf: "신용카드 매출전표 {n}/{of}",
  card: "카드",
  plan: "할부",
  lumpSum: "일시불",
  months: "{months}개월",
  approvalNumber: "승인번호",
  approvedAt: "거래일시",
  supply: "공급가액",
  vat: "부가세",
  taxFree: "면세 금액",
  sum: "합계",
  cancellations: "취소 내역",
  canceled: "취소",
  remaining: "취소 후 결제 금액",
  koreanTime: "시각은 한국 시간이에요.",
  print: "인쇄하기",
  missingTitle: "영수증을 찾을 수 없어요",
  missingNext: "주소가 잘렸을 수 있어요. 받은 주소를 그대로 다시 열어 보고, 계속 열리지 않으면 상점에 문의해 주세요.",
  failedTitle: "문제가 생겨 영수증을 열지 못했어요",
  failedNext: "잠시 후 이 페이지를 새로 고쳐 주세요.",
  limitedTitle: "요청이 몰려 영수증을 열지 못했어요",
  limitedNext: "{seconds}초 뒤에 다시 열어 주세요.",
};

export type ReceiptTextKey = keyof typeof ko;

const en: Readonly<Record<ReceiptTextKey, string>> = {
  title: "Receipt from {merchant}",
  receipt: "Receipt",
  otherLanguage: "한국어",
  testMode: "Test payment · no money moved; not valid as proof of payment",
  businessNumber: "Business registration no.",
  phone: "Phone",
  order: "Order",
  orderId: "Order no.",
  total: "Amount paid",
  canceledInAll: "Canceled",
  slip: "Card sales slip",
  confirmation: "Transaction confirmation",
  method: "Paid by",
  slipOf: "Card sales slip {n} of {of}",
  card: "Card",
  plan: "Installments",
  lumpSum: "Paid in full",
  months: "{months} months",
  approvalNumber: "Approval no.",
  approvedAt: "Date and time",
  supply: "Supply amount",
  vat: "VAT",
  taxFree: "Tax-free amount",
  sum: "Total",
  cancellations: "Cancellations",
  canceled: "Canceled",
  remaining: "Left after cancellation",
  koreanTime: "Times are Korean time (KST).",
  print: "Print",
  missingTitle: "We can’t find this receipt",
  missingNext: "Part of the address may be missing. Open it exactly as you received it, or ask the shop.",
  failedTitle: "Something went wrong",
  failedNext: "Please reload this page in a moment.",
  limitedTitle: "Too many at once",
  limitedNext: "Please open this page again in {seconds} sec.",
};

const texts: Readonly<Record<Language, Readonly<Record<ReceiptTextKey, string>>>> = { ko, en };

export type ReceiptText = (key: ReceiptTextKey, values?: Readonly<Record<string, string | number>>) => string;

/** The texts of receipts in a language. They are separate, because the checkout's script bundles the checkout's texts. */
export function receiptTexts(language: Language): ReceiptText {
  return (key, values = {}) =>
    texts[language][key].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}
