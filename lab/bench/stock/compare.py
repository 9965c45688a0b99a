"""Stock that a program cuts: `closecall mill --cut` beside plain voxels, and beside exact booleans.

    python3 compare.py CLOSECALL FOLDER [CELL...]

`hour`: an hour of roughing (F1500) around a dome in a block of 200 x 200 x 50 mm, with rapids through material that is left at seeded lines;
seconds, memory, volume and the rapids found, with cells of these sizes. `small`: random slots and holes in a small block; the volume that manifold3d
has for cutters of many corners, inside and outside of the true one, must lie in the interval. After a random line, the mesh of `--left-at` must
have that volume there, and at most what the band adds to it. FOLDER is for files. Needs gcc; manifold3d for `small`."""

import json
import math
import random
import re
import resource
import struct
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).parent
RADIUS = 5.0


def dome(z):
    """The radius of the dome that stays, at a height from -50 to 0."""
    return 70.0 * math.sqrt(max(0.0, 1.0 - ((z + 50.0) / 50.0) ** 2)) + 8.0


def hour(rng):
    """Moves (from, to, rapid), and which of them are wrong rapids."""
    moves, wrong, at = [], set(), (0.0, 0.0, 30.0)

    def go(x, y, z, rapid=False):
        nonlocal at
        to = (round(x, 3), round(y, 3), round(z, 3))
        moves.append((at, to, rapid))
        at = to

    length, layer = 0.0, 0
    while length < 90_000.0:
        layer += 1
        z, keep = -1.2 * layer, dome(-1.2 * layer) + RADIUS
        for row in range(33):
            y = -96.0 + 6.0 * row
            half = math.sqrt(keep * keep - y * y) if abs(y) < keep else 0.0
            spans = [(-106.0, -half), (half, 106.0)] if half else [(-106.0, 106.0)]
            if row % 2:
                spans = [(b, a) for a, b in reversed(spans)]
            for a, b in spans:
                go(at[0], at[1], 5.0, True)
                go(a, y, 5.0, True)
                go(a, y, z)
                steps = max(1, round(abs(b - a) / 2.0))
                for k in range(1, steps + 1):
                    go(a + (b - a) * k / steps, y, z)
                length += abs(b - a)
        if layer % 2 == 0:
            # Straight through the dome.
            go(at[0], at[1], 5.0, True)
            x = rng.uniform(-20.0, 20.0)
            go(x, -106.0, 5.0, True)
            go(x, -106.0, -3.0 - layer / 6, True)
            wrong.add(len(moves))
            go(x, 106.0, -3.0 - layer / 6, True)
            go(x, 106.0, 5.0, True)
    go(at[0], at[1], 30.0, True)
    return moves, wrong


def program(moves):
    lines = ["G21 G90"]
    for _, (x, y, z), rapid in moves:
        lines.append(f"G{0 if rapid else 1} X{x} Y{y} Z{z}" + ("" if rapid else " F1500"))
    return "\n".join(lines + ["M30", ""])


def timed(command, text=None):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begin = time.time()
    done = subprocess.run(["/usr/bin/time", "-f", "%M kB %U user", *map(str, command)], input=text, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    memory = int(re.findall(r"(\d+) kB", done.stderr)[-1]) / 1024
    return done.stdout, after.ru_utime - before.ru_utime, time.time() - begin, memory


def volume_of(stl):
    """The volume within a binary STL file."""
    data, volume = stl.read_bytes(), 0.0
    for at in range(84, len(data), 50):
        ax, ay, az, bx, by, bz, cx, cy, cz = struct.unpack_from("<9f", data, at + 12)
        volume += (ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)) / 6.0
    return volume


def closecall(program_file, folder, low, high, cell, tool, *more):
    part = folder / "far.obj"
    write_box(part, [900.0] * 3, [901.0] * 3)
    stock = ",".join(map(str, [*low, *high]))
    command = [sys.argv[1], "mill", part, program_file, "--tool", tool, "--cut", f"--stock={stock}", "--cell", cell, "--start", "0,0,30", "--json", *more]
    out, user, wall, memory = timed(command)
    return json.loads(out), user, wall, memory


def write_box(file, low, high):
    corner = [[(low, high)[i >> k & 1][k] for k in range(3)] for i in range(8)]
    faces = [(0, 2, 3), (0, 3, 1), (4, 5, 7), (4, 7, 6), (0, 1, 5), (0, 5, 4), (2, 6, 7), (2, 7, 3), (0, 4, 6), (0, 6, 2), (1, 3, 7), (1, 7, 5)]
    text = "\n".join("f " + " ".join(str(i + 1) for i in face) for face in faces)
    file.write_text("\n".join("v {} {} {}".format(*p) for p in corner) + "\n" + text + "\n")


