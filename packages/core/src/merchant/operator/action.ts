import { z } from "zod";

import { decideAndCommit } from "../../engine/commit/commit.ts";
import { listPage } from "../../engine/commit/list-page.ts";
import { orderedId, placeByTime, recordKind } from "../../engine/commit/record.ts";
import type { Context } from "../../context.ts";
import { errorCodes, type ErrorCode } from "../../error-messages.ts";
import type { PageInput } from "../../engine/request/page.ts";
import { validate } from "../../engine/request/validate.ts";
import { ok } from "../../result.ts";
import type { Owner } from "../../engine/tenant/tenant.ts";
import { operatorRoles, type OperatorRole } from "./operator.ts";

/** The longest text of what an action is about. */
const mostCharacters = 200;

const aboutSchema = z.record(z.string(), z.union([z.string(), z.number()]));

const actionSchema = z.looseObject({
  id: z.string(),
  operator: z.string().nullable(),
  role: z.enum(operatorRoles),
  operation: z.string(),
  about: aboutSchema,
  askedAt: z.number(),
  /** Null while it is under way, and permanently if its process was killed. */
  endedAt: z.number().nullable(),
  /** The refusal; null if it was done, or has not ended. */
  code: z.enum(errorCodes).nullable(),
});

/**
 * A change that an operator has asked for. It is recorded before the change is made, so that none is made without a
 * record. Times are in milliseconds since 1970.
 */
export interface OperatorAction {
  readonly id: string;
  /** Null for an operator of a host application that passes no name. */
  readonly operator: string | null;
  readonly role: OperatorRole;
  /** The operation of the interface, such as `cancelPayment`. */
  readonly operation: string;
  /** Names and amounts of the request, never secrets. */
  readonly about: Readonly<Record<string, string | number>>;
  readonly askedAt: number;
  /** Null while it is under way, and permanently if its process was killed: then check what it was about. */
  readonly endedAt: number | null;
  /** The refusal; null if it was done, or has not ended. */
  readonly code: ErrorCode | null;
}

const actionList = "operatorActions";

export const operatorActionRecord = recordKind("operatorAction", actionSchema, ({ id, askedAt }) => ({
  id,
  place: placeByTime(actionList, askedAt, id),
}));

/** A string that any database takes, of readable length; a number that JSON has. */
function storable(value: string | number): string | number {
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  return value.replaceAll("\0", "").slice(0, mostCharacters).toWellFormed();
}

const anyNumber = z.custom<number>((value) => typeof value === "number");

const askedSchema = z.object({
  operator: z
    .string()
    .transform((name) => String(storable(name)))
    .nullable(),
  role: z.enum(operatorRoles),
  operation: z.string().min(1).max(mostCharacters),
  about: z.record(z.string().max(mostCharacters), z.union([z.string(), anyNumber]).transform(storable)),
});

/** An action as it is asked for. */
export type AskedAction = Pick<OperatorAction, "operator" | "role" | "operation" | "about">;

export const beginActionErrors = ["INVALID_REQUEST", "CONCURRENT_REQUEST"] as const;

/** Records what an operator is about to change. */
export async function beginAction(context: Context, tenant: Owner, input: AskedAction) {
  const valid = validate(askedSchema, input);
  if (!valid.ok) return valid;
  const now = context.clock.now();
  const id = orderedId(context.ids, now, 24);
  const action = { ...valid.value, id, askedAt: now, endedAt: null, code: null };
  return decideAndCommit(context, {
    tenant,
    lane: `operator action ${id}`,
    load: async () => undefined,
    decide: () => ({ answer: ok({ id }), changes: { writes: [operatorActionRecord.make(action)] } }),
  });
}

const endedSchema = z.object({ id: z.string().min(1).max(100), code: z.enum(errorCodes).nullable() });

/** How a change ended. */
export type EndedAction = z.input<typeof endedSchema>;

/** Records how it ended: done, or refused with a code. */
export async function endAction(context: Context, tenant: Owner, input: EndedAction) {
  const valid = validate(endedSchema, input);
  if (!valid.ok) return valid;
  const { id, code } = valid.value;
  return decideAndCommit(context, {
    tenant,
    lane: `operator action ${id}`,
    load: (read) => read(operatorActionRecord.ref(id)),
    decide([action], now) {
      if (action === undefined || action.endedAt !== null) return { answer: ok(undefined) };
      return {
        answer: ok(undefined),
        changes: { writes: [operatorActionRecord.write({ ...action, endedAt: now, code })] },
      };
    },
  });
}

export const listActionsErrors = ["INVALID_REQUEST"] as const;

/** Newest first. */
export function listActions(context: Context, tenant: Owner, input: PageInput) {
  const list = { tenant, list: actionList, order: "descending" } as const;
  const view = ({ id, operator, role, operation, about, askedAt, endedAt, code }: OperatorAction): OperatorAction => {
    return { id, operator, role, operation, about, askedAt, endedAt, code };
  };
  return listPage(context, { ...list, kind: operatorActionRecord, view }, input);
}
