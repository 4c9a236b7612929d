import type { ListRequest, StoredRecord } from "@wonflow/core";
import { expect } from "vitest";
import type { CaseContext } from "./case-context.ts";

export const list = "orders";

export async function place(context: CaseContext, positions: Readonly<Record<string, string>>): Promise<void> {
  for (const [id, position] of Object.entries(positions)) {
    await context.put(context.key(id), { id }, { place: { list, position } });
  }
}

export async function pages(
  context: CaseContext,
  request: Omit<ListRequest, "list" | "after">,
  between: (page: readonly string[]) => Promise<unknown> = async () => {},
): Promise<readonly string[]> {
  const ids: string[] = [];
  let last: StoredRecord | undefined;
  for (;;) {
    const after = last === undefined ? {} : { after: { position: last.place?.position ?? "", key: last.key } };
    const page = await context.store.list(context.tenant, { list, ...request, ...after });
    expect(page.length).toBeLessThanOrEqual(request.limit);
    last = page.at(-1);
    if (last === undefined) return ids;
    if (ids.length > 1_000) throw new Error("the pages never end");
    ids.push(...page.map(({ key }) => key.id));
    await between(page.map(({ key }) => key.id));
  }
}
