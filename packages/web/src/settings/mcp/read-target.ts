interface Launch {
  command?: string;
  args?: string[];
  url?: string;
}

/** A line as a shell would part it: blanks, and quotes around what has blanks. */
function splitWords(line: string): string[] {
  const words = line.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+)/g);
  return [...words].map(
    ([, double, single, plain]) => double?.replaceAll(/\\(.)/g, "$1") ?? single ?? plain ?? "",
  );
}

/** What a person typed as a command with its arguments, or as an address. */
export function readTarget(typed: string): Launch {
  const line = typed.trim();
  if (/^https?:\/\//i.test(line)) return { url: line };
  const [command = "", ...args] = splitWords(line);
  return { command, args };
}
