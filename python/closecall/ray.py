"""Millions of poses on many machines, with Ray Data.

    import ray
    from closecall.ray import check

    verdicts = check(ray.data.read_parquet("poses.parquet"), "cell.tree", "gripper.tree")
    verdicts.write_parquet("verdicts")

A table of poses has the columns tx, ty, tz, qw, qx, qy, qz; a table of joint positions has a column
for every coordinate of the robot. A table of edges has the same columns for where they start, and each
again with `to_` before its name for where they end. All other columns go through as they are, an id
among them; the verdict is added: one row out for every row in. The scheduling, the streaming and the
repeating of what a lost worker had begun are Ray's.

From the command line, see `python -m closecall.ray --help`.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import numpy as np

from ._closecall import Model, Robot, World

POSE_COLUMNS = ("tx", "ty", "tz", "qw", "qx", "qy", "qz")
QUESTIONS = ("collides", "contacts", "distance")


def ends_of(columns):
    """The columns of where an edge ends."""
    return tuple(f"to_{name}" for name in columns)


def open_model(path) -> Model:
    """A tree file is mapped and shared by the processes of a machine; a mesh is read."""
    return Model(os.fspath(path))


def _place(path) -> str:
    """Workers need not start in this folder."""
    return os.path.abspath(os.fspath(path))


def _columns(batch, names, what):
    missing = [name for name in names if name not in batch]
    if missing:
        raise ValueError(f"the table of {what} has no column {', '.join(missing)}")
    return np.stack([np.asarray(batch[name], dtype=np.float64) for name in names], axis=1)


def _of_sweeps(found):
    """The columns of what was found of edges."""
    words = np.where(found.clear, "clear", np.where(found.touching, "touching", "undecided"))
    return {"result": words, "clear_until": found.clear_until, "contact_at": found.contact_at}


class PoseCheck:
    """Opens two models once per worker, then answers batches of poses.

    `question` is "collides" (a boolean column), "contacts" (how many pairs of triangles touch) or
    "distance" (columns `lo` and `hi`). With `device="cuda"` a GPU is asked; it knows no distances.
    """

    columns = POSE_COLUMNS

    def __init__(self, a, b, question="collides", threads=1, device=None):
        if question not in QUESTIONS:
            raise ValueError(f"there is no question {question!r}")
        if device is not None and question == "distance":
            raise ValueError("a GPU is not asked for distances")
        self._a, self._b = open_model(a), open_model(b)
        self._question, self._options = question, {"threads": threads}
        if device is not None:
            self._options["device"] = device

    def __call__(self, batch):
        poses = _columns(batch, self.columns, "poses")
        ask = getattr(self._a, self._question)
        answer = ask(self._b, poses, **self._options)
        if self._question == "collides":
            found = {"collides": answer}
        elif self._question == "contacts":
            found = {"contacts": np.array([len(pairs) for pairs in answer], dtype=np.int64)}
        else:
            found = {"lo": answer.lo, "hi": answer.hi}
        return {**batch, **found}


class EdgeCheck:
    """Opens two models once per worker, then answers batches of edges: `result` is "clear" (proved),
    "touching" or "undecided"; `clear_until` and `contact_at` are shares of the edge."""

    columns = POSE_COLUMNS + ends_of(POSE_COLUMNS)

    def __init__(self, a, b, threads=1):
        self._a, self._b, self._threads = open_model(a), open_model(b), threads

    def __call__(self, batch):
        rows = _columns(batch, self.columns, "edges")
        found = self._a.sweep_edges(self._b, rows[:, :7], rows[:, 7:], threads=self._threads)
        return {**batch, **_of_sweeps(found)}


class _RobotCheck:
    """A robot and its surroundings, loaded once per worker."""

    def __init__(self, urdf, env=(), srdf=None, threads=1):
        self._robot, self._threads = Robot(os.fspath(urdf), srdf=srdf), threads
        world = World()
        world.add_robot(self._robot)
        for number, path in enumerate(env):
            world.add(f"{Path(path).stem} {number}", open_model(path), fixed=True)
        self._world = world.snapshot()
        self.columns = tuple(self._robot.coordinates)


class JointCheck(_RobotCheck):
    """Answers batches of joint positions."""

    def __call__(self, batch):
        rows = _columns(batch, self.columns, "joint positions")
        return {**batch, "collides": self._world.collides_at_joints(rows, threads=self._threads)}


class JointEdgeCheck(_RobotCheck):
    """Answers batches of edges from joint positions to others."""

    def __init__(self, urdf, env=(), srdf=None, threads=1):
        super().__init__(urdf, env, srdf, threads)
        self.columns += ends_of(self.columns)

    def __call__(self, batch):
        rows = _columns(batch, self.columns, "joint edges")
        starts, ends = np.split(rows, 2, axis=1)
        found = self._world.sweep_joints(starts, ends, threads=self._threads)
        return {**batch, **_of_sweeps(found)}


class GridCheck:
    """Answers batches of poses, each against the obstacle that its row names."""

    columns = POSE_COLUMNS

    def __init__(self, b, threads=1):
        self._b, self._threads, self._obstacles = open_model(b), threads, {}

    def __call__(self, batch):
        poses = _columns(batch, self.columns, "poses")
        paths = np.asarray(batch["obstacle"])
        answer = np.zeros(len(poses), dtype=bool)
        for path in np.unique(paths):
            if path not in self._obstacles:
                self._obstacles[path] = open_model(path)
            rows = np.flatnonzero(paths == path)
            model = self._obstacles[path]
            answer[rows] = model.collides(self._b, poses[rows], threads=self._threads)
        return {**batch, "collides": answer}


def check(
    dataset,
    a,
    b,
    *,
    question="collides",
    workers=None,
    cpus_per_worker=1,
    gpus_per_worker=0,
    batch_size=None,
):
    """Asks about every row of a dataset of poses; a dataset with the verdicts.

    With `gpus_per_worker` each worker has a GPU, or a share of one, and asks that.
    """
    device = "cuda" if gpus_per_worker else None
    batch_size = batch_size or (1 << 18 if gpus_per_worker else 1 << 14)
    options = (_place(a), _place(b), question, cpus_per_worker, device)
    return _map(dataset, PoseCheck, options, workers, cpus_per_worker, batch_size, gpus_per_worker)


def check_edges(dataset, a, b, *, workers=None, cpus_per_worker=1, batch_size=4096):
    """Asks about every edge of a dataset: certified, between its poses too."""
    options = (_place(a), _place(b), cpus_per_worker)
    return _map(dataset, EdgeCheck, options, workers, cpus_per_worker, batch_size)


def check_joints(
    dataset, urdf, *, env=(), srdf=None, edges=False, workers=None, cpus_per_worker=1, batch_size=4096
):
    """Asks about every row of a dataset of joint positions, or of edges between such."""
    srdf = None if srdf is None else _place(srdf)
    options = (_place(urdf), tuple(map(_place, env)), srdf, cpus_per_worker)
    question = JointEdgeCheck if edges else JointCheck
    return _map(dataset, question, options, workers, cpus_per_worker, batch_size)


def grid(dataset, obstacles):
    """Every row of a dataset with every obstacle: adds a column `obstacle`."""
    obstacles = np.array([os.fspath(path) for path in obstacles])

    def each(batch):
        rows = len(next(iter(batch.values())))
        out = {name: np.concatenate([column] * len(obstacles)) for name, column in batch.items()}
        out["obstacle"] = np.repeat(obstacles, rows)
        return out

    return dataset.map_batches(each, batch_size=4096, batch_format="numpy")


def check_grid(dataset, obstacles, b, *, workers=None, cpus_per_worker=1, batch_size=16384):
    """Asks about every pose against every obstacle: the whole grid of an experiment."""
    options = (_place(b), cpus_per_worker)
    rows = grid(dataset, obstacles)
    return _map(rows, GridCheck, options, workers, cpus_per_worker, batch_size)


def _map(dataset, question, options, workers, cpus, batch_size, gpus=0):
    import ray

    if workers is None:
        kind, each = ("GPU", gpus) if gpus else ("CPU", cpus)
        workers = max(1, int(ray.cluster_resources().get(kind, 1) // each))
    # At most so many: workers that took all CPUs at once would leave none to read the table with.
    strategy = ray.data.ActorPoolStrategy(min_size=1, max_size=workers)
    return dataset.map_batches(
        question,
        fn_constructor_args=options,
        batch_size=batch_size,
        batch_format="numpy",
        num_cpus=cpus,
        num_gpus=gpus or None,
        compute=strategy,
    )


if __name__ == "__main__":
    from ._ray_command import main

    sys.exit(main())
