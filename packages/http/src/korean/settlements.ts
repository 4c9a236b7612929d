/** Settlements, their calendar, and balances. */
export const settlementTexts = {
  "downloadSettlements.summary": "정산 CSV 파일: 서울 날짜로 두 날 사이의 정산을 항목마다 한 줄씩 담아요",
  "downloadSettlements.description":
    "오래된 순서예요. 금액이 음수인 줄은 이미 정산된 결제를 취소한 거예요. 파일은 만드는 대로 보내요. 도중에 끊긴 파일은 다 받은 것이 아니에요.",
  "downloadSettlements.day": "하루의 정산. 제목 줄은 영어예요",
  "listSettlements.summary": "정산 목록: 서울 날짜로 두 날 사이의 정산을 오래된 순서로 보여 줘요. 두 날도 포함해요",
  "listSettlements.description":
    "정산 하나는 가맹점에 한 번 보내는 금액이고, 결제를 승인하고 3영업일 뒤에 만들어져요. 항목이 최대 1,000개라서 하루에 정산이 여러 개일 수 있어요. 긴 목록은 만드는 대로 보내요.",
  "listSettlements.day": "하루의 정산",
  "getSettlement.summary": "정산 조회: 정산 ID로는 정산과 항목을, 주문번호로는 그 주문의 정산을 보여 줘요",
  "getSettlement.description":
    "정산 ID는 `stl.`로 시작하고, 주문번호는 그렇게 시작하지 않아요. 주문의 수수료, 부가세, 정산일은 정산되기 전이라도 승인한 때부터 알 수 있어요.",
  "getSettlement.settlementId": "정산 ID 또는 가맹점의 주문번호",
  "getSettlement.expected": "주문번호로, 정산되기 전",
  "getSettlement.order": "주문번호로, 정산된 뒤",
  "listSettlementDays.summary": "정산 달력: 날마다 정산하는 날인지, 그날 매출이 언제 정산되는지 알려 줘요",
  "listSettlementDays.description":
    "서울 날짜로 두 날을 포함해 366일까지예요. 매출은 승인하고 정해진 영업일 뒤에 정산되고, 주말과 은행 휴일에는 정산하지 않아요. 지금의 달력과 계약으로 알려 줘요. 이미 정해진 결제의 정산일은 바뀌지 않아요.",
  "listSettlementDays.weekend": "금요일부터 월요일까지",
  "getBalance.summary": "잔액 조회: 정산 예정 금액과 지급 가능 잔액을 보여 줘요",
  "getBalance.description":
    "정산받은 결제를 나중에 취소하면 availableAmount가 0보다 작아질 수 있어요. 그만큼은 다음 정산에서 채워요.",
  "getBalance.settled": "주문이 정산된 뒤",
  "Settlement.amount": "모든 항목의 settledAmount 합계(원)",
  "Settlement.settledAt": "밀리초까지 적은 UTC 시각",
  "Settlement.transactionAmount":
    "거래 금액(원). 정산된 결제를 취소했거나 차지백으로 남은 금액보다 더 빠져나간 항목은 음수예요",
  "Settlement.feeRate": "수수료율(0~100%)",
  "Settlement.feeAmount": "수수료(원)",
  "Settlement.vatAmount": "부가세(원). 수수료의 10분의 1",
  "Settlement.settledAmount": "transactionAmount에서 feeAmount와 vatAmount를 뺀 금액(원)",
  "OrderSettlement.settlementId": "정산되기 전에는 null",
  "OrderSettlement.transactionAmount":
    "취소하고 남은 결제 금액(원). 차지백으로 더 빠져나간 금액이 있으면 그만큼 음수예요",
  "OrderSettlement.fee": "남은 금액의 수수료(원)",
  "OrderSettlement.vat": "수수료의 10분의 1(원)",
  "OrderSettlement.settlementAmount": "transactionAmount에서 fee와 vat를 뺀 금액(원)",
  "OrderSettlement.approvedAt": "밀리초까지 적은 UTC 시각",
  "OrderSettlement.anyOf": "밀리초까지 적은 UTC 시각",
  "OrderSettlement.scheduledAt": "정산 예정 시각. 정산됐다면 정산된 시각이에요. 달력이 그날까지 닿지 않으면 null",
  "SettlementCalendar.isBusinessDay": "은행 영업일이라 정산할 수 있는지. 달력이 그 전에 끝나면 null",
  "SettlementCalendar.reason": "은행이 쉬는 이유. 주말과 겹친 공휴일은 WEEKEND예요",
  "SettlementCalendar.settlesOn": "이날 승인한 매출이 지금의 계약으로 정산되는 날. 달력이 그 전에 끝나면 null",
  "Balance.pendingAmount": "아직 정산되지 않은 금액",
  "Balance.availableAmount": "정산됐고 지급하지 않은 금액. 정산된 결제를 취소하면 0보다 작을 수 있어요",
};
