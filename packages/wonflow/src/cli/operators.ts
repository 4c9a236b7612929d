import {
  operatorRoles,
  platform,
  type ListedOperator,
  type OperatorRole,
  type Owner,
  type Result,
  type OperatorAction,
} from "@wonflow/core";
import type { Command } from "commander";
import { z } from "zod";
import { allPages } from "../all-pages.ts";
import type { PaymentsBeside } from "../serve/command-socket.ts";
import { addCommand, hidden, option, UsageError } from "./command.ts";
import { ofOperators, withOperators } from "./beside-service.ts";
import { ownerOf, ownerOptions, limitOption, withHint } from "./options.ts";
import { readPassword } from "./read-password.ts";
import { minuteInSeoul, textTable } from "./print.ts";

const namedOptions = ownerOptions.extend({
  name: option("--name <name>", "the name that the operator signs in with", z.string()),
});
const passwordOptions = namedOptions.extend({
  password: option(
    "--password [text]",
    hidden,
    z
      .undefined(
        "a password can't be an option, which others see in the list of processes: choose another, and type it when asked",
      )
      .optional(),
  ),
});

const role = z.enum(operatorRoles, `--role must be ${operatorRoles.join(", ")}`);

const addOptions = passwordOptions.extend({
  role: option("--role <role>", "viewer, cashier or owner (default: owner)", role.optional()),
});

const roleOptions = namedOptions.extend({ role: option("--role <role>", "viewer, cashier or owner", role) });

type Named = z.output<typeof namedOptions>;

export function addOperatorCommands(program: Command): void {
  const operators = program
    .command("operators")
    .description("the operators who sign in for a merchant, or for the platform");
  addPasswordCommands(operators);
  addOperatorActionsCommand(operators);
  addCommand(operators, "list", {
    description: "list the operators of a merchant, or of the platform",
    examples: ["wonflow operators list --mid 7 --mode live", "wonflow operators list --platform"],
    options: ownerOptions,
    async run(named) {
      const owner = ownerOf(named);
      const listed = await withOperators((payments) => listAll(payments, owner));
      const text = listed.length === 0 ? noOperators(owner) : tableOf(listed);
      return { value: { operators: listed }, text };
    },
  });
  addCommand(operators, "remove", {
    description: "remove an operator, and end the sessions",
    examples: ["wonflow operators remove --mid 7 --mode live --name kim"],
    options: namedOptions,
    async run(named) {
      const value = await answered(named, (payments, owner) => payments.operators.remove(owner, named.name));
      return { value, text: `${named.name} is no longer an operator.` };
    },
  });
  addCommand(operators, "sign-out", {
    description: "end every session of an operator",
    examples: ["wonflow operators sign-out --mid 7 --mode live --name kim"],
    options: namedOptions,
    async run(named) {
      const value = await answered(named, (payments, owner) => payments.operators.signOutAll(owner, named.name));
      return { value, text: `${named.name} is signed out everywhere.` };
    },
  });
}

const roleNotes =
  "A viewer reads, a cashier cancels payments too, an owner does everything.\nOf the platform, a viewer reads, and an owner resolves what waits too.";

const notes = "The password is typed when asked, or comes in through a pipe.";

function addPasswordCommands(operators: Command): void {
  addCommand(operators, "add", {
    description: "add an operator, with a password of 12 characters or more",
    notes: `${notes}\n${roleNotes}`,
    examples: [
      "wonflow operators add --mid 7 --mode live --name kim < password.txt",
      "wonflow operators add --mid 7 --mode live --name lee --role cashier \\\n    < password.txt",
      "wonflow operators add --platform --name choi < password.txt",
    ],
    options: addOptions,
    async run({ role: given, ...named }) {
      const check = (exists: boolean) => {
        if (exists) throw new UsageError(`${named.name} is an operator already: use wonflow operators password`);
      };
      const value = await setPassword(named, check, given);
      return { value, text: `${value.name} may sign in as ${value.role}.` };
    },
  });
  addCommand(operators, "role", {
    description: "change an operator's role, effective immediately",
    notes: roleNotes,
    examples: ["wonflow operators role --mid 7 --mode live --name kim --role viewer"],
    options: roleOptions,
    async run({ role: given, ...named }) {
      const value = await answered(named, async (payments, owner) => {
        const listed = await listAll(payments, owner);
        if (!listed.some(({ name }) => name === named.name.toLowerCase())) throw noOperator(named);
        return payments.operators.set(owner, { name: named.name, role: given });
      });
      return { value, text: `${value.name} is ${value.role} from now on.` };
    },
  });
  addCommand(operators, "password", {
    description: "set another password, end the sessions and lift a lock",
    notes,
    examples: ["wonflow operators password --mid 7 --mode live --name kim < password.txt"],
    options: passwordOptions,
    async run(named) {
      const value = await setPassword(named, (exists) => {
        if (!exists) throw noOperator(named);
      });
      return { value, text: `${value.name} has another password, and is signed out everywhere.` };
    },
  });
}

