"""Files that are whole as soon as they have their names.

    publish("plan.json", lambda file: file.write(b"{}"))
    write_json("plan.json", {})
"""

import json
import os


def publish(path, write):
    """A file that is whole as soon as it has its name, and stays so when power fails."""
    with open(path + ".unfinished", "wb") as file:
        write(file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(path + ".unfinished", path)


def write_json(path, value):
    publish(path, lambda file: file.write((json.dumps(value, indent=1) + "\n").encode()))


def read_json(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)
