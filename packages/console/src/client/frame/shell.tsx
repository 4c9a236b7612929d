import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { PageLink } from "../address/page-link.tsx";
import { LanguageSwitch } from "../language/language-switch.tsx";
import { say } from "../language/language.ts";
import { ConnectionNotice } from "../live/connection-notice.tsx";
import { signOut } from "../session/session.ts";

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
