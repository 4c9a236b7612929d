import type { Language, OperatorRole, Payments, Result, Tenant, operationErrors } from "@wonflow/core";
import type { Admission } from "./rate-limit/admission.ts";
import type { Learned } from "./observed-requests.ts";
import type { ProcessReadiness } from "./readiness.ts";
import type { Compressions } from "./response/content-coding.ts";

interface HostOperator {
  readonly tenant: Tenant;
  readonly role?: OperatorRole;
  /** The operator's name in the audit record. */
  readonly name?: string;
}

type HostRefusal = (typeof operationErrors.operators.authenticate)[number] | "CROSS_SITE_REQUEST";

/** Lets a host application that signs operators in itself name the merchant that a request acts for. */
export interface OperatorSignIn {
  /**
   * Refuses without a sign-in, and changes that another site's page causes. Not called for a secret key. An operator
   * without a role is an `owner`, who may do everything.
   */
  identify(request: Request): Promise<Result<HostOperator, HostRefusal>>;
}

/** A finding of a check of the service, for the platform's operator. */
export interface PlatformFinding {
  readonly check: string;
  /** No problem, something for an operator to check, or something that does not work. */
  readonly status: "ok" | "look" | "wrong";
  /** In English, as the command prints it. */
  readonly found: string;
  /** Null if nothing needs to be done. */
  readonly action: string | null;
}

export interface Call {
  readonly payments: Payments;
  /** Reading its body fails beyond the limit; the answer is then 413. */
  readonly request: Request;
  readonly parameters: Readonly<Record<string, string>>;
  readonly admission: Admission;
  /** The client's address, or its proxy's if no proxies are declared; undefined if the host does not pass one. */
  readonly address: string | undefined;
  readonly traceId: string;
  readonly learned: Learned;
  readonly language: Language;
  /** Reports an error that is answered with 500 or 503. Never throws. */
  readonly report: (error: unknown) => void;
  /** Never rejects. */
  readonly ready: () => Promise<ProcessReadiness>;
  readonly lookUpsNeedKey: boolean;
  /** Undefined unless a host application signs operators in. */
  readonly operators: OperatorSignIn | undefined;
  /** In development a cookie may be sent without https. */
  readonly isDevelopment: boolean;
  /** Checks the service. */
  readonly findings: () => Promise<readonly PlatformFinding[]>;
  readonly compressions: Compressions;
}
