import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { say } from "../language/language.ts";
import { atPlatform } from "../session/session.ts";

interface PageTitleProps {
  readonly children: string;
  /** Shown beside the title, such as a link. */
  readonly beside?: ComponentChildren;
}

let isFirst = true;

/** The heading of a page, also in the browser's tab. A page that was gone to begins there for a screen reader. */
export function PageTitle({ children, beside }: PageTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${children} · ${brandText()}`;
  }, [children]);
  useLayoutEffect(() => {
    if (!isFirst) heading.current?.focus();
    isFirst = false;
  }, []);
  return (
    <div class="title">
      <h1 ref={heading} tabIndex={-1}>
        {children}
      </h1>
      {beside}
    </div>
  );
}

/** What the console is called, also in the browser's tab. */
export function brandText(): string {
  return atPlatform ? say("Wonflow 플랫폼 콘솔", "Wonflow platform console") : say("Wonflow 콘솔", "Wonflow console");
}
