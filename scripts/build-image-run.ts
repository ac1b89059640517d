// Runs the command from an image and keeps in it what V8 compiled: `node build-image-run.ts IMAGE ARGS…`.
import { writeImageFile } from "../packages/cli/src/image/image-file.ts";
import { openImage } from "../packages/cli/src/image/open-image.ts";

const [node = "", , path = "", ...args] = process.argv;
const image = openImage(path, "main.js");
if (!image) throw new Error(`${path} cannot be used by the Node that made it`);
const { main } = image.load("main.js") as { main: (argv: readonly string[]) => Promise<void> };
await main([node, path, ...args]);
writeImageFile(path, image.chunks());
