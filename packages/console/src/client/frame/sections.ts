import { say } from "../language/language.ts";
import { isAtLeast, type Role, type SignedIn } from "../session/session.ts";

interface Section {
  /** The first part of its pages' paths. */
  readonly page: string;
  readonly title: string;
  /** The least role that has anything to see there. */
  readonly from: Role;
}

/** The pages that an operator has anything to see on. */
export function sectionsOf(operator: Pick<SignedIn, "role">): readonly Section[] {
  const all: readonly Section[] = [
    { page: "", title: say("한눈에", "Overview"), from: "viewer" },
    { page: "payments", title: say("결제", "Payments"), from: "viewer" },
    { page: "settlements", title: say("정산", "Settlements"), from: "viewer" },
    { page: "payouts", title: say("지급", "Payouts"), from: "viewer" },
    { page: "sellers", title: say("판매자", "Sellers"), from: "viewer" },
    { page: "cards", title: say("저장한 카드", "Stored cards"), from: "viewer" },
    { page: "webhooks", title: say("웹훅", "Webhooks"), from: "viewer" },
    { page: "keys", title: say("API 키", "API keys"), from: "owner" },
    { page: "operators", title: say("운영자", "Operators"), from: "owner" },
    { page: "changes", title: say("변경 기록", "Changes"), from: "owner" },
  ];
  return all.filter(({ from }) => isAtLeast(operator, from));
}
