import { expect, it } from "vitest";
import { replaceBuiltinImports } from "../scripts/builtin-imports.ts";

it.each([
  [
    'import{join,resolve as r}from"node:path";x',
    'const {join,resolve:r}=process.getBuiltinModule("node:path");x',
  ],
  ['import path,{join}from"node:path";', 'const path=process.getBuiltinModule("node:path"),{join}=path;'],
  ['import path from"node:path";', 'const path=process.getBuiltinModule("node:path");'],
  ['import*as fs from"node:fs/promises";', 'const fs=process.getBuiltinModule("node:fs/promises");'],
  ['import{a}from"./chunk.js";', 'import{a}from"./chunk.js";'],
  ['const x=await import("node:http");', 'const x=await import("node:http");'],
  [
    'import{a}from"./chunk.js";import{b}from"node:os";',
    'import{a}from"./chunk.js";const {b}=process.getBuiltinModule("node:os");',
  ],
])("%s", (code, replaced) => {
  expect(replaceBuiltinImports(code)).toBe(replaced);
});
