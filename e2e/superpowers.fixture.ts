import { existsSync, readFileSync } from "node:fs";
import { chmod, cp } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { root } from "./kit.ts";
import { putFile, putSkill } from "./skill-files.fixture.ts";

const corpus = resolve(root, "../shared/corpus");

/** What a public skill needs from whoever runs it. */
export interface Need {
  skill: string;
  files: string[];
  second?: string[];
  cross: string[];
}

/** Ours in place of the scripts that the corpus leaves out. */
const scripts: Readonly<Record<string, string>> = {
  "start-server.sh": `#!/usr/bin/env bash
folder="$2/.superpowers/brainstorm/1"
mkdir -p "$folder/content" "$folder/state"
( while [ ! -e "$folder/state/stop" ]; do
    if [ -e "$folder/content/screen.html" ]; then echo '{"choice":"b"}' > "$folder/state/events"; fi
    sleep 0.05
  done ) > /dev/null 2>&1 < /dev/null &
echo "{\\"type\\":\\"server-started\\",\\"state_dir\\":\\"$folder/state\\"}"
`,
  "stop-server.sh": '#!/usr/bin/env bash\ntouch "$1/stop"\n',
  "task-brief": `#!/usr/bin/env bash
awk -v n="$2" '/^### Task /{ on = ($3 + 0 == n) } on' "$1"
`,
  "sdd-workspace": `#!/usr/bin/env bash
folder=".superpowers/sdd/$(basename "$1" .md)"
mkdir -p "$folder" && echo "$folder"
`,
  "review-package": `#!/usr/bin/env bash
folder=".superpowers/sdd/$(basename "$1" .md)"
git diff "$2" "$3" > "$folder/review.diff" && echo "$folder/review.diff"
`,
  "find-polluter.sh": `#!/usr/bin/env bash
for file in $2; do sh "$file"; if [ -e "$1" ]; then echo "polluter: $file"; exit 1; fi; done
`,
  "tmux-wrapper.sh": '#!/usr/bin/env bash\nexec tmux "$@"\n',
};

/** Where the standing-in skills of this repository go. */
const standIns = ["finding-duplicate-functions", "slack-messaging"];

export interface Superpowers {
  needs: Need[];
  /** Puts both plugins where Claude Code keeps them, an outdated version beside; returns the folder of a skill. */
  install(home: string): Promise<(skill: string) => string>;
  /** A skill's instructions as they are in the corpus. */
  body(folder: string): string;
}

const versions = { superpowers: "6.10.0", "superpowers-lab": "0.3.0" };

async function putOmitted(cache: string): Promise<void> {
  for (const line of readFileSync(join(corpus, "omitted.jsonl"), "utf8").split("\n")) {
    if (!line.includes('"obra/superpowers')) continue;
    const { repo, path, mode } = JSON.parse(line) as { repo: string; path: string; mode: string };
    const plugin = repo.split("/")[1] as keyof typeof versions;
    const file = join(cache, plugin, versions[plugin], path);
    await putFile(file, scripts[basename(path)] ?? `stands for ${path}\n`);
    if (mode === "100755") await chmod(file, 0o755);
  }
}

const cacheIn = (home: string): string => join(home, ".claude/plugins/cache/superpowers-marketplace");

/** The two that are written here, as part of the lab's plugin; returns its folder of skills. */
export async function installStandIns(home: string): Promise<string> {
  const lab = join(cacheIn(home), "superpowers-lab", versions["superpowers-lab"], "skills");
  for (const name of standIns)
    await cp(join(root, "e2e/fixtures/skills", name), join(lab, name), { recursive: true });
  return lab;
}

/** `undefined`, said aloud, where the public skills are not beside this repository. */
export function openSuperpowers(): Superpowers | undefined {
  const file = join(corpus, "superpowers-needs.json");
  if (!existsSync(file)) {
    console.warn(`SKIPPED: no corpus at ${corpus}: 16 of the 18 superpowers skills are NOT run`);
    return undefined;
  }
  const needs = JSON.parse(readFileSync(file, "utf8")) as Need[];
  return {
    needs: needs.map((need) => ({ ...need, skill: need.skill.split(" ").at(-1) ?? "" })),
    async install(home) {
      const cache = cacheIn(home);
      for (const [plugin, version] of Object.entries(versions)) {
        const source = join(corpus, "skills", `obra__${plugin}`);
        await cp(source, join(cache, plugin, version), { recursive: true });
      }
      await putOmitted(cache);
      const lab = await installStandIns(home);
      const old = join(cache, "superpowers/6.9.0/skills");
      await putSkill(old, "brainstorming", "description: Outdated brainstorming.", "OUTDATED");
      return (skill) => {
        const main = join(cache, "superpowers", versions.superpowers, "skills", skill);
        return existsSync(main) ? main : join(lab, skill);
      };
    },
    body(folder) {
      const text = readFileSync(join(folder, "SKILL.md"), "utf8");
      return text.slice(text.indexOf("\n---\n", 4) + 5).trim();
    },
  };
}
