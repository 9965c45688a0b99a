"""The types of the part of the package that is written in Rust."""

from os import PathLike
from typing import Any, List, Mapping, Optional, Tuple, Union, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

Poses = ArrayLike
"""(7,) or (4, 4): one pose; (n, 7) or (n, 4, 4): a batch."""

class Model:
    """A triangle mesh and its tree: immutable, shared by threads, cheap to copy."""

    @overload
    def __init__(self, source: Union[str, "PathLike[str]"]) -> None: ...
    @overload
    def __init__(self, source: ArrayLike, faces: ArrayLike) -> None: ...
    @overload
    def __init__(self, source: Any) -> None: ...
    @staticmethod
    def open(path: Union[str, "PathLike[str]"], *, verify: bool = True) -> "Model": ...
    def save(self, path: Union[str, "PathLike[str]"]) -> None: ...
    @property
    def vertices(self) -> NDArray[np.float64]: ...
    @property
    def faces(self) -> NDArray[np.uint32]: ...
    def __len__(self) -> int: ...
    def collides(
        self,
        other: "Model",
        pose: Optional[Poses] = None,
        *,
        clearance: float = 0.0,
        solid: bool = False,
        threads: Optional[int] = None,
    ) -> Union[bool, NDArray[np.bool_]]: ...
    def within(
        self,
        other: "Model",
        distance: float,
        pose: Optional[Poses] = None,
        *,
        threads: Optional[int] = None,
    ) -> Union[bool, NDArray[np.bool_]]: ...
    def distance(
        self,
        other: "Model",
        pose: Optional[Poses] = None,
        *,
        up_to: float = ...,
        threads: Optional[int] = None,
    ) -> Union["Distance", "Distances", None]: ...
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
    def contacts(
        self, other: "Model", pose: Optional[Poses] = None, *, threads: Optional[int] = None
    ) -> Union[NDArray[np.uint32], List[NDArray[np.uint32]]]: ...
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
    def distance(
        self, pose: Optional[Poses] = None, *, up_to: float = ...
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
    ) -> None: ...
    @property
    def name(self) -> str: ...
    @property
    def links(self) -> List[str]: ...
    @property
    def coordinates(self) -> List[str]: ...
    @property
    def warnings(self) -> List[str]: ...
    def rest(self) -> NDArray[np.float64]: ...
    def positions(self, **named: float) -> NDArray[np.float64]: ...
    def link_poses(self, positions: ArrayLike) -> NDArray[np.float64]: ...

class World:
    """Bodies that come, move and go; which of them touch."""

    def __init__(self) -> None: ...
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
    ) -> None: ...
    def add_robot(self, robot: Robot, *, prefix: str = "", base: Optional[str] = None) -> None: ...
    def remove(self, name: str) -> None: ...
    def set_pose(self, name: str, pose: Poses) -> None: ...
    def set_joints(self, robot: Robot, positions: ArrayLike, *, prefix: str = "") -> None: ...
    def pose(self, name: str) -> NDArray[np.float64]: ...
    @property
    def names(self) -> List[str]: ...
    def __len__(self) -> int: ...
    def __contains__(self, name: str) -> bool: ...
    def allow(self, a: str, b: str) -> None: ...
    def disallow(self, a: str, b: str) -> None: ...
    def collides(self) -> bool: ...
    def collisions(self) -> List[Tuple[str, str]]: ...
    def contacts(self) -> List[Tuple[str, str, NDArray[np.uint32]]]: ...
    def contacts_with(
        self, model: Model, pose: Optional[Poses] = None
    ) -> List[Tuple[str, NDArray[np.uint32]]]: ...
    def collides_at(
        self, name: str, poses: Poses, *, threads: Optional[int] = None
    ) -> NDArray[np.bool_]: ...
    def collides_at_joints(
        self,
        robot: Robot,
        positions: ArrayLike,
        *,
        prefix: str = "",
        threads: Optional[int] = None,
    ) -> NDArray[np.bool_]: ...

    def sweep_joints(
        self,
        starts: ArrayLike,
        ends: ArrayLike,
        *,
        prefix: str = "",
        tolerance: Optional[float] = None,
        threads: Optional[int] = None,
    ) -> "RobotSweeps": ...

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

class RayHits:
    """What each of many rays meets first; the triangle is -1 where nothing is met."""

    triangle: NDArray[np.int64]
    lo: NDArray[np.float64]
    hi: NDArray[np.float64]
    def __len__(self) -> int: ...

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
    def __len__(self) -> int: ...

class RobotSweeps:
    """The answers for many edges of a robot, array by array."""

    free: NDArray[np.bool_]
    hits: NDArray[np.bool_]
    free_until: NDArray[np.float64]
    contact_at: NDArray[np.float64]
    bodies: List[Optional[Tuple[str, str]]]
    def __len__(self) -> int: ...

def relative(world_from_a: Poses, world_from_b: Poses) -> NDArray[np.float64]: ...
