import { won } from "../amount/won.ts";
import { say } from "../language/language.ts";
import { momentText } from "../time/seoul.ts";

/** The refunded amount, as it is booked. */
export interface Entered {
  readonly amount: number;
  readonly at: string;
  readonly enteredAt: string;
  readonly isRepeat: boolean;
}

/** Nothing was booked: the ledger has the same already. */
export function Repeated({ entered: { amount, at, enteredAt } }: { readonly entered: Entered }) {
  const [booked, entered] = [`${momentText(at)} · ${won(amount)}`, momentText(enteredAt)];
  return (
    <p class="notice warning" role="status">
      {say(
        `${entered}에 이미 적은 건이에요(${booked}). 이번에는 아무것도 적지 않았어요. 같은 날 한 건이 더 있었다면 아래를 고르고 그 시각을 적어 주세요.`,
        `It was entered before, on ${entered} (${booked}). Nothing was booked now. If the same happened twice on that day, check the box and enter the second time.`,
      )}
    </p>
  );
}

/** The same amount and day is booked under the other outcome, and the box was not checked. */
export function OtherOutcome() {
  return (
    <p class="notice warning" role="status">
      {say(
        "같은 날 같은 금액이 다른 결과로 이미 적혀 있어서 아무것도 적지 않았어요. 둘 다 실제로 일어났을 때만 아래를 고르고 다시 확정해 주세요.",
        "The same amount is entered on that day with the other outcome, so nothing was booked. Only if both happened, check the box and enter it again.",
      )}
    </p>
  );
}
