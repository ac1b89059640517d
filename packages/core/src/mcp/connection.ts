import type { Client } from "@modelcontextprotocol/client";

/** How a server is reached. */
export type McpLaunch =
  | {
      type: "stdio";
      command: string;
      args: readonly string[];
      env: Readonly<Record<string, string>>;
      folder?: string;
    }
  /** `http`: streamable HTTP, with the older event stream where the server only knows that. */
  | {
      type: "http" | "sse";
      url: string;
      headers: Readonly<Record<string, string>>;
      /** The client that a login is made as, where clients may not register themselves. */
      oauth?: McpOAuthClient;
    };

/** `clientId`: as the server knows it, or the address of a document about the client. */
export interface McpOAuthClient {
  clientId: string;
  clientSecret?: string;
}

/** One configured server. References to variables and secrets in it are resolved when it starts. */
export interface McpServer {
  /** `[A-Za-z0-9_-]{1,64}` without `__`: it stands in the names of tools. */
  name: string;
  launch: McpLaunch;
  /** Who named it: what a repository or a skill names has to be approved by a person before it starts. */
  from: "user" | "environment" | "project" | "skill";
  /** The file that names it. */
  file?: string;
  startMs: number;
  callMs: number;
}

/** A tool as its server describes it. None of it lowers an effect. */
export interface McpToolInfo {
  name: string;
  title?: string;
  description: string;
  inputSchema: Record<string, unknown>;
}

export type McpPart =
  | { type: "text"; text: string }
  | { type: "image"; mediaType: string; data: Uint8Array }
  /** Of a link or of content that is neither text nor image: what it is, in words. */
  | { type: "note"; text: string };

export interface McpCallResult {
  isError: boolean;
  content: McpPart[];
  /** Kept for `--json` and screens. */
  structured?: unknown;
}

/** What a server wants to know from a person. `schema` is a flat object schema; `url`: a page to visit instead. */
export interface ElicitRequest {
  message: string;
  schema?: Record<string, unknown>;
  url?: string;
}
export type ElicitAnswer =
  | { action: "accept"; content: Record<string, unknown> }
  | { action: "decline" | "cancel" };

/** What a server wants a model to write. */
export interface SampleRequest {
  system?: string;
  messages: readonly { role: "user" | "assistant"; content: McpPart[] }[];
  maxTokens: number;
}
export interface SampleAnswer {
  model: string;
  text: string;
  stop: "endTurn" | "maxTokens";
}

export interface McpCallOptions {
  signal: AbortSignal;
  progress?(text: string): void;
  /** Absent: declined. */
  elicit?(request: ElicitRequest, signal: AbortSignal): Promise<ElicitAnswer>;
  /** Absent: refused. */
  sample?(request: SampleRequest, signal: AbortSignal): Promise<SampleAnswer>;
}

/** What a server that is not to be used any more looked like when it was. */
export type McpState = "idle" | "starting" | "ready" | "failed";

/**
 * One server, started when first needed and again (with growing pauses, a few times) after it died. Failures are
 * `McpFailure`: they name the server, say what happened and show the end of what it printed.
 */
export interface McpConnection {
  readonly server: McpServer;
  state(): McpState;
  /** Of the server's reply, once it is ready. */
  instructions(): string | undefined;
  tools(signal?: AbortSignal): Promise<McpToolInfo[]>;
  call(tool: string, input: Record<string, unknown>, options: McpCallOptions): Promise<McpCallResult>;
  resources(
    signal?: AbortSignal,
  ): Promise<{ uri: string; name: string; description?: string; mimeType?: string }[]>;
  readResource(uri: string, signal?: AbortSignal): Promise<McpPart[]>;
  prompts(signal?: AbortSignal): Promise<McpPromptInfo[]>;
  /** The texts of a prompt of the server. */
  prompt(name: string, input: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<string>;
  /** The connected client of the SDK, for extensions of the protocol; its lifetime is the connection's. */
  client(signal?: AbortSignal): Promise<Client>;
  /** Called when the server says that its tools are others now. Returns how to stop listening. */
  onToolsChanged(listener: () => void): () => void;
  /** Lets go of the server; its process ends with the last connection to it. */
  close(): Promise<void>;
}

export interface McpPromptInfo {
  name: string;
  description?: string;
  arguments: readonly { name: string; description?: string; required: boolean }[];
}

/** What logins gave, one text for each address of a server. A file that holds them is 0600. */
export interface McpTokens {
  get(address: string): Promise<string | undefined>;
  set(address: string, value: string): Promise<void>;
  delete(address: string): Promise<void>;
  /** Does something while nobody else who asks for this does, for the same address and in whatever process. */
  alone<T>(address: string, work: () => Promise<T>): Promise<T>;
}

export interface McpLogin {
  /** Shows a person the page to log in on. It is http(s), and never to be put into a shell's command. */
  open(url: string): void | Promise<void>;
  signal: AbortSignal;
}

/** All servers of a runtime. The same launch with the same roots is one process, whichever session needs it. */
export interface McpConnections {
  /** Starts nothing. `roots`: the folders that the server may be told of. */
  open(server: McpServer, roots?: readonly string[]): McpConnection;
  /** OAuth in a person's browser. Failures are `McpFailure`. */
  login(server: McpServer, options: McpLogin): Promise<void>;
  /** Forgets what a login gave; resolves to whether there was something. */
  logout(server: McpServer): Promise<boolean>;
  /** Ends every process, in under two seconds. */
  close(): Promise<void>;
}
