import type { ComponentChildren } from "preact";
import { say } from "../language/language.ts";
import { roleText, useOperator, signOut, isAtLeast, type Role, type SignedIn } from "../session/session.ts";
import { useState } from "preact/hooks";
import { PageLink } from "../address/page-link.tsx";
import { LanguageSwitch } from "../language/language-switch.tsx";
import { ConnectionNotice } from "../live/loading.tsx";

interface Section {
  /** The first part of its pages' paths. */
  readonly page: string;
  readonly title: string;
  /** The least role that has anything to see there. */
  readonly from: Role;
}

/** The pages that an operator has anything to see on. */
function sectionsOf(operator: Pick<SignedIn, "role">): readonly Section[] {
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

interface ShellProps {
  /** `live` or `test`. */
  readonly look: string;
  /** Beside the brand: where one is. */
  readonly place: ComponentChildren;
  readonly sections: readonly { readonly page: string; readonly title: string }[];
  /** The section of the page that is shown. */
  readonly section: string;
  /** Who one is. */
  readonly person: ComponentChildren;
  readonly children: ComponentChildren;
}

/** The frame around every page: the current place, the operator, and the navigation. */
export function Shell({ look, place, sections, section, person, children }: ShellProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div class={`frame ${look}`}>
      <a class="skip" href="#content">
        {say("본문으로", "Skip to the content")}
      </a>
      <header class="top">
        <p class="brand">Wonflow</p>
        <p class="merchant">{place}</p>
        <button
          type="button"
          class="menu"
          aria-expanded={isOpen}
          aria-controls="sections"
          onClick={() => setOpen(!isOpen)}
        >
          {say("메뉴", "Menu")}
        </button>
      </header>
      <nav id="sections" class={isOpen ? "open" : ""} aria-label={say("메뉴", "Sections")}>
        <ul>
          {sections.map(({ page, title }) => (
            <li key={page}>
              <PageLink to={page} current={section === page ? "page" : undefined} onFollowed={() => setOpen(false)}>
                {title}
              </PageLink>
            </li>
          ))}
        </ul>
        <div class="person">
          <p>{person}</p>
          <LanguageSwitch />
          <button type="button" class="plain" onClick={() => void signOut()}>
            {say("로그아웃", "Sign out")}
          </button>
        </div>
      </nav>
      <main id="content" tabIndex={-1}>
        <ConnectionNotice />
        {children}
      </main>
    </div>
  );
}

interface FrameProps {
  /** The path of the page, below the console. */
  readonly path: string;
  readonly children: ComponentChildren;
}

/** The frame around every page of a merchant. */
export function Frame({ path, children }: FrameProps) {
  const operator = useOperator();
  const { mId, mode, merchantName, name, role } = operator;
  const place = (
    <>
      {merchantName !== null && <b title={merchantName}>{merchantName}</b>}
      <span>
        {say("상점", "Merchant")} {mId}
      </span>
      <span class={`badge ${mode === "test" ? "warning" : "good"}`}>
        {mode === "test" ? say("테스트", "Test") : say("실거래", "Live")}
      </span>
    </>
  );
  const person = (
    <>
      <b>{name}</b> <span>{roleText(role)}</span>
    </>
  );
  return (
    <Shell look={mode} place={place} sections={sectionsOf(operator)} section={path.split("/")[0] ?? ""} person={person}>
      {children}
    </Shell>
  );
}
