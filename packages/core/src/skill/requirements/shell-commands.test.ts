import { describe, expect, it } from "vitest";
import { readShell } from "./shell-commands.ts";

function firstWords(text: string): string[] {
  const lines = text.split("\n").map((each, index) => ({ text: each, line: index + 1 }));
  return readShell(lines).commands.map(({ words }) => words[0] ?? "");
}

describe("readShell", () => {
  it.each([
    ["git status && npm test | tee log; cargo build", ["git", "npm", "tee", "cargo"]],
    ["# rm -rf\ngit log # npm", ["git"]],
    ["FOO=1 BAR=2 node x.js", ["node"]],
    ["sudo -E env apt-get install x", ["apt-get"]],
    ["timeout 5 curl x", ["curl"]],
    ["$ git clone x", ["git"]],
    ["cat <<EOF\nnpm install\nEOF\ngit add", ["cat", "git"]],
    ["cat <<-'END' > f\npip install\n  END\ngo build", ["cat", "go"]],
    ["if test -f x; then\n  pip install\nelse\n  uv sync\nfi", ["test", "pip", "uv"]],
    ["for f in *.md; do pandoc $f; done", ["pandoc"]],
    ["case $x in\n  a) docker ps ;;\nesac", ["docker"]],
    ["run() {\n  jq .\n}\nrun", ["jq", "run"]],
    ["echo \"npm test; git push\" 'x | y'", ["echo"]],
    ["X=$(git rev-parse HEAD)", ["git"]],
    ["mcp tools <server-command> more", ["mcp"]],
    ["git log > out.txt 2>&1", ["git"]],
    ["curl x \\\n  -H y \\\n  -d z", ["curl"]],
    ["jq '{\n npm: git\n}' f\ngo test", ["jq", "go"]],
  ])("%j", (text, expected) => expect(firstWords(text)).toEqual(expected));

  it("knows what the text defines itself", () => {
    const reading = readShell([
      { text: "A_KEY=1; export B_KEY=2 C_KEY; read -r D_KEY; go() { :; }", line: 1 },
    ]);
    expect([...reading.assigned].sort()).toEqual(["-r", "A_KEY", "B_KEY", "D_KEY"]);
    expect([...reading.functions]).toEqual(["go"]);
  });
});
