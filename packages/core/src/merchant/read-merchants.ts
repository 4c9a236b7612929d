import { loadOnce } from "../engine/commit/commit.ts";
import type { Context } from "../context.ts";
import { readPage } from "../engine/commit/list-page.ts";
import { pageSchema, type Page, type PageInput } from "../engine/request/page.ts";
import { ok } from "../result.ts";
import { platform, type Mode, type Tenant } from "../engine/tenant/tenant.ts";
import { validate } from "../engine/request/validate.ts";
import {
  merchantList,
  merchantOfIndex,
  merchantRef,
  type RegisteredMerchant,
  merchantAt,
  merchantSchema,
  notRegistered,
} from "./merchant.ts";
import { logoRef } from "./look.ts";

export interface ListedMerchant {
  readonly mId: number;
  readonly mode: Mode;
  readonly name: string;
  readonly contracts: RegisteredMerchant["contracts"];
  readonly suspended: boolean;
}

export const listMerchantsErrors = ["INVALID_REQUEST"] as const;

/** Leaves out an entry without a merchant, whose registration was cut off. */
export async function listMerchants(context: Context, input: PageInput) {
  const asked = validate(pageSchema, input);
  if (!asked.ok) return asked;
  const list = { tenant: platform, list: merchantList, order: "ascending" } as const;
  const page = await readPage(context, list, asked.value);
  if (!page.ok) return page;
  const found = await Promise.all(page.value.items.map(({ body }) => listedMerchant(context, body)));
  const items = found.filter((merchant) => merchant !== undefined);
  return ok<Page<ListedMerchant>>({ ...page.value, size: items.length, items });
}

async function listedMerchant(context: Context, body: unknown): Promise<ListedMerchant | undefined> {
  const { mId, mode } = merchantOfIndex(body);
  const [merchant] = await loadOnce(context, { mId, mode }, (read) => read(merchantRef));
  if (merchant === undefined) return undefined;
  const { name, contracts, suspended } = merchant;
  return { mId, mode, name, contracts, suspended: suspended !== null };
}

export const getMerchantErrors = ["FORBIDDEN_REQUEST"] as const;

export async function getMerchant(context: Context, tenant: Tenant) {
  const [merchant, look] = await loadOnce(context, tenant, (read) => read(merchantRef, logoRef));
  if (merchant === undefined) return notRegistered;
  const registered = merchantSchema.parse({ ...merchant, logo: look?.logo ?? null });
  const { suspended } = merchant;
  return ok(merchantAt({ ...registered, suspended }, context.clock.now()));
}
