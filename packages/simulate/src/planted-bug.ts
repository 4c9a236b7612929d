import type { ServicePorts } from "./ports/service-ports.ts";

/** A bug made on purpose, by wrapping a port, and what the simulator must find of it. */
export interface PlantedBug {
  readonly name: string;
  /** It is found within this many seeds, from the first: about five times as many as it takes on average. */
  readonly within: number;
  /** The invariants of which one does not hold then. */
  readonly breaks: readonly string[];
  /** Wraps the ports of every process, on the process's side of the wire. What it remembers is lost with the process. */
  readonly plant: (ports: ServicePorts) => Partial<ServicePorts>;
}
