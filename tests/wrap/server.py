#!/usr/bin/env python3
"""A server that costs little: what stands in front of it is what is measured.

Usage: server.py [TOOLS]. `get_echo` answers at once, `get_big` with as many
bytes as asked for; every answer counts up `seq`, so that its order can be told.
"""
import json
import sys

count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
text = {"type": "object", "properties": {"text": {"type": "string"}, "bytes": {"type": "integer"}}}
tools = [
    {"name": name, "description": f"Does what {name} says, and says that it did. " * 4, "inputSchema": text,
     "annotations": {"readOnlyHint": True}}
    for name in ["get_echo", "get_big"] + [f"get_thing_{n}" for n in range(count - 2)]
]
greeting = {"capabilities": {"tools": {"listChanged": True}}, "serverInfo": {"name": "costs-little", "version": "1"}}
seq = 0
out = sys.stdout.buffer
for line in sys.stdin.buffer:
    message = json.loads(line)
    if "id" not in message or "method" not in message:
        continue
    identity, method = json.dumps(message["id"]), message["method"]
    if method == "initialize":
        result = json.dumps({**greeting, "protocolVersion": message["params"]["protocolVersion"]})
    elif method == "tools/list":
        result = json.dumps({"tools": tools})
    elif method == "tools/call":
        seq += 1
        size = message["params"].get("arguments", {}).get("bytes", 1)
        result = '{"content":[{"type":"text","text":"%s"}],"_meta":{"seq":%d}}' % ("x" * size, seq)
    else:
        result = "{}"
    out.write(b'{"jsonrpc":"2.0","id":%s,"result":%s}\n' % (identity.encode(), result.encode()))
    out.flush()
