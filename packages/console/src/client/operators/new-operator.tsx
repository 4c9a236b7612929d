import type { TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import { Field } from "../form/field.tsx";
import { useWish, WishProblem } from "../form/wish.tsx";
import { say } from "../language/language.ts";
import { rightsText, roles, roleText, useOperator, type Role } from "../session/session.ts";

interface NewOperatorProps {
  readonly onAdded: () => void;
}

const nothing = { name: "", password: "", role: "viewer" as Role };

/** Adds an operator. Their password is passed on outside the console, and only owners can change it. */
export function NewOperator({ onAdded }: NewOperatorProps) {
  const { mId } = useOperator();
  const { isSending, problem, send } = useWish();
  const [typed, setTyped] = useState(nothing);
  const [added, setAdded] = useState<string>();
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setAdded(undefined);
    const answer = await send({ method: "POST", path: `merchants/${mId}/operators`, body: typed });
    if (answer?.ok !== true) return;
    setAdded(typed.name);
    setTyped(nothing);
    onAdded();
  };
  const titles = { name: say("이름", "Name"), password: say("비밀번호", "Password"), role: say("역할", "Role") };
  return (
    <section class="card" aria-labelledby="new-operator">
      <h2 id="new-operator">{say("운영자 더하기", "Add an operator")}</h2>
      <form onSubmit={(event) => void submit(event)} aria-busy={isSending}>
        <div class="row">
          <Field id="new-name" label={titles.name}>
            <input
              id="new-name"
              required
              maxLength={100}
              autocomplete="off"
              autocapitalize="none"
              spellcheck={false}
              value={typed.name}
              onInput={({ currentTarget }) => setTyped({ ...typed, name: currentTarget.value })}
            />
          </Field>
          <Field id="new-password" label={titles.password} hint={say("12자 이상", "12 characters or more")}>
            <input
              id="new-password"
              type="password"
              required
              minLength={12}
              maxLength={200}
              autocomplete="new-password"
              value={typed.password}
              onInput={({ currentTarget }) => setTyped({ ...typed, password: currentTarget.value })}
            />
          </Field>
        </div>
        <RoleChoice role={typed.role} title={titles.role} onChosen={(role) => setTyped({ ...typed, role })} />
        <WishProblem problem={problem} titles={titles} />
        <div role="status">
          {added !== undefined && (
            <p class="notice good">{say(`${added} 님을 더했어요.`, `${added} has been added.`)}</p>
          )}
        </div>
        <button class="primary" aria-disabled={isSending}>
          {isSending ? say("더하는 중이에요", "Adding") : say("더하기", "Add")}
        </button>
      </form>
    </section>
  );
}

interface RoleChoiceProps {
  readonly role: Role;
  readonly title: string;
  readonly onChosen: (role: Role) => void;
}

function RoleChoice({ role, title, onChosen }: RoleChoiceProps) {
  return (
    <div class="choices" role="radiogroup" aria-label={title}>
      {roles.map((one) => (
        <label key={one}>
          <input type="radio" name="new-role" checked={role === one} onChange={() => onChosen(one)} />
          <span>
            {roleText(one)} <span class="under">{rightsText(one)}</span>
          </span>
        </label>
      ))}
    </div>
  );
}
