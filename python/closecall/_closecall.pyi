"""The types of the part of the package that is written in Rust."""

from os import PathLike
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

__version__: str

OnePose = Optional[Sequence[float]]
"""Seven numbers tx, ty, tz, qw, qx, qy, qz, or nothing: the identity."""

Poses = ArrayLike
"""(7,) or (4, 4): one pose; (n, 7) or (n, 4, 4): a batch."""

class Model:
    """A triangle mesh and its tree: immutable, shared by threads, cheap to copy."""

    @overload
    def __init__(
        self,
        source: Union[str, "PathLike[str]"],
        faces: None = None,
        unit: Optional[str] = None,
        *,
        scale: Optional[float] = None,
    ) -> None: ...
    @overload
    def __init__(
        self,
        source: ArrayLike,
        faces: ArrayLike,
        unit: Optional[str] = None,
        *,
        scale: Optional[float] = None,
    ) -> None: ...
    @overload
    def __init__(
        self,
        source: Any,
        faces: None = None,
        unit: Optional[str] = None,
        *,
        scale: Optional[float] = None,
    ) -> None: ...
    @staticmethod
    def open(path: Union[str, "PathLike[str]"], *, verify: bool = True) -> "Model": ...
    def save(self, path: Union[str, "PathLike[str]"]) -> None: ...
    @property
    def vertices(self) -> NDArray[np.float64]: ...
    @property
    def faces(self) -> NDArray[np.uint32]: ...
    @property
    def unit(self) -> Optional[str]: ...
    @property
    def warnings(self) -> List[str]: ...
    def __len__(self) -> int: ...
    def _repr_html_(self) -> str: ...
    # A list of numbers is one pose. An array may be one or many, which its type does not tell.
    @overload
    def collides(
        self,
        other: "Model",
        pose: OnePose = None,
        *,
        clearance: float = 0.0,
        solid: bool = False,
        threads: Optional[int] = None,
        device: Optional[str] = None,
    ) -> bool: ...
    @overload
    def collides(
        self,
        other: "Model",
        pose: Poses,
        *,
        clearance: float = 0.0,
        solid: bool = False,
        threads: Optional[int] = None,
        device: Optional[str] = None,
    ) -> Any: ...
    @overload
    def within(
        self,
        other: "Model",
        distance: float,
        pose: OnePose = None,
        *,
        threads: Optional[int] = None,
    ) -> bool: ...
    @overload
    def within(
        self,
        other: "Model",
        distance: float,
        pose: Poses,
        *,
        threads: Optional[int] = None,
    ) -> Any: ...
    @overload
    def distance(
        self, other: "Model", pose: OnePose = None, *, threads: Optional[int] = None
    ) -> "Distance": ...
    @overload
    def distance(
        self,
        other: "Model",
        pose: OnePose = None,
        *,
        up_to: float,
        threads: Optional[int] = None,
    ) -> Optional["Distance"]: ...
    @overload
    def distance(
        self,
        other: "Model",
        pose: Poses,
        *,
        up_to: float = ...,
        threads: Optional[int] = None,
    ) -> Any: ...
    def kind(self, other: "Model", pose: Optional[Poses] = None) -> str: ...
    def ray(
        self, origins: ArrayLike, directions: ArrayLike, *, threads: Optional[int] = None
    ) -> "RayHits": ...
    def sweep(
        self,
        other: "Model",
        path: ArrayLike,
        *,
        tolerance: Optional[float] = None,
        clearance: float = 0.0,
    ) -> "Sweep": ...
    def sweep_edges(
        self,
        other: "Model",
        starts: ArrayLike,
        ends: ArrayLike,
        *,
        tolerance: Optional[float] = None,
        clearance: float = 0.0,
        threads: Optional[int] = None,
    ) -> "Sweeps": ...
    @overload
    def contacts(
        self,
        other: "Model",
        pose: OnePose = None,
        *,
        threads: Optional[int] = None,
        device: Optional[str] = None,
    ) -> NDArray[np.uint32]: ...
    @overload
    def contacts(
        self,
        other: "Model",
        pose: Poses,
        *,
        threads: Optional[int] = None,
        device: Optional[str] = None,
    ) -> Any: ...
    def first_contact(
        self, other: "Model", pose: Optional[Poses] = None
    ) -> Optional[Tuple[int, int]]: ...
    def contact_points(
        self, other: "Model", pose: Optional[Poses], pairs: ArrayLike
    ) -> Tuple[NDArray[np.float64], NDArray[np.float64]]: ...

