"""Millions of poses on many machines, with Ray Data.

    import ray
    from closecall.ray import check

    verdicts = check(ray.data.read_parquet("poses.parquet"), "cell.tree", "gripper.tree")
    verdicts.write_parquet("verdicts")

A table of poses has the columns tx, ty, tz, qw, qx, qy, qz; a table of joint positions has a column
for every coordinate of the robot. All other columns go through as they are, an id among them; the
verdict is added: one row out for every row in. The scheduling, the streaming and the repeating of
what a lost worker had begun are Ray's.

From the command line:

    python -m closecall.ray check CELL.tree GRIPPER.tree poses.parquet -o verdicts
    python -m closecall.ray joints ROBOT.urdf joints.parquet -o verdicts --env table.stl
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

import numpy as np

from ._closecall import Model, Robot, World

POSE_COLUMNS = ("tx", "ty", "tz", "qw", "qx", "qy", "qz")


def open_model(path) -> Model:
    """A tree file is mapped and shared by the processes of a machine; a mesh is read."""
    return Model(os.fspath(path))


def _columns(batch, names, what):
    missing = [name for name in names if name not in batch]
    if missing:
        raise ValueError(f"the table of {what} has no column {', '.join(missing)}")
    return np.stack([np.asarray(batch[name], dtype=np.float64) for name in names], axis=1)


class PoseCheck:
    """Opens two models once per worker, then answers batches of poses.

    `question` is "collides" (a boolean column), "contacts" (how many pairs of triangles touch) or
    "distance" (columns `lo` and `hi`).
    """

    def __init__(self, a, b, question="collides", threads=1):
        self._a, self._b = open_model(a), open_model(b)
        self._question, self._threads = question, threads
        if question not in ("collides", "contacts", "distance"):
            raise ValueError(f"there is no question {question!r}")

    def __call__(self, batch):
        poses = _columns(batch, POSE_COLUMNS, "poses")
        ask = getattr(self._a, self._question)
        answer = ask(self._b, poses, threads=self._threads)
        if self._question == "collides":
            found = {"collides": answer}
        elif self._question == "contacts":
            found = {"contacts": np.array([len(pairs) for pairs in answer], dtype=np.int64)}
        else:
            found = {"lo": answer.lo, "hi": answer.hi}
        return {**batch, **found}


class JointCheck:
    """Loads a robot and its surroundings once per worker, then answers batches of joint positions."""

    def __init__(self, urdf, env=(), srdf=None, threads=1):
        self._robot = Robot(os.fspath(urdf), srdf=srdf)
        self._world, self._threads = World(), threads
        self._world.add_robot(self._robot)
        for number, path in enumerate(env):
            name = f"{Path(path).stem} {number}"
            self._world.add(name, open_model(path), fixed=True)

    def __call__(self, batch):
        rows = _columns(batch, self._robot.coordinates, "joint positions")
        answer = self._world.collides_at_joints(self._robot, rows, threads=self._threads)
        return {**batch, "collides": answer}


def check(dataset, a, b, *, question="collides", workers=None, cpus_per_worker=1, batch_size=16384):
    """Asks about every row of a dataset of poses; a dataset with the verdicts."""
    options = (os.fspath(a), os.fspath(b), question, cpus_per_worker)
    return _map(dataset, PoseCheck, options, workers, cpus_per_worker, batch_size)


def check_joints(
    dataset, urdf, *, env=(), srdf=None, workers=None, cpus_per_worker=1, batch_size=4096
):
    """Asks about every row of a dataset of joint positions; a dataset with the verdicts."""
    options = (os.fspath(urdf), tuple(map(os.fspath, env)), srdf, cpus_per_worker)
    return _map(dataset, JointCheck, options, workers, cpus_per_worker, batch_size)


def grid(dataset, obstacles):
    """Every row of a dataset with every obstacle: adds a column `obstacle`. For whole grids of an
    experiment: many obstacles, many poses."""
    obstacles = [os.fspath(path) for path in obstacles]

    def each(batch):
        rows = len(next(iter(batch.values())))
        out = {name: np.tile(np.asarray(column), len(obstacles)) for name, column in batch.items()}
        out["obstacle"] = np.repeat(np.array(obstacles), rows)
        return out

    return dataset.map_batches(each)


class GridCheck:
    """Answers batches of poses, each against the obstacle that its row names."""

    def __init__(self, b, threads=1):
        self._b, self._threads, self._obstacles = open_model(b), threads, {}

    def __call__(self, batch):
        poses = _columns(batch, POSE_COLUMNS, "poses")
        paths = np.asarray(batch["obstacle"])
        answer = np.zeros(len(poses), dtype=bool)
        for path in np.unique(paths):
            if path not in self._obstacles:
                self._obstacles[path] = open_model(path)
            rows = np.flatnonzero(paths == path)
            model = self._obstacles[path]
            answer[rows] = model.collides(self._b, poses[rows], threads=self._threads)
        return {**batch, "collides": answer}


def check_grid(dataset, obstacles, b, *, workers=None, cpus_per_worker=1, batch_size=16384):
    """Asks about every pose against every obstacle."""
    options = (os.fspath(b), cpus_per_worker)
    rows = grid(dataset, obstacles)
    return _map(rows, GridCheck, options, workers, cpus_per_worker, batch_size)


def _map(dataset, question, options, workers, cpus, batch_size):
    import ray

    if workers is None:
        workers = (1, max(1, int(ray.cluster_resources().get("CPU", 1) // cpus)))
    strategy = ray.data.ActorPoolStrategy(
        **({"size": workers} if isinstance(workers, int) else dict(zip(("min_size", "max_size"), workers)))
    )
    return dataset.map_batches(
        question,
        fn_constructor_args=options,
        batch_size=batch_size,
        batch_format="numpy",
        num_cpus=cpus,
        compute=strategy,
    )


def _read(path):
    import ray

    if Path(path).suffix == ".csv":
        return ray.data.read_csv(path)
    return ray.data.read_parquet(path)


def _write(dataset, path):
    if Path(path).suffix == ".csv":
        dataset.write_csv(path)
    else:
        dataset.write_parquet(path)


def main(arguments=None) -> int:
    """The command line: 0 when all rows are clear, 1 when one collides, 2 for bad input."""
    parser = argparse.ArgumentParser(prog="python -m closecall.ray", description=__doc__.split("\n")[0])
    questions = parser.add_subparsers(dest="command", required=True)
    poses = questions.add_parser("check", help="two bodies at many poses")
    poses.add_argument("a")
    poses.add_argument("b")
    poses.add_argument("--question", choices=["collides", "contacts", "distance"], default="collides")
    joints = questions.add_parser("joints", help="a robot at many joint positions")
    joints.add_argument("urdf")
    joints.add_argument("--srdf")
    joints.add_argument("--env", action="append", default=[])
    for parser_of in (poses, joints):
        parser_of.add_argument("table", help="Parquet or CSV")
        parser_of.add_argument("-o", "--out", required=True, help="a folder for Parquet, or *.csv")
        parser_of.add_argument("--workers", type=int)
        parser_of.add_argument("--cpus-per-worker", type=int, default=1)
    given = parser.parse_args(arguments)
    if Path(given.out).resolve() == Path(given.table).resolve():
        parser.error("the verdicts would overwrite the table")
    options = {"workers": given.workers, "cpus_per_worker": given.cpus_per_worker}
    table = _read(given.table)
    if given.command == "check":
        verdicts = check(table, given.a, given.b, question=given.question, **options)
    else:
        verdicts = check_joints(table, given.urdf, srdf=given.srdf, env=given.env, **options)
    _write(verdicts, given.out)
    # What was written is read again: the verdicts need not fit into memory.
    written = _read(given.out)
    rows = written.count()
    if "collides" not in written.columns():
        print(f"{rows} rows")
        return 0
    touching = int(written.sum("collides") or 0)
    print(f"{rows} rows, {touching} collide")
    return 1 if touching else 0


if __name__ == "__main__":
    sys.exit(main())
