import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { explain, toSkillmintError } from "@skillmint/core/protocol";
import { checkRipgrep, type Runtime } from "@skillmint/core";
import type { CliContext } from "../cli-context.ts";
import { oneLine } from "../render/sanitize.ts";
import { wordWhy } from "./models.ts";
import { wordDiagnostic } from "./word-diagnostic.ts";

interface Finding {
  name: string;
  level: "ok" | "warn" | "bad";
  text: string;
}

const marks = { ok: "✓", warn: "•", bad: "✗" } as const;

function checkNode({ t }: CliContext): Finding {
  const version = process.versions.node;
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const old = major < 22 || (major === 22 && minor < 21);
  return {
    name: "node",
    level: old ? "bad" : "ok",
    text: t(old ? "cli.doctor.nodeOld" : "cli.doctor.node", { version }),
  };
}

async function checkBash({ t }: CliContext): Promise<Finding> {
  const found = await promisify(execFile)("bash", ["-c", "command -v bash"]).catch(() => undefined);
  const path = found?.stdout.trim();
  return path
    ? { name: "bash", level: "ok", text: t("cli.doctor.bash", { path }) }
    : { name: "bash", level: "bad", text: t("cli.doctor.noBash") };
}

async function checkSearch({ t }: CliContext): Promise<Finding> {
  const version = await checkRipgrep();
  return version === undefined
    ? { name: "ripgrep", level: "bad", text: t("cli.doctor.noRipgrep") }
    : { name: "ripgrep", level: "ok", text: t("cli.doctor.ripgrep", { version }) };
}

async function checkModel(context: CliContext, runtime: Runtime): Promise<Finding> {
  const choice = await runtime.modelSource.choose({});
  if (choice.why === "demo") return { name: "model", level: "warn", text: context.t("cli.doctor.demo") };
  await runtime.modelSource.create(choice);
  return {
    name: "model",
    level: "ok",
    text: context.t("cli.doctor.model", { model: choice.model, why: wordWhy(context, choice) }),
  };
}

async function checkTrust({ t, cwd }: CliContext, { trust }: Runtime["settings"]): Promise<Finding> {
  const around = await trust.find(cwd);
  if (around) {
    return {
      name: "trust",
      level: "ok",
      text: t("cli.doctor.trusted", { folder: oneLine(around.folder, 4096) }),
    };
  }
  const names = (await trust.findIgnored(cwd)).join(", ");
  const folder = oneLine(cwd, 4096);
  return names === ""
    ? { name: "trust", level: "ok", text: t("cli.doctor.nothingToTrust", { folder }) }
    : { name: "trust", level: "warn", text: t("cli.doctor.untrusted", { folder, names }) };
}

/** Of the person's own files and of the project's, as far as they count. */
async function checkConfig({ t, cwd }: CliContext, runtime: Runtime): Promise<Finding> {
  const lines = (await runtime.diagnose(cwd)).map(wordDiagnostic);
  return lines.length === 0
    ? { name: "config", level: "ok", text: t("cli.doctor.config", { path: runtime.home.config }) }
    : { name: "config", level: "warn", text: lines.join("\n  ") };
}

async function checkSandbox({ t }: CliContext, runtime: Runtime): Promise<Finding> {
  const { value } = await runtime.settings.get("sandbox");
  if (value === "off") return { name: "sandbox", level: "warn", text: t("cli.doctor.sandboxOff") };
  const { available, problems, advice } = await runtime.describeSandbox();
  if (available && problems.length === 0) {
    return { name: "sandbox", level: "ok", text: t("cli.doctor.sandbox") };
  }
  const text = t("cli.doctor.noSandbox", { reason: problems.join("; "), fix: advice.join("; ") });
  return { name: "sandbox", level: "warn", text };
}

async function checkSkills(
  { t, cwd, environment }: CliContext,
  { skills }: Pick<Runtime, "skills">,
): Promise<Finding> {
  const found = await skills.list({ folder: cwd, environment });
  // What is not trusted has a line of its own.
  const grave = found.diagnostics.filter(
    ({ severity, code }) => severity !== "info" && code !== "folder-untrusted",
  );
  const bad = new Set(grave.map(({ path }) => path));
  const offered = found.skills.filter((skill) => skill.offered).length;
  const counts = { count: found.skills.length, offered };
  return bad.size === 0
    ? { name: "skills", level: "ok", text: t("cliSkills.doctor", counts) }
    : { name: "skills", level: "warn", text: t("cliSkills.doctorBad", { ...counts, problems: bad.size }) };
}

/** A check that fails is a finding, not the end of the examination. */
async function guarded(context: CliContext, name: string, check: () => Promise<Finding>): Promise<Finding> {
  try {
    return await check();
  } catch (error) {
    return { name, level: "bad", text: explain(toSkillmintError(error), context.language) };
  }
}

/** `skillmint doctor`: what works here, what does not, and what to do about it. */
export async function doctorCommand(context: CliContext): Promise<number> {
  const { t } = context;
  const findings: Finding[] = [checkNode(context)];
  let runtime: Runtime | undefined;
  findings.push(
    await guarded(context, "home", async () => {
      runtime = await context.runtime();
      return { name: "home", level: "ok", text: t("cli.doctor.home", { path: runtime.home.root }) };
    }),
  );
  const opened = runtime;
  if (opened) {
    findings.push(
      await guarded(context, "store", async () => {
        const count = (await opened.sessions.list({ limit: 100_000 })).length;
        return {
          name: "store",
          level: "ok",
          text: t("cli.doctor.store", { path: opened.home.database, count }),
        };
      }),
      await guarded(context, "model", () => checkModel(context, opened)),
      await guarded(context, "trust", () => checkTrust(context, opened.settings)),
      await guarded(context, "config", () => checkConfig(context, opened)),
      await guarded(context, "skills", () => checkSkills(context, opened)),
      await guarded(context, "sandbox", () => checkSandbox(context, opened)),
    );
  }
  findings.push(
    await guarded(context, "ripgrep", () => checkSearch(context)),
    await guarded(context, "bash", () => checkBash(context)),
  );
  if (context.json) context.printJson(findings);
  else for (const finding of findings) context.print(`${marks[finding.level]} ${finding.text}`);
  return findings.some((finding) => finding.level === "bad") ? 1 : 0;
}
