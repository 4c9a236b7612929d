/**
 * A state machine as data: for each status, the next status of each event. A missing event is impossible. Diagrams and
 * the test that walks every cell read these tables.
 */
export type StateTable<Status extends string, Event extends string> = Readonly<
  Record<Status, Readonly<Partial<Record<Event, Status>>>>
>;

/** Undefined if the table has no such move. */
export function nextStatus<Status extends string, Event extends string>(
  table: StateTable<Status, Event>,
  status: Status,
  event: Event,
): Status | undefined {
  return table[status][event];
}

/** Like `nextStatus`; throws where the table has no such move, which is a bug. */
export function advance<Status extends string, Event extends string>(
  table: StateTable<Status, Event>,
  status: Status,
  event: Event,
): Status {
  const next = table[status][event];
  if (next === undefined) throw new Error(`no move from ${status} by ${event}`);
  return next;
}
