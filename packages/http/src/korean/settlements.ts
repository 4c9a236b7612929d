/** Settlements, their calendar, and balances. */
export const settlementTexts = {
  "Lists the settlements between two days in Seoul, both inclusive, the oldest first":
    "정산 목록: 서울 날짜로 두 날 사이의 정산을 오래된 순서로 보여 줘요. 두 날도 포함해요",
  "A settlement is one transfer to the merchant, three business days after its payments were approved. It has at most 1,000 lines, so a day may have several. A long list is streamed.":
    "정산 하나는 가맹점에 한 번 보내는 금액이고, 결제를 승인하고 3영업일 뒤에 만들어져요. 항목이 최대 1,000개라서 하루에 정산이 여러 개일 수 있어요. 긴 목록은 만드는 대로 보내요.",
  "The first day, YYYY-MM-DD": "첫날(YYYY-MM-DD)",
  "The last day, YYYY-MM-DD; not before from": "마지막 날(YYYY-MM-DD). from보다 앞설 수 없어요",
  "The last day, YYYY-MM-DD": "마지막 날(YYYY-MM-DD)",
  "The settlements of one day": "하루의 정산",
  "Reads a settlement with its lines by its id, or by an order id the order's earnings":
    "정산 조회: 정산 ID로는 정산과 항목을, 주문번호로는 그 주문의 정산을 보여 줘요",
  "A settlement id begins with `stl.`; no order id does. An order's fee, VAT and settlement day are known from its approval on, before it has a settlement.":
    "정산 ID는 `stl.`로 시작하고, 주문번호는 그렇게 시작하지 않아요. 주문의 수수료, 부가세, 정산일은 정산되기 전이라도 승인한 때부터 알 수 있어요.",
  "A settlement id, or the merchant's order number": "정산 ID 또는 가맹점의 주문번호",
  "By an order id, before it is settled": "주문번호로, 정산되기 전",
  "By an order id, after it is settled": "주문번호로, 정산된 뒤",
  "By a settlement id, with its lines": "정산 ID로, 항목과 함께",
  "Tells of each day between two days in Seoul whether it settles, and when its sales settle":
    "정산 달력: 날마다 정산하는 날인지, 그날 매출이 언제 정산되는지 알려 줘요",
  "Both days are inclusive, and at most 366 in all. Sales settle some business days after their approval; weekends and bank holidays settle nothing. The answer is by the calendar and the contract as they are now: a payment keeps the day that it got.":
    "서울 날짜로 두 날을 포함해 366일까지예요. 매출은 승인하고 정해진 영업일 뒤에 정산되고, 주말과 은행 휴일에는 정산하지 않아요. 지금의 달력과 계약으로 알려 줘요. 이미 정해진 결제의 정산일은 바뀌지 않아요.",
  "A Friday to Monday": "금요일부터 월요일까지",
  "Reads a merchant's balance: what is to be settled, and what can be paid out":
    "잔액 조회: 정산 예정 금액과 지급 가능 잔액을 보여 줘요",
  "An availableAmount below 0 is a debt: a payment was canceled after its settlement, and the next settlements pay for it.":
    "정산받은 결제를 나중에 취소하면 availableAmount가 0보다 작아질 수 있어요. 그만큼은 다음 정산에서 채워요.",
  "After the order is settled": "주문이 정산된 뒤",
  "Not settled yet": "아직 정산되지 않은 금액",
  "Settled and not paid out; below 0 after a cancellation of a settled payment":
    "정산됐고 지급하지 않은 금액. 정산된 결제를 취소하면 0보다 작을 수 있어요",
  "Downloads the settlements between two days in Seoul as a CSV file, one line for each of their lines":
    "정산 CSV 파일: 서울 날짜로 두 날 사이의 정산을 항목마다 한 줄씩 담아요",
  "The oldest first. A line below 0 is a cancellation of a payment that was settled before. The file is streamed; one that breaks off is not complete.":
    "오래된 순서예요. 금액이 음수인 줄은 이미 정산된 결제를 취소한 거예요. 파일은 만드는 대로 보내요. 도중에 끊긴 파일은 다 받은 것이 아니에요.",
  "The settlements of one day, with English headings": "하루의 정산. 제목 줄은 영어예요",

  "UTC with milliseconds": "밀리초까지 적은 UTC 시각",
  "Won: the sum of all lines' settledAmount": "모든 항목의 settledAmount 합계(원)",
  "Won: the transaction; below 0 where a settled payment was canceled, or a chargeback took more than remained":
    "거래 금액(원). 정산된 결제를 취소했거나 차지백으로 남은 금액보다 더 빠져나간 항목은 음수예요",
  "Percent, 0 to 100": "수수료율(0~100%)",
  "Won: the fee": "수수료(원)",
  "Won: VAT, one tenth of the fee": "부가세(원). 수수료의 10분의 1",
  "Won: transactionAmount less feeAmount and vatAmount": "transactionAmount에서 feeAmount와 vatAmount를 뺀 금액(원)",
  "null until it is settled": "정산되기 전에는 null",
  "Won: what remains of the payment after cancellations; below 0 by what chargebacks took beyond it":
    "취소하고 남은 결제 금액(원). 차지백으로 더 빠져나간 금액이 있으면 그만큼 음수예요",
  "Won: the fee on what remains": "남은 금액의 수수료(원)",
  "Won: one tenth of the fee": "수수료의 10분의 1(원)",
  "Won: transactionAmount less fee and vat": "transactionAmount에서 fee와 vat를 뺀 금액(원)",
  "When it is, or was, to be settled; null where the calendar does not reach so far yet":
    "정산 예정 시각. 정산됐다면 정산된 시각이에요. 달력이 그날까지 닿지 않으면 null",
  "YYYY-MM-DD in Seoul": "서울 날짜(YYYY-MM-DD)",
  "Whether banks work, so that something may settle; null where the calendar ends before":
    "은행 영업일이라 정산할 수 있는지. 달력이 그 전에 끝나면 null",
  "Why banks are closed; a holiday at a weekend is a WEEKEND": "은행이 쉬는 이유. 주말과 겹친 공휴일은 WEEKEND예요",
  "The day on which sales that are approved on this day settle, by the merchant's contract as it is now; null where the calendar ends before":
    "이날 승인한 매출이 지금의 계약으로 정산되는 날. 달력이 그 전에 끝나면 null",
} as const;
