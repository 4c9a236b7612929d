import { say } from "../language/language.ts";

/** The answer of a provider. */
export interface Said {
  readonly code: string;
  readonly message: string;
}

/** As `GET /platform/waiting` lists it. */
export interface Matter {
  readonly mId: number;
  readonly mode: "test" | "live";
  readonly what: "attempt" | "payout";
  readonly id: string;
  readonly kind: string;
  readonly about: string;
  readonly since: string;
  readonly flagged: boolean;
  readonly orderId: string | null;
  readonly amount: number | null;
  readonly maskedNumber: string | null;
  readonly provider: Said | null;
  readonly unknownReason: string | null;
}

export function isSame(one: Matter, other: Matter): boolean {
  return one.mId === other.mId && one.mode === other.mode && one.what === other.what && one.id === other.id;
}

export function kindText(kind: string): string {
  const kinds: Readonly<Record<string, string>> = {
    approval: say("승인", "Approval"),
    cancellation: say("취소", "Cancellation"),
    reversal: say("승인 되돌리기", "Reversal"),
    payout: say("지급", "Payout"),
    "token-issue": say("카드 저장", "Storing a card"),
    "token-release": say("저장한 카드 지우기", "Releasing a stored card"),
    "card-release": say("확인한 카드 지우기", "Releasing a checked card"),
    registration: say("판매자 등록", "Registering a seller"),
  };
  return kinds[kind] ?? kind;
}

export function modeText(mode: "test" | "live"): string {
  return mode === "test" ? say("테스트", "Test") : say("실거래", "Live");
}

/** `상점 7 · 테스트`. */
export function merchantText({ mId, mode }: Pick<Matter, "mId" | "mode">): string {
  return `${say("상점", "Merchant")} ${mId} · ${modeText(mode)}`;
}