class Pair:
    """Two models, and what their last queries learned."""

    def __init__(self, a: Model, b: Model) -> None: ...
    def collides(self, pose: Optional[Poses] = None) -> bool: ...
    def contacts(self, pose: Optional[Poses] = None) -> NDArray[np.uint32]: ...
    def first_contact(self, pose: Optional[Poses] = None) -> Optional[Tuple[int, int]]: ...
    @overload
    def distance(self, pose: Optional[Poses] = None) -> "Distance": ...
    @overload
    def distance(
        self, pose: Optional[Poses] = None, *, up_to: float
    ) -> Optional["Distance"]: ...
    def reset(self) -> None: ...

class Robot:
    """A robot from a URDF file."""

    def __init__(
        self,
        urdf: Union[str, "PathLike[str]"],
        *,
        srdf: Union[str, "PathLike[str]", None] = None,
        packages: Optional[Mapping[str, Union[str, "PathLike[str]"]]] = None,
        neighbours: str = "joint",
    ) -> None: ...
    @property
    def name(self) -> str: ...
    @property
    def not_looked_at(self) -> List[Tuple[str, str, str]]: ...
    @property
    def links(self) -> List[str]: ...
    @property
    def coordinates(self) -> List[str]: ...
    @property
    def limits(self) -> NDArray[np.float64]: ...
    @property
    def warnings(self) -> List[str]: ...
    def rest(self) -> NDArray[np.float64]: ...
    def positions(self, **named: float) -> NDArray[np.float64]: ...
    def link_poses(self, positions: ArrayLike) -> NDArray[np.float64]: ...

class Bodies:
    """Bodies by their names, and what can be asked about them: a World or a Snapshot."""

    @property
    def names(self) -> List[str]: ...
    def __len__(self) -> int: ...
    def __contains__(self, name: str) -> bool: ...
    def pose(self, name: str) -> NDArray[np.float64]: ...
    def model(self, name: str) -> Optional[Model]: ...
    def looks_at(self, a: str, b: str) -> bool: ...
    def not_looked_at(self) -> List[Tuple[str, str, str]]: ...
    def collides(self) -> bool: ...
    def collisions(self) -> List[Tuple[str, str]]: ...
    def undecided(self) -> List[Tuple[str, str]]: ...
    def shapes(self, name: str) -> List["Shape"]: ...
    def ray(
        self, origins: ArrayLike, directions: ArrayLike, *, threads: Optional[int] = None
    ) -> "WorldRayHits": ...
    def contacts(self) -> List[Tuple[str, str, NDArray[np.uint32]]]: ...
    def contacts_with(
        self, model: Model, pose: Optional[Poses] = None
    ) -> List[Tuple[str, NDArray[np.uint32]]]: ...
    def nearest(self) -> Optional["BodyDistance"]: ...
    def distances(
        self, up_to: float = ..., *, threads: Optional[int] = None
    ) -> List["BodyDistance"]: ...
    def collides_at(
        self, name: str, poses: Poses, *, threads: Optional[int] = None
    ) -> NDArray[np.bool_]: ...
    def collides_at_joints(
        self, positions: ArrayLike, *, prefix: str = "", threads: Optional[int] = None
    ) -> NDArray[np.bool_]: ...
    def sweep_edges(
        self,
        name: str,
        starts: Poses,
        ends: Poses,
        *,
        tolerance: Optional[float] = None,
        clearance: float = 0.0,
        threads: Optional[int] = None,
    ) -> "WorldSweeps": ...
    def sweep_joints(
        self,
        starts: ArrayLike,
        ends: ArrayLike,
        *,
        prefix: str = "",
        tolerance: Optional[float] = None,
        clearance: float = 0.0,
        threads: Optional[int] = None,
    ) -> "WorldSweeps": ...
    def joint_range(
        self,
        coordinate: str,
        positions: ArrayLike,
        *,
        prefix: str = "",
        tolerance: Optional[float] = None,
        clearance: float = 0.0,
    ) -> "JointRange": ...
    def _repr_html_(self) -> str: ...

