import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { shared, type Containers, type Ran } from "./containers.ts";

const file = path.resolve(import.meta.dirname, "../../../../deploy/compose.yaml");

const serviceSchema = z.object({
  image: z.string(),
  command: z.array(z.string()),
  environment: z.record(z.string(), z.string()),
  secrets: z.array(z.string()),
  read_only: z.literal(true),
  tmpfs: z.array(z.string()),
  cap_drop: z.array(z.string()),
  security_opt: z.array(z.string()),
  stop_grace_period: z.string().regex(/^\d+s$/),
});

type Service = z.output<typeof serviceSchema>;

export type ServiceName = "migrate" | "serve-1" | "serve-2" | "work";

async function serviceOf(name: ServiceName): Promise<Service> {
  const { services } = z
    .object({ services: z.record(z.string(), z.unknown()) })
    .parse(parse(await readFile(file, "utf8"), { merge: true }));
  return serviceSchema.parse(services[name]);
}

/** Differences from the file, as all containers here share this machine's gateway, and there is no `.env`. */
export interface Here {
  readonly containers: Containers;
  readonly image: string;
  readonly secrets: Readonly<Record<string, string>>;
  readonly environment: Readonly<Record<string, string>>;
}

interface Start {
  readonly how: readonly string[];
  readonly command: readonly string[] | undefined;
  readonly environment: Readonly<Record<string, string>>;
}

/** The services of the compose file, each as a container with the settings that it has there. */
export class Compose {
  readonly #here: Here;
  readonly #folder: string;

  private constructor(here: Here, folder: string) {
    this.#here = here;
    this.#folder = folder;
  }

  static async open(here: Here, folder: string): Promise<Compose> {
    await mkdir(folder, { recursive: true });
    for (const [name, value] of Object.entries(here.secrets)) {
      await writeFile(path.join(folder, name), `${value}\n`);
      await chmod(path.join(folder, name), 0o444);
    }
    return new Compose(here, folder);
  }

  /** Runs it to its end. */
  run(name: ServiceName, command?: readonly string[]): Promise<Ran> {
    return this.#start(name, { how: ["--rm"], command, environment: {} });
  }

  /** Starts it in the background. */
  up(name: ServiceName, environment: Readonly<Record<string, string>>): Promise<Ran> {
    return this.#start(name, { how: ["--detach", "--name", name], command: undefined, environment });
  }

  /** Stops it as compose does, and answers its exit code. */
  async stop(name: ServiceName): Promise<number> {
    const { stop_grace_period: grace } = await serviceOf(name);
    await this.#here.containers.podman("stop", "--time", String(Number.parseInt(grace, 10)), name);
    const { output } = await this.#here.containers.podman("inspect", "--format", "{{.State.ExitCode}}", name);
    return Number(output.trim());
  }

  exec(name: ServiceName, ...command: readonly string[]): Promise<Ran> {
    return this.#here.containers.podman("exec", name, ...command);
  }

  async #start(name: ServiceName, { how, command, environment }: Start): Promise<Ran> {
    const service = await serviceOf(name);
    const own = Object.entries(service.environment).filter(([, value]) => !value.startsWith("${"));
    const settings = { ...Object.fromEntries(own), ...this.#here.environment, ...environment };
    const each = (option: string, values: readonly string[]) => values.flatMap((value) => [option, value]);
    const options = [
      ["run", ...how, ...shared, "--read-only"],
      each("--tmpfs", service.tmpfs),
      each("--cap-drop", service.cap_drop),
      each("--security-opt", service.security_opt),
      each(
        "--volume",
        service.secrets.map((secret) => `${path.join(this.#folder, secret)}:/run/secrets/${secret}:ro`),
      ),
      each(
        "--env",
        Object.entries(settings).map(([key, value]) => `${key}=${value}`),
      ),
    ];
    return this.#here.containers.podman(...options.flat(), this.#here.image, ...(command ?? service.command));
  }
}
