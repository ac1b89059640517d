import { decodePart } from "./decode-part.ts";

/** A repository, and what of it is meant. */
export interface GitAddress {
  /** For git: `https`, `ssh` or `file`. */
  url: string;
  /** A branch, a tag or a commit. */
  ref?: string;
  subfolder?: string;
  /** What the repository is called. */
  name: string;
}

const forges = new Set(["github.com", "gitlab.com", "codeberg.org", "bitbucket.org"]);
/** `git@host:path`, which is ssh; not `C:\path`. */
const scpForm = /^(?:([\w.-]+)@)([\w.-]+):(?!\/\/)([^\\].*)$/;

/** A name that git cannot take for an option, a range or a place outside. */
export function isPlainRef(ref: string): boolean {
  return /^[\p{L}\p{N}_][\p{L}\p{N}_./@+-]{0,199}$/u.test(ref) && !/\.\.|\/\/|@\{|\.lock$|\/$/.test(ref);
}

function nameOf(path: string): string {
  return (path.replace(/\/+$/, "").split("/").at(-1) ?? "").replace(/\.git$/, "") || "repository";
}

/** Splits `…//subfolder#ref` off an address. */
function split(text: string): { base: string; ref?: string; subfolder?: string } {
  const hash = text.indexOf("#");
  const ref = hash === -1 ? undefined : text.slice(hash + 1);
  const rest = hash === -1 ? text : text.slice(0, hash);
  const scheme = rest.indexOf("://");
  const from = scheme === -1 ? 0 : scheme + 3;
  // After the host: the slashes of `file:///` are its own.
  const path = rest.indexOf("/", from);
  const at = path === -1 ? -1 : rest.indexOf("//", path + 1);
  return {
    base: at === -1 ? rest : rest.slice(0, at),
    ...(ref ? { ref } : {}),
    ...(at === -1 || rest.slice(at + 2) === "" ? {} : { subfolder: rest.slice(at + 2).replace(/\/+$/, "") }),
  };
}

/** What git would be asked for; `undefined` where a text is no address of a repository. */
export function parseGitAddress(text: string): GitAddress | undefined {
  const forced = text.startsWith("git+");
  const { base, ...rest } = split(forced ? text.slice(4) : text);
  const scp = scpForm.exec(base);
  if (scp) {
    const [, user = "git", host = "", path = ""] = scp;
    return { url: `ssh://${user}@${host}/${path.replace(/^\/+/, "")}`, name: nameOf(path), ...rest };
  }
  if (!URL.canParse(base)) return undefined;
  const url = new URL(base);
  const isOurs = ["https:", "http:", "ssh:", "file:"].includes(url.protocol);
  if (!isOurs && !forced) return undefined;
  const isWeb = url.protocol === "https:" || url.protocol === "http:";
  const segments = url.pathname.split("/").filter((part) => part !== "");
  const isForge = forges.has(url.hostname) && segments.length === 2;
  if (isWeb && !forced && !isForge && !url.pathname.endsWith(".git")) return undefined;
  return { url: url.href, name: nameOf(decodePart(url.pathname)), ...rest };
}
