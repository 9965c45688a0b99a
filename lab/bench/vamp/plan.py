#!/usr/bin/env python3
"""Plans MotionBenchMaker's problems with VAMP and writes what it planned, for `bench vamp` to certify.

    pip install vamp-planner pyyaml                # VAMP (Thomason, Kingston, Kavraki 2024), builds from source
    pip download --no-deps --no-binary :all: vamp-planner && tar xzf vamp_planner-*.tar.gz
    python lab/bench/vamp/plan.py vamp_planner-0.6.4/resources plans --problems 20
    cargo run --release -p closecall-lab -- bench vamp plans

Without VAMP itself, `--only-problems` writes the problems of its source package, for `bench plans`.

For every robot it writes `plans/<robot>.json`: where its URDF, SRDF and meshes are, and of every problem the
scene, start and goal, what VAMP's spheres say of both, the path that RRT-Connect found, the path that
VAMP made shorter, and how long VAMP takes to check an edge of either.
"""

import argparse
import importlib.util
import json
import pathlib
import re
import sys
import tarfile
import time

try:
    import numpy as np
    import yaml
except ImportError as missing:
    sys.exit(f"skipped: {missing}; see the head of this file for what is needed")
try:
    import vamp
    from vamp import transformations as tf
except ImportError:
    vamp = None

LOADER = getattr(yaml, "CLoader", yaml.Loader)
ROBOTS = ["ur5", "panda", "fetch"]
KINDS = [
    "table_pick", "table_under_pick", "box", "bookshelf_small", "bookshelf_tall", "bookshelf_thin", "cage",
]


def matrix(pose):
    return tf.translation_matrix(pose["position"]) @ tf.quaternion_matrix(pose["orientation"])


def scene(data):
    """The shapes of a MoveIt scene, each with a pose in the robot's frame."""
    shapes = {"sphere": [], "cylinder": [], "box": []}
    for number, body in enumerate(data["world"]["collision_objects"]):
        base = matrix(body["pose"]) if "pose" in body else np.eye(4)
        primitive, pose = body["primitives"][0], base @ matrix(body["primitive_poses"][0])
        kind, sizes = primitive["type"], primitive["dimensions"]
        shape = {"name": f"{number} {body['id']}"}
        if kind == "sphere":
            shape["radius"] = sizes[0]
        elif kind == "cylinder":
            shape.update(length=sizes[0], radius=sizes[1])
        else:
            shape["half_extents"] = [size / 2 for size in sizes]
        shape["position"] = tf.translation_from_matrix(pose).tolist()
        shape["orientation_euler_xyz"] = tf.euler_from_matrix(pose)
        shape["matrix"] = pose.tolist()
        shapes[kind].append(shape)
    return shapes


def request(data, joints):
    state = data["start_state"]["joint_state"]
    start = [state["position"][state["name"].index(joint)] for joint in joints]
    wanted = {goal["joint_name"]: goal["position"] for goal in data["goal_constraints"][0]["joint_constraints"]}
    return start, [wanted[joint] for joint in joints]


def problems(folder, robot, joints, count):
    """The first `count` problems of every kind."""
    with tarfile.open(folder / robot / "problems.tar.bz2") as tar:
        for kind in KINDS:
            for number in range(1, count + 1):
                read = lambda what: yaml.load(
                    tar.extractfile(f"problems/{kind}_{robot}/{what}{number:04}.yaml"), Loader=LOADER)
                shapes = scene(read("scene"))
                start, goal = request(read("request"), joints)
                yield {"problem": kind, "number": number, **shapes, "start": start, "goal": goal}


def microseconds(check, edges):
    """The fastest of five rounds, per edge."""
    if not edges:
        return None
    best = float("inf")
    for _ in range(5):
        begin = time.perf_counter()
        for a, b in edges:
            check(a, b)
        best = min(best, time.perf_counter() - begin)
    return best / len(edges) * 1e6


def plan(robot, module, planner, plan_settings, simplify_settings, problem):
    environment = vamp.problem_dict_to_vamp(problem)
    start, goal = problem["start"], problem["goal"]
    problem["start_valid"] = bool(module.validate(start, environment))
    problem["goal_valid"] = bool(module.validate(goal, environment))
    problem["paths"] = {}
    if not (problem["start_valid"] and problem["goal_valid"]):
        return
    sampler = module.halton()
    sampler.reset()
    found = planner(start, goal, environment, plan_settings, sampler)
    if not found.solved:
        return
    short = module.simplify(found.path, environment, simplify_settings, sampler)
    for name, path in [("planned", found.path), ("simplified", short.path)]:
        rows = [np.asarray(path[k], dtype=np.float32) for k in range(len(path))]
        edges = list(zip(rows, rows[1:]))
        check = lambda a, b: module.validate_motion(a, b, environment)
        problem["paths"][name] = {
            "rows": [[float(x) for x in row] for row in rows],
            "valid": [bool(check(a, b)) for a, b in edges],
            "us_per_edge": microseconds(check, edges),
        }


def transformations(resources):
    """VAMP's module of matrices, from its source package."""
    file = resources.parent / "src/vamp/transformations.py"
    spec = importlib.util.spec_from_file_location("transformations", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def planned_joints(resources, robot):
    """The joints of a robot that its problems are about."""
    with tarfile.open(resources / robot / "problems.tar.bz2") as tar:
        first = yaml.load(tar.extractfile(f"problems/{KINDS[0]}_{robot}/request0001.yaml"), Loader=LOADER)
    return [goal["joint_name"] for goal in first["goal_constraints"][0]["joint_constraints"]]


def write(out, resources, robot, joints, all_problems, resolution):
    folder = resources / robot
    written = {
        "robot": robot, "joints": joints, "problems": all_problems,
        "urdf": str((folder / f"{robot}.urdf").resolve()), "srdf": str((folder / f"{robot}.srdf").resolve()),
        "meshes": str((folder / "meshes").resolve()), "resolution": resolution,
    }
    (out / f"{robot}.json").write_text(json.dumps(written))


def main():
    global tf
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("resources", type=pathlib.Path, help="the folder `resources` of VAMP's source package")
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--problems", type=int, default=100, help="of each of the seven kinds, from the first")
    parser.add_argument("--robots", nargs="*", default=ROBOTS)
    parser.add_argument("--only-problems", action="store_true", help="plan nothing: VAMP is not needed")
    given = parser.parse_args()
    if not given.resources.is_dir():
        sys.exit(f"skipped: there is no folder {given.resources}")
    given.out.mkdir(parents=True, exist_ok=True)
    if given.only_problems:
        tf = transformations(given.resources)
        for robot in given.robots:
            joints = planned_joints(given.resources, robot)
            write(given.out, given.resources, robot, joints, list(problems(given.resources, robot, joints, given.problems)), None)
        return
    if vamp is None:
        sys.exit("skipped: VAMP is not here; see the head of this file for what is needed, or say --only-problems")
    for robot in given.robots:
        if robot not in vamp.robots:
            print(f"skipped: this VAMP was built without {robot}")
            continue
        module, planner, plan_settings, simplify_settings = vamp.configure_robot_and_planner_with_kwargs(robot, "rrtc")
        joints = list(module.joint_names())
        all_problems = list(problems(given.resources, robot, joints, given.problems))
        for problem in all_problems:
            plan(robot, module, planner, plan_settings, simplify_settings, problem)
        solved = sum(bool(problem["paths"]) for problem in all_problems)
        print(f"{robot}: {solved} of {len(all_problems)} problems solved")
        write(given.out, given.resources, robot, joints, all_problems, int(module.resolution()))


if __name__ == "__main__":
    main()
