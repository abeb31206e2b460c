#!/usr/bin/env python3
"""server-everything through the Python SDK's client, with and without the wrapper.

    python3 -m venv DIR && DIR/bin/pip install mcp
    DIR/bin/python tests/wrap/surface.py target/release/plimsoll COMMAND ARGS…
"""
import asyncio
import json
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


def plain(value):
    return value.model_dump(mode="json", exclude_none=True) if hasattr(value, "model_dump") else value


async def seen(command):
    log = {}
    async with stdio_client(StdioServerParameters(command=command[0], args=command[1:])) as (read, write):
        async with ClientSession(read, write) as session:
            log["greeting"] = plain(await session.initialize())
            await asyncio.sleep(1.5)

            async def attempt(name, awaited):
                try:
                    log[name] = plain(await awaited)
                except Exception as error:  # noqa: BLE001
                    log[name] = repr(error)

            await attempt("tools", session.list_tools())
            await attempt("resources", session.list_resources())
            await attempt("templates", session.list_resource_templates())
            await attempt("prompts", session.list_prompts())
            await attempt("ping", session.send_ping())
            await attempt("echo", session.call_tool("echo", {"message": "ahoj \u2693"}))
            await attempt("sum", session.call_tool("get-sum", {"a": 1, "b": 2}))
            await attempt("bad", session.call_tool("get-sum", {"a": "x"}))
            await attempt("none", session.call_tool("none", {}))
            await attempt("structured", session.call_tool("get-structured-content", {"location": "Chicago"}))
            await attempt("time", session.call_tool("convert_time", {"source_timezone": "UTC", "time": "12:00", "target_timezone": "Asia/Tokyo"}))
    return json.loads(json.dumps(log))


async def main():
    plimsoll, *command = sys.argv[1:]
    bare = await seen(command)
    wrong = 0
    for rule in ([], ["--except", "no_such_*"]):
        wrapped = await seen([plimsoll, "wrap", *rule, "--", *command])
        different = [key for key in bare if bare[key] != wrapped.get(key)]
        wrong += len(different)
        print(f"wrap {' '.join(rule)}: {len(bare) - len(different)} of {len(bare)} equal {different or ''}")
    sys.exit(bool(wrong))


asyncio.run(main())
