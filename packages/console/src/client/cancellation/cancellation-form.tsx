import type { PaymentIntent } from "@wonflow/client";
import type { TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import { typedWon, won } from "../amount/won.ts";
import { problemText } from "../call/call.ts";
import { describedBy, Field, useFocused } from "../form/field.tsx";
import { useWish } from "../form/wish.tsx";
import { say } from "../language/language.ts";
import { outcomeOf, type Ended, type Outcome } from "./outcome.ts";
import { Preview, usePreview } from "./preview.tsx";

interface CancellationFormProps {
  readonly payment: PaymentIntent;
  readonly onEnded: (ended: Ended) => void;
  readonly onClose: () => void;
}

/** A payment with several cards, or one that is not paid yet, can only be canceled in full. */
function mayBeInPart({ status, methods }: PaymentIntent): boolean {
  return (status === "DONE" || status === "PARTIAL_CANCELED") && methods.length === 1;
}

type Failed = Extract<Outcome, { readonly kind: "refused" | "unanswered" }>;

interface Request {
  readonly body: { readonly cancelReason: string; readonly cancelAmount?: number };
  /** Won that were canceled before it was first sent: its own effect may be read before its answer. */
  readonly canceledBefore: number;
}

interface Giving {
  readonly isSending: boolean;
  readonly failed: Failed | undefined;
  /** The request that was not answered. It is sent again unchanged, whatever the payment's state is now. */
  readonly unanswered: Request | undefined;
  readonly give: (request: Request) => Promise<void>;
}

function useGiving(intentKey: string, onEnded: CancellationFormProps["onEnded"]): Giving {
  const { isSending, send } = useWish();
  const [last, setLast] = useState<{ readonly failed: Failed; readonly request: Request }>();
  const give = async (request: Request) => {
    setLast(undefined);
    const { body, canceledBefore } = request;
    const answer = await send<PaymentIntent>({ method: "POST", path: `px/intents/${intentKey}/cancel`, body });
    if (answer === undefined) return;
    const outcome = outcomeOf(answer);
    if (outcome.kind === "unknown") onEnded({ kind: "unknown", canceledBefore });
    else if (outcome.kind !== "done") setLast({ failed: outcome, request });
    else {
      const { canceledAmount = 0 } = outcome.payment.cancel ?? {};
      onEnded({ kind: "done", amount: body.cancelAmount ?? canceledAmount - canceledBefore });
    }
  };
  const failed = last?.failed;
  return { isSending, failed, unanswered: failed?.kind === "unanswered" ? last?.request : undefined, give };
}

/** Asks how much and why, shows what it will do, and does it once however often it is pressed. */
export function CancellationForm({ payment, onEnded, onClose }: CancellationFormProps) {
  const { intentKey, totalAmount, cancel } = payment;
  const remaining = cancel?.remainingAmount ?? totalAmount;
  const [part, setPart] = useState<string>();
  const [reason, setReason] = useState("");
  const [isPressed, setPressed] = useState(false);
  const { isSending, failed, unanswered, give } = useGiving(intentKey, onEnded);

  const typed = part === undefined ? remaining : typedWon(part);
  const isAmount = typed !== undefined && typed >= 1 && typed <= remaining;
  const preview = usePreview(payment, part === undefined ? "all" : isAmount ? typed : undefined);
  const shown = preview?.ok === true ? preview.value : undefined;
  const wrongReason = reason.trim() === "" ? say("이유를 적어 주세요.", "Say why.") : undefined;

  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setPressed(true);
    if (unanswered !== undefined) return void give(unanswered);
    if (wrongReason !== undefined || shown === undefined) return;
    // The amount that was shown is asked for, also where the payment has changed meanwhile.
    const amount = mayBeInPart(payment) ? { cancelAmount: shown.cancelAmount } : {};
    const canceledBefore = cancel?.canceledAmount ?? 0;
    void give({ body: { cancelReason: reason.trim(), ...amount }, canceledBefore });
  };

  return (
    <form class="cancellation" onSubmit={submit} aria-busy={isSending}>
      <fieldset disabled={isSending || unanswered !== undefined}>
        {mayBeInPart(payment) && <HowMuch part={part} remaining={remaining} isPressed={isPressed} onPart={setPart} />}
        <Why reason={reason} wrong={isPressed ? wrongReason : undefined} onReason={setReason} />
        {(part === undefined || isAmount) && <Preview answer={preview} />}
      </fieldset>
      <Failure failed={failed} />
      <div class="buttons">
        <button class="danger" aria-disabled={isSending || (shown === undefined && unanswered === undefined)}>
          {buttonText({ isSending, isAgain: unanswered !== undefined, amount: shown?.cancelAmount ?? typed })}
        </button>
        <button type="button" onClick={onClose} disabled={isSending}>
          {say("닫기", "Close")}
        </button>
      </div>
    </form>
  );
}

