/** A SKILL.md beyond this is not read. */
export const maxSkillBytes = 1024 * 1024;

/** Frontmatter beyond this (in characters) is not parsed: the largest real ones have a few thousand. */
export const maxFrontmatterLength = 64 * 1024;

/** The YAML library gets no more than this at once: on what is no YAML its time grows with the square. */
export const maxYamlLength = 16 * 1024;

/** How deep lists and maps of frontmatter may lie in each other. */
export const maxDataDepth = 32;

/** How many values frontmatter may hold after its aliases are filled in. */
export const maxDataValues = 10_000;

/** How many problems of one file are told; what follows is of no more help. */
export const maxDiagnostics = 50;
