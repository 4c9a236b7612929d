export class Reply<Status extends number, Body> {
  readonly status: Status;
  readonly body: Body;
  readonly headers: readonly (readonly [name: string, value: string])[];

  constructor(status: Status, body: Body, headers: Reply<Status, Body>["headers"] = []) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}
