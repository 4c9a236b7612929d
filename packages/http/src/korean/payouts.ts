/** Sellers, and payouts to them. */
export const payoutTexts = {
  "Creates a seller, and registers it at the payout bank": "판매자 등록: 지급 은행에도 등록해요",
  "The service asks the bank at once, and again later if it does not answer. Payouts to the seller need its externalSellerId. Answers show the account number masked.":
    "은행에 바로 등록을 요청하고, 답이 없으면 나중에 다시 요청해요. 판매자에게 지급하려면 externalSellerId가 있어야 해요. 응답에서 계좌번호는 일부를 가려요.",
  "A potter with a business of her own": "도자기를 만드는 개인 사업자",
  "Lists the sellers that are not deleted, in the order of their creation":
    "판매자 목록: 삭제하지 않은 판매자를 등록한 순서로 보여 줘요",
  "One page holds up to 10,000 of them; nextCursor leads to the next.":
    "한 페이지에 10,000명까지예요. 다음 페이지는 nextCursor로 보세요.",
  "The most items of a page, from 1 to 10,000; 10000 by default": "한 페이지의 최대 개수. 1~10,000, 기본값 10,000",
  "All of them": "모든 판매자",
  "Reads a seller": "판매자 조회",
  "A seller that the bank has registered has an externalSellerId; a refused one has a registrationError.":
    "은행이 등록했으면 externalSellerId가, 거절했으면 registrationError가 있어요.",
  "A seller that the bank has registered": "은행이 등록한 판매자",
  "Deletes a seller; payouts that are already reserved are still paid":
    "판매자 삭제: 이미 받은 지급 요청은 그대로 지급해요",
  "The answer shows the seller with deletedAt; from then on it is not found.":
    "응답의 판매자에는 deletedAt이 있어요. 그 뒤로는 조회되지 않아요.",
  "A seller that has stopped selling": "판매를 그만둔 판매자",
  "The merchant's own id of it; one live seller has it":
    "가맹점이 정한 판매자 ID. 삭제하지 않은 판매자와 겹칠 수 없어요",
  "The bank's code of 3 digits": "은행 코드(숫자 3자리)",
  "6 to 20 digits, with or without hyphens": "숫자 6~20자리. 하이픈은 넣어도 빼도 돼요",
  "The account holder as the bank has it": "은행에 등록된 예금주 이름",
  "The merchant's own id of it": "가맹점이 정한 ID",
  "Masked but for its end": "끝자리만 남기고 가린 번호",
  "The payout bank's id of it; null until the bank has registered it":
    "지급 은행이 정한 ID. 은행이 등록하기 전에는 null",
  "The problem, for programs": "프로그램이 판단할 코드",
  "The problem, for people, in Korean": "사람이 읽을 설명(한국어)",
  "Why the bank did not register it; delete it and register it anew":
    "은행이 등록하지 않은 이유. 판매자를 삭제하고 새로 등록하세요",

  "Reserves payouts to sellers, all of them or none; a repeat answers the existing batch":
    "지급 요청: 모두 받거나 하나도 받지 않아요. 다시 보내면 기존 묶음으로 응답해요",
  "All payouts are checked and reserved from the available balance in one step, or none is. Each is then sent to the bank separately. An identical request is answered with 200 and the existing batch; one with only some of the refPayoutIds, or other content, is refused as DUPLICATE_REF_PAYOUT_ID. An operator is asked for the password again after 15 minutes.":
    "모든 지급을 한 번에 확인하고, 합계를 지급 가능 잔액에서 지급 대기 금액으로 옮겨요. 하나라도 안 되면 모두 거절해요. 그다음 지급을 한 건씩 은행에 보내요. 똑같은 요청을 다시 보내면 200과 기존 묶음으로 응답해요. refPayoutId가 일부만 같거나 내용이 다르면 DUPLICATE_REF_PAYOUT_ID로 거절해요. 운영자는 비밀번호를 입력한 지 15분이 지나면 다시 입력해야 해요.",
  "A payout to one seller": "판매자 한 명에게 지급",
  "The same request again": "같은 요청을 다시 보낼 때",
  "The merchant's own id of the payout, never used before": "가맹점이 정한 지급 ID. 쓴 적 없는 값이어야 해요",
  "The id of a seller": "판매자 ID",
  "The id of a payout": "지급 ID",
  Won: "금액(원)",
  "Lists payouts and daily transfers, the newest payout date first":
    "지급 목록: 지급과 일일 이체를 지급일이 최근인 순서로 보여 줘요",
  "Between two payout dates, both inclusive, or all. nextCursor leads to the next page of the same dates.":
    "두 지급일 사이의 지급이에요. 두 날도 포함해요. 날짜를 보내지 않으면 전체예요. 같은 날짜의 다음 페이지는 nextCursor로 보세요.",
  "The most items of a page, from 1 to 10,000; 10 by default": "한 페이지의 최대 개수. 1~10,000, 기본값 10",
  "The first payout date, YYYY-MM-DD": "첫 지급일(YYYY-MM-DD)",
  "The last payout date, YYYY-MM-DD; not before from": "마지막 지급일(YYYY-MM-DD). from보다 앞설 수 없어요",
  "The other name of from": "from의 다른 이름",
  "The other name of to": "to의 다른 이름",
  "The payouts of one day": "하루의 지급",
  "Reads a payout": "지급 조회",
  "FAILED, CANCELED and COMPLETED are final. The amount of a failed or canceled payout is available again.":
    "FAILED, CANCELED, COMPLETED는 끝난 상태예요. 실패하거나 취소된 지급의 금액은 다시 지급 가능 잔액이 돼요.",
  "A payout that the bank has paid": "은행이 지급을 마친 건",
  "A payout that the bank could not pay": "은행이 지급하지 못한 건",
  "A payout that has come back": "지급했다가 되돌아온 건",
  "Reads the history of a payout, the oldest event first": "지급 이력 조회: 오래된 일부터 보여 줘요",
  "Its reservation, the call to the bank with its outcome, ledger entries, a return, evidence that people gave, and webhooks, as far as records hold them: `at` is null where no record has the moment. The entry that reserved the money is that of the whole batch.":
    "금액이 묶인 일, 은행 호출과 결과, 원장 분개, 되돌아온 일, 사람이 확인한 내용, 웹훅이 기록에 남은 만큼 나와요. 시각이 기록에 없으면 `at`이 null이에요. 금액을 묶은 분개는 함께 요청한 지급 전체의 분개예요.",
  "Shared by all payouts of one request": "한 요청의 모든 지급이 같이 쓰는 값",
  "The day on which it is paid, YYYY-MM-DD in Seoul": "지급일(서울 날짜, YYYY-MM-DD)",
  "When it was sent to the bank": "은행에 보낸 시각",
  "When the bank was asked last": "은행에 마지막으로 조회한 시각",
  "The last problem at the bank": "은행에서 마지막으로 생긴 문제",
  "Whether people have to look at it": "사람이 확인해야 하는지",
} as const;
