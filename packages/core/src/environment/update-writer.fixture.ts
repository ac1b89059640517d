import { z } from "zod";
import { createWords } from "./environment-texts.ts";
import { updateJsonc } from "./jsonc-file.ts";

const [file = "", name = "", count = "0"] = process.argv.slice(2);
for (let index = 0; index < Number(count); index++) {
  await updateJsonc(file, z.looseObject({}), () => [[[`${name}${index}`], index]], createWords());
}
