/**
 * The service is mounted wrongly; the message says what to do. No payment was touched, and the message quotes no
 * request.
 *
 * @example
 * throw new WrongMount("Wonflow is mounted at /pay, but its links lead to /");
 */
export class WrongMount extends Error {
  override readonly name = "WrongMount";
}
