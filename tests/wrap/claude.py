#!/usr/bin/env python3
"""The real Claude Code with a deferred server: what is in context, and find, then call.

    npm install --prefix DIR @anthropic-ai/claude-code@2.1.332 @modelcontextprotocol/server-everything@2026.8.31
    python3 tests/wrap/claude.py PLIMSOLL CLAUDE COMMAND ARGS…

A stand-in for the model on loopback asks for `find_tools`, reads the name out of
its answer, and asks for `call_tool` with it. No account, no network, a throw-away
home. Standard library only.
"""
import http.server
import json
import os
import subprocess
import sys
import tempfile
import threading

plimsoll, claude, *server = sys.argv[1:]
plimsoll, claude = os.path.abspath(plimsoll), os.path.abspath(claude)
FIND, CALL = "mcp__demo__find_tools", "mcp__demo__call_tool"
seen, answers = [], []


def next_step(body):
    """What the model would say: the next of three steps."""
    names = [tool["name"] for tool in body.get("tools", []) if "name" in tool]
    if CALL not in names:
        return {"type": "text", "text": "ok"}
    seen[:] = sorted(name for name in names if name.startswith("mcp__"))
    last = body["messages"][-1]["content"]
    results = [part for part in last if isinstance(part, dict) and part.get("type") == "tool_result"]
    if not results:
        return {"type": "tool_use", "id": "find", "name": FIND, "input": {"query": "add two numbers", "max_results": 1}}
    content = results[-1]["content"]
    text = content if isinstance(content, str) else content[0]["text"]
    answers.append(text)
    if results[-1]["tool_use_id"] == "find":
        name = json.loads(text.splitlines()[0])["name"]
        return {"type": "tool_use", "id": "call", "name": CALL, "input": {"name": name, "arguments": {"a": 2, "b": 40}}}
    return {"type": "text", "text": "done"}


class Model(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        if "count_tokens" in self.path:
            return self.answer("application/json", json.dumps({"input_tokens": 1}))
        step = next_step(body)
        stop = "tool_use" if step["type"] == "tool_use" else "end_turn"
        start = {"id": "m", "type": "message", "role": "assistant", "model": body["model"], "content": [],
                 "stop_reason": None, "stop_sequence": None, "usage": {"input_tokens": 1, "output_tokens": 1}}
        if not body.get("stream"):
            return self.answer("application/json", json.dumps({**start, "content": [step], "stop_reason": stop}))
        empty = {**step, "input": {}} if stop == "tool_use" else {"type": "text", "text": ""}
        delta = {"type": "input_json_delta", "partial_json": json.dumps(step["input"])} if stop == "tool_use" else {"type": "text_delta", "text": step["text"]}
        events = [{"type": "message_start", "message": start},
                  {"type": "content_block_start", "index": 0, "content_block": empty},
                  {"type": "content_block_delta", "index": 0, "delta": delta},
                  {"type": "content_block_stop", "index": 0},
                  {"type": "message_delta", "delta": {"stop_reason": stop, "stop_sequence": None}, "usage": {"output_tokens": 1}},
                  {"type": "message_stop"}]
        self.answer("text/event-stream", "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events))

    def answer(self, kind, text):
        data = text.encode()
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


model = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Model)
threading.Thread(target=model.serve_forever, daemon=True).start()
home = tempfile.mkdtemp(prefix="claude-")
entry = {"command": plimsoll, "args": ["wrap", "--defer", "--name", "demo", "--", *server]}
with open(f"{home}/.claude.json", "w") as file:
    json.dump({"hasCompletedOnboarding": True, "mcpServers": {"demo": entry}}, file)
environment = {"PATH": os.environ["PATH"], "HOME": home, "ANTHROPIC_API_KEY": "dummy", "ENABLE_TOOL_SEARCH": "false",
               "ANTHROPIC_BASE_URL": f"http://127.0.0.1:{model.server_port}", "MCP_CONNECTION_NONBLOCKING": "0",
               "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "DISABLE_AUTOUPDATER": "1"}
done = subprocess.run([claude, "-p", "hello", "--allowedTools", f"{FIND},{CALL}"], cwd=home, env=environment,
                      stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120)
print(f"in context: {seen}")
for answer in answers:
    print(f"  heard: {answer[:160]!r}")
assert done.returncode == 0, done.stderr
assert seen == [CALL, FIND], seen
assert len(answers) == 2 and "42" in answers[1], answers
print("find, then call, reached the real server")
