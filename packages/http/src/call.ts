import type { authenticateOperatorErrors, Payments, Result, Tenant, Language } from "@wonflow/core";
import type { Admission } from "./rate-limit/admission.ts";
import type { Learned } from "./observed-requests.ts";
import type { Compressions } from "./response/content-coding.ts";

/** How a host application says which merchant a request's operator acts for, where it signs operators in itself. */
export interface OperatorSignIn {
  /**
   * Refuses where nobody is signed in, and where a page of another site may have caused a request that changes
   * something: both are the host's to tell. A request that shows a secret key is not asked about.
   */
  identify(
    request: Request,
  ): Promise<Result<{ readonly tenant: Tenant }, (typeof authenticateOperatorErrors)[number] | "CROSS_SITE_REQUEST">>;
}

/** A request on its way to its answer, with all that the answer may be made with. */
export interface Call {
  readonly payments: Payments;
  /** Its body ends in an error beyond the limit, and the answer is a 413 then. */
  readonly request: Request;
  /** The parts of the path that the route leaves open, percent-decoded. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Counts the request where its limits ask for it. */
  readonly admission: Admission;
  /** Names this request in its answer and in what is reported of it. */
  readonly traceId: string;
  /** What its span and metrics say of it, besides what its answer says. */
  readonly learned: Learned;
  /** The language that the request prefers. */
  readonly language: Language;
  /** Tells whoever runs the service of an error that is answered with a 500 or 503. Never throws. */
  readonly report: (error: unknown) => void;
  /** Whether requests can be served; never rejects. */
  readonly ready: () => Promise<boolean>;
  /** Whether look-ups of cards ask for a key. */
  readonly lookUpsNeedKey: boolean;
  /** Who signs operators in, where a host application does it. */
  readonly operators: OperatorSignIn | undefined;
  /** Whether the service runs for development, where a cookie may do without https. */
  readonly isDevelopment: boolean;
  readonly compressions: Compressions;
}
