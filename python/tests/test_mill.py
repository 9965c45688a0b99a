"""Milling programs."""

import json
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

import closecall
from shapes import at, box

EXAMPLES = Path(__file__).parents[2] / "examples"
BLOCK = closecall.Model(*box((20.0, 20.0, 10.0), (0.0, 0.0, -5.0)))
START = (-5, 0, 9)
DIP = b"G21 G90 G17\nG0 X-5 Y0 Z5\nG1 Z0.5 F100\nG1 X0 Z-0.25\nG1 X5 Z0.5\nG0 Z5\nM2\n"


def test_a_gouge_has_its_line_and_depth():
    found = closecall.mill(BLOCK, DIP, tool="ball:6")
    assert found.verdict == "gouge" and found.unit == "mm" and found.lines == 7
    assert [event.line for event in found.events] == [4, 5]
    assert found.counts["gouge"] == 2 and found.counts["near"] == 0 and not found.truncated
    for event in found.events:
        assert event.kind == "gouge" and event.depth[0] <= 0.25 <= event.depth[1] + 1e-12
        assert event.depth[1] - event.depth[0] < 1e-9 and event.body == 0
        assert 0 <= event.triangle < 12 and abs(event.point[2]) < 1e-9
    assert found.events[0].block == "G1 X0 Z-0.25" and found.deepest == found.events[0].depth
    assert "gouge" in repr(found) and "line 4" in repr(found.events[0])
    assert closecall.mill(BLOCK, DIP, tool="ball:6", allow=0.3, start=START).verdict == "clean"
    assert len(closecall.mill(BLOCK, DIP, tool="ball:6", max_events=1).events) == 1


def test_where_the_part_is_and_what_stands_about():
    lower = at(0.0, 0.0, -1.0)
    assert closecall.mill(BLOCK, DIP, tool="ball:6", pose=lower, start=START).verdict == "clean"
    clamp = closecall.Model(*box((1.0, 1.0, 8.0), (3.0, 0.0, 0.0)))
    found = closecall.mill(BLOCK, DIP, tool="ball:6", pose=lower, fixtures=[clamp])
    assert {event.kind for event in found.events} == {"fixture"} and found.events[0].body == 2
    found = closecall.mill(BLOCK, DIP, tool="ball:6", pose=lower, stock=[-9, -9, -9, 9, 9, 4])
    assert found.counts["rapid"] > 0 and found.verdict == "gouge"
    found = closecall.mill(BLOCK, DIP, tool="ball:6", pose=lower, near=1.0, start=START)
    assert found.verdict == "clean" and found.counts["near"] > 0


def test_a_file_is_answered_as_by_the_program(tmp_path):
    part, job = closecall.Model(EXAMPLES / "part.stl"), EXAMPLES / "job.nc"
    found = closecall.mill(part, job, tool="ball:6", allow=0.01)
    text = closecall.mill(part, job.read_bytes(), tool="ball:6", allow=0.01)
    assert [e.depth for e in found.events] == [e.depth for e in text.events]
    program = shutil.which("closecall")
    if program is None:
        pytest.skip("the program `closecall` is not on the path: its JSON is not compared")
    arguments = [program, "mill", EXAMPLES / "part.stl", job, "--tool", "ball:6", "--allow", "0.01"]
    said = json.loads(subprocess.run([*arguments, "--json"], stdout=subprocess.PIPE).stdout)
    for word in ("verdict", "unit", "counts", "undecided_blocks", "lines", "blocks", "checked", "unchecked"):
        assert said[word] == getattr(found, word)
    assert said["unchecked_lines"] == [list(lines) for lines in found.unchecked_lines]
    assert said["unchecked_other_tool"] == found.unchecked_other_tool
    assert said["unknown_variables"] == found.unknown_variables
    for theirs, ours in zip(said["events"], found.events):
        assert theirs == {
            word: list(value) if isinstance(value := getattr(ours, word), tuple) else value
            for word in ("kind", "line", "block", "depth", "point", "triangle", "body")
        }
    assert len(said["events"]) == len(found.events)


