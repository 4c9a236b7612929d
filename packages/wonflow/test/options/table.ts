import { expect } from "vitest";

import { inDevelopment, migrate, runDoctor, listen, trigger } from "./outside.ts";
import { merchantsSet, payoutsAccount, webhooksSet } from "./merchant-rules.ts";
import { needed, ownerRules, platformRule, tenant, tenantRules, type Rule, type RuledCommand } from "./rule.ts";

const ofTenant: RuledCommand = { base: tenant, rules: tenantRules };

const without: RuledCommand = { base: {}, rules: {} };

function limit(list: string): Readonly<Record<string, Rule>> {
  return { "--limit <number>": { at: `${list}.length`, without: 20, given: "21", seen: 21 } };
}

function operator(name: string, rule: Omit<Rule, "without">): RuledCommand {
  return { base: { ...tenant, name }, rules: { ...ownerRules, "--name <name>": needed("--name <name>", rule) } };
}

const password: Readonly<Record<string, Rule>> = {
  "--password [text]": {
    at: "name",
    without: "kim",
    given: "four words are better",
    seen: expect.stringMatching(/^a password can't be an option, which others see in the list of processes/),
  },
};

const happened: Rule = {
  at: "evidence.at",
  without: "at must say when it took effect",
  given: "2026-10-28T11:00:00+09:00",
  seen: Date.parse("2026-10-28T11:00:00+09:00"),
};

const noted = needed("--note <text>", { at: "evidence.note", given: "a call", seen: "a call" });

/** Evidence about a payout without an outcome, each time another one. */
const evidence: Readonly<Record<string, Rule>> = {
  "--outcome <done|not-done>": needed("--outcome <done|not-done>", {
    at: "evidence.outcome",
    given: "not-done",
    seen: "not-done",
  }),
  "--at <time>": happened,
  "--note <text>": noted,
};

const found = { ...tenant, outcome: "done", at: "2026-10-28T10:30:00+09:00", note: "statement" } as const;

const hourMs = 3_600_000;

/** Every option of every command: what holds without it, its unit, and what it changes. */
export const table: Readonly<Record<string, RuledCommand>> = {
  dev: inDevelopment,
  start: without,
  serve: without,
  work: without,
  doctor: runDoctor,
  migrate,
  trigger,
  "merchants set": merchantsSet,
  "merchants suspend": {
    keeps: true,
    base: { mid: "8", mode: "test" },
    rules: {
      ...tenantRules,
      "--reason <text>": { at: "suspended.reason", without: null, given: "complaints", seen: "complaints" },
    },
  },
  "merchants resume": ofTenant,
  "merchants provider-keys": {
    base: { ...tenant, set: "S2_client" },
    run: (given, world) => world.answered.json("merchants provider-keys", given, "secret-key\n"),
    rules: {
      ...tenantRules,
      "--set <names>": { at: "names", without: [], given: "S2_other", seen: ["S2_other"] },
      "--gateway <name>": { at: "gateway", without: "own", given: "gateway", seen: "gateway" },
    },
  },
  "merchants show": ofTenant,
  "merchants list": without,
  "keys issue": {
    base: { ...tenant, type: "client" },
    rules: {
      ...tenantRules,
      "--type <secret|client>": needed("--type <secret|client>", {
        at: "key",
        given: "secret",
        seen: expect.stringMatching(/^test_sk_/),
      }),
    },
  },
  "keys list": ofTenant,
  "keys revoke": {
    base: tenant,
    rules: {
      ...tenantRules,
      "--id <id>": {
        at: "revoked",
        without: "either --key or --id is needed",
        given: ({ keys }) => keys[0].id,
        seen: true,
      },
      "--key <key>": {
        at: "revoked",
        without: "either --key or --id is needed",
        given: ({ keys }) => keys[1].key,
        seen: true,
      },
    },
  },
  "operators add": {
    ...operator("kim", { at: "name", given: "lee", seen: "lee" }),
    rules: {
      ...operator("kim", { at: "name", given: "lee", seen: "lee" }).rules,
      ...password,
      "--role <role>": {
        at: "role",
        without: "kim is an operator already: use wonflow operators password",
        given: "admin",
        seen: "--role must be viewer, cashier, owner",
      },
      ...platformRule("kim is an operator already: use wonflow operators password"),
    },
  },
  "operators role": {
    ...operator("kim", { at: "name", given: "lee", seen: "lee" }),
    base: { ...tenant, name: "kim", role: "cashier" },
    rules: {
      ...operator("kim", { at: "name", given: "lee", seen: "lee" }).rules,
      "--role <role>": needed("--role <role>", { at: "role", given: "viewer", seen: "viewer" }),
      ...platformRule(),
    },
  },
  "operators password": {
    ...operator("kim", { at: "name", given: "lee", seen: "lee" }),
    rules: { ...operator("kim", { at: "name", given: "lee", seen: "lee" }).rules, ...password, ...platformRule() },
  },
  "operators list": { base: tenant, rules: { ...ownerRules, ...platformRule() } },
  "operators actions": { base: tenant, rules: { ...ownerRules, ...platformRule(), ...limit("actions") } },
  "operators remove": {
    ...operator("kim", { at: "removed", given: "lee", seen: true }),
    rules: { ...operator("kim", { at: "removed", given: "lee", seen: true }).rules, ...platformRule() },
  },
  "operators sign-out": {
    ...operator("kim", { at: "signedOut", given: "park", seen: "merchant 7 has no operator park in test mode" }),
    rules: {
      ...operator("kim", { at: "signedOut", given: "park", seen: "merchant 7 has no operator park in test mode" })
        .rules,
      ...platformRule("merchant 7 has no operator kim in test mode"),
    },
  },
  "webhooks set": webhooksSet,
  "webhooks show": ofTenant,
  "webhooks rotate": {
    base: tenant,
    rules: {
      ...tenantRules,
      "--overlap <hours>": {
        at: "formerSecretUntil",
        without: Date.parse("2026-11-26T12:00:00+09:00") + 24 * hourMs,
        given: "1.5",
        seen: Date.parse("2026-11-26T12:00:00+09:00") + 1.5 * hourMs,
      },
    },
  },
  "webhooks list": {
    base: tenant,
    rules: {
      ...tenantRules,
      ...limit("deliveries"),
      "--id <webhook-id>": {
        at: "about",
        without: undefined,
        given: ({ delivery }) => delivery.id,
        seen: expect.stringMatching(/^stl\./),
      },
    },
  },
  "webhooks resend": {
    base: { ...tenant, id: "msg_none" },
    rules: {
      ...tenantRules,
      "--id <webhook-id>": needed("--id <webhook-id>", {
        at: "status",
        given: ({ delivery }) => delivery.id,
        seen: "PENDING",
      }),
    },
  },
  "webhooks listen": listen,
  "webhooks remove": ofTenant,
  "sellers list": { base: tenant, rules: { ...tenantRules, ...limit("sellers") } },
  "payouts list": {
    base: { ...tenant, limit: "22" },
    rules: {
      ...tenantRules,
      ...limit("payouts"),
      "--from <day>": {
        at: "payouts.-1.payoutDate",
        without: "2026-10-28",
        given: "2026-11-26",
        seen: "2026-11-26",
      },
      "--to <day>": { at: "payouts.0.payoutDate", without: "2026-11-26", given: "2026-10-28", seen: "2026-10-28" },
    },
  },
  "payouts resolve": {
    base: { ...found, id: ({ nextPayout }) => nextPayout() },
    run: (given, { answered }) => answered.evidence("payouts resolve", given),
    rules: {
      ...tenantRules,
      ...evidence,
      "--id <payout>": needed("--id <payout>", {
        at: "status",
        given: ({ nextPayout }) => nextPayout(),
        seen: "COMPLETED",
      }),
    },
  },
  "payouts account": payoutsAccount,
  "attempts list": ofTenant,
  "attempts resolve": {
    base: { ...found, key: ({ nextPayout }) => `payout.${nextPayout()}` },
    run: (given, { answered }) => answered.evidence("attempts resolve", given),
    rules: {
      ...tenantRules,
      "--outcome <outcome>": needed("--outcome <outcome>", {
        at: "evidence.outcome",
        given: "not-done",
        seen: "not-done",
      }),
      "--at <time>": happened,
      "--note <text>": noted,
      "--amount <won>": {
        at: "evidence.outcome",
        without: "done",
        given: "500",
        seen: "amount belongs to canceled or charged-back only",
      },
      "--separate": {
        at: "evidence.outcome",
        without: "done",
        given: "",
        seen: "separate belongs to canceled or charged-back only",
      },
      "--key <key>": needed("--key <key>", {
        at: "status",
        given: ({ nextPayout }) => `payout.${nextPayout()}`,
        seen: "DONE",
      }),
    },
  },
  "attempts dismiss-cards": {
    base: { ...tenant, note: "outage" },
    rules: { ...tenantRules, "--note <text>": needed("--note <text>", { at: "dismissed", given: "outage", seen: 0 }) },
  },
  "settlements list": {
    base: { ...tenant, limit: "22" },
    rules: {
      ...tenantRules,
      ...limit("settlements"),
      // 27 October is 30 days before; the day before has a settlement too.
      "--from <day>": {
        at: "settlements.0.settledAt",
        without: "2026-10-26T16:00:00.000Z",
        given: "2026-10-26",
        seen: "2026-10-25T16:00:00.000Z",
      },
      "--to <day>": {
        at: "settlements.-1.settledAt",
        without: "2026-11-26T01:00:00.000Z",
        given: "2026-10-27",
        seen: "2026-10-26T16:00:00.000Z",
      },
    },
  },
  "settlements show": {
    base: { ...tenant, id: "stl.none" },
    rules: {
      ...tenantRules,
      "--id <settlement>": needed("--id <settlement>", {
        at: "amount",
        given: ({ delivery }) => delivery.about,
        seen: 100_000,
      }),
    },
  },
  audit: {
    base: tenant,
    async run(given, { query, answered }) {
      // A counter of a day on which nothing was paid.
      await query("insert into wonflow.tallies values ('7:test', 'paid', '2026-11-20', 500, 1) on conflict do nothing");
      return answered.json("audit", given);
    },
    rules: {
      "--mid <number>": {
        at: "merchants.0.mId",
        without: "--mid and --mode go together",
        given: "8",
        seen: 8,
      },
      "--mode <test|live>": {
        at: "merchants.0.mode",
        without: "--mid and --mode go together",
        given: "live",
        seen: "merchant 7 is not registered in live mode",
      },
      "--correct-counters": { at: "merchants.0.counters.corrected", without: false, given: "", seen: true },
    },
  },
  reconcile: {
    base: { ...tenant, day: "2026-10-21" },
    rules: {
      ...tenantRules,
      "--day <day>": needed("--day <day>", { at: "day", given: "2026-10-22", seen: "2026-10-22" }),
    },
  },
  "calendar show": without,
  "calendar close": without,
  "calendar reopen": without,
  "secret accept": without,
  "bins import": without,
  "catalog import": without,
};
