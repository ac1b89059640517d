import { execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { useStage } from "./kit.ts";

/** Makes the stage's folder a repository with one commit, and a kind of sub-agent that has a worktree of its own. */
export async function putBuilder(
  { temp }: ReturnType<typeof useStage>,
  { name, tools }: { name: string; tools: string },
): Promise<(...args: string[]) => string> {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: temp.folder, encoding: "utf8" });
  git("init", "-q");
  git("config", "user.name", "T");
  git("config", "user.email", "t@x");
  git("commit", "-q", "--allow-empty", "-m", "first");
  const agents = join(temp.env["HOME"] ?? "", ".claude", "agents");
  await mkdir(agents, { recursive: true });
  const head = `name: ${name}\ndescription: Builds.\ntools: ${tools}\nisolation: worktree`;
  await writeFile(join(agents, "builder.md"), `---\n${head}\n---\nYou build.`);
  return git;
}
