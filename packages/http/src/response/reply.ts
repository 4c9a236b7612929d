/** A body to be sent as JSON, with the status that the outcome decided. */
export class Reply<Status extends number, Body> {
  readonly status: Status;
  readonly body: Body;

  constructor(status: Status, body: Body) {
    this.status = status;
    this.body = body;
  }
}
