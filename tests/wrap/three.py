#!/usr/bin/env python3
"""Three real servers in a Cursor configuration: wrapped, used, and back again.

    python3 tests/wrap/three.py PLIMSOLL NPM-FOLDER VENV

One from npm and one from PyPI as programs, one behind Streamable HTTP. Shows
what the client's list weighs before and after in characters, finds and calls a
tool of each through the wrapper, unwraps, and compares the bytes. The home is
a throw-away one. Standard library only.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

plimsoll, npm, venv = (os.path.abspath(path) for path in sys.argv[1:4])
everything = f"{npm}/node_modules/.bin/mcp-server-everything"
port = str(20000 + os.getpid() % 20000)
home = pathlib.Path(tempfile.mkdtemp(prefix="three-"))
environment = {"HOME": str(home), "PATH": os.environ["PATH"]}
config = home / ".cursor/mcp.json"
config.parent.mkdir()
config.write_text(
    """{
  // by hand
  "mcpServers": {
    "files": { "command": %s,
               "args": [ %s ] },
    "clock": {"command": %s},
    "remote": {
      "url" : "http://127.0.0.1:%s/mcp",
      "headers": { "X-Key": "${env:THREE_KEY}" }, // from the environment
    },
  },
}
"""
    % (*map(json.dumps, (f"{npm}/node_modules/.bin/mcp-server-filesystem", str(home), f"{venv}/bin/mcp-server-time")), port)
)
before = config.read_bytes()


def run(*words):
    done = subprocess.run([plimsoll, *words], env=environment, cwd=home, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{words}: {done.stdout}{done.stderr}")
    return done.stdout


def talk(command, arguments, variables, requests):
    """The answers to some requests after the handshake."""
    process = subprocess.Popen([command, *arguments], env={**environment, **variables}, stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    greeting = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "three", "version": "1"}}
    answers = []
    for number, (method, params) in enumerate([("initialize", greeting), *requests]):
        process.stdin.write(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}) + "\n")
        process.stdin.flush()
        for line in process.stdout:
            message = json.loads(line)
            if message.get("id") == number and "method" not in message:
                answers.append(message.get("result", message))
                break
        if number == 0:
            process.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
    process.stdin.close()
    process.wait(15)
    return answers


server = subprocess.Popen([everything, "streamableHttp"], env={**os.environ, "PORT": port}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
try:
    time.sleep(4)
    bare = {"files": talk(f"{npm}/node_modules/.bin/mcp-server-filesystem", [str(home)], {}, [("tools/list", {})])[1],
            "clock": talk(f"{venv}/bin/mcp-server-time", [], {}, [("tools/list", {})])[1],
            "remote": talk(plimsoll, ["wrap", "--url", f"http://127.0.0.1:{port}/mcp"], {}, [("tools/list", {})])[1]}
    run("apply", *(word for name in bare for word in ("--set", f"cursor:user/{name}=wrap:defer")))
    wrapped = "\n".join(line.split(" // ")[0] for line in config.read_text().splitlines() if not line.strip().startswith("//"))
    for end in ("}", "]"):
        for blank in ("", "\n  ", "\n    ", "\n", " "):
            wrapped = wrapped.replace(f",{blank}{end}", f"{blank}{end}")
    entries = json.loads(wrapped)["mcpServers"]
    calls = {"files": ("list allowed directories", "list_allowed_directories", {}),
             "clock": ("time in another zone", "convert_time", {"source_timezone": "UTC", "time": "12:00", "target_timezone": "Asia/Tokyo"}),
             "remote": ("add two numbers", "get-sum", {"a": 2, "b": 40})}
    for name, entry in entries.items():
        words, tool, arguments = calls[name]
        variables = {"X-Key": "k"} if name == "remote" else {}
        greeting, listed, found, called = talk(entry["command"], entry["args"], variables, [
            ("tools/list", {}),
            ("tools/call", {"name": "find_tools", "arguments": {"query": words}}),
            ("tools/call", {"name": "call_tool", "arguments": {"name": tool, "arguments": arguments}})])
        many, two = bare[name]["tools"], listed["tools"]
        first = json.loads(found["content"][0]["text"].splitlines()[0])["name"]
        print(f"{name}: {len(many)} tools, {len(json.dumps(many)):,} characters -> {len(two)} tools, {len(json.dumps(two)):,};"
              f" `{words}` finds {first}; {tool} answers {called['content'][0]['text'][:70]!r}")
        assert len(two) == 2 and not called.get("isError"), (listed, called)
    run("unwrap", "--all")
    assert config.read_bytes() == before, config.read_text()
    print("unwrapped: the same bytes")
finally:
    server.kill()