async function setPassword(
  named: Named,
  check: (exists: boolean) => void,
  given?: OperatorRole,
): Promise<ListedOperator> {
  ownerOf(named);
  const password = await readPassword();
  return answered(named, async (payments, owner) => {
    const listed = await listAll(payments, owner);
    check(listed.some(({ name }) => name === named.name.toLowerCase()));
    return payments.operators.set(owner, { name: named.name, password, ...(given && { role: given }) });
  });
}

function listAll(payments: PaymentsBeside, owner: Owner): Promise<readonly ListedOperator[]> {
  return allPages((page) => payments.operators.list(owner, page));
}

function answered<Value>(
  named: Named,
  ask: (payments: PaymentsBeside, owner: Owner) => Promise<Result<Value>>,
): Promise<Value> {
  const owner = ownerOf(named);
  return ofOperators(owner, (payments) => ask(payments, owner), { NOT_FOUND_OPERATOR: noOperator(named).message });
}

function noOperator({ name, ...named }: Named): UsageError {
  const owner = ownerOf(named);
  if (owner === platform) return new UsageError(`the platform has no operator ${name}`);
  return new UsageError(`merchant ${owner.mId} has no operator ${name} in ${owner.mode} mode`);
}

function noOperators(owner: Owner): string {
  if (owner === platform) return "The platform has no operators.";
  return `Merchant ${owner.mId} has no operators in ${owner.mode} mode.`;
}

function tableOf(operators: readonly ListedOperator[]): string {
  const rows = operators.map((each) => {
    return [each.name, each.role, minuteInSeoul(each.addedAt), minuteInSeoul(each.passwordSetAt)];
  });
  return textTable([["NAME", "ROLE", "ADDED (KST)", "PASSWORD SET (KST)"], ...rows]);
}

/** `wonflow operators actions`: who changed what, and when. */
function addOperatorActionsCommand(operators: Command): void {
  addCommand(operators, "actions", {
    description: "list what operators have changed, the newest first",
    examples: ["wonflow operators actions --mid 7 --mode live --limit 100", "wonflow operators actions --platform"],
    options: ownerOptions.extend({ limit: limitOption }),
    async run({ limit, ...named }) {
      const owner = ownerOf(named);
      const page = await ofOperators(owner, (payments) => payments.operators.actions(owner, { limit }));
      const { items, hasMore } = page;
      return { value: { actions: items, hasMore }, text: withHint(actionsTable(items), hasMore) };
    },
  });
}

function actionsTable(actions: readonly OperatorAction[]): string {
  if (actions.length === 0) return "No operator has changed anything.";
  const rows = actions.map((action) => {
    const about = Object.entries(action.about).map(([name, value]) => `${name}=${value}`);
    const { askedAt, operator, operation } = action;
    return [minuteInSeoul(askedAt), operator ?? "-", operation, endOf(action), about.join(" ")];
  });
  return textTable([["ASKED (KST)", "OPERATOR", "OPERATION", "END", "ABOUT"], ...rows]);
}

/** A change whose process was killed has no recorded end: its object shows whether it took effect. */
function endOf({ endedAt, code }: OperatorAction): string {
  return endedAt === null ? "not known" : (code ?? "done");
}