def run_hour(folder, cells):
    moves, wrong = hour(random.Random(41))
    job = folder / "hour.nc"
    job.write_text(program(moves))
    low, high = (-100.0, -100.0, -50.0), (100.0, 100.0, 0.0)
    voxels = folder / "voxels"
    subprocess.run(["gcc", "-O3", "-march=native", "-o", voxels, HERE / "voxels.c", "-lm"], check=True)
    text = "".join("{} {} {} {} {} {} {}\n".format(*a, *b, int(rapid)) for a, b, rapid in moves)
    minutes = sum(math.dist(a, b) for a, b, rapid in moves if not rapid) / 1500.0
    print(f"{len(moves)} moves, {minutes:.0f} minutes of feed, {len(wrong)} rapids through material")
    for cell in cells:
        answer, user, wall, memory = closecall(job, folder, low, high, cell, f"flat:{2 * RADIUS}")
        found = {event["line"] - 1 for event in answer["events"] if event["kind"] == "rapid"}
        out, user_v, wall_v, memory_v = timed([voxels, *low, *high, cell, RADIUS], text)
        by_voxels = {int(n) + 1 for n in re.findall(r"rapid (\d+)", out)}
        volume = float(re.findall(r"volume ([\d.]+)", out)[0])
        wanted = {number + 1 for number in wrong}
        lo, hi = answer["stock"]["volume"]
        print(f"cell {cell}: closecall {user:.2f} s of CPU, {wall:.2f} s, {memory:.0f} MiB, band {answer['stock']['band']:.3f}, volume {lo:.0f} to {hi:.0f}, "
              f"{len(found)} rapids, missed {len(wanted - found)}, beyond the seeded {len(found - wanted)}, undecided blocks {answer['undecided_blocks']}")
        print(f"          voxels {user_v:.2f} s of CPU, {wall_v:.2f} s, {memory_v:.0f} MiB, volume {volume:.0f}, {len(by_voxels)} rapids, missed {len(wanted - by_voxels)}")


def run_small(folder):
    import manifold3d as m3

    def cutter(a, b, corners, radius):
        """The hull of a cylinder at both ends of a move."""
        points = []
        for x, y, z in (a, b):
            for top in (z, 60.0):
                points += [(x + radius * math.cos(math.tau * k / corners), y + radius * math.sin(math.tau * k / corners), top) for k in range(corners)]
        return m3.Manifold.hull_points(points)

    rng, within, at_lines = random.Random(42), 0, 0
    low, high, corners = (0.0, 0.0, -8.0), (20.0, 16.0, 0.0), 192
    for job in range(20):
        at, moves = (0.0, 0.0, 30.0), []
        for _ in range(12):
            x, y = rng.uniform(-4, 24), rng.uniform(-4, 20)
            for to, rapid in [((at[0], at[1], 5.0), True), ((x, y, 5.0), True), ((x, y, rng.uniform(-7, -0.5)), False)]:
                to = tuple(round(c, 3) for c in to)
                moves.append((at, to, rapid))
                at = to
            to = (round(rng.uniform(-4, 24), 3), round(rng.uniform(-4, 20), 3), at[2])
            moves.append((at, to, False))
            at = to
        moves.append((at, (at[0], at[1], 30.0), True))
        file = folder / "small.nc"
        file.write_text(program(moves))
        block = m3.Manifold.cube([h - l for l, h in zip(low, high)]).translate(low)

        def exactly(count):
            volumes = []
            for radius in (2.0, 2.0 / math.cos(math.pi / corners)):
                cuts = [cutter(a, b, corners, radius) for a, b, rapid in moves[:count] if not rapid]
                volumes.append((block - m3.Manifold.batch_boolean(cuts, m3.OpType.Add)).volume())
            return sorted(volumes)

        # The move with this number, from 1, is on the line after it.
        count, left = rng.randrange(4, len(moves)), folder / "left.stl"
        answer, *_ = closecall(file, folder, low, high, 0.1, "flat:4", "--left", left, "--left-at", count + 1)
        (lo, hi), exact, there = answer["stock"]["volume"], exactly(len(moves)), exactly(count)
        mesh = volume_of(left)
        at_lines += there[0] - 1e-3 <= mesh <= there[1] + hi - lo + 1e-3
        holds = lo <= exact[1] + 1e-6 and exact[0] - 1e-6 <= hi
        within += holds
        if not holds or job < 3:
            print(f"job {job}: closecall {lo:.2f} to {hi:.2f}, manifold3d {exact[0]:.2f} to {exact[1]:.2f}")
    print(f"{within} of 20 small jobs hold the volume of manifold3d, and {at_lines} after a line")


def main():
    folder = Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    run_hour(folder, [float(cell) for cell in sys.argv[3:]] or [1.0, 0.5])
    try:
        run_small(folder)
    except ImportError:
        print("small: left out, there is no manifold3d (pip install manifold3d)")


main()
