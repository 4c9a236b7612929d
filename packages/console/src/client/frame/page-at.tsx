import type { ComponentChildren } from "preact";
import { PageLink } from "../address/page-link.tsx";
import { say } from "../language/language.ts";
import { PageTitle } from "./page-title.tsx";

export interface PageAt {
  readonly pattern: RegExp;
  readonly show: (query: URLSearchParams, ...parts: readonly string[]) => ComponentChildren;
}

/** A decoded part of a path; one with an invalid encoding is unchanged. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The first of the pages whose pattern fits; undefined if none does. */
export function shownAt(pages: readonly PageAt[], path: string, query: URLSearchParams): ComponentChildren {
  for (const { pattern, show } of pages) {
    const found = pattern.exec(path);
    if (found !== null) return show(query, ...found.slice(1).map(decoded));
  }
  return undefined;
}

interface NoSuchPageProps {
  /** The first page, to which its link leads. */
  readonly first: string;
}

export function NoSuchPage({ first }: NoSuchPageProps) {
  return (
    <>
      <PageTitle>{say("없는 화면이에요", "There is no such page")}</PageTitle>
      <p>
        <PageLink to={first}>{say("처음 화면으로", "Go to the first page")}</PageLink>
      </p>
    </>
  );
}