interface HowMuchProps {
  /** The typed amount; undefined for all. */
  readonly part: string | undefined;
  readonly remaining: number;
  readonly isPressed: boolean;
  readonly onPart: (part: string | undefined) => void;
}

function HowMuch({ part, remaining, isPressed, onPart }: HowMuchProps) {
  const first = useFocused<HTMLInputElement>();
  const wrong = isPressed || part !== "" ? amountProblem(part, remaining) : undefined;
  return (
    <>
      <div class="choices" role="radiogroup" aria-label={say("얼마를", "How much")}>
        <label>
          <input
            ref={first}
            type="radio"
            name="how-much"
            checked={part === undefined}
            onChange={() => onPart(undefined)}
          />
          {say(`모두 (${won(remaining)})`, `All (${won(remaining)})`)}
        </label>
        <label>
          <input type="radio" name="how-much" checked={part !== undefined} onChange={() => onPart("")} />
          {say("일부", "A part")}
        </label>
      </div>
      {part !== undefined && (
        <Field id="cancel-amount" label={say("돌려줄 금액", "Refund amount")} wrong={wrong}>
          <input
            id="cancel-amount"
            class="amount"
            inputMode="numeric"
            autocomplete="off"
            value={part}
            aria-invalid={wrong !== undefined}
            aria-describedby={describedBy("cancel-amount", { wrong })}
            onInput={({ currentTarget }) => onPart(currentTarget.value)}
          />
        </Field>
      )}
    </>
  );
}

interface WhyProps {
  readonly reason: string;
  readonly wrong: string | undefined;
  readonly onReason: (reason: string) => void;
}

function Why({ reason, wrong, onReason }: WhyProps) {
  return (
    <Field id="cancel-reason" label={say("이유", "Reason")} wrong={wrong}>
      <input
        id="cancel-reason"
        maxLength={200}
        autocomplete="off"
        value={reason}
        aria-invalid={wrong !== undefined}
        aria-describedby={describedBy("cancel-reason", { wrong })}
        onInput={({ currentTarget }) => onReason(currentTarget.value)}
      />
    </Field>
  );
}

function amountProblem(part: string | undefined, remaining: number): string | undefined {
  if (part === undefined) return undefined;
  const typed = typedWon(part);
  if (typed === undefined || typed < 1) return say("1원 이상을 숫자로 적어 주세요.", "A number of won, 1 or more.");
  return typed > remaining ? say(`${won(remaining)}까지 돌려줄 수 있어요.`, `At most ${won(remaining)}.`) : undefined;
}

interface ButtonText {
  readonly isSending: boolean;
  readonly isAgain: boolean;
  readonly amount: number | undefined;
}

function buttonText({ isSending, isAgain, amount }: ButtonText): string {
  if (isSending) return say("취소하는 중이에요", "Canceling");
  if (isAgain) return say("같은 요청 다시 보내기", "Send the same again");
  return amount === undefined ? say("취소하기", "Cancel") : say(`${won(amount)} 취소하기`, `Give ${won(amount)} back`);
}

interface FailureProps {
  readonly failed: Failed | undefined;
}

function Failure({ failed }: FailureProps) {
  return (
    <div role="alert">
      {failed?.kind === "refused" && <p class="alert">{problemText(failed.problem)}</p>}
      {failed?.kind === "unanswered" && (
        <p class="alert">
          {say(
            "응답을 받지 못해서 취소됐는지 아직 몰라요. 아래 버튼은 같은 요청을 다시 보내요. 몇 번을 눌러도 한 번만 취소돼요.",
            "No answer came, so it is not known whether it was done. The button sends the same request: it is done once, however often you press.",
          )}
        </p>
      )}
    </div>
  );
}
