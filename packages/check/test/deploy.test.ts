import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Job } from "kubernetes-models/batch/v1";
import { Deployment } from "kubernetes-models/apps/v1";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1";
import { ConfigMap, Service } from "kubernetes-models/v1";
import { describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";

const root = path.resolve(import.meta.dirname, "../../..");
const read = (name: string) => readFileSync(path.join(root, "deploy", name), "utf8");

/** Settings of this repository's page, so that no file names one that the service does not know. */
const settings = readFileSync(path.join(root, "docs/settings.md"), "utf8");
const isSetting = (name: string) => settings.includes(`\`${name}\``);

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec: {
    readonly template?: { readonly metadata: { readonly labels: object }; readonly spec: Pod };
    readonly selector?: { readonly matchLabels?: object };
  };
}

interface Pod {
  readonly containers: readonly [Container];
  readonly [name: string]: unknown;
}

interface Container {
  readonly args: readonly string[];
  readonly [name: string]: unknown;
}

describe("the manifests for Kubernetes", () => {
  const manifests = parseAllDocuments(read("kubernetes/wonflow.yaml")).map((document) => document.toJS() as Manifest);
  const models = { ConfigMap, Job, Deployment, Service, PodDisruptionBudget };
  const named = (kind: string, name: string) =>
    manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);

  test("are a migration, requests by two, due work, and a budget of disruptions", () => {
    expect(manifests.map(({ kind, metadata: { name } }) => `${kind} ${name}`)).toEqual([
      "ConfigMap wonflow",
      "Job wonflow-migrate",
      "Deployment wonflow-serve",
      "Deployment wonflow-work",
      "Service wonflow",
      "PodDisruptionBudget wonflow-serve",
    ]);
  });

  test("have values that the schema takes", () => {
    for (const manifest of manifests) {
      const Model = models[manifest.kind as keyof typeof models] as new (data: unknown) => { validate(): void };
      expect(() => new Model(manifest).validate()).not.toThrow();
    }
  });

  test("have no field that the schema does not know", () => {
    const folder = mkdtempSync(path.join(import.meta.dirname, "../node_modules/.manifests-"));
    try {
      const groups = {
        ConfigMap: "v1",
        Service: "v1",
        Job: "batch/v1",
        Deployment: "apps/v1",
        PodDisruptionBudget: "policy/v1",
      };
      const lines = manifests.map(
        (manifest, index) =>
          `export const m${index}: import("kubernetes-models/${groups[manifest.kind as keyof typeof groups]}").I${manifest.kind} = ${JSON.stringify(manifest)};`,
      );
      writeFileSync(path.join(folder, "manifests.ts"), lines.join("\n"));
      const options = [
        "--noEmit",
        "--ignoreConfig",
        "--strict",
        "--skipLibCheck",
        "--module",
        "nodenext",
        "--target",
        "es2023",
        "--pretty",
        "false",
      ];
      expect(outputOf("tsc", [...options, path.join(folder, "manifests.ts")])).toBe("");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("run the same container in each, with its own command", () => {
    const pods = ["Job wonflow-migrate", "Deployment wonflow-serve", "Deployment wonflow-work"].map((each) => {
      const [kind = "", name = ""] = each.split(" ");
      return named(kind, name)?.spec.template?.spec;
    });
    expect(pods.map((pod) => pod?.containers[0].args)).toEqual([["migrate"], ["serve"], ["work"]]);
    const own = ["args", "ports", "startupProbe", "readinessProbe", "livenessProbe"];
    const shared = pods.map((pod) => {
      const container = Object.entries(pod?.containers[0] ?? {}).filter(([name]) => !own.includes(name));
      return [container, pod?.["securityContext"], pod?.["volumes"], pod?.["automountServiceAccountToken"]];
    });
    expect(shared[1]).toEqual(shared[0]);
    expect(shared[2]).toEqual(shared[0]);
  });

  test("select the pods that they make, and name settings that there are", () => {
    for (const { spec } of manifests) {
      const labels = spec?.selector?.matchLabels;
      const made = spec?.template?.metadata.labels;
      if (labels !== undefined && made !== undefined) expect(made).toMatchObject(labels);
    }
    const { data = {} } = named("ConfigMap", "wonflow") ?? {};
    expect(Object.keys(data).filter((name) => !isSetting(name))).toEqual([]);
  });

  test("bring the version that this is", () => {
    const { version } = JSON.parse(readFileSync(path.join(root, "packages/wonflow/package.json"), "utf8")) as {
      version: string;
    };
    const images = read("kubernetes/wonflow.yaml").match(/image: .*/g);
    expect(new Set(images)).toEqual(new Set([`image: wonflow:${version}`]));
  });
});

interface Compose {
  readonly services: Readonly<Record<string, Readonly<Record<string, unknown>> & { readonly environment: object }>>;
}

describe("the compose file", () => {
  const { services } = parse(read("compose.yaml"), { merge: true }) as Compose;
  const ours = ["migrate", "serve-1", "serve-2", "work"].map((name) => [name, services[name]] as const);

  test.each(ours)("%s cannot write, gain rights, or see a secret in its environment", (_name, service) => {
    expect(service).toMatchObject({ read_only: true, cap_drop: ["ALL"], security_opt: ["no-new-privileges:true"] });
    const names = Object.keys(service?.environment ?? {});
    expect(names.filter((name) => !isSetting(name))).toEqual([]);
    expect(names).not.toContain("WONFLOW_SECRET");
  });

  test("requests and work begin once the migration is done, and the proxy once a service answers", () => {
    const waits = (name: string) => services[name]?.["depends_on"];
    for (const name of ["serve-1", "serve-2", "work"]) {
      expect(waits(name)).toEqual({ migrate: { condition: "service_completed_successfully" } });
    }
    expect(waits("migrate")).toEqual({ postgres: { condition: "service_healthy" } });
    expect(Object.keys(waits("proxy") as object)).toEqual(["serve-1", "serve-2"]);
  });
});

test("the Prometheus of the compose file asks every process, and reads the rules beside its settings", () => {
  interface Config {
    readonly rule_files: readonly string[];
    readonly scrape_configs: readonly [{ readonly static_configs: readonly [{ readonly targets: readonly string[] }] }];
  }
  const config = parse(read("prometheus/prometheus.yaml")) as Config;
  for (const file of config.rule_files) expect(existsSync(path.join(root, "deploy/prometheus", file))).toBe(true);
  const { targets } = config.scrape_configs[0].static_configs[0];
  const { environment } = (parse(read("compose.yaml"), { merge: true }) as Compose).services["work"] ?? {};
  const { WONFLOW_METRICS_PORT: port } = environment as Readonly<Record<string, string>>;
  expect(targets).toEqual(["serve-1", "serve-2", "work"].map((name) => `${name}:${port}`));
});

/** systemd's own checks, where it is installed. */
describe.skipIf(!existsSync("/usr/bin/systemd-analyze"))("the units for systemd", () => {
  const units = ["wonflow-serve@.service", "wonflow-work.service"].map((name) =>
    path.join(root, "deploy/systemd", name),
  );

  test.each(units)("%s has no line that systemd does not know", (unit) => {
    const folder = mkdtempSync(path.join(tmpdir(), "wonflow-units-"));
    try {
      // systemd wants the program to be there, which is elsewhere on this machine.
      const copy = path.join(folder, path.basename(unit));
      writeFileSync(copy, readFileSync(unit, "utf8").replace("/usr/bin/node", process.execPath));
      expect(outputOf("systemd-analyze", ["verify", copy])).toBe("");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test.each(units)("%s leaves little open", (unit) => {
    // 0 is closed, 10 is open. What is left is that it reaches the gateway, and runs machine code that it makes.
    expect(outputOf("systemd-analyze", ["security", "--offline=yes", "--threshold=15", unit])).toContain(
      "exposure level",
    );
  });

  test("share all but their command and port", () => {
    const lines = units.map((unit) =>
      readFileSync(unit, "utf8")
        .split("\n")
        .filter((line) => !/^(#|Description|ExecStart|Environment=(PORT|WONFLOW_DRAIN))/.test(line)),
    );
    expect(lines[0]).toEqual(lines[1]);
  });
});

/** Answers a program's output. Throws it where the program does not end well. */
function outputOf(program: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stdout}${stderr}`);
  return stdout + stderr;
}
