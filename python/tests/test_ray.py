"""Poses and joint positions through Ray Data on a local cluster. Skipped where Ray is absent."""

import os

import numpy as np
import pytest

import closecall
from shapes import box, random_poses, ring
from test_world import ARM

ray = pytest.importorskip("ray")
pytest.importorskip("pyarrow")
pandas = pytest.importorskip("pandas")
from closecall import ray as many  # noqa: E402


@pytest.fixture(scope="module")
def cluster():
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    here = {"env_vars": {"PYTHONPATH": os.path.dirname(__file__)}}
    options = {"include_dashboard": False, "log_to_driver": False, "runtime_env": here}
    ray.init(num_cpus=2, object_store_memory=100 << 20, **options)
    yield
    ray.shutdown()


@pytest.fixture
def models(tmp_path):
    paths = {"ring": tmp_path / "ring.tree", "cube": tmp_path / "cube.tree"}
    closecall.Model(*ring()).save(paths["ring"])
    closecall.Model(*box()).save(paths["cube"])
    return paths


def table(poses):
    rows = {name: poses[:, x] for x, name in enumerate(many.POSE_COLUMNS)}
    return {"id": np.arange(len(poses)), **rows}


def test_every_row_is_answered_once_and_as_by_one_process(cluster, models, tmp_path):
    import pyarrow as pa
    import pyarrow.parquet as pq

    poses = random_poses(np.random.default_rng(7), 20_000, 1.5)
    pq.write_table(pa.table(table(poses)), tmp_path / "poses.parquet", row_group_size=1000)
    expected = closecall.Model(models["ring"]).collides(closecall.Model(models["cube"]), poses)
    dataset = ray.data.read_parquet(str(tmp_path / "poses.parquet"))
    verdicts = many.check(dataset, models["ring"], models["cube"], batch_size=1000).to_pandas()
    verdicts = verdicts.sort_values("id")
    assert verdicts["id"].tolist() == list(range(20_000))
    assert np.array_equal(verdicts["collides"].to_numpy(), expected)


def test_a_worker_that_dies_loses_and_doubles_nothing(cluster, models, tmp_path):
    marker = tmp_path / "died"

    class DiesOnce(many.PoseCheck):
        def __call__(self, batch):
            if not marker.exists():
                marker.touch()
                os._exit(1)
            return super().__call__(batch)

    poses = random_poses(np.random.default_rng(8), 5_000, 1.5)
    dataset = ray.data.from_numpy(poses).map_batches(lambda batch: table(batch["data"]))
    verdicts = dataset.map_batches(
        DiesOnce,
        fn_constructor_args=(str(models["ring"]), str(models["cube"])),
        batch_size=500,
        compute=ray.data.ActorPoolStrategy(size=1),
    ).to_pandas()
    assert marker.exists() and len(verdicts) == 5_000
    expected = closecall.Model(models["ring"]).collides(closecall.Model(models["cube"]), poses)
    assert verdicts["collides"].sum() == expected.sum()


def test_joints_and_grids(cluster, models, tmp_path):
    urdf = tmp_path / "arm.urdf"
    urdf.write_text(ARM)
    rows = np.random.default_rng(9).uniform(-1.5, 1.5, (2_000, 2))
    dataset = ray.data.from_pandas(pandas.DataFrame(rows, columns=["shoulder", "elbow"]))
    post = tmp_path / "post.tree"
    closecall.Model(*box((0.2, 0.2, 3.0), (1.2, 0.0, 1.5))).save(post)
    verdicts = many.check_joints(dataset, urdf, env=[post]).to_pandas()
    assert len(verdicts) == 2_000 and 0 < verdicts["collides"].sum() < 2_000
    poses = random_poses(np.random.default_rng(10), 500, 1.5)
    dataset = ray.data.from_pandas(pandas.DataFrame(table(poses)))
    obstacles = [models["ring"], models["cube"]]
    verdicts = many.check_grid(dataset, obstacles, models["cube"]).to_pandas()
    assert len(verdicts) == 1_000
    for path in obstacles:
        part = verdicts[verdicts["obstacle"] == str(path)].sort_values("id")
        expected = closecall.Model(path).collides(closecall.Model(models["cube"]), poses)
        assert np.array_equal(part["collides"].to_numpy(), expected)


def test_the_command_line(cluster, models, tmp_path, capsys):
    import pyarrow as pa
    import pyarrow.parquet as pq

    poses = random_poses(np.random.default_rng(11), 1_000, 1.5)
    path, out = tmp_path / "poses.parquet", tmp_path / "verdicts"
    pq.write_table(pa.table(table(poses)), path)
    arguments = ["check", str(models["ring"]), str(models["cube"]), str(path), "-o"]
    assert many.main([*arguments, str(out)]) == 1
    assert "1000 rows" in capsys.readouterr().out
    with pytest.raises(SystemExit) as stopped:
        many.main([*arguments, str(path)])
    assert stopped.value.code == 2 and path.exists()
