// The floor: a bare Node program that sends the same requests and runs the same commands, and nothing else.
import { spawn } from "node:child_process";
import { Agent, request } from "node:http";

const [url, calls, body] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });
const rest = JSON.parse(body);
const messages = [...rest.messages];

function ask() {
  return new Promise((resolve, reject) => {
    const call = request(
      `${url}/chat/completions`,
      { method: "POST", agent, headers: { "content-type": "application/json" } },
      (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk) => (text += chunk));
        response.on("end", () => resolve(text));
      },
    );
    call.on("error", reject);
    call.end(JSON.stringify({ ...rest, stream: true, messages }));
  });
}

function run(command) {
  return new Promise((resolve) => {
    const child = spawn("bash", ["-c", command], { stdio: ["ignore", "pipe", "pipe"] });
    let out = "";
    child.stdout.on("data", (chunk) => (out += chunk));
    child.on("close", () => resolve(out));
  });
}

for (let index = 0; index < Number(calls); index++) {
  await ask();
  const command = `echo hello ${index}`;
  const out = await run(command);
  const id = `call_${index}`;
  messages.push(
    {
      role: "assistant",
      tool_calls: [
        { id, type: "function", function: { name: "Bash", arguments: JSON.stringify({ command }) } },
      ],
    },
    { role: "tool", tool_call_id: id, content: out },
  );
}
process.stdout.write(await ask());
agent.destroy();
