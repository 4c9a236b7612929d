import { say } from "../language/language.ts";

/** The operation of a change, in words; one that the page does not know by its name in the interface. */
export function operationText(operation: string): string {
  const texts: Readonly<Record<string, string>> = {
    cancelPayment: say("결제 취소", "Cancel a payment"),
    cancelPaymentOfOrder: say("결제 취소", "Cancel a payment"),
    createSeller: say("판매자 더하기", "Add a seller"),
    deleteSeller: say("판매자 지우기", "Delete a seller"),
    createPayouts: say("지급 요청", "Pay out"),
    deleteBillingKey: say("저장한 카드 지우기", "Delete a stored card"),
    setWebhookEndpoint: say("웹훅 주소 정하기", "Set the webhook endpoint"),
    removeWebhookEndpoint: say("웹훅 주소 지우기", "Remove the webhook endpoint"),
    rotateWebhookSecret: say("웹훅 시크릿 바꾸기", "Rotate the webhook secret"),
    testWebhookEndpoint: say("시험 웹훅 보내기", "Send a test webhook"),
    resendWebhookDelivery: say("웹훅 다시 보내기", "Send a webhook again"),
    issueKey: say("API 키 발급", "Issue an API key"),
    revokeKey: say("API 키 폐기", "Revoke an API key"),
    addOperator: say("운영자 더하기", "Add an operator"),
    changeOperator: say("운영자 바꾸기", "Change an operator"),
    removeOperator: say("운영자 빼기", "Remove an operator"),
    signOutOperatorEverywhere: say("운영자 모두 로그아웃", "Sign an operator out everywhere"),
    resolveAttempt: say("결과 적기", "Enter the outcome of a call"),
    resolvePayout: say("지급 결과 적기", "Enter the outcome of a payout"),
  };
  return texts[operation] ?? operation;
}
