#!/usr/bin/env python3
"""FCL's and parry's continuous queries beside `closecall sweep`, on legs of flights: who is right, and how long it takes.

    cargo build --release -p closecall-cli
    python lab/bench/toi/peers.py target/release/closecall PEERS_BIN FLIGHT_DIR… [--legs 12] [--apart 40]

PEERS_BIN has `run_fcl` and `parry_runner`, which answer `--mode toi` for every leg between rows of a folder's
`poses.csv`; what is not there is left out. FCL turns and moves (conservative advancement on RSS); parry's cast
of two meshes only moves, so that legs without a turn are asked too. A peer is wrong where it calls a leg free on which
closecall found a contact that the exact test confirms, or finds one on a leg that is proved free.
"""

import argparse
import csv
import json
import pathlib
import subprocess
import tempfile

LIMIT_S = 100


def rows_of(flight):
    with open(flight / "poses.csv") as file:
        table = [row for row in csv.reader(file) if row]
    header = [name.strip('"') for name in table[0]]
    first = header.index("tx")
    return [[float(x) for x in row[first:first + 7]] for row in table[1:]]


def write(folder, rows):
    lines = [",".join(repr(x) for x in row) for row in rows]
    (folder / "poses.csv").write_text("tx,ty,tz,qw,qx,qy,qz\n" + "\n".join(lines) + "\n")


def closecall(program, folder, legs):
    """(free, hits or undecided; µs) of every leg."""
    answers = []
    for leg in legs:
        write(folder, leg)
        run = subprocess.run(
            [program, "sweep", folder / "env.tree", folder / "obj.tree", "--path", folder / "poses.csv", "--json"],
            capture_output=True, text=True)
        found = json.loads(run.stdout)
        answers.append((found["result"], found["answer_ms"] * 1e3))
    return answers


def peer(command, folder, legs):
    """(free or hits, µs) of every leg; None where the time ran out."""
    answers, left = [], LIMIT_S
    for leg in legs:
        write(folder, leg)
        out = folder / "out.txt"
        try:
            run = subprocess.run([*command, "--mode", "toi", "--reps", "1", "--out", out, folder],
                                 capture_output=True, text=True, timeout=max(left, 1))
        except subprocess.TimeoutExpired:
            return answers
        figures = json.loads(run.stdout)
        value = float(out.read_text().splitlines()[0].split()[1])
        # The runner asks for a leg of no length too, after the last row.
        us = figures["mean_us"] * figures["poses"]
        left -= us / 1e6
        answers.append(("hits" if value > 0 else "free", us))
    return answers


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("peers", type=pathlib.Path)
    parser.add_argument("flights", nargs="+", type=pathlib.Path)
    parser.add_argument("--legs", type=int, default=12)
    parser.add_argument("--apart", type=int, default=40, help="rows from one end of a leg to the other")
    given = parser.parse_args()
    peers = {"FCL 0.7": [given.peers / "run_fcl", "--bv", "RSS"], "parry f64": [given.peers / "parry_runner", "--prec", "f64"]}
    print("| flight | motion | who | legs | free | hit | called free, but hits | called hit, but free | µs a leg |")
    print("|---|---|---|---:|---:|---:|---:|---:|---:|")
    for flight in given.flights:
        rows = rows_of(flight)
        starts = range(0, len(rows) - given.apart, max(1, (len(rows) - given.apart) // given.legs))
        turning = [[rows[k], rows[k + given.apart]] for k in starts][:given.legs]
        straight = [[a, b[:3] + a[3:]] for a, b in turning]
        for motion, legs in [("turning", turning), ("straight", straight)]:
            with tempfile.TemporaryDirectory() as name:
                folder = pathlib.Path(name)
                for body in ["env", "obj"]:
                    (folder / f"{body}.obj").symlink_to((flight / f"{body}.obj").resolve())
                    subprocess.run([given.program, "tree", "build", folder / f"{body}.obj", "-o", folder / f"{body}.tree"],
                                   check=True, capture_output=True)
                ours = closecall(given.program, folder, legs)
                tell(flight.name, motion, "closecall", ours, ours)
                for who, command in peers.items():
                    if not command[0].exists():
                        print(f"skipped: there is no {command[0]}")
                    elif who.startswith("FCL") or motion == "straight":
                        tell(flight.name, motion, who, peer(command, folder, legs), ours)


def tell(flight, motion, who, answers, ours):
    count = lambda what: sum(answer == what for answer, _ in answers)
    pairs = [(answer, true) for (answer, _), (true, _) in zip(answers, ours)]
    missed = sum(pair == ("free", "hits") for pair in pairs)
    made_up = sum(pair == ("hits", "free") for pair in pairs)
    us = sum(us for _, us in answers) / max(1, len(answers))
    print(f"| {flight} | {motion} | {who} | {len(answers)} | {count('free')} | {count('hits')} | {missed} | {made_up} | {us:.1f} |",
          flush=True)


if __name__ == "__main__":
    main()
