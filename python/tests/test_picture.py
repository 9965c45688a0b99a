"""What notebooks show."""

from xml.dom import minidom

import numpy as np

import closecall
from shapes import at, box, random_poses, ring


def shown(thing):
    html = thing._repr_html_()
    minidom.parseString(html)
    assert len(html) < 300_000 and "http" not in html.replace("http://www.w3.org/2000/svg", "")
    assert "<script" not in html
    return html


def test_a_model_is_drawn():
    html = shown(closecall.Model(*box()))
    assert html.count("<path") == 12 and "12" in html


def test_a_large_model_is_drawn_with_fewer_triangles():
    hoop = closecall.Model(*ring(around=300, across=100))
    html = shown(hoop)
    assert 200 < html.count("<path") <= 2_000 and "of 60,000 triangles" in html
    points = np.random.default_rng(1).uniform(size=(9_000, 3))
    shown(closecall.Model(points, np.arange(9_000).reshape(-1, 3)))


def test_a_world_shows_what_touches():
    world, cube = closecall.World(), closecall.Model(*box())
    assert "no two bodies touch" in shown(world)
    world.add("a", cube)
    world.add("<b>", cube, at(0.9))
    world.add("frame")
    html = shown(world)
    assert "#dc2828" in html and "&lt;b&gt;" in html and "one pair" in html
    assert shown(world.snapshot()) == html
    world.set_pose("<b>", at(5.0))
    assert "no two bodies touch" in shown(world)


def test_results_are_shown():
    cube = closecall.Model(*box())
    poses = random_poses(np.random.default_rng(3), 900, 3.0)
    assert "least" in shown(cube.distance(cube, poses))
    shown(cube.distance(cube, poses[:1], limit=1e-9))
    assert "undecided" in shown(cube.sweep_edges(cube, poses[:9], poses[9:18]))
    program = b"G21 G90\nG0 X-5 Y0 Z5\nG1 Z-1 (<here>)\n"
    html = shown(closecall.mill(cube, program, tool="ball:6"))
    assert "verdict" in html


def test_far_and_flat_things_are_drawn_too():
    vertices, faces = box()
    shown(closecall.Model(vertices + 1e12, faces))
    shown(closecall.Model(vertices * [1, 1, 0], faces))
    shown(closecall.Model(vertices * 1e-40, faces))
    shown(closecall.Model(vertices * 1e25, faces))
    shown(closecall.Model(np.zeros((3, 3)), [[0, 1, 2]]))
