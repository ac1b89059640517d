import type { MemoryScope } from "../../environment/memory-place.ts";
import type { MemoryText } from "../../environment/memory-store.ts";
import type { InstructionSource, Translate } from "../../protocol/index.ts";
import { showHidden } from "../../skill/parse/hidden-text.ts";
import { toTaggedBody, toTagText } from "../../skill/render/safe-text.ts";
import type { InstructionFile } from "./find-instruction-files.ts";
import { cutToBytes, shareRoom } from "./share-room.ts";

export interface Worded {
  text: string;
  sources: InstructionSource[];
}

const ownTag = /<(?=[\s\p{Cf}]*\/?[\s\p{Cf}]*instructions\b)/giu;

/** Text of somebody else with all there is of it to be seen, and nothing that would speak for us. */
function disarm(text: string): string {
  return toTaggedBody(showHidden(text.replaceAll(/\r\n?/g, "\n").replaceAll(ownTag, "&lt;")));
}

/** Of a repository: the nearest. */
const maxFiles = 20;

const sizeOf = (text: string): number => Buffer.byteLength(text);

interface Part {
  /** What is shown of it. */
  text: string;
  left: number;
}

/** Each text as far as the room goes. */
function fit(files: readonly { text: string; unread: number }[], room: number): Part[] {
  const texts = files.map(({ text }) => disarm(text.trim()));
  const shares = shareRoom(texts.map(sizeOf), room);
  return texts.map((text, index) => {
    const shown = cutToBytes(text, shares[index] ?? 0);
    return { text: shown, left: sizeOf(text) - sizeOf(shown) + (files[index]?.unread ?? 0) };
  });
}

/** What `AGENTS.md` and its like say, each named, in so many bytes. `trusted`: whether the person trusts the folder. */
export function wordInstructionFiles(
  all: readonly InstructionFile[],
  { room, trusted, t }: { room: number; trusted: boolean; t: Translate },
): Worded {
  if (all.length === 0) return { text: "", sources: [] };
  const own = all.filter(({ from }) => from === "user");
  const ofProject = all.filter(({ from }) => from === "project");
  const files = [...own, ...ofProject.slice(-maxFiles)];
  const dropped = ofProject.slice(0, -maxFiles);
  const parts = fit(files, room);
  const blocks = files.map(({ path, from }, index) => {
    const { text, left } = parts[index] ?? { text: "", left: 0 };
    const rest = left > 0 ? `\n${t("instructions.rest", { bytes: left, path: toTagText(path) })}` : "";
    const origin = from === "user" ? "person" : trusted ? "repository" : "untrusted repository";
    return `<instructions path="${toTagText(path)}" from="${origin}">\n${text}${rest}\n</instructions>`;
  });
  const isForeign = !trusted && files.some(({ from }) => from === "project");
  const title = [t("instructions.title"), ...(isForeign ? [t("instructions.untrusted")] : [])].join(" ");
  const sources = files.map(({ path, from, bytes }, index) => {
    const left = parts[index]?.left ?? 0;
    return { path, kind: "instructions" as const, from, bytes, ...(left > 0 ? { cut: left } : {}) };
  });
  const paths = dropped.slice(0, 5).map(({ path }) => toTagText(path));
  const more =
    dropped.length > 0 ? [t("instructions.more", { count: dropped.length, paths: paths.join(", ") })] : [];
  return { text: [title, ...more, ...blocks].join("\n\n"), sources };
}

/** What is remembered, as every session begins with it. */
export function wordMemories(
  notes: readonly { scope: MemoryScope; note: MemoryText }[],
  { room, t }: { room: number; t: Translate },
): Worded {
  const used = notes.filter(({ note }) => note.text.trim() !== "");
  if (used.length === 0) return { text: "", sources: [] };
  const parts = fit(
    used.map(({ note }) => note),
    room,
  );
  const texts = used.map(({ scope, note: { path } }, index) => {
    const { text, left } = parts[index] ?? { text: "", left: 0 };
    const rest = left > 0 ? `\n${t("memory.rest", { bytes: left, path: toTagText(path) })}` : "";
    const name = used.length > 1 ? `${t("instructions.memoryOf", { scope, path: toTagText(path) })}\n` : "";
    return `${name}${text}${rest}`;
  });
  const sources = used.map(({ scope, note: { path, bytes, digest } }, index) => {
    const left = parts[index]?.left ?? 0;
    const seen = left > 0 ? { cut: left } : { digest };
    return { path, kind: "memory" as const, from: scope, bytes, ...seen };
  });
  return { text: t("instructions.memory", { content: texts.join("\n\n") }), sources };
}
