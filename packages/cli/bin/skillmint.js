#!/bin/sh
":" //# to JavaScript a string and a comment, to sh the way to become the pinned Node ; case $0 in */node_modules/.bin/*) n=${0%/*}/node ;; *) n=$(readlink -f "$0" 2>/dev/null || echo "$0") ; n=${n%/*}/../../../node_modules/.bin/node ;; esac ; [ -x "$n" ] || n=node ; exec "$n" "$0" "$@"

import { existsSync } from "node:fs";
import module from "node:module";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const bundle = new URL("../dist/main.js", import.meta.url);

/** Node 22 announces its own SQLite as experimental on every start; other warnings stay. */
function silenceSqliteWarning() {
  const emitWarning = process.emitWarning.bind(process);
  process.emitWarning = (warning, ...rest) => {
    if (!String(warning).startsWith("SQLite is an experimental feature")) emitWarning(warning, ...rest);
  };
}

if (major < 22 || (major === 22 && minor < 21)) {
  process.stderr.write(
    `skillmint needs Node 22.21 or newer; this is ${process.version}. ` +
      "Run `npm ci` in the repository to get a suitable one, or install it from nodejs.org.\n",
  );
  process.exitCode = 1;
} else if (existsSync(bundle)) {
  if (major < 24) silenceSqliteWarning();
  module.enableCompileCache();
  const { main } = await import(bundle.href);
  await main(process.argv);
} else {
  process.stderr.write("skillmint is not built yet: run npm run build\n");
  process.exitCode = 1;
}
