import type { WebhookDelivery } from "@wonflow/client";
import { say } from "../language/language.ts";

type Status = WebhookDelivery["status"];

const looks: Readonly<Record<Status, string>> = { PENDING: "busy", DELIVERED: "good", EXHAUSTED: "bad" };

export function DeliveryStatus({ status }: Pick<WebhookDelivery, "status">) {
  const texts: Readonly<Record<Status, string>> = {
    PENDING: say("보내는 중", "On its way"),
    DELIVERED: say("전달됨", "Delivered"),
    EXHAUSTED: say("포기함", "Given up"),
  };
  return <span class={`badge ${looks[status]}`}>{texts[status]}</span>;
}

/** The description of a message's event; the name of an event that the page does not know. */
export function messageText(event: string): string {
  const texts: Readonly<Record<string, string>> = {
    "settlement.completed": say("정산 완료", "Settlement completed"),
    "payment.done": say("결제 승인", "Payment approved"),
    "payment.aborted": say("결제 거절", "Payment refused"),
    "payment.expired": say("결제 만료", "Payment expired"),
    "payment.canceled": say("결제 취소", "Payment canceled"),
    "payout.completed": say("지급 완료", "Payout completed"),
    "payout.failed": say("지급 실패", "Payout failed"),
    "payout.returned": say("지급 반환", "Payout returned"),
  };
  return texts[event] ?? event;
}
