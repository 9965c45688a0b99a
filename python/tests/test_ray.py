"""Poses, edges and joint positions through Ray Data on a local cluster. Skipped where Ray is absent.

With CLOSECALL_LONG a million poses are asked, and a table that is several times larger than Ray's store of
objects; the figures are printed.
"""

import os
import signal
import threading
import time

import numpy as np
import pytest

import closecall
from shapes import box, random_poses, ring
from test_examples import run_page
from test_world import ARM

ray = pytest.importorskip("ray")
pytest.importorskip("pyarrow")
pandas = pytest.importorskip("pandas")
from closecall import ray as many  # noqa: E402
from closecall._ray_command import main  # noqa: E402

STORE = 100 << 20
LONG = bool(os.environ.get("CLOSECALL_LONG"))


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    # Workers take classes from this folder, too.
    path = [os.path.dirname(__file__), os.environ.get("PYTHONPATH", "")]
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, path))
    options = {"include_dashboard": False, "log_to_driver": False}
    spilled = tmp_path_factory.mktemp("spilled")
    store = {"object_store_memory": STORE, "object_spilling_directory": str(spilled)}
    ray.init(num_cpus=2, **store, **options)
    yield spilled
    ray.shutdown()


@pytest.fixture
def models(tmp_path):
    paths = {"ring": tmp_path / "ring.tree", "cube": tmp_path / "cube.tree"}
    closecall.Model(*ring()).save(paths["ring"])
    closecall.Model(*box()).save(paths["cube"])
    return paths


def table(poses, names=many.POSE_COLUMNS):
    rows = {name: poses[:, x] for x, name in enumerate(names)}
    return {"id": np.arange(len(poses)), **rows}


def write(path, columns):
    import pyarrow as pa
    import pyarrow.parquet as pq

    pq.write_table(pa.table(columns), path, row_group_size=50_000)
    return str(path)


def in_order(path, column="collides"):
    """The ids must be all and each once; the verdicts by them."""
    import pyarrow.parquet as pq

    found = pq.read_table(path, columns=["id", column]).to_pandas().sort_values("id")
    assert np.array_equal(found["id"].to_numpy(), np.arange(len(found)))
    return found[column].to_numpy()


def test_every_row_is_answered_once_and_as_by_one_process(cluster, models, tmp_path, capsys):
    count = 1_000_000 if LONG else 20_000
    poses = random_poses(np.random.default_rng(7), count, 1.5)
    a, b = (closecall.Model(models[name]) for name in ("ring", "cube"))
    begin = time.perf_counter()
    expected = a.collides(b, poses, threads=2)
    alone = time.perf_counter() - begin
    path, out = write(tmp_path / "poses.parquet", table(poses)), str(tmp_path / "verdicts")
    begin = time.perf_counter()
    dataset = ray.data.read_parquet(path)
    many.check(dataset, models["ring"], models["cube"]).write_parquet(out)
    spent = time.perf_counter() - begin
    verdicts = in_order(out)
    assert len(verdicts) == count and np.array_equal(verdicts, expected)
    assert 0 < expected.sum() < count
    if LONG:
        begin = time.perf_counter()
        read = np.stack([np.asarray(c) for c in read_columns(path, many.POSE_COLUMNS)], axis=1)
        write(tmp_path / "alone.parquet", {**table(read), "collides": a.collides(b, read, threads=2)})
        files = time.perf_counter() - begin
        with capsys.disabled():
            print(f"\n{count} poses: one process {alone:.2f} s (with files {files:.2f} s), Ray {spent:.2f} s")


def read_columns(path, names):
    import pyarrow.parquet as pq

    return pq.read_table(path, columns=list(names)).columns


class Slow(many.PoseCheck):
    """Takes its time, and leaves a line in a file of its process's number for every batch."""

    def __init__(self, folder, *options):
        super().__init__(*options)
        self._file = os.path.join(folder, str(os.getpid()))

    def __call__(self, batch):
        time.sleep(0.1)
        with open(self._file, "a") as lines:
            lines.write("batch\n")
        return super().__call__(batch)


def batches_of(folder):
    """How many batches each process has begun."""
    return {path.name: len(path.read_text().splitlines()) for path in folder.iterdir()}


