/**
 * A state machine as data: for each status, where each event leads. An event that is missing
 * from a row is not possible there. Diagrams and the test that walks every cell read these tables.
 */
export type StateTable<Status extends string, Event extends string> = Readonly<
  Record<Status, Readonly<Partial<Record<Event, Status>>>>
>;

/** The status that an event leads to, or undefined where the table has no such move. */
export function nextStatus<Status extends string, Event extends string>(
  table: StateTable<Status, Event>,
  status: Status,
  event: Event,
): Status | undefined {
  return table[status][event];
}

/** Like `nextStatus`, for moves that the decision has already made sure of: a missing one is a bug and throws. */
export function advance<Status extends string, Event extends string>(
  table: StateTable<Status, Event>,
  status: Status,
  event: Event,
): Status {
  const next = table[status][event];
  if (next === undefined) throw new Error(`no move from ${status} by ${event}`);
  return next;
}
