/**
 * What is wrong with how a service is mounted, and what to do about it: it is no fault of a request, and no payment
 * has been touched. The message holds nothing of what was sent.
 *
 * @example
 * throw new WrongMount("Wonflow is mounted at /pay, but its links lead to /");
 */
export class WrongMount extends Error {
  override readonly name = "WrongMount";
}
