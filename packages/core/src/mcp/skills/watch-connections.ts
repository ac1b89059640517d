import type { McpConnection, McpConnections } from "../connection.ts";
import type { McpSkills } from "./create-mcp-skills.ts";

const closeMs = 2_000;

/**
 * The same connections, that ask a server for its skills beside whatever it was started for: once for each that
 * became ready. Nobody waits for it, and that it failed changes nothing: what was listed before stays.
 */
export function watchConnections(
  connections: McpConnections,
  skills: Pick<McpSkills, "refresh">,
): McpConnections {
  const asked = new Map<string, Promise<unknown>>();
  const stop = new AbortController();

  function ask(connection: McpConnection): void {
    const { name, launch } = connection.server;
    const key = JSON.stringify([name, launch]);
    if (stop.signal.aborted || asked.has(key)) return;
    asked.set(key, Promise.allSettled([skills.refresh(connection, stop.signal)]));
  }

  return {
    ...connections,
    open(server, roots) {
      const connection = connections.open(server, roots);
      return {
        ...connection,
        async tools(signal) {
          const tools = await connection.tools(signal);
          ask(connection);
          return tools;
        },
      };
    },
    async close() {
      // A listing takes one request: it is worth a moment.
      const timer = setTimeout(() => stop.abort(), closeMs);
      await Promise.all(asked.values());
      clearTimeout(timer);
      stop.abort();
      await connections.close();
    },
  };
}
