import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { access, cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { constants } from "node:fs";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const execute = promisify(execFile);

const root = path.resolve(import.meta.dirname, "../../../..");

/** Debian's packages that build and run an image without a registry of images, and the proxy of the compose file. */
const tools = ["buildah", "podman", "runc", "mmdebstrap", "caddy"] as const;

export async function missingTools(): Promise<readonly string[]> {
  const folders = (process.env["PATH"] ?? "").split(path.delimiter);
  const isThere = (tool: string) =>
    Promise.any(folders.map((folder) => access(path.join(folder, tool), constants.X_OK))).then(
      () => true,
      () => false,
    );
  const there = await Promise.all(tools.map(isThere));
  return tools.filter((_tool, index) => there[index] !== true);
}

export interface Ran {
  readonly code: number;
  readonly output: string;
}

/** The network of this machine, and limits that it allows. */
export const shared = ["--network", "host", "--ulimit", "nofile=1024:1024", "--ulimit", "nproc=4096:4096"];

/** Runs a program to its end, however it ends. */
async function run(program: string, args: readonly string[], cwd = root): Promise<Ran> {
  try {
    const { stdout, stderr } = await execute(program, args, { cwd, maxBuffer: 2 ** 27 });
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code?: unknown; stdout: string; stderr: string };
    return { code: typeof code === "number" ? code : 1, output: stdout + stderr };
  }
}

async function must(program: string, args: readonly string[], cwd = root): Promise<string> {
  const { code, output } = await run(program, args, cwd);
  if (code !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${code}:\n${output.slice(-4_000)}`);
  return output.trim();
}

/** Images and containers in a folder of their own, that is gone at the end. They share this machine's network. */
export class Containers {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async open(): Promise<Containers> {
    return new Containers(await mkdtemp(path.join(tmpdir(), "wonflow-containers-")));
  }

  get #storage() {
    const place = (name: string) => path.join(this.#folder, name);
    return ["--storage-driver", "vfs", "--root", place("storage"), "--runroot", place("run")];
  }

  buildah(...args: readonly string[]): Promise<string> {
    return must("buildah", [...this.#storage, ...args]);
  }

  /** Without systemd and its control groups, as in a container that runs containers. */
  podman(...args: readonly string[]): Promise<Ran> {
    return run("podman", [...this.#storage, "--cgroup-manager=cgroupfs", "--runtime", "runc", ...args]);
  }

  /**
   * A substitute for `node:24-bookworm-slim`, which a machine without an image registry cannot get: Debian with this
   * Node.js and its npm.
   */
  async makeBase(name: string): Promise<void> {
    const tar = path.join(this.#folder, "base.tar");
    await must("mmdebstrap", ["--variant=minbase", "--include=ca-certificates,libstdc++6", "bookworm", tar]);
    const added = path.join(this.#folder, "added");
    const local = path.join(added, "usr/local");
    await mkdir(path.join(local, "bin"), { recursive: true });
    await cp(await realpath(process.execPath), path.join(local, "bin/node"));
    const npm = path.resolve(await realpath(await must("which", ["npm"])), "../..");
    await cp(npm, path.join(local, "lib/node_modules/npm"), { recursive: true });
    for (const program of ["npm", "npx"]) {
      await symlink(`../lib/node_modules/npm/bin/${program}-cli.js`, path.join(local, "bin", program));
    }
    const container = await this.buildah("from", "scratch");
    await this.buildah("add", container, tar, "/");
    await this.buildah("add", container, `${added}/`, "/");
    const environment = ["--env", "PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"];
    await this.buildah("config", ...environment, ...trusted.flatMap(() => ["--env", `${trust}=${bundle}`]), container);
    await this.buildah("commit", "--format", "docker", container, name);
    await this.buildah("rm", container);
    await rm(tar);
  }

  /** Builds the Dockerfile from what git keeps of this folder. */
  async build(name: string, base: string): Promise<void> {
    const source = path.join(this.#folder, "source");
    await mkdir(source);
    const files = (await must("git", ["ls-files", "--cached", "--others", "--exclude-standard"])).split("\n");
    const list = path.join(this.#folder, "files");
    await writeFile(list, files.join("\n"));
    await must("bash", ["-c", `tar --ignore-failed-read -cf - -T "${list}" | tar -xf - -C "${source}"`]);
    // As on a machine where the service was set up by docs/deploying.md and has run.
    for (const file of ["deploy/secrets/wonflow-secret", "deploy/.env", ".env", ".wonflow/secret"]) {
      await mkdir(path.dirname(path.join(source, file)), { recursive: true });
      await writeFile(path.join(source, file), `${machineSecret}\n`);
    }
    const settings = path.join(homedir(), ".npmrc");
    const isThere = await access(settings).then(
      () => true,
      () => false,
    );
    const options = [
      ["build", "--isolation", "chroot", "--format", "docker", "--network", "host", "--tag", name],
      ["--build-arg", `NODE_IMAGE=${base}`, "--file", path.join(source, "deploy/Dockerfile")],
      ["--ignorefile", path.join(source, "deploy/Dockerfile.dockerignore")],
      // npm needs these on this machine: neither file is in the image.
      isThere ? ["--volume", `${settings}:/root/.npmrc:ro`] : [],
      trusted.flatMap((file) => ["--volume", `${file}:${bundle}:ro`]),
    ];
    await this.buildah(...options.flat(), source);
  }

  /** Everything that a build of this folder is given, as an image: what a layer of any stage could hold. */
  async buildContext(name: string): Promise<void> {
    const source = path.join(this.#folder, "source");
    const file = path.join(this.#folder, "Context");
    await writeFile(file, "FROM scratch\nCOPY . /context\n");
    const ignore = ["--ignorefile", path.join(source, "deploy/Dockerfile.dockerignore")];
    await this.buildah("build", "--isolation", "chroot", "--tag", name, "--file", file, ...ignore, source);
  }

  /** The files of all layers of all images here that contain a string. */
  async filesWith(text: string): Promise<readonly string[]> {
    const { code, output } = await run("grep", ["-rlFs", text, path.join(this.#folder, "storage/vfs/dir")]);
    if (code > 1) throw new Error(`the layers could not be searched: ${output.slice(-1_000)}`);
    return output.split("\n").filter((line) => line !== "");
  }

  /** The size of an image's files, all layers together, in megabytes. */
  async megabytesOf(image: string): Promise<number> {
    const listed = JSON.parse(await this.buildah("images", "--json", image)) as readonly { readonly size: string }[];
    const [, amount, unit] = /^([\d.]+) (MB|GB)$/.exec(listed[0]?.size ?? "") ?? [];
    return Number(amount) * (unit === "GB" ? 1_000 : 1);
  }

  async close(): Promise<void> {
    await this.podman("rm", "--force", "--all", "--time", "1");
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** Is in each file of this machine that no image may contain, and in no file of the repository. */
export const machineSecret = randomUUID();

/** More authorities that this machine trusts, such as that of a company's proxy. */
const trust = "NODE_EXTRA_CA_CERTS";
const bundle = "/etc/ssl/certs/ca-certificates.crt";
const trusted = [process.env[trust]].filter((file) => file !== undefined);
