#!/bin/sh
":" //# to JavaScript a string and a comment, to sh the way to become the pinned Node ; case $0 in */node_modules/.bin/*) n=${0%/*}/node ;; *) n=$(readlink -f "$0" 2>/dev/null || echo "$0") ; n=${n%/*}/../../../node_modules/.bin/node ;; esac ; [ -x "$n" ] || n=node ; exec "$n" --min-semi-space-size=2 "$0" "$@"

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const bundle = new URL("../dist/main.js", import.meta.url);
const image = new URL("../dist/main.image", import.meta.url);

/**
 * Node announces on every start what it calls experimental: Node 22 its own SQLite, all of them that a script from the
 * image imports as a file would. Other warnings stay.
 */
function silenceExperiments() {
  const known = /^(?:SQLite|vm\.USE_MAIN_CONTEXT_DEFAULT_LOADER) is an experimental feature/;
  const emitWarning = process.emitWarning.bind(process);
  process.emitWarning = (warning, ...rest) => {
    if (!known.test(String(warning))) emitWarning(warning, ...rest);
  };
}

/** An import of `node:fs` would read all its exports, and load much with them. An older Node has no such function. */
const exists = (file) => process.getBuiltinModule("node:fs").existsSync(file);

/**
 * From the image that the build made, if this Node can use it; else from the files of the bundle, as also with
 * `SKILLMINT_NO_IMAGE`, for tools that watch what is loaded.
 */
async function load() {
  if (exists(image) && !process.env.SKILLMINT_NO_IMAGE) {
    const { fileURLToPath } = process.getBuiltinModule("node:url");
    const { openImage } = await import(new URL("../dist/open-image.js", import.meta.url).href);
    const opened = openImage(fileURLToPath(image), "main.js");
    if (opened) return opened.load("main.js");
  }
  process.getBuiltinModule("node:module").enableCompileCache();
  return import(bundle.href);
}

if (major < 22 || (major === 22 && minor < 21)) {
  process.stderr.write(
    `skillmint needs Node 22.21 or newer; this is ${process.version}. ` +
      "Run `npm ci` in the repository to get a suitable one, or install it from nodejs.org.\n",
  );
  process.exitCode = 1;
} else if (exists(bundle)) {
  silenceExperiments();
  const { main } = await load();
  await main(process.argv);
} else {
  process.stderr.write("skillmint is not built yet: run npm run build\n");
  process.exitCode = 1;
}
