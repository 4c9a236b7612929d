import { useState } from "preact/hooks";
import { useWish } from "../form/use-wish.ts";
import { WishProblem } from "../form/wish-problem.tsx";
import { say } from "../language/language.ts";

/** As `POST …/webhook-endpoint/test` answers. */
interface Tested {
  readonly status: number | null;
  readonly answeredInMs: number;
  readonly problem: string | null;
}

interface TestButtonProps {
  /** The endpoint's route. */
  readonly path: string;
}

/** Sends a signed test message now, and says how it was answered. */
export function TestButton({ path }: TestButtonProps) {
  const { isSending, problem, send } = useWish();
  const [tested, setTested] = useState<Tested>();
  const test = async () => {
    setTested(undefined);
    const answer = await send<Tested>({ method: "POST", path: `${path}/test` });
    if (answer?.ok === true) setTested(answer.value);
  };
  return (
    <>
      <button type="button" aria-disabled={isSending} onClick={() => void test()}>
        {isSending ? say("보내는 중이에요", "Sending") : say("시험 메시지 보내기", "Send a test")}
      </button>
      <div role="status" class="tested">
        {tested !== undefined && <Answer tested={tested} />}
      </div>
      <WishProblem problem={problem} />
    </>
  );
}

function Answer({ tested: { status, answeredInMs, problem } }: { readonly tested: Tested }) {
  const took = `${answeredInMs} ms`;
  if (problem === null) {
    return <p class="notice good">{say(`잘 받았어요 (${status}, ${took}).`, `It was taken (${status}, ${took}).`)}</p>;
  }
  return (
    <p class="notice warning">
      {status === null
        ? say(`응답이 없었어요: ${problem}`, `No answer came: ${problem}`)
        : say(`받지 않았어요: ${status} (${took})`, `It was not taken: ${status} (${took})`)}
    </p>
  );
}
