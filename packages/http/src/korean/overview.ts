/** A merchant's business at a glance. */
export const overviewTexts = {
  "Tells how much was paid, refused and given back on each day":
    "일별 합계: 날마다 얼마가 결제되고, 거절되고, 취소됐는지 보여 줘요",
  "Every day from `from` to `to` in Seoul, both inclusive, the oldest first: at most 366.":
    "서울 날짜로 `from`부터 `to`까지 하루도 빠짐없이, 오래된 순서예요. 두 날을 포함해 366일까지예요.",
  "A Friday with a refused and a canceled payment, and a Saturday": "거절과 취소가 있는 금요일, 그리고 토요일",
  "Won, and how many: payments that were approved on the day, as they were paid":
    "그날 승인된 결제의 처음 금액(원)과 건수",
  "Won, and how many: payments requested on the day that ended without an approval":
    "그날 요청했지만 승인되지 않고 끝난 결제의 금액(원)과 건수",
  "Won, and how many: cancellations of the day, of payments of any day; each card counts":
    "그날 취소한 금액(원)과 건수. 결제한 날은 상관없고, 카드마다 한 건으로 세요",
  "Won: the change of the available balance on the day": "그날 늘거나 줄어든 지급 가능 잔액(원)",
  "Tells how much will be settled, and when": "다가오는 정산: 언제 얼마가 정산될지 보여 줘요",
  "By the day of the settlement, the earliest first. The pending amounts add up to the balance's pendingAmount.":
    "정산일별로, 빠른 날부터 나와요. 정산 예정 금액을 모두 더하면 잔액의 pendingAmount와 같아요.",
  "Two settlements to come; the first is less a cancellation of a payment that was settled before":
    "다가오는 정산 두 번. 첫 정산은 이미 정산된 결제를 취소한 만큼 줄었어요",
  "YYYY-MM-DD in Seoul; null where the calendar does not reach so far yet":
    "서울 날짜(YYYY-MM-DD). 달력이 그날까지 닿지 않으면 null",
  "Won: the amount of the day's settlements, pending and returned together":
    "그날 정산 금액(원). pending과 returned의 합계",
  "Won: earnings of payments": "결제로 받을 금액(원)",
  "Won, below 0: cancellations of payments that were settled before": "이미 정산된 결제를 취소한 금액(원). 음수예요",
  Lines: "항목 수",
  "Tells when the available balance is transferred to the merchant's own account":
    "다음 일일 이체: 지급 가능 잔액을 언제 얼마나 정산 계좌로 보내는지 보여 줘요",
  "The first evening with an amount, as far as is known now. The amount is the available balance with the settlements until then; cancellations and payouts before the transfer change it. Earnings without a settlement day are not in it.":
    "지금까지의 결제로 볼 때 보낼 금액이 생기는 첫 이체예요. 금액은 지급 가능 잔액에 그때까지 정산될 금액을 더한 값이고, 이체 전에 취소나 지급이 있으면 달라져요. 정산일을 아직 모르는 금액은 빠져 있어요.",
  "The transfer of Friday evening, which arrives on Monday": "금요일 저녁에 보내서 월요일에 도착하는 이체",
  "Whether the rest of the available balance is transferred each business day":
    "남은 지급 가능 잔액을 영업일마다 이체하는지",
  "When it is taken from the available balance": "지급 가능 잔액에서 빠지는 시각",
  "The bank day on which it arrives, YYYY-MM-DD in Seoul": "도착하는 은행 영업일(서울 날짜, YYYY-MM-DD)",
  "Won: the available balance with the settlements until then; 0 where no transfer with an amount is known yet":
    "이체할 금액(원). 지급 가능 잔액에 그때까지 정산될 금액을 더한 값이고, 이체할 금액이 아직 없으면 0",
  "Lists all that waits for a person": "사람이 확인할 일 목록",
  "At most 20 of each kind are listed; `count` and `hasMore` tell of the others.":
    "종류마다 20건까지 나와요. 나머지가 있는지는 `count`와 `hasMore`로 알 수 있어요.",
  "A cancellation that the gateway has not answered yet": "카드사가 아직 답하지 않은 취소",
  "How many there are; of attempts, how many are listed": "전체 건수. 호출은 목록에 나온 건수",
  "Whether there are more than are listed": "목록에 나오지 않은 것이 더 있는지",
  "At most 20": "최대 20건",
  "approval, cancellation …, webhook or payout": "approval, cancellation 같은 호출의 종류, webhook 또는 payout",
  "The payment, payout or settlement that it is about": "관련된 결제, 지급 또는 정산",
  "Calls to a provider without an answer so far, the oldest first":
    "카드사나 은행의 답을 기다리는 호출. 오래된 순서예요",
  "Calls that people should look at, the oldest first": "사람이 확인할 호출. 오래된 순서예요",
  "Webhooks that were given up, the newest first": "전송을 포기한 웹훅. 최신순이에요",
  "Payouts that people should look at, the newest first": "사람이 확인할 지급. 최신순이에요",
} as const;
