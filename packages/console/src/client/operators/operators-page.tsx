import { AskingButton, useWish, WishProblem } from "../form/wish.tsx";
import { PageTitle } from "../frame/page-title.tsx";
import { say } from "../language/language.ts";
import { ListEnd } from "../live/loading.tsx";
import { useList } from "../live/use-live.ts";
import { roles, roleText, useOperator, type Role } from "../session/session.ts";
import { Moment } from "../time/moment.tsx";
import { NewOperator } from "./new-operator.tsx";

/** As `GET …/operators` lists it. */
interface ListedOperator {
  readonly name: string;
  readonly role: Role;
  readonly addedAt: string;
  readonly passwordSetAt: string;
}

/** The merchant's operators, and their roles. */
export function OperatorsPage() {
  const { mId } = useOperator();
  const list = useList<ListedOperator>(`merchants/${mId}/operators`);
  return (
    <>
      <PageTitle>{say("운영자", "Operators")}</PageTitle>
      {list.items !== undefined && list.items.length > 0 && (
        <table class="rows">
          <thead>
            <tr>
              <th>{say("이름", "Name")}</th>
              <th>{say("역할", "Role")}</th>
              <th class="wide">{say("비밀번호를 정한 때", "Password set")}</th>
              <th class="wide">{say("할 수 있는 일", "Actions")}</th>
            </tr>
          </thead>
          <tbody>
            {list.items.map((operator) => (
              <OperatorRow key={operator.name} operator={operator} onChanged={list.refresh} />
            ))}
          </tbody>
        </table>
      )}
      <ListEnd list={list} empty={say("아직 운영자가 없어요.", "There are no operators yet.")} />
      <NewOperator onAdded={list.refresh} />
    </>
  );
}

interface OperatorRowProps {
  readonly operator: ListedOperator;
  readonly onChanged: () => void;
}

function OperatorRow({ operator: { name, role, passwordSetAt }, onChanged }: OperatorRowProps) {
  const { mId, name: me } = useOperator();
  const { isSending, problem, send } = useWish();
  const path = `merchants/${mId}/operators/${encodeURIComponent(name)}`;
  const wish = async (asked: Parameters<typeof send>[0]) => {
    await send(asked);
    onChanged();
  };
  const isMe = name === me;
  const actions = !isMe && (
    <div class="buttons">
      <AskingButton
        question={say(`${name} 님이 열어 둔 화면은 모두 로그아웃돼요.`, `All sessions of ${name} end at once.`)}
        answer={say("모두 로그아웃하기", "End them")}
        isSending={isSending}
        onAnswered={() => void wish({ method: "POST", path: `${path}/sign-out` })}
      >
        {say("모두 로그아웃", "Sign out everywhere")}
      </AskingButton>
      <AskingButton
        question={say(`${name} 님은 더 이상 로그인할 수 없어요.`, `${name} can’t sign in any more.`)}
        answer={say("운영자에서 빼기", "Remove")}
        isSending={isSending}
        onAnswered={() => void wish({ method: "DELETE", path })}
      >
        {say("빼기", "Remove")}
      </AskingButton>
    </div>
  );
  return (
    <tr>
      <td>
        <b>{name}</b> {isMe && <span class="badge">{say("나", "You")}</span>}
        <span class="under narrow">
          <Moment at={passwordSetAt} />
        </span>
        <div class="narrow">{actions}</div>
        <WishProblem problem={problem} />
      </td>
      <td>
        {isMe ? (
          roleText(role)
        ) : (
          <select
            aria-label={say(`${name} 님의 역할`, `Role of ${name}`)}
            value={role}
            disabled={isSending}
            onChange={({ currentTarget }) => void wish({ method: "PUT", path, body: { role: currentTarget.value } })}
          >
            {roles.map((one) => (
              <option key={one} value={one}>
                {roleText(one)}
              </option>
            ))}
          </select>
        )}
      </td>
      <td class="wide">
        <Moment at={passwordSetAt} />
      </td>
      <td class="wide">{actions}</td>
    </tr>
  );
}
