#!/usr/bin/python3
"""Flips single bits of complete files of games and runs the commands that read them.

Every command must report an error or answer as before. The files are a shard and a
merged file.

Use: flip_campaign.py [--layers FOLDER] [--flips NUMBER] [NAME ...]
"""
import os
import random
import sys

import campaign
from campaign import Campaign, copy
from scenarios import PLAY, Scenario

READING = ("verify {} --quiet", "info {}", "metrics {} --json", "show {} --game 1",
           "export {} -o out.h5 --force")
MERGE = "merge run -o all.h5 --quiet"
# By name: commands that make the files, the file with the flipped bit, the file to read.
FILES = {
    "shard": ([PLAY], "run/shard-000000.h5", "run/shard-000000.h5"),
    "merged": ([PLAY, MERGE], "all.h5", "all.h5"),
}
SCENARIOS = [Scenario(name, "games seesaw", made=made)
             for name, (made, _, _) in FILES.items()]


class Flips(Campaign):
    log_name = "FLIP_LOG"

    def environment(self, folder):
        return {}

    def read_log(self, path):
        _, self.turned, read = FILES[self.scenario.name]
        self.calls = [call.format(read) for call in READING]
        self.answers = []
        for call in self.calls:
            done = self.run(call, self.whole)
            self.expect_done(done, call)
            self.answers.append((done.stdout, self.exported(self.whole)))

    @staticmethod
    def exported(folder):
        """The bytes of the exported file; empty if there is none."""
        path = os.path.join(folder, "out.h5")
        if not os.path.exists(path):
            return b""
        with open(path, "rb") as file:
            return file.read()

    def points(self, index):
        """Bits, spread over the file."""
        bits = 8 * os.path.getsize(os.path.join(self.base, self.turned))
        flips = min(self.options.flips, bits)
        chance = random.Random(index)
        return sorted({i * bits // flips + chance.randrange(max(bits // flips, 1))
                       for i in range(flips)})

    def name_of(self, point):
        return f"bit {point % 8} of byte {point // 8}"

    def tried(self, point, folder):
        """How many commands reject the file, and what is wrong."""
        copy(self.base, folder)
        with open(os.path.join(folder, self.turned), "r+b") as file:
            file.seek(point // 8)
            byte = file.read(1)[0] ^ (1 << point % 8)
            file.seek(point // 8)
            file.write(bytes([byte]))
        wrong, refused = [], 0
        for call, answer in zip(self.calls, self.answers):
            done = self.run(call, folder)
            refuses = done.returncode == 2 and done.stderr.startswith("fulcrum") or \
                done.returncode == 1 and call.startswith("verify")
            refused += refuses
            if not refuses and (done.returncode != 0 or
                                (done.stdout, self.exported(folder)) != answer):
                wrong.append(f"{call}: status {done.returncode}, another answer: "
                             f"{done.stdout[:100]} {done.stderr[:200]}")
        return refused, wrong

    def summary(self, points, said_by):
        refused = [said for _, said in said_by]
        return (f"{len(points)} flips, {sum(refused)} of {len(points) * len(READING)} calls "
                f"refused, {sum(count == 0 for count in refused)} flips without any")


def main():
    parser = campaign.parser_of(__doc__)
    parser.add_argument("--flips", type=int, default=186, help="number of bits per file")
    return campaign.run(parser.parse_args(), SCENARIOS, Flips, "flip-campaign-")


if __name__ == "__main__":
    sys.exit(main())