def test_a_worker_that_is_killed_loses_and_doubles_nothing(cluster, models, tmp_path):
    count, files, size = (200_000, 20, 500) if LONG else (20_000, 10, 500)
    poses = random_poses(np.random.default_rng(8), count, 1.5)
    folder, out, workers = tmp_path / "poses", tmp_path / "verdicts", tmp_path / "workers"
    folder.mkdir()
    workers.mkdir()
    for number in range(files):
        rows = slice(number * count // files, (number + 1) * count // files)
        write(folder / f"{number:02}.parquet", {n: c[rows] for n, c in table(poses).items()})
    killed = []

    def kill():
        end = time.time() + 60
        while time.time() < end and sum(batches_of(workers).values()) < 5:
            time.sleep(0.02)
        begun = batches_of(workers)
        victim = max(begun, key=begun.get)
        os.kill(int(victim), signal.SIGKILL)
        killed.append(sum(begun.values()))

    killer = threading.Thread(target=kill)
    killer.start()
    verdicts = ray.data.read_parquet(str(folder), override_num_blocks=files).map_batches(
        Slow,
        fn_constructor_args=(str(workers), str(models["ring"]), str(models["cube"])),
        batch_size=size,
        batch_format="numpy",
        num_cpus=0.5,
        compute=ray.data.ActorPoolStrategy(size=2),
    )
    verdicts.write_parquet(str(out))
    killer.join()
    assert killed and killed[0] < count // size, "it was killed before the end"
    expected = closecall.Model(models["ring"]).collides(closecall.Model(models["cube"]), poses)
    found = in_order(out)
    assert len(found) == count and np.array_equal(found, expected)
    assert sum(batches_of(workers).values()) >= count // size


@pytest.mark.skipif(not LONG, reason="CLOSECALL_LONG is not set")
def test_a_table_larger_than_the_store_streams_through(cluster, models, tmp_path, capsys):
    import pyarrow as pa
    import pyarrow.parquet as pq

    rows, parts = 500_000, 12
    poses = random_poses(np.random.default_rng(13), rows, 1.5)
    columns = table(poses)
    folder = tmp_path / "poses"
    folder.mkdir()
    for part in range(parts):
        pq.write_table(
            pa.table({**columns, "id": columns["id"] + part * rows}),
            folder / f"{part:02}.parquet",
            row_group_size=50_000,
        )
    size = rows * parts * 8 * 8
    assert size > 3 * STORE
    out, begin = str(tmp_path / "verdicts"), time.perf_counter()
    dataset = ray.data.read_parquet(str(folder))
    many.check(dataset, models["ring"], models["cube"]).write_parquet(out)
    spent = time.perf_counter() - begin
    spilled = sum(f.stat().st_size for f in cluster.rglob("*") if f.is_file())
    found = in_order(out).reshape(parts, rows)
    expected = closecall.Model(models["ring"]).collides(closecall.Model(models["cube"]), poses)
    assert all(np.array_equal(part, expected) for part in found)
    with capsys.disabled():
        print(
            f"\n{rows * parts} rows, {size >> 20} MiB through a store of {STORE >> 20} MiB: {spent:.1f} s, "
            f"{spilled >> 20} MiB spilled"
        )


def test_the_examples_of_the_page_run(cluster, tmp_path, monkeypatch):
    run_page("ray.md", tmp_path, monkeypatch)


def test_joints_edges_and_grids(cluster, models, tmp_path):
    urdf = tmp_path / "arm.urdf"
    urdf.write_text(ARM)
    rng = np.random.default_rng(9)
    rows = rng.uniform(-1.5, 1.5, (2_000, 4))
    names = ("shoulder", "elbow", "to_shoulder", "to_elbow")
    dataset = ray.data.from_pandas(pandas.DataFrame(table(rows, names)))
    post = tmp_path / "post.tree"
    closecall.Model(*box((0.2, 0.2, 3.0), (1.2, 0.0, 1.5))).save(post)
    world = closecall.World()
    world.add_robot(closecall.Robot(urdf))
    world.add("post", closecall.Model(post), fixed=True)
    verdicts = many.check_joints(dataset, urdf, env=[post]).to_pandas().sort_values("id")
    expected = world.collides_at_joints(rows[:, :2])
    assert np.array_equal(verdicts["collides"].to_numpy(), expected) and 0 < expected.sum() < 2_000
    verdicts = many.check_joints(dataset, urdf, env=[post], edges=True).to_pandas().sort_values("id")
    found = world.sweep_joints(rows[:, :2], rows[:, 2:])
    assert np.array_equal(verdicts["result"].to_numpy() == "clear", found.clear)
    assert np.array_equal(verdicts["clear_until"].to_numpy(), found.clear_until)
    poses = random_poses(rng, 1_000, 1.5)
    a, b = (closecall.Model(models[name]) for name in ("ring", "cube"))
    edges = np.concatenate([poses[:500], poses[500:]], axis=1)
    dataset = ray.data.from_pandas(pandas.DataFrame(table(edges, many.EdgeCheck.columns)))
    verdicts = many.check_edges(dataset, models["ring"], models["cube"]).to_pandas().sort_values("id")
    found = a.sweep_edges(b, edges[:, :7], edges[:, 7:])
    assert np.array_equal(verdicts["result"].to_numpy() == "touching", found.touching)
    assert 0 < found.touching.sum() < 500
    dataset = ray.data.from_pandas(pandas.DataFrame(table(poses)))
    obstacles = [models["ring"], models["cube"]]
    verdicts = many.check_grid(dataset, obstacles, models["cube"]).to_pandas()
    assert len(verdicts) == 2_000
    for path in obstacles:
        part = verdicts[verdicts["obstacle"] == str(path)].sort_values("id")
        expected = closecall.Model(path).collides(b, poses)
        assert np.array_equal(part["collides"].to_numpy(), expected)


def test_the_command_line(cluster, models, tmp_path, capsys):
    import pyarrow.csv as csv

    poses = random_poses(np.random.default_rng(11), 1_000, 1.5)
    path = write(tmp_path / "poses.parquet", table(poses))
    a, b = str(models["ring"]), str(models["cube"])
    expected = closecall.Model(a).collides(closecall.Model(b), poses)
    out = tmp_path / "verdicts.parquet"
    assert main(["check", a, b, path, "-o", str(out)]) == 1
    assert f"1000 rows, {expected.sum()} collide" in capsys.readouterr().out
    assert out.is_file() and np.array_equal(in_order(out), expected)
    out = tmp_path / "distances.csv"
    assert main(["check", a, b, path, "-o", str(out), "--question", "distance"]) == 1
    found = csv.read_csv(out).to_pandas().sort_values("id")
    assert np.array_equal(found["lo"].to_numpy() == 0.0, expected)
    edges = np.concatenate([poses[:200], poses[200:400]], axis=1)
    way = write(tmp_path / "edges.parquet", table(edges, many.EdgeCheck.columns))
    assert main(["sweep", a, b, way, "-o", str(tmp_path / "swept")]) == 1
    assert "200 rows" in capsys.readouterr().out and len(in_order(tmp_path / "swept", "result")) == 200
    grid = ["grid", b, path, "-o", str(tmp_path / "grid.parquet"), "--obstacle", a, "--obstacle", b]
    assert main(grid) == 1
    assert "2000 rows" in capsys.readouterr().out


def test_the_command_line_says_what_is_wrong(cluster, models, tmp_path, capsys):
    poses = random_poses(np.random.default_rng(12), 100, 1.5)
    path = write(tmp_path / "poses.parquet", table(poses))
    a, b, out = str(models["ring"]), str(models["cube"]), str(tmp_path / "out.parquet")
    columns = table(poses)
    del columns["qz"]
    short = write(tmp_path / "short.parquet", columns)
    poses[70, 3:] = 0.0
    bad = write(tmp_path / "bad.parquet", table(poses))
    for arguments, words in (
        (["check", a, b, path, "-o", path], "overwrite"),
        (["check", a, b, short, "-o", out], "no column qz"),
        (["check", a, str(tmp_path / "missing.tree"), path, "-o", out], "missing.tree"),
        (["check", a, b, str(tmp_path / "missing.parquet"), "-o", out], "missing.parquet"),
        (["check", a, b, path, "-o", str(tmp_path)], "not empty"),
        (["check", a, b, bad, "-o", out], "norm"),
    ):
        assert main(arguments) == 2
        assert words in capsys.readouterr().err
        assert not os.path.exists(out)
