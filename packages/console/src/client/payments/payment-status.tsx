import type { PaymentIntent } from "@wonflow/client";
import { say } from "../language/language.ts";

type Status = PaymentIntent["status"];

export const statuses: readonly Status[] = [
  "DONE",
  "PARTIAL_CANCELED",
  "CANCELED",
  "IN_PROGRESS",
  "READY",
  "ABORTED",
  "EXPIRED",
];

export function statusText(status: Status): string {
  const texts: Readonly<Record<Status, string>> = {
    DONE: say("결제 완료", "Paid"),
    PARTIAL_CANCELED: say("부분 취소", "Partly canceled"),
    CANCELED: say("취소", "Canceled"),
    IN_PROGRESS: say("진행 중", "In progress"),
    READY: say("결제 전", "Not paid yet"),
    ABORTED: say("실패", "Failed"),
    EXPIRED: say("시간 지남", "Expired"),
  };
  return texts[status];
}

const looks: Readonly<Record<Status, string>> = {
  DONE: "good",
  PARTIAL_CANCELED: "warning",
  CANCELED: "quiet",
  IN_PROGRESS: "busy",
  READY: "quiet",
  ABORTED: "bad",
  EXPIRED: "quiet",
};

interface PaymentStatusProps {
  readonly payment: Pick<PaymentIntent, "status" | "cancel">;
}

/** A cancellation with an unknown outcome matters more than the status before it. */
export function PaymentStatus({ payment: { status, cancel } }: PaymentStatusProps) {
  if (cancel?.inProgress === true) return <span class="badge busy">{say("취소 확인 중", "Cancellation unknown")}</span>;
  return <span class={`badge ${looks[status]}`}>{statusText(status)}</span>;
}
