import type { Likeness, Leaf } from "../interface/links.ts";

interface Choice {
  /** 0 for the newest that fits. */
  readonly nth: number;
  /** Sent until an answer contains one. */
  readonly otherwise: unknown;
  /** The text around it, as in `approval-<intentKey>`; none by default. */
  readonly around?: readonly [before: string, after: string];
}

/** A placeholder in a request for a value from an earlier answer. */
export class Earlier {
  readonly likeness: Likeness;
  readonly name: string;
  readonly choice: Choice;

  constructor(likeness: Likeness, name: string, choice: Choice) {
    this.likeness = likeness;
    this.name = name;
    this.choice = choice;
  }

  put(value: Leaf): Leaf {
    const { around } = this.choice;
    return around === undefined ? value : around[0] + String(value) + around[1];
  }
}

/** A placeholder in a request for a new name. */
export class Fresh {
  readonly example: string;
  readonly number: number;

  constructor(example: string, number: number) {
    this.example = example;
    this.number = number;
  }

  get text(): string {
    const digits = String(this.number).padStart(4, "0");
    const inPlace = this.example.replace(/\d{4,}$/, digits);
    return inPlace === this.example ? `${this.example}-${digits}` : inPlace;
  }
}

export const isReference = (value: unknown): value is Earlier | Fresh =>
  value instanceof Earlier || value instanceof Fresh;

/** Replaces every reference in a value. */
export function withReferences(value: unknown, put: (reference: Earlier | Fresh) => Leaf): unknown {
  if (isReference(value)) return put(value);
  if (Array.isArray(value)) return value.map((entry) => withReferences(entry, put));
  if (typeof value !== "object" || value === null) return value;
  // Members are defined, so that one called __proto__ is a member too.
  const copy: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(value)) define(copy, name, withReferences(part, put));
  return copy;
}

export function define(object: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}
