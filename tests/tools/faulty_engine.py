#!/usr/bin/env python3
"""faulty_engine.py - an outside player and evaluator with one injected fault.
Use: faulty_engine.py FAULT [--after N] [--once FILE] [--pad BYTES]
FAULT: exit, orphan (exits, but its child holds the connection open), kill, hang, garbage, half,
       long, zero, eof, illegal, refuse, text, number, policy, none; in the answer to hello:
       version, silent
The fault occurs from the N-th "go" or "evaluate" on (default 1); with --once only if FILE
does not exist, which it then creates. Evaluations have as many bytes of padding. Needs only Python 3; positions are evaluated as texts.
"""

import argparse
import json
import os
import signal
import sys
import time


def write(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def logits(request):
    return [[0] * len(legal) for legal in request.get("legal", [])]


def misbehave(fault, request):
    """Commits the fault; returns the text of a faulty answer."""
    answer = {"id": request["id"], "action": "x"}
    count = request.get("count", 0)
    if fault == "orphan" and os.fork() == 0:
        time.sleep(1000)
    if fault in ("exit", "orphan"):
        sys.exit(7)
    if fault == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    if fault in ("hang", "silent"):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        while True:
            time.sleep(1000)
    if fault == "eof":
        os.close(0)
        os.close(1)
        time.sleep(0.2)
        os._exit(0)
    if fault == "half":
        write('{"id": ')
        os._exit(0)
    if fault == "long":
        write("x" * (1 << 24) + "x" * 10000)
        time.sleep(1000)
    return {"garbage": "this is no JSON\n", "zero": "{}\0\n", "text": '"a text"\n',
            "illegal": json.dumps(answer) + "\n",
            "refuse": json.dumps({"id": request["id"], "error": "no \x1b[31mtime"}) + "\n",
            "number": json.dumps({"id": request["id"], "values": [2] * count,
                                  "logits": logits(request)}) + "\n",
            "policy": json.dumps({"id": request["id"], "values": [0.5] * count,
                                  "logits": [[0]] * count}) + "\n"}[fault]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("fault")
    parser.add_argument("--after", type=int, default=1)
    parser.add_argument("--once")
    parser.add_argument("--pad", type=int, default=0)
    call, asked, position = parser.parse_args(), 0, {}
    for line in sys.stdin:
        request = json.loads(line)
        what, answer = request["request"], {"id": request["id"]}
        wrong = call.fault != "none" and not (call.once and os.path.exists(call.once))
        if what == "hello":
            if call.fault == "silent":
                misbehave("hang", request)
            answer |= {"protocol": 2 if call.fault == "version" else 1, "name": "faulty",
                       "version": "1", "can": ["go", "evaluate"]}
        elif what == "position":
            position = request
        elif what in ("go", "evaluate"):
            asked += 1
            if wrong and asked >= call.after:
                if call.once:
                    open(call.once, "w").close()
                write(misbehave(call.fault, request))
                continue
            if what == "go":
                answer["action"] = position["legal"][0]
            else:
                answer["values"] = [0.5] * request["count"]
                answer |= {"logits": logits(request), "pad": "x" * call.pad}
        write(json.dumps(answer) + "\n")
        if what == "quit":
            break


if __name__ == "__main__":
    main()
