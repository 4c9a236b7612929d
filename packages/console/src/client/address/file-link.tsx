import type { ComponentChildren } from "preact";
import { serviceRoot } from "./mount.ts";

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
