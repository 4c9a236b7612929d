import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { PageLink } from "../address/page-link.tsx";
import { LanguageSwitch } from "../language/language-switch.tsx";
import { say } from "../language/language.ts";
import { ConnectionNotice } from "../live/connection-notice.tsx";
import { roleText } from "../session/role-text.ts";
import { signOut, useOperator } from "../session/session.ts";
import { sectionsOf } from "./sections.ts";

interface FrameProps {
  /** The path of the page, below the console. */
  readonly path: string;
  readonly children: ComponentChildren;
}

/** What stands around every page: where one is, who one is, and where one can go. */
export function Frame({ path, children }: FrameProps) {
  const operator = useOperator();
  const { mId, mode, name, role } = operator;
  const [isOpen, setOpen] = useState(false);
  const section = path.split("/")[0] ?? "";
  return (
    <div class={`frame ${mode}`}>
      <a class="skip" href="#content">
        {say("본문으로", "Skip to the content")}
      </a>
      <header class="top">
        <p class="brand">Wonflow</p>
        <p class="merchant">
          {say("상점", "Merchant")} {mId}
          <span class={`badge ${mode === "test" ? "warning" : "good"}`}>
            {mode === "test" ? say("테스트", "Test") : say("실거래", "Live")}
          </span>
        </p>
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
          {sectionsOf(operator).map(({ page, title }) => (
            <li key={page}>
              <PageLink to={page} current={section === page ? "page" : undefined} onFollowed={() => setOpen(false)}>
                {title}
              </PageLink>
            </li>
          ))}
        </ul>
        <div class="person">
          <p>
            <b>{name}</b> <span>{roleText(role)}</span>
          </p>
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
