/** The texts of pages that offer methods of the gateway's window, in Korean. */
export const windowKo = {
  toWindow: "결제창으로 이동하고 있어요",
  openWindow: "결제창 열기",
  windowFailed: "결제창이 열리지 않았어요. 뒤로 돌아가 다시 열거나, 다른 방법으로 결제해 주세요.",
  methods: "결제 방법",
  cardInApp: "카드 (앱 결제)",
  payBy: "{method}",
  payWith: "{method}로 {amount} 결제하기",
  orCard: "또는 카드 번호로 결제",
  noMethods: "지금은 결제할 수 있는 방법이 없어요. 상점에 문의해 주세요.",
  inWindowTitle: "결제창에서 진행 중이에요",
  inWindowNext:
    "결제창에서 인증을 마치면 다음 화면으로 넘어가요. 결제창을 닫았다면 다시 열 수 있어요. 아직 결제되지 않았어요.",
  returnedTitle: "결제창의 결과를 기다리고 있어요",
  returnedNext: "결과가 오면 다음 화면으로 넘어가요. 결제창을 닫았다면 처음 결제하던 화면에서 이어서 할 수 있어요.",
  reopenWindow: "결제창 다시 열기",
  otherMethod: "다른 방법으로 결제",
  windowCanceled:
    "결제창에서 결제를 취소했어요. 결제된 금액은 없어요. 결제하려면 아래에서 결제 방법을 다시 선택해 주세요.",
  windowTimeOver:
    "결제창의 제한 시간이 지났어요. 결제된 금액은 없어요. 결제하려면 아래에서 결제 방법을 다시 선택해 주세요.",
  windowLimit:
    "한도를 넘었거나 잔액이 부족해요. 결제된 금액은 없어요. 한도와 잔액을 확인하거나 다른 결제 수단으로 결제해 주세요.",
  windowRefused:
    "선택한 결제 수단이 거절됐어요. 결제된 금액은 없어요. 다른 결제 수단으로 결제하거나 카드사나 은행에 문의해 주세요.",
  windowNotOpened:
    "결제사와 연결되지 않아 진행하지 못했어요. 결제된 금액은 없어요. 잠시 후 다시 누르거나 다른 방법으로 결제해 주세요.",
  windowAmount: "이 금액은 선택한 방법으로 결제할 수 없어요. 다른 방법으로 결제해 주세요.",
  windowTooOften: "결제창을 너무 여러 번 열어 더 열 수 없어요. 상점에서 결제를 다시 시작해 주세요.",
  windowLate:
    "결제 시간이 지나 결제창을 새로 열 수 없어요. 열려 있는 결제창에서 마치거나 상점에서 결제를 다시 시작해 주세요.",
  methodGone: "지금은 쓸 수 없는 결제 방법이에요. 다른 방법으로 결제해 주세요.",
  authenticatedInWindowTitle: "인증을 마쳤어요",
  authenticatedInWindowNext: "아직 결제되지 않았어요. 다시 인증하지 않고 이어서 결제하거나, 여기에서 그만둘 수 있어요.",
  earlierMethod:
    "먼저 인증한 결제 수단이 있어서 방금 선택한 방법은 쓰지 않았어요. 다른 방법으로 결제하려면 ‘결제하지 않기’를 누르고 상점에서 다시 시작해 주세요.",
};

export type WindowTextKey = keyof typeof windowKo;
