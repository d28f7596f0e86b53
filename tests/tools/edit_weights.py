#!/usr/bin/env python3
"""Changes the texts about the network in a weights file, or a byte of its arrays.
Use: edit_weights.py FILE [KEY=TEXT ...] [--byte NUMBER]"""
import json
import sys

path, *words = sys.argv[1:]
with open(path, "rb") as file:
    header = json.loads(file.read(int.from_bytes(file.read(8), "little")))
    data = bytearray(file.read())
if "--byte" in words:
    data[int(words.pop())] ^= 1
    words.pop()
header["__metadata__"].update(word.split("=", 1) for word in words)
text = json.dumps(header).encode()
with open(path, "wb") as file:
    file.write(len(text).to_bytes(8, "little") + text + data)
