"""The types of the collision manager for trimesh. Names of bodies are anything that can be hashed."""

from typing import Any, Dict, Hashable, List, Literal, Optional, Set, Tuple, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._closecall import AnyModel, Model, Poses

_Mesh = AnyModel

def model_of(mesh: _Mesh) -> Model: ...

class ContactData:
    names: Set[Any]
    @property
    def normal(self) -> NDArray[np.float64]: ...
    @property
    def point(self) -> NDArray[np.float64]: ...
    @property
    def depth(self) -> float: ...
    def index(self, name: Hashable) -> int: ...

class DistanceData:
    names: Set[Any]
    @property
    def distance(self) -> float: ...
    def index(self, name: Hashable) -> int: ...
    def point(self, name: Hashable) -> NDArray[np.float64]: ...

class CollisionManager:
    def __init__(self, *, solid: bool = False) -> None: ...
    def add_object(
        self, name: Hashable, mesh: _Mesh, transform: Optional[ArrayLike] = None
    ) -> Model: ...
    def remove_object(self, name: Hashable) -> None: ...
    def set_transform(self, name: Hashable, transform: Optional[ArrayLike]) -> None: ...
    def allow(self, a: Hashable, b: Hashable) -> None: ...
    def collides_at(
        self, name: Hashable, poses: Poses, *, threads: Optional[int] = None
    ) -> NDArray[np.bool_]: ...
    @overload
    def in_collision_single(
        self,
        mesh: _Mesh,
        transform: Optional[ArrayLike] = None,
        return_names: Literal[False] = False,
        return_data: Literal[False] = False,
    ) -> bool: ...
    @overload
    def in_collision_single(
        self,
        mesh: _Mesh,
        transform: Optional[ArrayLike] = None,
        *,
        return_names: Literal[True],
        return_data: Literal[False] = False,
    ) -> Tuple[bool, Set[Any]]: ...
    @overload
    def in_collision_single(
        self,
        mesh: _Mesh,
        transform: Optional[ArrayLike] = None,
        *,
        return_names: Literal[False] = False,
        return_data: Literal[True],
    ) -> Tuple[bool, List[ContactData]]: ...
    @overload
    def in_collision_single(
        self,
        mesh: _Mesh,
        transform: Optional[ArrayLike] = None,
        *,
        return_names: Literal[True],
        return_data: Literal[True],
    ) -> Tuple[bool, Set[Any], List[ContactData]]: ...
    @overload
    def in_collision_single(
        self,
        mesh: _Mesh,
        transform: Optional[ArrayLike] = None,
        return_names: bool = False,
        return_data: bool = False,
    ) -> Any: ...
    @overload
    def in_collision_internal(
        self,
        return_names: Literal[False] = False,
        return_data: Literal[False] = False,
    ) -> bool: ...
    @overload
    def in_collision_internal(
        self,
        *,
        return_names: Literal[True],
        return_data: Literal[False] = False,
    ) -> Tuple[bool, Set[Tuple[Any, Any]]]: ...
    @overload
    def in_collision_internal(
        self,
        *,
        return_names: Literal[False] = False,
        return_data: Literal[True],
    ) -> Tuple[bool, List[ContactData]]: ...
    @overload
    def in_collision_internal(
        self,
        *,
        return_names: Literal[True],
        return_data: Literal[True],
    ) -> Tuple[bool, Set[Tuple[Any, Any]], List[ContactData]]: ...
    @overload
    def in_collision_internal(
        self,
        return_names: bool = False,
        return_data: bool = False,
    ) -> Any: ...
    @overload
    def in_collision_other(
        self,
        other_manager: "CollisionManager",
        return_names: Literal[False] = False,
        return_data: Literal[False] = False,
    ) -> bool: ...
    @overload
    def in_collision_other(
        self,
        other_manager: "CollisionManager",
        *,
        return_names: Literal[True],
        return_data: Literal[False] = False,
    ) -> Tuple[bool, Set[Tuple[Any, Any]]]: ...
    @overload
    def in_collision_other(
        self,
        other_manager: "CollisionManager",
        *,
        return_names: Literal[False] = False,
        return_data: Literal[True],
    ) -> Tuple[bool, List[ContactData]]: ...
    @overload
    def in_collision_other(
        self,
        other_manager: "CollisionManager",
        *,
        return_names: Literal[True],
        return_data: Literal[True],
    ) -> Tuple[bool, Set[Tuple[Any, Any]], List[ContactData]]: ...
    @overload
    def in_collision_other(
        self,
        other_manager: "CollisionManager",
        return_names: bool = False,
        return_data: bool = False,
    ) -> Any: ...
    @overload
    def min_distance_single(
        self,
        mesh: _Mesh,
        transform: Optional[ArrayLike] = None,
        return_name: Literal[False] = False,
        return_data: Literal[False] = False,
    ) -> float: ...
    @overload
    def min_distance_single(
        self,
        mesh: _Mesh,
        transform: Optional[ArrayLike] = None,
        *,
        return_name: Literal[True],
        return_data: Literal[False] = False,
    ) -> Tuple[float, Any]: ...
    @overload
    def min_distance_single(
        self,
        mesh: _Mesh,
        transform: Optional[ArrayLike] = None,
        *,
        return_name: Literal[False] = False,
        return_data: Literal[True],
    ) -> Tuple[float, DistanceData]: ...
    @overload
    def min_distance_single(
        self,
        mesh: _Mesh,
        transform: Optional[ArrayLike] = None,
        *,
        return_name: Literal[True],
        return_data: Literal[True],
    ) -> Tuple[float, Any, DistanceData]: ...
    @overload
    def min_distance_single(
        self,
        mesh: _Mesh,
        transform: Optional[ArrayLike] = None,
        return_name: bool = False,
        return_data: bool = False,
    ) -> Any: ...
    @overload
    def min_distance_internal(
        self,
        name: Optional[Hashable] = None,
        return_names: Literal[False] = False,
        return_data: Literal[False] = False,
    ) -> float: ...
    @overload
    def min_distance_internal(
        self,
        name: Optional[Hashable] = None,
        *,
        return_names: Literal[True],
        return_data: Literal[False] = False,
    ) -> Tuple[float, Tuple[Any, Any]]: ...
    @overload
    def min_distance_internal(
        self,
        name: Optional[Hashable] = None,
        *,
        return_names: Literal[False] = False,
        return_data: Literal[True],
    ) -> Tuple[float, DistanceData]: ...
    @overload
    def min_distance_internal(
        self,
        name: Optional[Hashable] = None,
        *,
        return_names: Literal[True],
        return_data: Literal[True],
    ) -> Tuple[float, Tuple[Any, Any], DistanceData]: ...
    @overload
    def min_distance_internal(
        self,
        name: Optional[Hashable] = None,
        return_names: bool = False,
        return_data: bool = False,
    ) -> Any: ...
    @overload
    def min_distance_other(
        self,
        other_manager: "CollisionManager",
        return_names: Literal[False] = False,
        return_data: Literal[False] = False,
    ) -> float: ...
    @overload
    def min_distance_other(
        self,
        other_manager: "CollisionManager",
        *,
        return_names: Literal[True],
        return_data: Literal[False] = False,
    ) -> Tuple[float, Tuple[Any, Any]]: ...
    @overload
    def min_distance_other(
        self,
        other_manager: "CollisionManager",
        *,
        return_names: Literal[False] = False,
        return_data: Literal[True],
    ) -> Tuple[float, DistanceData]: ...
    @overload
    def min_distance_other(
        self,
        other_manager: "CollisionManager",
        *,
        return_names: Literal[True],
        return_data: Literal[True],
    ) -> Tuple[float, Tuple[Any, Any], DistanceData]: ...
    @overload
    def min_distance_other(
        self,
        other_manager: "CollisionManager",
        return_names: bool = False,
        return_data: bool = False,
    ) -> Any: ...

def scene_to_collision(scene: Any) -> Tuple[CollisionManager, Dict[Any, Model]]: ...
