"""Uses an installed Python package once: `python release/smoke.py EXAMPLES`. It needs nothing else of the repository."""

import importlib.metadata
import sys
from pathlib import Path

import closecall

examples = Path(sys.argv[1])
assert closecall.__version__ == importlib.metadata.version("closecall")
cell, gripper = closecall.Model(examples / "cell.stl"), closecall.Model(examples / "gripper.obj")
poses = [[0.15, 0, 0.45, 1, 0, 0, 0], [0.15, 0, 0.75, 1, 0, 0, 0]]
assert list(cell.collides(gripper, poses)) == [True, False]
distance = cell.distance(gripper, poses)
assert distance.lo[1] <= 0.27054849981089 <= distance.hi[1] + 1e-12 and distance.hi[0] == 0
assert cell.contacts(gripper, poses[0]).shape == (46, 2)
sweep = cell.sweep(gripper, poses)
found = closecall.mill(closecall.Model(examples / "part.stl", scale=1000), examples / "job.nc", tool="ball:6", allow=0.01)
assert found.verdict == "gouge", found.verdict
try:
    closecall.Model(examples / "job.nc")
except (ValueError, OSError) as error:
    assert "job.nc" in str(error)
else:
    raise AssertionError("a milling program is no mesh")
where = Path(closecall.__file__).parent
assert (where / "py.typed").is_file() and (where / "_closecall.pyi").is_file()
print(f"closecall {closecall.__version__}, Python {sys.version.split()[0]}: {sweep!r}"[:150])
