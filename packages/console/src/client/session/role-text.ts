import { say } from "../language/language.ts";
import type { Role } from "./session.ts";

export const roles: readonly Role[] = ["viewer", "cashier", "owner"];

export function roleText(role: Role): string {
  const texts: Readonly<Record<Role, string>> = {
    viewer: say("조회 담당", "Viewer"),
    cashier: say("취소 담당", "Cashier"),
    owner: say("관리자", "Owner"),
  };
  return texts[role];
}

/** The permissions of a role. */
export function rightsText(role: Role): string {
  const texts: Readonly<Record<Role, string>> = {
    viewer: say("결제와 정산을 볼 수 있어요.", "Sees payments and settlements."),
    cashier: say("결제를 취소하고 웹훅을 다시 보낼 수 있어요.", "Also cancels payments and sends webhooks again."),
    owner: say("판매자, 지급, 키, 운영자까지 모두 다뤄요.", "Also sellers, payouts, keys and operators."),
  };
  return texts[role];
}
