import type { Language } from "../protocol/index.ts";
import { demoTexts } from "../protocol/text/demo.ts";
import { currentWork, type Deed, type Work } from "./current-work.ts";
import type { NormalRequest, ScriptFunction, TurnObject } from "./script.ts";
import { playTour } from "./tour-script.ts";

const demoFile = "skillmint-demo.md";
const maxPromptChars = 500;

type Texts = (typeof demoTexts)[Language];

/**
 * The script behind the built-in `demo` model: it looks around, writes a file, edits it, reads it and says what it
 * did, that it is scripted, and how to use a real model. It goes by the conversation alone, so a resumed run goes on
 * where it stopped, and a later prompt begins anew. Tools that are not on offer are left out. Where the bundled skill
 * `tour` was started it shows around instead.
 */
export function createDemoScript(language: Language): ScriptFunction {
  const texts = demoTexts[language];
  return (request) => {
    const work = currentWork(request.messages);
    return playTour(request, work, language) ?? nextStep(request, work, texts);
  };
}

function nextStep(request: NormalRequest, { prompt, deeds }: Work, texts: Texts): TurnObject {
  const has = (name: string) => request.tools.includes(name);
  const did = (name: string) => deeds.find((deed) => deed.name === name);
  const wrote = did("Write");
  const edited = did("Edit");

  const looks = [
    ...(has("Glob") ? [{ name: "Glob", input: { pattern: "*" } }] : []),
    ...(has("Grep") ? [{ name: "Grep", input: { pattern: "skillmint" } }] : []),
  ];
  if (looks.length > 0 && !did("Glob") && !did("Grep")) {
    return { text: `${texts["demo.notice"]} ${texts["demo.look"]}`, calls: looks };
  }
  const exists = did("Glob")?.text.includes(demoFile) ?? false;
  const notice = deeds.length === 0 ? `${texts["demo.notice"]} ` : "";
  if (exists && has("Read") && has("Write") && !wrote && !did("Read")) {
    return { text: notice + texts["demo.readFirst"], calls: [readCall()] };
  }
  if (has("Write") && !wrote) {
    const content = documentFor(prompt, texts);
    return {
      text: notice + texts["demo.write"],
      calls: [{ name: "Write", input: { path: demoFile, content } }],
    };
  }
  const readable = wrote !== undefined && !wrote.isError;
  if (readable && has("Edit") && !edited) {
    const input = {
      path: demoFile,
      old_string: headOf(texts, "draft"),
      new_string: headOf(texts, "done"),
    };
    return { text: texts["demo.edit"], calls: [{ name: "Edit", input }] };
  }
  const lastChange = deeds.findLastIndex((deed) => deed.name === "Write" || deed.name === "Edit");
  const readBack = deeds.slice(lastChange + 1).some((deed) => deed.name === "Read");
  if (readable && has("Read") && !readBack) return { text: texts["demo.read"], calls: [readCall()] };
  return { text: finalAnswer(deeds, texts) };
}

function readCall() {
  return { name: "Read", input: { path: demoFile } };
}

/** The lines that the edit replaces. Quoted prompts cannot contain them: every quoted line begins with `>`. */
function headOf(texts: Texts, state: "draft" | "done"): string {
  return `# ${texts["demo.title"]}\n\n${texts[`demo.${state}`]}`;
}

function documentFor(prompt: string, texts: Texts): string {
  const characters = Array.from(prompt.trim());
  const shown =
    characters.slice(0, maxPromptChars).join("") + (characters.length > maxPromptChars ? " …" : "");
  const quoted = shown
    .split(/\r?\n/)
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");
  return `${headOf(texts, "draft")}\n\n${texts["demo.asked"]}\n\n${quoted}\n\n${texts["demo.footer"]}\n`;
}

function finalAnswer(deeds: Deed[], texts: Texts): string {
  const lines = deeds.map((deed) => {
    const what = texts["demo.did"].replace("{name}", deed.name);
    const reason = deed.text.split("\n", 1)[0]?.slice(0, 200) ?? "";
    return deed.isError
      ? `- ${texts["demo.failed"].replace("{name}", deed.name).replace("{reason}", () => reason)}`
      : `- ${what}`;
  });
  const report =
    lines.length === 0 ? texts["demo.noTools"] : `${texts["demo.report"]}\n\n${lines.join("\n")}`;
  const wrote = deeds.some((deed) => deed.name === "Write" && !deed.isError);
  const undo = wrote ? `\n\n${texts["demo.undo"]}` : "";
  return `${report}${undo}\n\n${texts["demo.scripted"]}\n\n${texts["demo.setup"]}`;
}
