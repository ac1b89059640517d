import {
  acceptedContent,
  inputRequired,
  inputResponse,
  type ClientCapabilities,
  type InputRequest,
  type McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";

const text = (value: string) => ({ content: [{ type: "text" as const, text: value }] });

/** What the client of this request can do. */
export function capabilitiesOf(server: McpServer, { mcpReq }: ServerContext): ClientCapabilities {
  const envelope: Record<string, unknown> = mcpReq.envelope ?? {};
  const said = envelope["io.modelcontextprotocol/clientCapabilities"] as ClientCapabilities | undefined;
  return said ?? server.server.getClientCapabilities() ?? {};
}

/** A form with one field. */
function form(message: string, field: string, type: "string" | "boolean" = "string"): InputRequest {
  return inputRequired.elicit({
    message,
    requestedSchema: {
      type: "object",
      properties: { [field]: type === "string" ? { type } : { type } },
      required: [field],
    },
  });
}

function sample(question: string, maxTokens: number): InputRequest {
  return inputRequired.createMessage({
    messages: [{ role: "user", content: { type: "text", text: question } }],
    maxTokens,
  });
}

const filled = ({ mcpReq }: ServerContext, key: string, field: string): string | undefined => {
  const value = acceptedContent(mcpReq.inputResponses, key)?.[field];
  return typeof value === "string" || typeof value === "boolean" ? String(value) : undefined;
};

type Mint = (payload: unknown, context: ServerContext) => Promise<string>;

/** Tools that end a call with what they still need, and are called again with it. */
export function addInputTools(server: McpServer, mint: Mint): void {
  const add = (name: string, run: (context: ServerContext) => unknown): void => {
    server.registerTool(name, { description: name }, async (context) => (await run(context)) as never);
  };
  add("test_input_required_result_elicitation", (context) => {
    const name = filled(context, "user_name", "name");
    if (name !== undefined) return text(`Hello, ${name}!`);
    return inputRequired({ inputRequests: { user_name: form("What is your name?", "name") } });
  });
  add("test_streaming_elicitation", () =>
    inputRequired({ inputRequests: { user_name: form("What is your name?", "name") } }),
  );
  // The SDK refuses to ask a client for what it did not say it can do.
  add("test_missing_capability", () =>
    inputRequired({ inputRequests: { reply: sample("Are you there?", 10) } }),
  );
  add("test_input_required_result_sampling", ({ mcpReq }) => {
    const reply = inputResponse(mcpReq.inputResponses, "capital_question");
    if (reply.kind === "sampling") return text(JSON.stringify(reply));
    return inputRequired({
      inputRequests: { capital_question: sample("What is the capital of France?", 100) },
    });
  });
  add("test_input_required_result_list_roots", ({ mcpReq }) => {
    const reply = inputResponse(mcpReq.inputResponses, "client_roots");
    if (reply.kind === "roots") return text(JSON.stringify(reply.roots));
    return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
  });
  add("test_input_required_result_request_state", async (context) => {
    const isKnown = context.mcpReq.requestState<{ step: string }>()?.step === "confirm";
    if (isKnown && filled(context, "confirm", "ok") !== undefined) return text("state-ok");
    return inputRequired({
      inputRequests: { confirm: form("Please confirm", "ok", "boolean") },
      requestState: await mint({ step: "confirm" }, context),
    });
  });
  add("test_input_required_result_tampered_state", async (context) => {
    if (context.mcpReq.requestState() !== undefined) return text("state-ok");
    return inputRequired({
      inputRequests: { confirm: form("Please confirm", "ok", "boolean") },
      requestState: await mint({ step: "tampered" }, context),
    });
  });
  add("test_input_required_result_multiple_inputs", async (context) => {
    const { inputResponses } = context.mcpReq;
    const kinds = ["user_name", "greeting", "client_roots"].map(
      (key) => inputResponse(inputResponses, key).kind,
    );
    if (kinds.every((kind) => kind !== "missing")) return text(`got ${kinds.join(", ")}`);
    return inputRequired({
      inputRequests: {
        user_name: form("What is your name?", "name"),
        greeting: sample("Generate a greeting", 50),
        client_roots: inputRequired.listRoots(),
      },
      requestState: await mint({ step: "many" }, context),
    });
  });
  add("test_input_required_result_multi_round", async (context) => {
    const state = context.mcpReq.requestState<{ step: number; name: string }>();
    const [name, color] = [filled(context, "step1", "name"), filled(context, "step2", "color")];
    if (state?.step === 2 && color !== undefined) return text(`${state.name} likes ${color}`);
    if (state?.step === 1 && name !== undefined)
      return inputRequired({
        inputRequests: { step2: form("Step 2: What is your favorite color?", "color") },
        requestState: await mint({ step: 2, name }, context),
      });
    return inputRequired({
      inputRequests: { step1: form("Step 1: What is your name?", "name") },
      requestState: await mint({ step: 1, name: "" }, context),
    });
  });
  add("test_input_required_result_capabilities", (context) => {
    const { elicitation, sampling } = capabilitiesOf(server, context);
    return inputRequired({
      inputRequests: {
        ...(elicitation ? { user_name: form("What is your name?", "name") } : {}),
        ...(sampling ? { capital_question: sample("What is the capital of France?", 100) } : {}),
      },
    });
  });
  server.registerPrompt(
    "test_input_required_result_prompt",
    { description: "asks before it is there" },
    (context) => {
      const said = filled(context, "user_context", "context");
      if (said === undefined)
        return inputRequired({
          inputRequests: { user_context: form("What context should the prompt use?", "context") },
        });
      return { messages: [{ role: "user" as const, content: { type: "text" as const, text: said } }] };
    },
  );
}
