import { useState } from "preact/hooks";
import { useFocused } from "./field.tsx";
import { say } from "../language/language.ts";

interface ShownOnceProps {
  readonly title: string;
  readonly secret: string;
  readonly onClose: () => void;
}

/** A secret that is shown only once: it stays until it is closed by hand. */
export function ShownOnce({ title, secret, onClose }: ShownOnceProps) {
  const field = useFocused<HTMLInputElement>();
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    field.current?.select();
    // A page without https has no clipboard: the text is selected all the same.
    await navigator.clipboard?.writeText(secret).then(
      () => setCopied(true),
      () => undefined,
    );
  };
  return (
    <div class="notice good shown-once">
      <label for="secret">{title}</label>
      <div class="find">
        <input id="secret" ref={field} class="code" readOnly value={secret} onFocus={() => field.current?.select()} />
        <button type="button" onClick={() => void copy()}>
          {isCopied ? say("복사했어요", "Copied") : say("복사", "Copy")}
        </button>
      </div>
      <p class="hint">
        {say("다시 볼 수 없어요. 지금 안전한 곳에 옮겨 두세요.", "It is not shown again. Keep it in a safe place now.")}
      </p>
      <button type="button" onClick={onClose}>
        {say("옮겨 뒀어요", "I have kept it")}
      </button>
    </div>
  );
}