@pytest.mark.parametrize(
    "program, options, words",
    [
        (DIP, {}, "which tool"),
        (DIP, {"tool": "spoon:6"}, "spoon"),
        (DIP, {"tool": "ball:6", "allow": -1.0}, "allow"),
        (DIP, {"tool": "ball:6", "rapid": "slow"}, "rapid"),
        (DIP, {"tool": "ball:6", "axis": [0, 0, 0]}, "axis"),
        (DIP, {"tool": "ball:6", "rotary": "tcp"}, "tcp:table.*tcp:head"),
        (DIP, {"tool": "ball:6", "dialect": "siemens"}, "linuxcnc, fanuc, haas or grbl"),
        (DIP, {"tool": "ball:6", "work": {"G60": (0, 0, 0)}}, "G54 to G59.3"),
        (DIP, {"tool": "ball:6", "home": {"G27": (0, 0, 0)}}, "G28 or G30"),
        (DIP, {"tool": "ball:6", "ignore_words": ["M6"]}, "understood"),
        (DIP, {"tool": "ball:6", "stock": [1, 2, 3]}, "stock"),
        (DIP, {"tool": "ball:6", "threads": 0}, "threads"),
        (b"G1 X1 Y&\n", {"tool": "ball:6"}, "line 1"),
        (17, {"tool": "ball:6"}, "path"),
    ],
)
def test_what_is_wrong_is_said(program, options, words):
    with pytest.raises(ValueError, match=words):
        closecall.mill(BLOCK, program, **options)


def test_files_that_are_wrong_are_named(tmp_path):
    with pytest.raises(OSError, match="missing.nc"):
        closecall.mill(BLOCK, tmp_path / "missing.nc", tool="ball:6")
    with pytest.raises(OSError, match="missing.json"):
        closecall.mill(BLOCK, DIP, tools=tmp_path / "missing.json")
    broken = tmp_path / "broken.nc"
    broken.write_bytes(b"G21\nG1 X\n")
    with pytest.raises(OSError, match=r"broken.nc: line 2"):
        closecall.mill(BLOCK, broken, tool="ball:6")
    assert np.isfinite(closecall.mill(BLOCK, DIP, tool="flat:4").seconds)


def test_what_was_not_checked_is_not_clean():
    found = closecall.mill(BLOCK, DIP, tool="ball:6", allow=0.3)
    assert found.verdict == "unchecked" and (found.checked, found.unchecked) == (4, 1)
    assert found.unchecked_lines == [(2, 2)]
    assert closecall.mill(BLOCK, DIP, tool="ball:6", allow=0.3, allow_unchecked=True).verdict == "clean"
    other = b"G54 G0 X0 Y0 Z5\nG55\nG1 X1 Y0 Z-1\nG28\n"
    found = closecall.mill(BLOCK, other, tool="ball:6", start=START)
    assert found.verdict == "unchecked" and found.unchecked_lines == [(3, 4)]
    told = {"start": START, "home": (0, 0, 20)}
    assert closecall.mill(BLOCK, other, tool="ball:6", work={"G55": (0, 0, 9)}, **told).verdict == "clean"
    found = closecall.mill(BLOCK, other, tool="ball:6", work={"G55": (0, 0, 0)}, **told)
    assert found.verdict == "gouge" and found.unchecked == 0


def test_a_program_far_from_the_part_is_not_clean():
    far = closecall.mill(BLOCK, DIP, tool="ball:6", pose=at(500.0, 0.0, 0.0), start=START)
    assert far.verdict == "far" and far.extent[0][0][0] == 490.0


def test_a_table_and_a_head_are_mirror_images():
    wall = closecall.Model(*box((100.0, 40.0, 40.0), (0.0, -40.0, 20.0)))
    leaning = b"G0 X0 Y0 Z9 A40\nG1 X1\n"
    for rotary, verdict in [("tcp:head", "gouge"), ("tcp:table", "clean")]:
        found = closecall.mill(wall, leaning, tool="flat:6", rotary=rotary, allow_unchecked=True)
        assert found.verdict == verdict


def test_a_part_in_another_unit_is_refused():
    metres = closecall.Model(*box((20.0, 20.0, 10.0), (0.0, 0.0, -5.0)), unit="m")
    with pytest.raises(ValueError, match='part is in meters and the program in millimeters.*unit="mm"'):
        closecall.mill(metres, DIP, tool="ball:6")
    with pytest.raises(ValueError, match="a fixture is in meters"):
        closecall.mill(BLOCK, DIP, tool="ball:6", fixtures=[metres])
    with pytest.raises(ValueError, match="in inches"):
        closecall.mill(metres, DIP.replace(b"G21", b"G20"), tool="ball:6")


def test_what_is_in_variables_is_told_or_not_known():
    program = b"G21 G90\nG0 X0 Y0 Z9\nG1 Z#100 F100\nG1 X3\n"
    found = closecall.mill(BLOCK, program, tool="ball:6", start=START)
    assert found.verdict == "unchecked" and found.unknown_variables == ["#100"]
    for name in [100, "100", "#100"]:
        told = closecall.mill(BLOCK, program, tool="ball:6", start=START, variables={name: 8})
        assert told.unchecked == 0 and told.unknown_variables == []
    for name, value in [("1.5", 1), (100, float("nan")), (5221, 1), (100, None)]:
        with pytest.raises(ValueError):
            closecall.mill(BLOCK, program, tool="ball:6", start=START, variables={name: value})
