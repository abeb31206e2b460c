#!/usr/bin/env python3
"""What a wrapper costs, against the bare server and against a peer, in one run.

    python3 tests/wrap/bench.py --plimsoll target/release/plimsoll \
        [--peer NAME 'COMMAND … with {server} where the server's command goes']…

Standard library only. Everything is measured on the same server, in turns, so
that a busy machine is busy for all.
"""
import argparse
import json
import os
import shlex
import statistics
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SERVER = [sys.executable, "-S", "-E", os.path.join(HERE, "server.py")]


class Session:
    """A client of one server or wrapper; blocking, raw pipes."""

    def __init__(self, command):
        self.began = time.perf_counter()
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.read, self.write = self.process.stdout.fileno(), self.process.stdin.fileno()
        self.rest, self.id = b"", 0

    def say(self, message):
        data = json.dumps(message).encode() + b"\n"
        while data:
            data = data[os.write(self.write, data):]

    def line(self):
        pieces = [self.rest]
        while b"\n" not in pieces[-1]:
            piece = os.read(self.read, 1 << 20)
            if not piece:
                raise SystemExit("the server ended")
            pieces.append(piece)
        line, _, self.rest = b"".join(pieces).partition(b"\n")
        return line

    def ask(self, method, params):
        self.id += 1
        self.say({"jsonrpc": "2.0", "id": self.id, "method": method, "params": params})
        while True:
            line = self.line()
            message = json.loads(line) if len(line) < 1 << 16 else {"id": self.id, "size": len(line)}
            if message.get("id") == self.id and "method" not in message:
                return message

    def greet(self):
        self.ask("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}})
        self.say({"jsonrpc": "2.0", "method": "notifications/initialized"})
        tools = self.ask("tools/list", {})["result"]["tools"]
        return time.perf_counter() - self.began, tools

    def end(self):
        self.process.stdin.close()
        self.process.wait(10)


def processes(root):
    """The processes of a tree, children last."""
    children = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            fields = open(f"/proc/{name}/stat").read().rpartition(")")[2].split()
            children.setdefault(int(fields[1]), []).append(int(name))
        except OSError:
            pass
    found = [root]
    for pid in found:
        found += children.get(pid, [])
    return found


def memory(pid, field):
    for line in open(f"/proc/{pid}/status"):
        if line.startswith(field):
            return int(line.split()[1]) / 1024


def own(session):
    """The wrapper's own processes: all but the server's."""
    server = "\0".join(SERVER).encode() + b"\0"
    return [pid for pid in processes(session.process.pid) if open(f"/proc/{pid}/cmdline", "rb").read() != server]


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--plimsoll", required=True)
    parser.add_argument("--peer", nargs=2, action="append", default=[], metavar=("NAME", "COMMAND"))
    parser.add_argument("--calls", type=int, default=3000)
    parser.add_argument("--starts", type=int, default=20)
    return parser.parse_args()


def main():
    args = arguments()
    wrap = [args.plimsoll, "wrap"]
    ways = {
        "bare": SERVER,
        "plimsoll, no rule": [*wrap, "--", *SERVER],
        "plimsoll --only": [*wrap, "--only", "get_*", "--", *SERVER],
        "plimsoll --defer": [*wrap, "--defer", "--", *SERVER],
    }
    for name, command in args.peer:
        words = []
        for word in shlex.split(command):
            words += SERVER if word == "{server}" else [word.replace("{server_line}", shlex.join(SERVER))]
        ways[name] = words

    starts = {name: [] for name in ways}
    for _ in range(args.starts):
        for name, command in ways.items():
            session = Session(command)
            took, tools = session.greet()
            starts[name].append(took * 1000)
            session.end()
            del tools

    sessions, taken = {}, {name: [] for name in ways}
    for name, command in ways.items():
        sessions[name] = Session(command)
        sessions[name].greet()

    def call(name, arguments):
        if name == "plimsoll --defer":
            return {"name": "call_tool", "arguments": {"name": "get_echo", "arguments": arguments}}
        return {"name": "get_echo", "arguments": arguments}

    for _ in range(args.calls // 50):
        for name, session in sessions.items():
            for _ in range(50):
                began = time.perf_counter()
                session.ask("tools/call", call(name, {"text": "hello"}))
                taken[name].append((time.perf_counter() - began) * 1000)

    print("| way | start ms | over bare | call p50 ms | over bare | call p99 ms | over bare | resident MB | 1,000 at once ms | in order | 50 MB: ms | peak MB |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|--:|---|--:|--:|")
    base = None
    for name, session in sessions.items():
        pids = own(session) if name != "bare" else []
        resident = sum(memory(pid, "VmRSS") for pid in pids)
        began = time.perf_counter()
        for number in range(1000):
            session.say({"jsonrpc": "2.0", "id": 100000 + number, "method": "tools/call", "params": call(name, {"text": "x"})})
        order = []
        while len(order) < 1000:
            message = json.loads(session.line())
            if message.get("id", 0) >= 100000:
                order.append(message["result"].get("_meta", {}).get("seq", 0))
        pipelined = (time.perf_counter() - began) * 1000
        began = time.perf_counter()
        session.ask("tools/call", call(name, {"bytes": 50_000_000}))
        large = (time.perf_counter() - began) * 1000
        peak = sum(memory(pid, "VmHWM") for pid in pids)
        session.end()
        p50 = statistics.median(taken[name])
        p99 = statistics.quantiles(taken[name], n=100)[98]
        start = statistics.median(starts[name])
        base = base or (start, p50, p99)
        ordered = "yes" if order == sorted(order) and order[0] else "no"
        print(f"| {name} | {start:.0f} | {start - base[0]:+.0f} | {p50:.3f} | {p50 - base[1]:+.3f} | {p99:.3f} | {p99 - base[2]:+.3f} | "
              f"{resident:.1f} | {pipelined:.0f} | {ordered} | {large:.0f} | {peak:.1f} |")


main()
