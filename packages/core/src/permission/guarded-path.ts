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

const secretFolders = new Set([".ssh", ".aws", ".gnupg", ".azure", ".kube"]);
const secretFiles = new Set(
  ".netrc .pgpass .pypirc .git-credentials credentials credentials.json credentials.db .htpasswd .dockercfg application_default_credentials.json shadow".split(
    " ",
  ),
);
const secretNames = /^id_(?:rsa|dsa|ecdsa|ed25519)|\.(?:pem|p12|pfx|key|kdbx|jks|keystore)$/;
const secretPairs =
  /\/\.(?:config\/(?:gcloud|gh)|docker\/config\.json|skillmint\/(?:secrets|credentials)[^/]*|claude\/\.credentials[^/]*|codex\/auth\.json)(?:\/|$)/;
const example = /[.-](?:example|sample|template|dist|defaults?)$|\.pub$/;

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
    names.some((name) => secretFolders.has(name)) ||
    secretFiles.has(last) ||
    secretNames.test(last) ||
    isEnvironmentFile(last) ||
    secretPairs.test(whole)
  );
}
