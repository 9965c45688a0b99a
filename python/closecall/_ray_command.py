"""The command line of `closecall.ray`.

    python -m closecall.ray check CELL.tree GRIPPER.tree poses.parquet -o verdicts.parquet
    python -m closecall.ray sweep CELL.tree GRIPPER.tree edges.parquet -o verdicts.parquet
    python -m closecall.ray joints ROBOT.urdf joints.parquet -o verdicts.parquet --env table.stl
    python -m closecall.ray grid GRIPPER.tree poses.parquet -o verdicts.parquet --obstacle A.tree --obstacle B.tree

It exits with 0 when all rows are clear, 1 when one collides, 2 on bad input, 3 where neither was proved.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

from . import ray as questions


def main(arguments=None) -> int:
    """Runs a command; the exit code."""
    given = _parser().parse_args(arguments)
    try:
        return _run(given)
    except (ValueError, OSError) as error:
        print(f"error: {_cause(error)}", file=sys.stderr)
        return 2


def _parser():
    parser = argparse.ArgumentParser(
        prog="python -m closecall.ray",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", required=True)
    poses = commands.add_parser("check", help="two bodies at many poses")
    poses.add_argument("a")
    poses.add_argument("b")
    poses.add_argument("--question", choices=questions.QUESTIONS, default="collides")
    edges = commands.add_parser("sweep", help="two bodies along many edges, certified")
    edges.add_argument("a")
    edges.add_argument("b")
    joints = commands.add_parser("joints", help="a robot at many joint positions")
    joints.add_argument("urdf")
    joints.add_argument("--srdf")
    joints.add_argument("--env", action="append", default=[], help="a mesh or tree that stands about")
    joints.add_argument("--edges", action="store_true", help="along edges, certified")
    grid = commands.add_parser("grid", help="every pose against every obstacle")
    grid.add_argument("b")
    grid.add_argument("--obstacle", action="append", required=True)
    for command in (poses, edges, joints, grid):
        command.add_argument("table", help="Parquet or CSV")
        command.add_argument(
            "-o", "--out", required=True, help="one file, *.parquet or *.csv; or a folder of Parquet"
        )
        command.add_argument("--workers", type=int, help="at most so many")
        command.add_argument("--cpus-per-worker", type=int, default=1)
    return parser


def _run(given) -> int:
    import ray

    out = Path(given.out)
    if out.resolve() == Path(given.table).resolve():
        raise ValueError(f"{out}: the verdicts would overwrite the table")
    if out.is_dir() and any(out.iterdir()):
        raise ValueError(f"{out}: the folder is not empty")
    table = _read(given.table)
    _check_columns(given, table.schema().names)
    try:
        return _answer(given, table, out)
    except ray.exceptions.RayError as error:
        raise ValueError(str(_cause(error))) from error


def _answer(given, table, out) -> int:
    verdicts = _verdicts(given, table)
    if out.suffix not in (".parquet", ".csv"):
        verdicts.write_parquet(str(out))
        return _summary(out)
    # The rows are written by many workers, then put together beside the place of the file.
    with tempfile.TemporaryDirectory(dir=out.resolve().parent, prefix=".closecall-") as folder:
        parts = Path(folder) / "parts"
        verdicts.write_parquet(str(parts))
        if not _parts(parts):
            raise ValueError(f"{given.table} has no rows")
        code = _summary(parts)
        whole = Path(folder) / out.name
        (_join_parquet if out.suffix == ".parquet" else _join_csv)(parts, whole)
        shutil.move(whole, out)
    return code


def _verdicts(given, table):
    options = {"workers": given.workers, "cpus_per_worker": given.cpus_per_worker}
    if given.command == "check":
        return questions.check(table, given.a, given.b, question=given.question, **options)
    if given.command == "sweep":
        return questions.check_edges(table, given.a, given.b, **options)
    if given.command == "grid":
        return questions.check_grid(table, given.obstacle, given.b, **options)
    robot = {"srdf": given.srdf, "env": given.env, "edges": given.edges}
    return questions.check_joints(table, given.urdf, **robot, **options)


def _check_columns(given, names):
    """Opens what is asked about once, here: what is wrong with it is said before work begins."""
    if given.command == "check":
        question = questions.PoseCheck(given.a, given.b)
    elif given.command == "sweep":
        question = questions.EdgeCheck(given.a, given.b)
    elif given.command == "grid":
        question = questions.GridCheck(given.b)
        for path in given.obstacle:
            questions.open_model(path)
    else:
        kind = questions.JointEdgeCheck if given.edges else questions.JointCheck
        question = kind(given.urdf, given.env, given.srdf)
    missing = [name for name in question.columns if name not in names]
    if missing:
        raise ValueError(f"{given.table} has no column {', '.join(missing)}")


def _read(path):
    import ray

    if not Path(path).exists() and "://" not in str(path):
        raise FileNotFoundError(f"{path}: there is no such file")
    if Path(path).suffix == ".csv":
        return ray.data.read_csv(path)
    return ray.data.read_parquet(path)


def _parts(folder):
    return sorted(str(path) for path in Path(folder).glob("*.parquet"))


def _batches(folder, columns=None):
    """What was written, piece by piece: it need not fit into memory."""
    import pyarrow.parquet as parquet

    for path in _parts(folder):
        yield from parquet.ParquetFile(path).iter_batches(columns=columns)


def _join_parquet(folder, whole):
    import pyarrow.parquet as parquet

    schema = parquet.ParquetFile(_parts(folder)[0]).schema_arrow
    with parquet.ParquetWriter(whole, schema) as writer:
        for batch in _batches(folder):
            writer.write_batch(batch)


def _join_csv(folder, whole):
    import pyarrow.csv as csv
    import pyarrow.parquet as parquet

    schema = parquet.ParquetFile(_parts(folder)[0]).schema_arrow
    with csv.CSVWriter(whole, schema) as writer:
        for batch in _batches(folder):
            writer.write_batch(batch)


def _summary(folder) -> int:
    """Says what was found, from what was written; the exit code."""
    import pyarrow.compute as compute
    import pyarrow.parquet as parquet

    parts = _parts(folder)
    rows = sum(parquet.ParquetFile(path).metadata.num_rows for path in parts)
    names = parquet.ParquetFile(parts[0]).schema_arrow.names if parts else []
    if "result" in names:
        count = {"clear": 0, "touching": 0, "undecided": 0}
        for batch in _batches(folder, ["result"]):
            for found in compute.value_counts(batch["result"]).to_pylist():
                count[found["values"]] += found["counts"]
        print(f"{rows} rows: " + ", ".join(f"{number} {word}" for word, number in count.items()))
        return 1 if count["touching"] else 3 if count["undecided"] else 0
    verdict = next((name for name in ("collides", "contacts", "lo") if name in names), None)
    if verdict is None:
        print(f"{rows} rows")
        return 0
    touching = 0
    for batch in _batches(folder, [verdict]):
        column = batch[verdict]
        hit = compute.equal(column, 0.0) if verdict == "lo" else compute.not_equal(column.cast("int64"), 0)
        touching += compute.sum(hit).as_py() or 0
    print(f"{rows} rows, {touching} collide")
    return 1 if touching else 0


def _cause(error):
    """What a worker said, without the way it took."""
    while getattr(error, "cause", None) is not None:
        error = error.cause
    return error
