import { readdirSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { isInside } from "../resolve-path.ts";
import { systemCode } from "../workspace-error.ts";

/** What holds keys, tokens, passwords or a person's life, below the home folder. */
const secretsOfHome = [
  ".ssh",
  ".aws",
  ".azure",
  ".gnupg",
  ".kube",
  ".docker",
  ".config/gh",
  ".config/glab-cli",
  ".config/gcloud",
  ".config/doctl",
  ".config/hub",
  ".config/op",
  ".config/rclone",
  ".config/sops",
  ".config/age",
  ".config/containers/auth.json",
  ".config/git/credentials",
  ".config/anthropic",
  ".config/github-copilot",
  ".claude.json",
  ".claude/.credentials.json",
  ".codex/auth.json",
  ".gemini/oauth_creds.json",
  ".local/share/keyrings",
  ".local/share/kwalletd",
  ".local/share/opencode/auth.json",
  ".password-store",
  ".npmrc",
  ".yarnrc.yml",
  ".pypirc",
  ".netrc",
  ".git-credentials",
  ".pgpass",
  ".my.cnf",
  ".vault-token",
  ".terraform.d",
  ".terraformrc",
  ".cargo/credentials",
  ".cargo/credentials.toml",
  ".gem/credentials",
  ".m2/settings.xml",
  ".gradle/gradle.properties",
  ".bash_history",
  ".zsh_history",
  ".node_repl_history",
  ".python_history",
  ".psql_history",
  ".mozilla",
  ".thunderbird",
  ".config/google-chrome",
  ".config/chromium",
  ".config/BraveSoftware",
  ".config/microsoft-edge",
  ".config/vivaldi",
  ".config/opera",
  "snap/firefox",
  "snap/chromium",
  ".var/app",
  "Library/Keychains",
  "Library/Cookies",
  "Library/Safari",
  "Library/Messages",
  "Library/Mail",
  "Library/Application Support/Google/Chrome",
  "Library/Application Support/Firefox",
  "Library/Application Support/BraveSoftware",
  "Library/Application Support/Microsoft Edge",
];

const secretsOfSystem = [
  "/etc/shadow",
  "/etc/gshadow",
  "/etc/shadow-",
  "/etc/gshadow-",
  "/etc/sudoers",
  "/etc/sudoers.d",
  "/etc/ssl/private",
];

export interface SecretPaths {
  /** Real paths, folders and files apart: they are hidden in different ways. */
  folders: string[];
  files: string[];
  /** Inside of hidden folders, and to be seen nevertheless. */
  open: string[];
}

/** Every path that a command must not read, whether it exists or not. */
export function listSecretPaths(home: string, own: string): string[] {
  return [...secretsOfHome.map((name) => path.join(home, name)), ...secretsOfSystem, own];
}

/** Of our own folder commands may read skills, since scripts of skills run as commands. */
export function listOpenPaths(own: string): string[] {
  const environments = path.join(own, "environments");
  const names = realKind(environments)?.folder === true ? readdirSync(environments) : [];
  return [path.join(own, "skills"), ...names.map((name) => path.join(environments, name, "skills"))];
}

/** What is not there, or not reachable for us, is not readable for our children either. */
function realKind(file: string): { real: string; folder: boolean } | undefined {
  try {
    const stats = statSync(file, { throwIfNoEntry: false });
    return stats === undefined ? undefined : { real: realpathSync.native(file), folder: stats.isDirectory() };
  } catch (error) {
    if (["ENOTDIR", "EACCES", "EPERM", "ELOOP", "ENOENT"].includes(systemCode(error) ?? "")) return undefined;
    throw error;
  }
}

/** Those that exist, as what they really are. */
export function findSecretPaths(home: string, own: string): SecretPaths {
  const found: SecretPaths = { folders: [], files: [], open: [] };
  for (const file of listSecretPaths(home, own)) {
    const at = realKind(file);
    if (at !== undefined && at.real !== "/") (at.folder ? found.folders : found.files).push(at.real);
  }
  for (const file of listOpenPaths(own)) {
    const at = realKind(file);
    if (at?.folder === true && found.folders.some((folder) => isInside(folder, at.real)))
      found.open.push(at.real);
  }
  return found;
}
