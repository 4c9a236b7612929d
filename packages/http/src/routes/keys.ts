import * as examples from "../examples/operators.ts";
import { keyTypes, ok, refuse, validate, type ListedKey, operationErrors } from "@wonflow/core";
import { z } from "zod";
import { owner, ownerAgain, ofPath } from "../callers/caller.ts";
import { numberIn, pageParameters } from "../request/parameters.ts";
import { fieldsOf } from "../recorded-change.ts";
import { Reply } from "../response/answer.ts";
import { pageSchema, viewPage, utcTime } from "../response/page.ts";
import { route } from "../route.ts";
import { merchantParams } from "./sellers.ts";

const path = "/merchants/{mId}/keys";

const idSchema = z
  .string()
  .regex(/^[0-9a-f]{12}$/, "must be the id of a key in the list, and never the key itself")
  .meta({ description: "Twelve hexadecimal digits, which name the key without being one" });

const listedSchema = z.object({
  id: idSchema,
  masked: z.string().meta({ description: "Its beginning and its last four characters" }),
  type: z.enum(keyTypes),
  mode: z.enum(["test", "live"]),
  issuedAt: z.iso.datetime(),
  revokedAt: z.iso.datetime().nullable().meta({ description: "null while it works" }),
});

const typeSchema = z
  .enum(keyTypes)
  .meta({ description: "A secret key stays on the merchant's server; a client key may be used in a page" });

const issueSchema = z.object({ type: typeSchema }).meta({ id: "IssueKeyRequest" });

function viewKey({ issuedAt, revokedAt, ...key }: ListedKey): z.output<typeof listedSchema> {
  return { ...key, issuedAt: utcTime(issuedAt), revokedAt: revokedAt === null ? null : utcTime(revokedAt) };
}

/** For operators' sessions alone: no key makes another one. */
export const keyRoutes = [
  route({
    at: `GET ${path}`,
    operationId: "listKeys",
    summary: "Lists the merchant's API keys in the session's mode, the newest first, with revoked ones",
    description: "For an owner's session; a secret key is refused. The keys themselves are not stored.",
    examples: examples.listKeys,
    tag: "Keys",
    caller: ofPath(owner),
    params: merchantParams,
    query: z.object(pageParameters("The most keys of a page, from 1 to 10,000; 10 by default")),
    response: pageSchema(listedSchema).meta({ id: "KeyList" }),
    errors: operationErrors.keys.list,
    async answer({ payments, tenant, query: { limit, startingAfter } }) {
      const page = await payments.keys.list(tenant, { limit: numberIn(limit), startingAfter });
      return page.ok ? ok(viewPage(page.value, viewKey)) : page;
    },
  }),
  route({
    at: `POST ${path}`,
    operationId: "issueKey",
    summary: "Issues another API key; only this answer shows it",
    description:
      "For an owner's session, whose password was typed a short while ago; a secret key is refused. Several keys work at once, so that they are rotated without a pause.",
    examples: examples.issueKey,
    tag: "Keys",
    caller: ofPath(ownerAgain),
    about: (body) => fieldsOf(body, "type"),
    params: merchantParams,
    request: issueSchema,
    response: z
      .object({ id: idSchema, key: z.string().meta({ description: "The key, which is not shown again" }) })
      .meta({ id: "IssuedKey" }),
    statuses: [201],
    errors: ["INVALID_REQUEST", ...operationErrors.keys.issue],
    async answer({ payments, tenant, body }) {
      const asked = validate(issueSchema, body);
      if (!asked.ok) return asked;
      const issued = await payments.keys.issue(tenant, asked.value.type);
      return issued.ok ? ok(new Reply(201, issued.value)) : issued;
    },
  }),
  route({
    at: `DELETE ${path}/{keyId}`,
    operationId: "revokeKey",
    summary: "Revokes an API key immediately and permanently",
    description:
      "For an owner's session, whose password was typed a short while ago; a secret key is refused. A repeat changes nothing.",
    examples: examples.revokeKey,
    tag: "Keys",
    caller: ofPath(ownerAgain),
    params: merchantParams.extend({ keyId: idSchema }),
    response: z.object({ revoked: z.literal(true) }).meta({ id: "RevokedKey" }),
    errors: ["INVALID_REQUEST", "NOT_FOUND_KEY", "CONCURRENT_REQUEST"],
    async answer({ payments, tenant, params: { keyId } }) {
      const revoked = await payments.keys.revoke(tenant, keyId);
      if (revoked.ok) return revoked;
      const { code } = revoked.error;
      // The caller is signed in: a 401 would send a page to its sign-in.
      return refuse(code === "UNAUTHORIZED_KEY" ? "NOT_FOUND_KEY" : code);
    },
  }),
];
