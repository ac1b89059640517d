// A model that writes a delta every so often, and the floor: the same deltas sent to readers by bare Node.
import { createServer } from "node:http";

const [everyMs] = process.argv.slice(2).map(Number);
const headers = { "content-type": "text/event-stream" };
const frame = (value) => `data: ${JSON.stringify(value)}\n\n`;

/** Each line of words carries when it was written. */
const words = () => `${Date.now()} and a few words more `;

function pace(response, write, count = Number.POSITIVE_INFINITY, end = () => {}) {
  // Nobody begins at the same moment as another.
  const start = setTimeout(() => {
    let left = count;
    const timer = setInterval(() => {
      if (left-- > 0) {
        write();
        return;
      }
      clearInterval(timer);
      end();
    }, everyMs);
    response.once("close", () => clearInterval(timer));
  }, Math.random() * everyMs);
  response.once("close", () => clearTimeout(start));
}

const chat = (delta, finish_reason = null) =>
  frame({ id: "c", object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason }] });

const server = createServer((request, response) => {
  request.resume();
  response.writeHead(200, headers);
  if (request.method === "POST") {
    response.write(chat({ role: "assistant", content: "" }));
    // Of any length, so that they do not all end together.
    pace(
      response,
      () => response.write(chat({ content: words() })),
      100 + Math.random() * 600,
      () => {
        response.write(chat({}, "stop"));
        response.end("data: [DONE]\n\n");
      },
    );
    return;
  }
  let offset = 0;
  const base = { type: "text.delta", sessionId: "ses_bare0123456789", messageId: "msg_bare0123456789" };
  response.write("retry: 1000\n\n");
  pace(response, () => {
    const text = words();
    response.write(frame({ ...base, at: Date.now(), offset, text }));
    offset += text.length;
  });
});
server.listen(0, "127.0.0.1", () => process.stdout.write(`${JSON.stringify(server.address())}\n`));
