"""Ctrl-C ends a batch at once."""

import os
import signal
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import closecall
from shapes import ring

EXAMPLES = Path(__file__).parents[2] / "examples"
COUNT = 200_000
RING = closecall.Model(*ring(around=96, across=48))
# Two links of a chain: a hair apart, nearer still, and in each other.
UPRIGHT = [0.5**0.5, 0.5**0.5, 0.0, 0.0]
NEAR = np.tile([1.49, 0.0, 0.0, *UPRIGHT], (COUNT, 1))
NEARER = np.tile([1.495, 0.0, 0.0, *UPRIGHT], (COUNT, 1))
MEETS = np.tile([1.6, 0.0, 0.0, *UPRIGHT], (COUNT, 1))


def world():
    made = closecall.World()
    made.add("a", RING)
    made.add("b", RING)
    return made


def cell():
    made, robot = closecall.World(), closecall.Robot(EXAMPLES / "arm.urdf", srdf=EXAMPLES / "arm.srdf")
    made.add_robot(robot)
    made.add("table", closecall.Model(EXAMPLES / "table.stl"), fixed=True)
    return made, np.tile(robot.rest(), (COUNT, 1)), np.tile(robot.rest() + 0.01, (COUNT, 1))


def rays(count):
    return np.tile([0.9, 0.1, 5.0], (count, 1)), np.tile([0.01, 0.02, -1.0], (count, 1))


def program():
    moves = (f"G1 X{x % 20 - 10} Y{x % 7 - 3} Z{-0.2 * (x % 3)}\n" for x in range(COUNT))
    return ("G21 G90 F100\nG0 Z5\n" + "".join(moves)).encode()


def of(verb, *made, **options):
    """What asks a question; all that it is made of is there before."""
    return lambda: verb(*made, **options)


# Each of these would take several seconds.
VERBS = {
    "collides": lambda: of(RING.collides, RING, NEAR, threads=1),
    "collides, solid": lambda: of(RING.collides, RING, NEAR, solid=True, threads=1),
    "collides, clearance": lambda: of(RING.collides, RING, NEAR, clearance=0.005, threads=1),
    "contacts": lambda: of(RING.contacts, RING, MEETS, threads=1),
    "distance": lambda: of(RING.distance, RING, NEAR, threads=1),
    "ray": lambda: of(RING.ray, *rays(5 * COUNT), threads=1),
    "sweep": lambda: of(RING.sweep, RING, np.where(np.arange(COUNT)[:, None] % 2, NEAR, NEARER)),
    "sweep_edges": lambda: of(RING.sweep_edges, RING, NEAR, NEARER, threads=1),
    "World.collides_at": lambda: of(world().collides_at, "b", NEAR, threads=1),
    "World.sweep_edges": lambda: of(world().sweep_edges, "b", NEAR, NEARER, threads=1),
    "World.ray": lambda: of(world().ray, *rays(5 * COUNT), threads=1),
    "World.collides_at_joints": lambda: (lambda made, rows, _: of(made.collides_at_joints, rows, threads=1))(*cell()),
    "World.sweep_joints": lambda: (lambda made, rows, ends: of(made.sweep_joints, rows, ends, threads=1))(*cell()),
    "mill": lambda: of(closecall.mill, RING, program(), tool="ball:6", threads=1),
}


def seconds_after_ctrl_c(ask, wait):
    """How long a question goes on after Ctrl-C; None if it was answered before."""
    sent, asked = [], [True]

    def heard(*_):
        # A signal that comes too late ends nothing.
        if asked:
            raise KeyboardInterrupt

    def send():
        sent.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    before = signal.signal(signal.SIGINT, heard)
    timer = threading.Timer(wait, send)
    timer.start()
    try:
        ask()
        asked.clear()
        return None
    except KeyboardInterrupt:
        return time.perf_counter() - sent[0]
    finally:
        asked.clear()
        timer.cancel()
        timer.join()
        time.sleep(0.01)
        signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("verb", VERBS)
def test_ctrl_c_ends_every_batch_at_once(verb):
    ask, took = VERBS[verb](), []
    # On a busy machine threads may have to wait: the best of a few counts.
    for _ in range(3):
        took.append(seconds_after_ctrl_c(ask, 0.2))
        assert took[-1] is not None, "it was answered before it could be interrupted"
        if took[-1] < 0.5:
            return
    assert min(took) < 0.5, took


def test_a_batch_that_was_interrupted_can_be_asked_again():
    expected = RING.collides(RING, NEAR[:10])
    seconds_after_ctrl_c(lambda: RING.collides(RING, NEAR), 0.1)
    assert (RING.collides(RING, NEAR[:10]) == expected).all()


def test_other_handlers_run_while_a_batch_goes_on():
    heard = []
    before = signal.signal(signal.SIGUSR1, lambda *_: heard.append(time.perf_counter()))
    try:
        timer = threading.Timer(0.05, lambda: os.kill(os.getpid(), signal.SIGUSR1))
        timer.start()
        answers = RING.collides(RING, NEAR[:50_000])
        timer.join()
        assert len(answers) == 50_000 and not answers.any()
        assert heard
    finally:
        signal.signal(signal.SIGUSR1, before)
