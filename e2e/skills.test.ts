import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Script } from "../packages/core/src/testing/index.ts";
import { answerOf, bash, eventsOf, sessionOf, statuses, testKey, useStage, wires } from "./kit.ts";

const stage = useStage();
const home = () => stage.temp.env["HOME"] ?? "";

async function putSkill(folder: string, name: string, frontmatter: string, body: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(path, { recursive: true });
  await writeFile(join(path, "SKILL.md"), `---\nname: ${name}\n${frontmatter}\n---\n\n${body}\n`);
  return path;
}

const userSkills = () => join(home(), ".claude", "skills");
const skill = (name: string, more: Record<string, unknown> = {}) => ({
  name: "Skill",
  input: { skill: name, ...more },
});

describe.each(wires)("%s", (...wire) => {
  const run = (script: Script, flags?: readonly string[]) => stage.run(wire, script, flags);
  const again = (id: string, text: string) =>
    stage.cli(["--json", "run", "--session", id, text], { [wire[2]]: testKey });

  it("offers skills in the Skill tool and loads one with its folder and files", async () => {
    const folder = await putSkill(
      userSkills(),
      "greet",
      "description: Says hello. Use for greetings.",
      "Say $ARGUMENTS.",
    );
    await writeFile(join(folder, "words.md"), "hola\n");
    const result = await run([
      { text: "They want a greeting.", calls: [skill("greet", { arguments: "hello" })] },
      { calls: [{ name: "Read", input: { path: join(folder, "words.md") } }] },
      "done",
    ]);
    expect([result.code, ...statuses(result), answerOf(result)]).toEqual([0, "Skill ok", "Read ok", "done"]);
    const tool = stage.server.requests[0]?.body as { tools: unknown[] };
    expect(JSON.stringify(tool.tools)).toContain("- greet: Says hello. Use for greetings.");
    const [settled] = eventsOf(result, "tool.settled");
    const text = settled?.content.map((part) => (part.type === "text" ? part.text : "")).join("") ?? "";
    expect(text).toContain("Say hello.");
    expect(text).toContain(folder);
    expect(text).toContain("words.md");
    expect(eventsOf(result, "skill.activated")).toMatchObject([
      { skillId: "user:greet", by: "model", why: "They want a greeting." },
    ]);
  });

  it("tells a conversation about skills that come, change and go", async () => {
    await putSkill(userSkills(), "one", "description: First.", "1");
    const first = await run(["ok", "ok", "ok", "ok"]);
    expect(first.code).toBe(0);
    await putSkill(userSkills(), "two", "description: Second thing.", "2");
    const second = await again(sessionOf(first), "next");
    expect(second.code).toBe(0);
    expect(JSON.stringify(stage.server.requests[1]?.body)).toContain("- two: Second thing.");
    await rm(join(userSkills(), "one"), { recursive: true });
    await again(sessionOf(first), "next");
    expect(JSON.stringify(stage.server.requests[2]?.body)).toContain("user:one");
  });

  it("runs as a skill, within its tools", async () => {
    const folder = await putSkill(
      userSkills(),
      "careful",
      "description: Reads.\nallowed-tools: Read, Bash(git status:*)",
      "Be careful.",
    );
    await writeFile(join(folder, "how.md"), "so\n");
    const result = await run(
      [
        {
          calls: [bash("git status"), bash("touch x"), { name: "Write", input: { path: "a", content: "" } }],
        },
        "end",
      ],
      ["--skill", "careful", "--mode", "unrestricted", "--no-sandbox"],
    );
    expect(statuses(result)).toEqual(["Bash denied", "Write denied", "Bash error"]);
    expect(stage.server.requests[0]?.normal?.tools).toEqual(["Read", "Bash", "AskUserQuestion"]);
    expect(stage.server.requests[0]?.normal?.system).toMatch(/^Be careful\.\n\n---\n/);
    expect(stage.server.requests[0]?.normal?.system).toContain("Files of the skill: how.md");
  });

  it("runs a forking skill in an agent of its own", async () => {
    await putSkill(userSkills(), "forked", "description: Looks around.\ncontext: fork", "You look around.");
    const result = await run(({ system, turn }) => {
      if (system.startsWith("You look around.")) return "child says: roses";
      return turn === 0 ? { calls: [skill("forked", { arguments: "the garden" })] } : "parent says: roses";
    });
    expect([result.code, answerOf(result)]).toEqual([0, "parent says: roses"]);
    expect(stage.server.requests[1]?.normal?.system).toMatch(/^You look around\./);
    expect(JSON.stringify(stage.server.requests[2]?.body)).toContain("child says: roses");
    expect(eventsOf(result, "agent.started")).toMatchObject([{ agentType: "general-purpose" }]);
  });

  it("lets a skill work in the background and reads its report as a turn", async () => {
    await putSkill(
      userSkills(),
      "slow",
      "description: Takes its time.\ncontext: fork\nbackground: true",
      "You are slow.",
    );
    const result = await run(({ system, turn, last }) => {
      if (system.startsWith("You are slow.")) return { text: "the slow answer", delayMs: 700 };
      if (turn === 0) return { calls: [skill("slow")] };
      return last.includes("the slow answer") ? "I have it" : "meanwhile";
    });
    expect(result.code).toBe(0);
    const texts = eventsOf(result, "message.completed").map(({ text }) => text);
    expect(texts).toEqual(["", "meanwhile", "the slow answer", "I have it"]);
  });

  it("waits for what its sub-agent asks, and goes on with it after the answer", async () => {
    await putSkill(userSkills(), "asker", "description: Asks.\ncontext: fork", "You ask.");
    const script: Script = ({ system, turn }) => {
      if (system.startsWith("You ask.")) return turn === 0 ? { calls: [bash("touch made")] } : "child done";
      return turn === 0 ? { calls: [skill("asker")] } : "parent done";
    };
    const first = await run(script, ["--no-sandbox"]);
    expect(first.code).toBe(3);
    const [asked] = eventsOf(first, "permission.asked");
    expect(asked?.sessionId).not.toBe(sessionOf(first));
    const second = await stage.cli(["--json", "resume", sessionOf(first), "once"], { [wire[2]]: testKey });
    expect([second.code, answerOf(second)]).toEqual([0, "parent done"]);
    expect(statuses(second)).toEqual(["Bash ok", "Skill ok"]);
  });
});
