import type { Output, Renderer } from "./renderer.ts";

/** One event per line on stdout and nothing else; what is for people goes to stderr. */
export function createJsonRenderer(stdout: Output, stderr: Output): Renderer {
  return {
    event: (event) => void stdout.write(`${JSON.stringify(event)}\n`),
    say: (text) => void stderr.write(`${text}\n`),
    end: () => {},
  };
}
