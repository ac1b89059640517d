import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type {
  McpConnection,
  McpServer,
  McpTokens,
  McpToolInfo,
} from "../packages/core/src/mcp/connection.ts";
import { createMcpConnections } from "../packages/core/src/mcp/create-connections.ts";
import { McpFailure } from "../packages/core/src/mcp/failure.ts";
import { createMcpSkills } from "../packages/core/src/mcp/skills/create-mcp-skills.ts";
import { createGuard } from "../packages/core/src/network/create-guard.ts";
import { createTranslate } from "../packages/core/src/protocol/index.ts";
import { nameSkills } from "../packages/core/src/skill/catalog/name-skills.ts";
import { createSkillFinder } from "../packages/core/src/skill/discover/discover-skills.ts";

/** Our client, as the suite drives it: the scenario is in the environment, the server's address is the last word. */
const scenario = process.env["MCP_CONFORMANCE_SCENARIO"] ?? "";
const given = JSON.parse(process.env["MCP_CONFORMANCE_CONTEXT"] ?? "{}") as {
  toolCalls?: { name: string; arguments: Record<string, unknown> }[];
  client_id?: string;
  client_secret?: string;
};
const { signal } = new AbortController();
/** What a person got from the server's owner, and wrote into their configuration. */
const client =
  scenario === "auth/pre-registration" && given.client_id !== undefined
    ? {
        oauth: {
          clientId: given.client_id,
          ...(given.client_secret ? { clientSecret: given.client_secret } : {}),
        },
      }
    : {};
const server: McpServer = {
  name: "suite",
  launch: { type: "http", url: process.argv.at(-1) ?? "", headers: {}, ...client },
  from: "user",
  startMs: 30_000,
  callMs: 30_000,
};

function createTokens(): McpTokens {
  const values = new Map<string, string>();
  return {
    get: async (address) => values.get(address),
    set: async (address, value) => void values.set(address, value),
    delete: async (address) => void values.delete(address),
    alone: (_address, work) => work(),
  };
}

// The suite has its servers for logins at further ports of this machine: a person allows that by a setting.
const guard = createGuard({ allow: () => ["localhost"] });
const connections = createMcpConnections({ guard, language: "en", version: "1.0.0", tokens: createTokens() });

/** The page to log in on sends whoever opens it straight back. */
const login = (): Promise<void> =>
  connections.login(server, {
    signal,
    async open(url) {
      const response = await fetch(url, { redirect: "manual" });
      const back = response.headers.get("location");
      if (back !== null) await fetch(back);
    },
  });

const maxLogins = 2;

/** Logs in where the server wants it, as a person would: a few times at most. */
async function withLogin<T>(work: () => Promise<T>): Promise<T> {
  for (let count = 0; ; count++) {
    try {
      return await work();
    } catch (error) {
      const wantsLogin = error instanceof McpFailure && /login/i.test(error.kind);
      if (!wantsLogin || count >= maxLogins) throw error;
      await login();
    }
  }
}

/** Something for each argument that has to be there. */
function inputFor({ inputSchema }: McpToolInfo): Record<string, unknown> {
  const { properties = {}, required = [] } = inputSchema as {
    properties?: Record<string, { type?: string }>;
    required?: string[];
  };
  const values: Record<string, unknown> = { number: 1, integer: 1, boolean: true, array: [], object: {} };
  return Object.fromEntries(required.map((name) => [name, values[properties[name]?.type ?? ""] ?? "test"]));
}

const call = (connection: McpConnection, name: string, input: Record<string, unknown>): Promise<unknown> =>
  withLogin(() =>
    connection.call(name, input, {
      signal,
      // A person who leaves every field as it is.
      elicit: async () => ({ action: "accept", content: {} }),
      sample: async () => ({ model: "test", text: "test", stop: "endTurn" }),
    }),
  );

async function callAll(connection: McpConnection): Promise<void> {
  const tools = await withLogin(() => connection.tools());
  if (scenario === "json-schema-2020-12-preservation") {
    const [focal, echo] = tools;
    if (focal && echo) await call(connection, echo.name, { schema: focal.inputSchema });
    return;
  }
  const calls = given.toolCalls ?? tools.map((tool) => ({ name: tool.name, arguments: inputFor(tool) }));
  for (const { name, arguments: input } of calls) {
    // Some of its servers answer wrongly on purpose: a call that failed does not end the work.
    await call(connection, name, input).catch((error: unknown) => {
      if (!(error instanceof McpFailure)) throw error;
      process.stderr.write(`${error.message}\n`);
    });
  }
}

async function readAll(connection: McpConnection): Promise<void> {
  for (const { uri } of await connection.resources()) await connection.readResource(uri);
  for (const { name } of await connection.prompts()) await connection.prompt(name, {});
}

/** Lists the skills, and uses the first but where nothing may be fetched. */
async function useSkills(connection: McpConnection): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "skillmint-conformance-"));
  try {
    const skills = createMcpSkills({
      folder,
      language: "en",
      servers: async () => [server],
      open: async () => connection,
    });
    await skills.refresh(connection);
    const t = createTranslate("en");
    const context = { folder, home: folder, env: {}, touched: [], t, isTrusted: async () => false };
    const found = await createSkillFinder({ layers: [skills.layer] }).find(context);
    const [skill] = nameSkills(found.skills);
    if (skill && scenario !== "sep-2640-client-no-prefetch") await skills.prepare(skill);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const connection = connections.open(server, [process.cwd()]);
try {
  if (scenario.startsWith("sep-2640")) await useSkills(connection);
  else {
    await callAll(connection);
    if (scenario === "http-standard-headers") await readAll(connection);
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  await connections.close();
  await guard.close();
}
