import type { Translate } from "../../protocol/text/index.ts";
import { findProgram } from "./find-program.ts";
import type { SandboxSupport } from "./sandbox-support.ts";
import type { SandboxReason } from "./sandbox.ts";

/** How a package is installed, by the program that installs it. The first that is there counts. */
const installers = [
  ["apt-get", "sudo apt install"],
  ["dnf", "sudo dnf install"],
  ["yum", "sudo yum install"],
  ["pacman", "sudo pacman -S"],
  ["zypper", "sudo zypper install"],
  ["apk", "sudo apk add"],
  ["xbps-install", "sudo xbps-install -S"],
  ["brew", "brew install"],
] as const;

export interface SandboxDescription {
  available: boolean;
  /** Whether an allow list of hosts can be honoured; without, there is no network for commands. */
  network: boolean;
  /** What is missing or wrong, worded; empty when all is there. */
  problems: string[];
  /** What to do about each, worded; commands to be run as they are. */
  advice: string[];
}

/** For `doctor`: what the sandbox of this machine can do, what it lacks and how to get that. */
export async function describeSandbox(
  support: SandboxSupport,
  t: Translate,
  find: (name: string) => string | undefined = (name) => findProgram(name),
): Promise<SandboxDescription> {
  const means = await support.detect();
  if (means.kind === "seatbelt") return { available: true, network: true, problems: [], advice: [] };
  const reasons: SandboxReason[] = means.kind === "none" ? [means.reason] : [];
  if (process.platform === "linux" && reasons.every(({ code }) => code !== "platform")) {
    if (find("socat") === undefined) reasons.push({ code: "socat-missing" });
    if (find("nsenter") === undefined) reasons.push({ code: "nsenter-missing" });
  }
  const available = means.kind !== "none";
  return {
    available,
    network: available && reasons.length === 0,
    problems: reasons.map((reason) => wordReason(reason, t)),
    advice: [...new Set(reasons.flatMap((reason) => adviceFor(reason, t, find)))],
  };
}

/** A reason as a sentence, with the system's own words where there are some. */
export function wordReason(reason: SandboxReason, t: Translate): string {
  const text = t(`sandbox.reason.${reason.code}`);
  return reason.detail === undefined || reason.detail === "" ? text : `${text} (${reason.detail})`;
}

function adviceFor(
  { code }: SandboxReason,
  t: Translate,
  find: (name: string) => string | undefined,
): string[] {
  const packages = {
    "bubblewrap-missing": "bubblewrap",
    "socat-missing": "socat",
    "nsenter-missing": "util-linux",
  };
  if (code === "bubblewrap-missing" || code === "socat-missing" || code === "nsenter-missing") {
    const installer = installers.find(([program]) => find(program) !== undefined);
    const name = packages[code];
    return [installer === undefined ? t("sandbox.install", { name }) : `${installer[1]} ${name}`];
  }
  if (code === "namespaces-forbidden") return [t("sandbox.advice.namespaces"), t("sandbox.advice.container")];
  if (code === "platform") return [t("sandbox.advice.platform")];
  return [];
}
