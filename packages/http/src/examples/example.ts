/** A request that an operation may be sent, and what it answers then. */
export interface Example<Params = unknown, Query = unknown, Body = unknown, Answer = unknown> {
  /** What it shows, in a few words. */
  readonly summary: string;
  /** The open parts of the path, the query and the body, where the operation has them. */
  readonly params?: Params;
  readonly query?: Query;
  readonly request?: Body;
  /** The status of the answer; the first of the operation unless said. */
  readonly status?: number;
  readonly answer: Answer;
}
