// The full surface of server-everything, through the TypeScript SDK's client,
// with and without the wrapper: prints what both see, and whether it is equal.
//
//   npm install --prefix DIR @modelcontextprotocol/sdk @modelcontextprotocol/server-everything@2026.8.31
//   NODE_PATH=DIR/node_modules node tests/wrap/surface.mjs DIR target/release/plimsoll
import { createRequire } from "node:module";
import path from "node:path";
import { spawn } from "node:child_process";
import { pathToFileURL } from "node:url";

const [folder, plimsoll] = process.argv.slice(2);
const from = createRequire(path.resolve(folder, "package.json"));
const load = (name) => import(pathToFileURL(from.resolve(`@modelcontextprotocol/sdk/${name}`)));
const { Client } = await load("client/index.js");
const { StdioClientTransport } = await load("client/stdio.js");
const { StreamableHTTPClientTransport } = await load("client/streamableHttp.js");
const types = await load("types.js");

const bin = path.resolve(folder, "node_modules/.bin/mcp-server-everything");

/** What a client sees of a server, as plain data. */
async function seen(transport) {
  const client = new Client(
    { name: "surface", version: "1" },
    { capabilities: { sampling: {}, elicitation: { form: {} }, roots: { listChanged: true } } },
  );
  const asked = [];
  client.setRequestHandler(types.CreateMessageRequestSchema, (request) => {
    asked.push(["sampling", request.params.maxTokens]);
    return { model: "m", role: "assistant", content: { type: "text", text: "sampled" } };
  });
  client.setRequestHandler(types.ElicitRequestSchema, () => {
    asked.push(["elicitation"]);
    return { action: "accept", content: {} };
  });
  client.setRequestHandler(types.ListRootsRequestSchema, () => {
    asked.push(["roots"]);
    return { roots: [{ uri: "file:///p", name: "p" }] };
  });
  await client.connect(transport);
  const log = { version: client.getServerVersion(), capabilities: client.getServerCapabilities(), instructions: client.getInstructions() };
  const attempt = async (name, action) => {
    try {
      log[name] = await action();
    } catch (error) {
      log[name] = { error: String(error.message), code: error.code, data: error.data };
    }
  };
  await new Promise((done) => setTimeout(done, 1500));
  await attempt("tools", () => client.listTools());
  await attempt("ping", () => client.ping());
  await attempt("resources", () => client.listResources());
  await attempt("templates", () => client.listResourceTemplates());
  await attempt("prompts", () => client.listPrompts());
  const resource = log.resources?.resources?.[0]?.uri;
  await attempt("read", () => client.readResource({ uri: resource }));
  await attempt("subscribe", () => client.subscribeResource({ uri: resource }));
  await attempt("unsubscribe", () => client.unsubscribeResource({ uri: resource }));
  await attempt("missing", () => client.readResource({ uri: "demo://none" }));
  await attempt("level", () => client.setLoggingLevel("debug"));
  for (const prompt of log.prompts?.prompts ?? []) {
    const args = Object.fromEntries((prompt.arguments ?? []).map((each) => [each.name, "1"]));
    await attempt(`prompt ${prompt.name}`, () => client.getPrompt({ name: prompt.name, arguments: args }));
  }
  await attempt("complete", () =>
    client.complete({ ref: { type: "ref/prompt", name: "completable-prompt" }, argument: { name: "department", value: "E" } }),
  );
  const calls = {
    echo: { message: "ahoj \u2693" },
    "get-sum": { a: 1, b: 2 },
    "get-tiny-image": {},
    "get-structured-content": { location: "Chicago" },
    "get-annotated-message": { messageType: "error", includeImage: true },
    "get-resource-links": { count: 2 },
    "get-resource-reference": { resourceType: "Text", resourceId: 1 },
    "trigger-sampling-request": { prompt: "p", maxTokens: 10 },
    "trigger-elicitation-request": {},
    "get-roots-list": {},
    none: {},
  };
  for (const [name, args] of Object.entries(calls)) {
    await attempt(`call ${name}`, () => client.callTool({ name, arguments: args }));
  }
  const progress = [];
  await attempt("progress", () =>
    client.callTool({ name: "trigger-long-running-operation", arguments: { duration: 1, steps: 4 } }, undefined, {
      onprogress: (step) => progress.push(step),
    }),
  );
  log.steps = progress;
  const stop = new AbortController();
  setTimeout(() => stop.abort("enough"), 300);
  await attempt("cancelled", () =>
    client.callTool({ name: "trigger-long-running-operation", arguments: { duration: 30, steps: 3 } }, undefined, { signal: stop.signal }),
  );
  await attempt("unknown", () => client.request({ method: "x/unknown", params: { a: 1 } }, types.EmptyResultSchema));
  log.asked = asked;
  await client.close();
  return log;
}

