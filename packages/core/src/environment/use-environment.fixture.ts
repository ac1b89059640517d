import { createEnvironments } from "./environments.ts";
import { createHome } from "./home.ts";
import { createSettings } from "./settings.ts";

/** Switches to an environment again and again and tells of each switch: from, to, the model before. */
const [folder = "", name = "", count = "0"] = process.argv.slice(2);
const home = createHome({ env: { HOME: folder }, homedir: "/nowhere" });
const environments = createEnvironments({ home, settings: createSettings(home) });
for (let index = 0; index < Number(count); index++) {
  const said = await environments.use(name).then(
    ({ from = "-", to = "-", model }) => `${from} ${to} ${model ? (model.from ?? "-") : "same"}`,
    () => "refused",
  );
  process.stdout.write(`${said}\n`);
}
