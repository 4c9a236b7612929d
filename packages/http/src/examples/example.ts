export interface Example<Params = unknown, Query = unknown, Body = unknown, Answer = unknown> {
  readonly summary: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly request?: Body;
  readonly status?: number;
  readonly answer: Answer;
}