const same = (a, b) => JSON.stringify(a, null, 1) === JSON.stringify(b, null, 1);

/**
 * What the SDK's own client makes uncertain: it may drop a progress that comes
 * with the answer, and over Streamable HTTP it takes a stream up again that has
 * ended, and hears requests and progress of before once more.
 */
function certain(log, http) {
  const once = (list) => [...new Map(list.map((each) => [JSON.stringify(each), each])).values()];
  return { ...log, steps: once(log.steps).slice(0, 3), asked: http ? once(log.asked) : log.asked };
}

/** Names what differs; answers with times in them are compared without. */
function compare(title, bareLog, wrappedLog, http = false) {
  const [bare, wrapped] = [certain(bareLog, http), certain(wrappedLog, false)];
  const keys = [...new Set([...Object.keys(bare), ...Object.keys(wrapped)])];
  const plain = (value) => JSON.parse(JSON.stringify(value ?? null).replace(/\d{4}-\d\d-\d\dT[\d:.]+Z|\d{1,2}:\d\d:\d\d( [AP]M)?/g, "TIME"));
  const different = keys.filter((key) => !same(plain(bare[key]), plain(wrapped[key])));
  console.log(`${title}: ${keys.length - different.length} of ${keys.length} equal`);
  for (const key of different) {
    console.log(`  ${key}\n    bare    ${JSON.stringify(bare[key])?.slice(0, 300)}\n    wrapped ${JSON.stringify(wrapped[key])?.slice(0, 300)}`);
  }
  return different.length;
}

const stdio = (command, args) => new StdioClientTransport({ command, args, stderr: "ignore" });
let wrong = 0;
const bare = await seen(stdio(bin, ["stdio"]));
console.log(`answered: ${Object.keys(bare).length} parts, asked of the client: ${JSON.stringify(bare.asked)}`);
for (const rule of [[], ["--except", "no_such_*"], ["--max-description", "100000"]]) {
  const wrapped = await seen(stdio(plimsoll, ["wrap", ...rule, "--", bin, "stdio"]));
  wrong += compare(`stdio, wrap ${rule.join(" ")}`, bare, wrapped);
}
const port = String(20000 + (process.pid % 20000));
for (const kind of ["streamableHttp", "sse"]) {
  const server = spawn(bin, [kind], { env: { ...process.env, PORT: port }, stdio: "ignore" });
  await new Promise((done) => setTimeout(done, 3000));
  const url = `http://127.0.0.1:${port}/${kind === "sse" ? "sse" : "mcp"}`;
  try {
    const { SSEClientTransport } = await load("client/sse.js");
    const direct = kind === "sse" ? new SSEClientTransport(new URL(url)) : new StreamableHTTPClientTransport(new URL(url));
    const bareHttp = await seen(direct);
    wrong += compare(`${kind}`, bareHttp, await seen(stdio(plimsoll, ["wrap", "--url", url])), true);
    wrong += compare(`${kind}, rule`, bareHttp, await seen(stdio(plimsoll, ["wrap", "--except", "no_such_*", "--url", url])), true);
  } finally {
    server.kill();
    await new Promise((done) => setTimeout(done, 500));
  }
}
process.exit(wrong ? 1 : 0);
