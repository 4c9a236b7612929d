import type { ComponentChildren, TargetedMouseEvent } from "preact";
import { goTo, hrefOf, serviceRoot } from "./address.ts";

interface PageLinkProps {
  /** A page of the console, such as `payments?status=DONE`. */
  readonly to: string;
  readonly class?: string;
  readonly current?: "page" | undefined;
  readonly onFollowed?: () => void;
  readonly children: ComponentChildren;
}

/** Whether the browser is to open the link itself, such as in another tab. */
function isBrowsers({ button, ctrlKey, metaKey, shiftKey, altKey }: TargetedMouseEvent<HTMLAnchorElement>): boolean {
  return button !== 0 || ctrlKey || metaKey || shiftKey || altKey;
}

/** A link to another page of the console. */
export function PageLink({ to, current, onFollowed, children, ...rest }: PageLinkProps) {
  const follow = (event: TargetedMouseEvent<HTMLAnchorElement>) => {
    if (isBrowsers(event)) return;
    event.preventDefault();
    goTo(to);
    onFollowed?.();
  };
  return (
    <a {...rest} href={hrefOf(to)} aria-current={current} onClick={follow}>
      {children}
    </a>
  );
}

interface FileLinkProps {
  /** A route that answers a file, such as `merchants/1/payments.csv`. */
  readonly path: string;
  readonly children: ComponentChildren;
}

/** A link that the browser saves as a file. */
export function FileLink({ path, children }: FileLinkProps) {
  return (
    <a class="button" href={new URL(path, serviceRoot).href} download>
      {children}
    </a>
  );
}
