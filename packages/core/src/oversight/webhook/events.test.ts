import { testVault } from "@wonflow/testkit";
import { expect, expectTypeOf, test } from "vitest";
import { z } from "zod";

import { decideAndCommit } from "../../engine/commit/commit.ts";
import { createLanes } from "../../engine/commit/lanes.ts";
import { recordKind } from "../../engine/commit/record.ts";
import type { Context } from "../../context.ts";
import type { SettledLines } from "../../index.ts";
import { ok } from "../../result.ts";
import { settingsWith } from "../../settings.ts";
import { deliveryRecord, eventNamedBy, isDeliveryId, newDelivery } from "../../engine/outbox/delivery.ts";
import type { WebhookEventKind } from "../../engine/outbox/event-kind.ts";
import { shop, valueOf } from "../../../test/world.ts";
import { createWebhookWorld } from "../../../test/webhook-world.ts";
import { webhookWork } from "./deliver.ts";
import { eventKinds, readWebhookEvent, webhookEvents, type WebhookEvent } from "./events.ts";

test("every event's name is valid in a webhook-id, and no two are the same", () => {
  const names = webhookEvents.map(({ name }) => name);
  for (const name of names) {
    expect(name).toMatch(/^[a-z]+(\.[a-z]+)+$/);
    const { id } = newDelivery({ event: name, about: "x", random: "_-made-of_any-characters" }, 0);
    expect([isDeliveryId(id), eventNamedBy(id)]).toEqual([true, name]);
  }
  expect(new Set(names).size).toBe(names.length);
});

test.each(["msg_1", "msg_settlement", "msg_settlement_completed_1", "settlement-completed_1", "msg_a-b", ""])(
  "the webhook-id %j is of no event",
  (id) => {
    expect(eventNamedBy(id)).toBeUndefined();
    expect(readWebhookEvent(id, {})).toBeUndefined();
  },
);

test("an event of a later version is not guessed at", () => {
  expect(readWebhookEvent("msg_payment-disputed_1_x", {})).toBeUndefined();
});

test.each(["msg_payment-done_x", "msg_payment-done_0_x", "msg_payout-failed_01_x", "msg_payout-failed_1"])(
  "the webhook-id %j has no sequence, which its event needs",
  (id) => {
    expect(readWebhookEvent(id, {})).toBeUndefined();
  },
);

test("a message is read as the event that its id names, with the settlement that its body is", async () => {
  const world = await createWebhookWorld();
  await world.setEndpoint();
  await world.settle();
  await world.send();
  const [message] = world.sender.sent;
  const settlement = valueOf(await world.payments.settlements.lookUp(shop, (await world.delivery()).about));
  const event = readWebhookEvent(message?.id ?? "", JSON.parse(message?.body ?? ""));
  expect(event).toEqual({ event: "settlement.completed", settlement });
  expect(message?.event).toBe(event?.event);
});

test("the event has its object's type", () => {
  type Completed = Extract<WebhookEvent, { readonly event: "settlement.completed" }>;
  expectTypeOf<Completed["settlement"]>().toEqualTypeOf<SettledLines>();
});

const noteRecord = recordKind("note", z.looseObject({ text: z.string() }));

const noteSchema = z.object({ noteId: z.string(), text: z.string() });

type Note = z.output<typeof noteSchema>;

interface NoteAttached {
  readonly event: "note.attached";
  readonly note: Note;
}

/** An event that the service does not have: a note was attached to something. */
const noteAttached: WebhookEventKind<NoteAttached, Note> = {
  name: "note.attached",
  summary: "A note was attached",
  description: "Sent when a note is attached.",
  schema: noteSchema,
  bySubscription: false,
  async json(read, { about }) {
    const [note] = await read(noteRecord.ref(about));
    return JSON.stringify({ noteId: about, text: note?.text ?? "" });
  },
  isExample: (body) => noteSchema.safeParse(body).success,
  read: (body) => ({ event: "note.attached", note: noteSchema.parse(body) }),
};

test("a second event is sent once it is in the list", async () => {
  const { clock, ids, memory: store, sender, setEndpoint, delivery } = await createWebhookWorld();
  await setEndpoint();
  const settings = settingsWith(undefined);
  const context: Context = {
    store,
    clock,
    ids,
    settings,
    lanes: createLanes(),
    writeDoubt: { isRaised: false },
    vault: testVault(),
    notify: () => {},
  };
  const told = { event: noteAttached.name, about: "note-1", random: "unguessable" };
  await decideAndCommit(context, {
    tenant: shop,
    lane: "note-1",
    load: async () => undefined,
    decide: (_, now) => {
      const writes = [noteRecord.make("note-1", { text: "왼쪽 문" }), deliveryRecord.make(newDelivery(told, now))];
      return { answer: ok(undefined), changes: { writes } };
    },
  });
  const { id } = await delivery();
  expect(id).toBe("msg_note-attached_unguessable");
  const { run } = webhookWork(sender, [...eventKinds, noteAttached]);
  await run(context, shop, id);
  const body = JSON.stringify({ noteId: "note-1", text: "왼쪽 문" });
  expect(sender.sent).toMatchObject([{ id, event: "note.attached", body }]);
  expect(await delivery()).toMatchObject({ status: "DELIVERED", event: "note.attached" });
});