class World(Bodies):
    """Bodies that come, move and go; which of them touch."""

    def __init__(self) -> None: ...
    def snapshot(self) -> "Snapshot": ...
    def add(
        self,
        name: str,
        model: Optional[Model] = None,
        pose: Optional[Poses] = None,
        *,
        parent: Optional[str] = None,
        groups: Optional[Tuple[int, int]] = None,
        fixed: bool = False,
        solid: bool = False,
        padding: float = 0.0,
        shapes: Sequence["Shape"] = ...,
    ) -> None: ...
    def add_robot(self, robot: Robot, *, prefix: str = "", base: Optional[str] = None) -> None: ...
    def remove(self, name: str) -> None: ...
    def set_pose(self, name: str, pose: Poses) -> None: ...
    def set_poses(self, poses: Mapping[str, Poses]) -> None: ...
    def set_joints(self, positions: ArrayLike, *, prefix: str = "") -> None: ...
    def allow(self, a: str, b: str) -> None: ...
    def disallow(self, a: str, b: str) -> None: ...
    def set_clearance(self, distance: float) -> None: ...
    def set_pair_clearance(self, a: str, b: str, distance: Optional[float]) -> None: ...

class Snapshot(Bodies):
    """A world as it was when `World.snapshot` was called. It never changes."""

class BodyDistance:
    """Two bodies of a world, and how far apart they are; points are in the world."""

    a: str
    b: str
    lo: float
    hi: float
    triangles: Optional[Tuple[int, int]]
    point_a: Optional[List[float]]
    point_b: Optional[List[float]]
    def __float__(self) -> float: ...

class JointRange:
    """How far a coordinate of a robot can go to either side before something touches."""

    lower: float
    upper: float
    limits: Tuple[float, float]
    stops: Tuple[Optional[Tuple[str, str]], Optional[Tuple[str, str]]]
    results: Tuple[str, str]

class Distance:
    """How far apart two bodies are: a certified interval, and where they are nearest."""

    lo: float
    hi: float
    a: int
    b: int
    point_a: List[float]
    point_b: List[float]
    def __float__(self) -> float: ...

class Distances:
    """How far apart two bodies are at many poses, array by array."""

    lo: NDArray[np.float64]
    hi: NDArray[np.float64]
    triangles: NDArray[np.int64]
    points_a: NDArray[np.float64]
    points_b: NDArray[np.float64]
    def __len__(self) -> int: ...
    def _repr_html_(self) -> str: ...

class RayHits:
    """What each of many rays meets first; the triangle is -1 where nothing is met."""

    triangle: NDArray[np.int64]
    lo: NDArray[np.float64]
    hi: NDArray[np.float64]
    def __len__(self) -> int: ...

class WorldRayHits:
    """What each of many rays meets first in a world; the body is None where nothing is met."""

    body: List[Optional[str]]
    triangle: NDArray[np.int64]
    lo: NDArray[np.float64]
    hi: NDArray[np.float64]
    def __len__(self) -> int: ...

