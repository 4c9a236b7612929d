import type { ChangeSet } from "@wonflow/core";

/** What the operator must be notified of, and how often it was. */
export interface Notifications {
  readonly byCommit: Map<string, string[]>;
  /** How often each name gave a reason to notify. */
  readonly reasons: Map<string, number>;
  readonly times: Map<string, number>;
  /** A process knows that these are committed, so it must notify by the end of the step. */
  due: readonly string[];
}

export function createNotifications(): Notifications {
  return { byCommit: new Map(), reasons: new Map(), times: new Map(), due: [] };
}

export function requireNotification(notifications: Notifications, name: string, { id }: ChangeSet): void {
  const { byCommit } = notifications;
  allowNotification(notifications, name);
  byCommit.set(id, [...(byCommit.get(id) ?? []), name]);
}

export function allowNotification({ reasons }: Notifications, name: string): void {
  reasons.set(name, (reasons.get(name) ?? 0) + 1);
}

export function enterStored(notifications: Notifications, { id }: ChangeSet): void {
  notifications.due = [...notifications.due, ...(notifications.byCommit.get(id) ?? [])];
}

export function enterNotification({ times }: Notifications, name: string): void {
  times.set(name, (times.get(name) ?? 0) + 1);
}

export function notificationProblem(notifications: Notifications, what: string, least = 0): string | undefined {
  const missing = notifications.due.find((name) => !notifications.times.has(name));
  notifications.due = [];
  if (missing !== undefined) return `${missing} is ${what}, and the operator was not notified`;
  const isTooOften = ([name, times]: [string, number]) => times > Math.max(least, notifications.reasons.get(name) ?? 0);
  const [often] = [...notifications.times].find(isTooOften) ?? [];
  return often && `the operator was notified of ${often} more often than it was ${what}`;
}
