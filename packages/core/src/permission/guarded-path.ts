const guardedFolders = new Set(
  ".git .skillmint .claude .agents .codex .gemini .cursor .vscode .idea .husky .githooks .devcontainer .ssh .gnupg .aws .azure .kube launchagents launchdaemons autostart".split(
    " ",
  ),
);
const guardedFiles = new Set(
  ".bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .login .zshrc .zprofile .zshenv .zlogin .zlogout .kshrc .cshrc .tcshrc config.fish .inputrc .tmux.conf .vimrc .exrc .nvimrc .gitconfig .gitmodules .git-credentials .mcp.json .npmrc .yarnrc .yarnrc.yml .pnpmfile.cjs .envrc .netrc .pgpass .pypirc .pre-commit-config.yaml .ripgreprc .condarc .gemrc .lldbinit .gdbinit".split(
    " ",
  ),
);
const guardedTops =
  /^\/(?:etc|usr|bin|sbin|lib|lib64|boot|dev|proc|sys|private\/etc|system|library|var\/spool|opt)(?:\/|$)/;
const guardedPairs = /\/\.config\/(?:git|fish|systemd|autostart|gcloud|gh)(?:\/|$)/;

const secretFolders = ".ssh .aws .gnupg .azure .kube".split(" ");
const secretFiles =
  ".netrc .pgpass .pypirc .git-credentials credentials credentials.json credentials.db .htpasswd .dockercfg application_default_credentials.json shadow".split(
    " ",
  );
const secretStarts = "id_rsa id_dsa id_ecdsa id_ed25519".split(" ");
const secretEnds = "pem p12 pfx key kdbx jks keystore".split(" ");
/** A `*` stays within one name. */
const secretPlaces =
  ".config/gcloud .config/gh .docker/config.json .skillmint/secrets* .skillmint/credentials* .claude/.credentials* .codex/auth.json".split(
    " ",
  );
const exampleEnds = "example sample template dist default defaults".split(" ");

/** What `isSecret` says, as patterns of paths relative to any folder: what is not listed is no secret. */
export const secretPatterns: {
  /** What has such a name, and all below it. */
  readonly trees: readonly string[];
  /** Files, never folders. */
  readonly files: readonly string[];
  /** Files that are no secrets wherever they lie. */
  readonly except: readonly string[];
} = {
  trees: [...secretFolders, ...secretPlaces],
  files: [
    ...secretFiles,
    ...secretStarts.map((start) => `${start}*`),
    ...secretEnds.map((end) => `*.${end}`),
    ".env",
    ".env.*",
  ],
  except: [...exampleEnds.flatMap((end) => [`*.${end}`, `*-${end}`]), "*.pub"],
};

function oneOf(texts: readonly string[]): string {
  return texts.map((text) => text.replaceAll(".", "\\.").replaceAll("*", "[^/]*")).join("|");
}

const folderNames = new Set(secretFolders);
const fileNames = new Set(secretFiles);
const secretNames = new RegExp(`^(?:${oneOf(secretStarts)})|\\.(?:${oneOf(secretEnds)})$`);
const secretPairs = new RegExp(`/(?:${oneOf(secretPlaces)})(?:/|$)`);
const example = new RegExp(`[.-](?:${oneOf(exampleEnds)})$|\\.pub$`);

function namesOf(path: string): { whole: string; names: string[]; last: string } {
  const whole = path.replaceAll("\\", "/").toLowerCase();
  const names = whole.split("/").filter((name) => name !== "");
  return { whole, names, last: names.at(-1) ?? "" };
}

function isEnvironmentFile(name: string): boolean {
  return (name === ".env" || name.startsWith(".env.")) && !example.test(name);
}

/** Places from which code runs by itself later, and settings of agents and tools: writes there are asked about. */
export function isProtected(path: string): boolean {
  const { whole, names, last } = namesOf(path);
  return (
    names.some((name) => guardedFolders.has(name)) ||
    guardedFiles.has(last) ||
    isEnvironmentFile(last) ||
    guardedTops.test(whole) ||
    guardedPairs.test(whole)
  );
}

/** Keys, passwords and tokens: reading them is asked about, also inside the workspace. */
export function isSecret(path: string): boolean {
  const { whole, names, last } = namesOf(path);
  if (example.test(last)) return false;
  return (
    names.some((name) => folderNames.has(name)) ||
    fileNames.has(last) ||
    secretNames.test(last) ||
    isEnvironmentFile(last) ||
    secretPairs.test(whole)
  );
}
