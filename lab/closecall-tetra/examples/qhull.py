"""Points per second of scipy's Qhull, beside the example points_per_second.

python3 qhull.py 1000 10000 100000
"""
import sys
import time

import numpy
from scipy.spatial import Delaunay

print(f"{'points':>9} {'tetrahedra':>11} {'seconds':>9} {'points/s':>11}")
for n in map(int, sys.argv[1:]):
    points = numpy.random.default_rng(1).random((n, 3))
    start = time.perf_counter()
    found = Delaunay(points)
    seconds = time.perf_counter() - start
    print(f"{n:>9} {len(found.simplices):>11} {seconds:>9.3f} {n / seconds:>11.0f}")
