import { loadYaml } from "./load-yaml.ts";

/**
 * The text of a SKILL.md: frontmatter by the library, so that every value comes back as it was, and the body as it
 * is. Fields that are `undefined` are left out; lists and maps are written in block style, as strict tools want them.
 */
export function writeSkillFile(fields: Record<string, unknown>, body: string): string {
  const said = Object.entries(fields).filter(([, value]) => value !== undefined);
  const frontmatter =
    said.length === 0
      ? ""
      : loadYaml().stringify(Object.fromEntries(said), {
          lineWidth: 0,
          aliasDuplicateObjects: false,
          // Block style would lose blanks at the ends, and could hold a line of `---`.
          blockQuote: false,
          doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
          defaultStringType: "PLAIN",
          schema: "core",
        });
  const text = body.replaceAll(/\r\n?/g, "\n").trim();
  return `---\n${frontmatter}---\n${text === "" ? "" : `\n${text}\n`}`;
}
