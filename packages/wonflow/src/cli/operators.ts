import type { ListedOperator, Payments, Tenant } from "@wonflow/core";
import { Option, type Command } from "commander";
import { z } from "zod";

import { allPages } from "../all-pages.ts";
import { ofMerchant } from "./of-merchant.ts";
import { print } from "./print.ts";
import { readPassword } from "./read-password.ts";
import { minuteInSeoul, textTable } from "./table.ts";
import { tenantOf, tenantOptions, tenantSchema } from "./tenant-options.ts";
import { UsageError } from "./usage-error.ts";
import { withSecret } from "./with-payments.ts";

const namedSchema = tenantSchema.extend({ name: z.string() });
const passwordSchema = namedSchema.extend({
  password: z
    .undefined(
      "a password is no option, as others see it in the list of processes: choose another, and type it when asked",
    )
    .optional(),
});

type Named = z.output<typeof namedSchema>;

/** `wonflow operators`: who may sign in for a merchant, and with which password. */
export function addOperatorCommands(program: Command): void {
  const operators = program.command("operators").description("who may sign in for a merchant");
  addPasswordCommands(operators);
  tenantOptions(operators.command("list"))
    .description("list the operators of a merchant")
    .addHelpText("after", "\nExample:\n  wonflow operators list --mid 7 --mode live")
    .action(async (given: unknown) => {
      const { mid, mode, json } = tenantOf(tenantSchema, given);
      const operators = await withSecret((payments) => listAll(payments, { mId: mid, mode }));
      const none = `Merchant ${mid} has no operators in ${mode} mode.`;
      print(json, { operators }, operators.length === 0 ? none : tableOf(operators));
    });
  nameOption(tenantOptions(operators.command("remove")))
    .description("remove an operator, and end the sessions")
    .addHelpText("after", "\nExample:\n  wonflow operators remove --mid 7 --mode live --name kim")
    .action(async (given: unknown) => {
      const named = tenantOf(namedSchema, given);
      const removed = await answered(named, ({ operators }, tenant) => operators.remove(tenant, named.name));
      print(named.json, removed, `${named.name} is no operator any more.`);
    });
  nameOption(tenantOptions(operators.command("sign-out")))
    .description("end every session of an operator")
    .addHelpText("after", "\nExample:\n  wonflow operators sign-out --mid 7 --mode live --name kim")
    .action(async (given: unknown) => {
      const named = tenantOf(namedSchema, given);
      const signedOut = await answered(named, ({ operators }, tenant) => operators.signOutAll(tenant, named.name));
      print(named.json, signedOut, `${named.name} is signed out everywhere.`);
    });
}

const piped = "The password is typed when asked, or comes in through a pipe:";

function addPasswordCommands(operators: Command): void {
  passwordOptions(operators.command("add"))
    .description("add an operator, with a password of 12 characters or more")
    .addHelpText("after", `\n${piped}\n  wonflow operators add --mid 7 --mode live --name kim < password.txt`)
    .action(async (given: unknown) => {
      const named = tenantOf(passwordSchema, given);
      const added = await setPassword(named, (isThere) => {
        if (isThere)
          throw new UsageError(`${named.name} is an operator already: wonflow operators password changes that`);
      });
      print(named.json, added, `${added.name} may sign in.`);
    });
  passwordOptions(operators.command("password"))
    .description("set another password: that ends the sessions, and lifts a lock")
    .addHelpText("after", `\n${piped}\n  wonflow operators password --mid 7 --mode live --name kim < password.txt`)
    .action(async (given: unknown) => {
      const named = tenantOf(passwordSchema, given);
      const changed = await setPassword(named, (isThere) => {
        if (!isThere) throw noOperator(named);
      });
      print(named.json, changed, `${changed.name} has another password, and is signed out everywhere.`);
    });
}

function nameOption(command: Command): Command {
  return command.requiredOption("--name <name>", "the name that the operator signs in with");
}

function passwordOptions(command: Command): Command {
  return nameOption(tenantOptions(command)).addOption(new Option("--password [text]").hideHelp());
}

/** Sets the password of an operator, unless it is said to be wrong that there is one, or none. */
async function setPassword(named: Named, check: (isThere: boolean) => void): Promise<ListedOperator> {
  const password = await readPassword();
  return answered(named, async (payments, tenant) => {
    const operators = await listAll(payments, tenant);
    check(operators.some(({ name }) => name === named.name.toLowerCase()));
    return payments.operators.set(tenant, { name: named.name, password });
  });
}

function listAll(payments: Payments, tenant: Tenant): Promise<readonly ListedOperator[]> {
  return allPages((page) => payments.operators.list(tenant, page));
}

function answered<Value>(named: Named, ask: Parameters<typeof ofMerchant<Value>>[1]): Promise<Value> {
  return ofMerchant(named, ask, { NOT_FOUND_OPERATOR: noOperator(named).message });
}

function noOperator({ mid, mode, name }: Named): UsageError {
  return new UsageError(`merchant ${mid} has no operator ${name} in ${mode} mode`);
}

function tableOf(operators: readonly ListedOperator[]): string {
  const rows = operators.map(({ name, addedAt, passwordSetAt }) => {
    return [name, minuteInSeoul(addedAt), minuteInSeoul(passwordSetAt)];
  });
  return textTable([["NAME", "ADDED (KST)", "PASSWORD SET (KST)"], ...rows]);
}