class Shape:
    """An exact shape: closed and filled, its numbers taken as they are."""

    @staticmethod
    def half_space(normal: Sequence[float], offset: float = 0.0) -> "Shape": ...
    @staticmethod
    def ball(center: Sequence[float], radius: float) -> "Shape": ...
    @staticmethod
    def capsule(start: Sequence[float], end: Sequence[float], radius: float) -> "Shape": ...
    @staticmethod
    def cylinder(start: Sequence[float], end: Sequence[float], radius: float) -> "Shape": ...
    @staticmethod
    def cone(apex: Sequence[float], base: Sequence[float], radius: float) -> "Shape": ...
    @staticmethod
    def cuboid(half: Sequence[float], pose: Optional[Poses] = None) -> "Shape": ...
    @staticmethod
    def torus(
        center: Sequence[float], axis: Sequence[float], ring: float, tube: float
    ) -> "Shape": ...
    def at(self, pose: Poses) -> "Shape": ...
    def touches(self, other: Union["Shape", Model]) -> Optional[bool]: ...
    def distance(self, other: Union["Shape", Model]) -> Tuple[float, float]: ...
    def touching(self, model: Model) -> Tuple[List[int], List[int]]: ...
    def drawn(self, middle: Sequence[float] = ..., half: float = 1.0) -> Model: ...
    def ray(
        self, origin: Sequence[float], direction: Sequence[float]
    ) -> Optional[Tuple[float, float]]: ...

class Sweep:
    """Do two bodies meet on the way? True only if it was proved that they never do."""

    result: str
    free_until: float
    contact_at: Optional[float]
    triangles: Optional[Tuple[int, int]]
    def __bool__(self) -> bool: ...

class Sweeps:
    """The answers for many edges, array by array."""

    free: NDArray[np.bool_]
    hits: NDArray[np.bool_]
    free_until: NDArray[np.float64]
    contact_at: NDArray[np.float64]
    def __len__(self) -> int: ...
    def _repr_html_(self) -> str: ...

class WorldSweeps:
    """The answers for many edges in a world, array by array."""

    free: NDArray[np.bool_]
    hits: NDArray[np.bool_]
    free_until: NDArray[np.float64]
    contact_at: NDArray[np.float64]
    bodies: List[Optional[Tuple[str, str]]]
    def __len__(self) -> int: ...
    def _repr_html_(self) -> str: ...

class MillEvent:
    """Something that was met in a block of a milling program."""

    kind: str
    line: int
    block: str
    depth: Tuple[float, float]
    point: Tuple[float, float, float]
    triangle: int
    body: int

class Milled:
    """What a milling program does to a part, in the words of the command line's JSON."""

    verdict: str
    unit: str
    events: List[MillEvent]
    undecided: List[MillEvent]
    truncated: bool
    counts: Dict[str, int]
    undecided_blocks: int
    lines: int
    blocks: int
    checked: int
    unchecked: int
    unchecked_lines: List[Tuple[int, int]]
    extent: Optional[Tuple[List[List[float]], List[List[float]]]]
    seconds: float
    assumed: List[Tuple[int, str, int]]
    warnings: List[str]
    deepest: Optional[Tuple[float, float]]
    stick_out: Optional[Tuple[float, float]]
    def _repr_html_(self) -> str: ...

def mill(
    part: Model,
    program: Union[str, bytes, "PathLike[str]"],
    *,
    tool: Optional[str] = None,
    tools: Union[str, "PathLike[str]", None] = None,
    length: Optional[float] = None,
    shank: Optional[float] = None,
    stick_out: Optional[float] = None,
    holder: Optional[str] = None,
    pose: Optional[Poses] = None,
    allow: float = 0.0,
    touch: bool = False,
    side: float = 0.0,
    near: float = 0.0,
    rapid: str = "linear",
    block_delete: bool = False,
    rotary: Union[str, ArrayLike, None] = None,
    axis: Optional[ArrayLike] = None,
    dialect: str = "linuxcnc",
    start: Optional[ArrayLike] = None,
    home: Union[ArrayLike, Dict[str, ArrayLike], None] = None,
    work: Optional[Dict[str, ArrayLike]] = None,
    allow_unchecked: bool = False,
    ignore_words: Sequence[str] = ...,
    stock: Union[Model, ArrayLike, None] = None,
    fixtures: Sequence[Model] = ...,
    max_events: int = 1_000_000,
    threads: Optional[int] = None,
) -> Milled: ...
def relative(world_from_a: Poses, world_from_b: Poses) -> NDArray[np.float64]: ...
