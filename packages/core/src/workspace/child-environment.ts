export type Environment = Record<string, string | undefined>;

/** Words that make a name a secret's when they stand between underscores. */
const secretWords = new Set([
  "KEY",
  "KEYS",
  "APIKEY",
  "ACCESSKEY",
  "SECRETKEY",
  "PRIVATEKEY",
  "PASS",
  "PWD",
  "AUTH",
  "OAUTH",
  "AUTHORIZATION",
  "BEARER",
  "CREDS",
  "COOKIE",
  "COOKIES",
  "JWT",
  "PAT",
]);

const secretParts = /TOKEN(?!IZ)|SECRET|PASSW|PASSPHRASE|CREDENTIAL|APIKEY|AUTHTOKEN/;
const harmless = new Set(["PWD", "OLDPWD"]);
const count = /^\d{1,9}$/;

/** A password inside a URL, a private key, the known shapes of keys. */
const secretValues = [
  /[a-z][a-z0-9+.-]*:\/\/[^\s/:@]*:[^\s/@]+@/i,
  /-----BEGIN [A-Z ]*PRIVATE KEY/,
  /(?:^|[^A-Za-z0-9])(?:sk-[A-Za-z0-9_-]{16,}|gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|xox[abpr]-[\w-]{10,}|AKIA[A-Z0-9]{16}|AIza[\w-]{30,})/,
];

/** Whether a variable looks like it holds a secret, by its name or by its value. */
export function isSecretVariable(name: string, value: string): boolean {
  const upper = name.toUpperCase();
  if (harmless.has(upper)) return false;
  if (upper.endsWith("TOKENS") && count.test(value)) return false;
  if (secretParts.test(upper)) return true;
  if (upper.split(/[^A-Z0-9]+/).some((word) => secretWords.has(word))) return true;
  return secretValues.some((pattern) => pattern.test(value));
}

/** By these a command would do something else than it says: the gate has judged what it says. */
const steering = /^(?:CDPATH|BASH_ENV|ENV|GLOBIGNORE|SHELLOPTS|BASHOPTS|RIPGREP_CONFIG_PATH|BASH_FUNC_.*)$/;

/**
 * The environment that a child process gets: ours without secrets and without what steers a shell. `keep` names variables that a person
 * allowed, whatever they hold.
 */
export function childEnvironment(
  environment: Environment,
  options: { keep?: readonly string[] } = {},
): Record<string, string> {
  const keep = new Set((options.keep ?? []).map((name) => name.toUpperCase()));
  const child: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined || steering.test(name)) continue;
    if (keep.has(name.toUpperCase()) || !isSecretVariable(name, value)) child[name] = value;
  }
  return child;
}
