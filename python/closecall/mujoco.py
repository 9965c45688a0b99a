"""MuJoCo's compiled models as closecall's robots and worlds.

    import mujoco, closecall.mujoco
    model = mujoco.MjModel.from_xml_path("panda.xml")
    scene = closecall.mujoco.load(model)
    scene.world.collides_at_joints(scene.positions(qpos))

The shapes of a model are taken as they are, exactly placed where MuJoCo has them: boxes, meshes, and
planes as half-spaces; spheres, capsules, cylinders and ellipsoids as meshes that contain them. Where
MuJoCo replaces a mesh by its convex hull, closecall takes the mesh, unless `hulls` says otherwise.
Height fields, signed distance fields and flexible bodies that collide are refused. What a mocap body
carries stays where the model has it, with a warning. Which pairs are looked at is what MuJoCo looks at:
`contype` and `conaffinity`, `<pair>` and `<exclude>`, and no body with the one that it hangs on.
"""

import tempfile
import warnings
from pathlib import Path
from typing import Any, Dict, List, NamedTuple, Tuple
from xml.sax.saxutils import quoteattr

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import Robot, Shape, World

__all__ = ["Scene", "load"]

# The numbers of MuJoCo's mjtGeom and mjtJoint.
PLANE, HFIELD, SPHERE, CAPSULE, ELLIPSOID, CYLINDER, BOX, MESH, SDF = range(9)
FREE, BALL, SLIDE, HINGE = range(4)

# A joint that slides without limits gets these: URDF has no other.
FAR = 1e6


class Link(NamedTuple):
    """The shapes of a body that are in the same groups: a link of the robot."""

    name: str
    body: int
    contype: int
    conaffinity: int
    geoms: List[int]


class Scene:
    """A model of MuJoCo as a world with a robot in it: `world`, `robot`."""

    def __init__(self, world: World, robot: Robot, places: List[int], width: int, folder: Any):
        self.world = world
        self.robot = robot
        self._places = places
        self._width = width
        self._folder = folder

    def positions(self, qpos: ArrayLike) -> NDArray[np.float64]:
        """Joint positions in the order of `robot.coordinates`, from those of MuJoCo: `data.qpos`, or an
        (n, nq) array of rows.
        """
        rows = np.asarray(qpos, np.float64)
        if rows.shape[-1:] != (self._width,) or rows.ndim > 2:
            raise ValueError(f"qpos has the shape (n, {self._width}), not {rows.shape}")
        return np.ascontiguousarray(rows[..., self._places])


def load(model: Any, *, hulls: bool = False) -> Scene:
    """A world with the robot that a compiled model (`mujoco.MjModel`) is. With `hulls`, meshes are
    replaced by their convex hulls, as MuJoCo does it for contact.
    """
    _refuse_flexes(model)
    links = _links(model)
    _warn_of_mocap(model, links)
    folder = tempfile.TemporaryDirectory(prefix="closecall-mujoco-")
    base = Path(folder.name)
    urdf = _urdf(model, links, base, hulls)
    (base / "filter.srdf").write_text(_srdf(model, links), encoding="utf-8")
    robot = Robot(
        base / "model.urdf", srdf=base / "filter.srdf", neighbours="none", text=urdf.text
    )
    world = World()
    world.add_robot(robot)
    _add_planes(model, links, world)
    places = [urdf.places[name] for name in robot.coordinates]
    return Scene(world, robot, places, model.nq, folder)


def _refuse_flexes(model: Any) -> None:
    """Flexible bodies have no geoms: those that collide would not be looked at."""
    for flex in range(model.nflex):
        if int(model.flex_contype[flex]) or int(model.flex_conaffinity[flex]):
            raise ValueError(f"the flex '{_name(model, 'flex', flex)}' bends: closecall has no such bodies")


def _warn_of_mocap(model: Any, links: List[Link]) -> None:
    """Where mocap bodies are is in `data.mocap_pos`, and not in the positions."""
    moved = {int(body) for body in range(model.nbody) if int(model.body_mocapid[body]) >= 0}
    carried = [link.name for link in links if int(model.body_rootid[link.body]) in moved]
    if carried:
        names = ", ".join(f"'{name}'" for name in carried)
        warnings.warn(f"a mocap body carries {names}: closecall leaves it where the model has it", stacklevel=3)


def _name(model: Any, kind: str, number: int) -> str:
    """The name of a body, joint or geom; its number where it has none."""
    addresses = getattr(model, f"name_{kind}adr")
    name = bytes(model.names)[addresses[number] :].split(b"\0", 1)[0].decode()
    short = {"jnt": "joint"}.get(kind, kind)
    return name or f"{short}{number}"


def _links(model: Any) -> List[Link]:
    """The links with shapes: the first of a body has the body's name."""
    links: List[Link] = []
    paired = {geom for pair in _pairs(model) for geom in pair}
    for body in range(model.nbody):
        first = model.body_geomadr[body]
        # A geom of a pair is a link of its own.
        groups: Dict[Tuple[int, int, int], List[int]] = {}
        for geom in range(first, first + model.body_geomnum[body]):
            bits = (int(model.geom_contype[geom]), int(model.geom_conaffinity[geom]))
            if bits != (0, 0) or geom in paired:
                groups.setdefault((*bits, geom if geom in paired else -1), []).append(geom)
        for number, ((contype, conaffinity, _), geoms) in enumerate(groups.items()):
            name = _name(model, "body", body) + (f"#{number + 1}" if number else "")
            links.append(Link(name, body, contype, conaffinity, geoms))
    return links


def _pairs(model: Any) -> List[Tuple[int, int]]:
    """The pairs of geoms that a model names."""
    return [(int(model.pair_geom1[pair]), int(model.pair_geom2[pair])) for pair in range(model.npair)]


def _looks(model: Any, a: Link, b: Link) -> bool:
    """Does MuJoCo look at two links? (Computation chapter of its documentation, "Collision detection".)"""
    named = [pair for pair in _pairs(model) if set(pair) <= {*a.geoms, *b.geoms}]
    if any(len({*pair} & {*a.geoms}) == 1 for pair in named):
        return True
    if not (a.contype & b.conaffinity or b.contype & a.conaffinity):
        return False
    weld = [int(model.body_weldid[link.body]) for link in (a, b)]
    if weld[0] == weld[1]:
        return False
    excluded = {(int(pair) >> 16, int(pair) & 0xFFFF) for pair in model.exclude_signature}
    bodies = (a.body, b.body)
    if bodies in excluded or bodies[::-1] in excluded:
        return False
    above = [int(model.body_weldid[model.body_parentid[one]]) for one in weld]
    is_parent = (above[0] == weld[1] and weld[1] != 0) or (above[1] == weld[0] and weld[0] != 0)
    from mujoco import mjtDisableBit

    filters = not int(model.opt.disableflags) & int(mjtDisableBit.mjDSBL_FILTERPARENT)
    return not (filters and is_parent)


def _srdf(model: Any, links: List[Link]) -> str:
    lines = ['<robot name="mujoco">']
    solid = [link for link in links if any(model.geom_type[geom] != PLANE for geom in link.geoms)]
    for place, a in enumerate(solid):
        for b in solid[:place]:
            pair = f"link1={quoteattr(a.name)} link2={quoteattr(b.name)}"
            if not _looks(model, a, b):
                lines.append(f'  <disable_collisions {pair} reason="MuJoCo"/>')
            elif model.body_weldid[a.body] == model.body_weldid[b.body]:
                # MuJoCo looks at a <pair> even where nothing moves between the two.
                lines.append(f"  <enable_collisions {pair}/>")
    return "\n".join([*lines, "</robot>"])


class _Urdf:
    """The text of a URDF in the making."""

    def __init__(self) -> None:
        self.lines: List[str] = ['<robot name="mujoco">']
        # The place in qpos of every coordinate, by its name.
        self.places: Dict[str, int] = {}

    @property
    def text(self) -> str:
        return "\n".join([*self.lines, "</robot>"])

    def link(self, name: str, shapes: List[str]) -> None:
        self.lines.append(f"  <link name={quoteattr(name)}>{''.join(shapes)}</link>")

    def joint(self, name: str, kind: str, parent: str, child: str, origin: str, more: str = "") -> None:
        self.lines.append(
            f"  <joint name={quoteattr(name)} type={quoteattr(kind)}><parent link={quoteattr(parent)}/>"
            f"<child link={quoteattr(child)}/>{origin}{more}</joint>"
        )


def _urdf(model: Any, links: List[Link], base: Path, hulls: bool) -> _Urdf:
    made = _Urdf()
    of_body: Dict[int, List[Link]] = {}
    for link in links:
        of_body.setdefault(link.body, []).append(link)
    for body in range(model.nbody):
        own = of_body.get(body, [])
        name = _name(model, "body", body)
        first = own[0] if own and own[0].name == name else None
        made.link(name, _shapes(model, first, base, hulls) if first else [])
        for link in own[1:] if first else own:
            made.link(link.name, _shapes(model, link, base, hulls))
            made.joint(f"{link.name} weld", "fixed", name, link.name, _origin(np.zeros(3), _UNIT))
        if body > 0:
            _chain(model, body, name, made)
    return made


_UNIT = np.array([1.0, 0.0, 0.0, 0.0])


def _chain(model: Any, body: int, name: str, made: _Urdf) -> None:
    """The joints of a body, one after the other, each about its own anchor."""
    parent = _name(model, "body", int(model.body_parentid[body]))
    position, turn = model.body_pos[body].copy(), model.body_quat[body].copy()
    first = model.body_jntadr[body]
    numbers = range(first, first + model.body_jntnum[body])
    for number in numbers:
        joint, kind = _name(model, "jnt", number), int(model.jnt_type[number])
        place, axis = int(model.jnt_qposadr[number]), model.jnt_axis[number]
        if kind == BALL:
            raise ValueError(f"the joint '{joint}' is a ball: closecall has no such joints")
        # The anchor in the frame that the joints before have made.
        anchor = model.jnt_pos[number] if kind == HINGE else np.zeros(3)
        rest = float(model.qpos0[place]) if kind != FREE else 0.0
        at = position + _rotated(turn, anchor)
        if kind == HINGE:
            turn = _product(turn, _about(axis, -rest))
        elif kind == SLIDE:
            at = at - _rotated(turn, axis) * rest
        else:
            # The position of a free joint is the pose itself.
            at, turn = np.zeros(3), _UNIT
        next_one = f"{name} after {joint}"
        made.link(next_one, [])
        made.joint(joint, *_kind(model, number), parent, next_one, _origin(at, turn), _axis(model, number))
        ends = ["/tx", "/ty", "/tz", "/qw", "/qx", "/qy", "/qz"] if kind == FREE else [""]
        made.places.update({joint + end: place + i for i, end in enumerate(ends)})
        parent, position, turn = next_one, -anchor, _UNIT
    made.joint(f"{name} place", "fixed", parent, name, _origin(position, turn))


def _kind(model: Any, number: int) -> Tuple[str]:
    kind, limited = int(model.jnt_type[number]), bool(model.jnt_limited[number])
    if kind == HINGE:
        return ("revolute" if limited else "continuous",)
    return ("prismatic" if kind == SLIDE else "floating",)


def _axis(model: Any, number: int) -> str:
    kind, limited = int(model.jnt_type[number]), bool(model.jnt_limited[number])
    if kind == FREE:
        return ""
    low, high = model.jnt_range[number] if limited else (-FAR, FAR)
    limit = f'<limit lower="{float(low)!r}" upper="{float(high)!r}"/>' if limited or kind == SLIDE else ""
    return f'<axis xyz="{_numbers(model.jnt_axis[number])}"/>{limit}'


def _shapes(model: Any, link: Link, base: Path, hulls: bool) -> List[str]:
    return [shape for geom in link.geoms for shape in _shape(model, geom, base, hulls)]


def _shape(model: Any, geom: int, base: Path, hulls: bool) -> List[str]:
    """The collision element of a geom; none of a plane, which URDF does not have."""
    kind, size = int(model.geom_type[geom]), model.geom_size[geom]
    radius, half = float(size[0]), float(size[1])
    if kind == PLANE:
        return []
    if kind == SPHERE:
        shape = f'<sphere radius="{radius!r}"/>'
    elif kind in (CAPSULE, CYLINDER):
        word = "capsule" if kind == CAPSULE else "cylinder"
        shape = f'<{word} radius="{radius!r}" length="{2.0 * half!r}"/>'
    elif kind == BOX:
        shape = f'<box size="{_numbers(2.0 * size)}"/>'
    elif kind == ELLIPSOID:
        shape = _mesh_file(base / f"geom{geom}.obj", *_ellipsoid(size))
    elif kind == MESH:
        data = int(model.geom_dataid[geom])
        file = base / f"mesh{data}.obj"
        shape = _mesh_file(file, *_mesh(model, data, hulls))
    else:
        word = {HFIELD: "a height field", SDF: "a signed distance field"}.get(kind, f"of the kind {kind}")
        raise ValueError(f"the geom '{_name(model, 'geom', geom)}' is {word}: closecall has no such shapes")
    place = _origin(model.geom_pos[geom], model.geom_quat[geom])
    return [f"<collision>{place}<geometry>{shape}</geometry></collision>"]


def _mesh(model: Any, number: int, hulls: bool) -> Tuple[NDArray[Any], NDArray[Any]]:
    """The vertices and faces of a mesh, or of its hull."""
    first, count = model.mesh_vertadr[number], model.mesh_vertnum[number]
    vertices = model.mesh_vert[first : first + count]
    graph = int(model.mesh_graphadr[number])
    if hulls and graph >= 0:
        # numvert, numface, vert_edgeadr and vert_globalid of each, edge_localid, face_globalid.
        points, faces = model.mesh_graph[graph : graph + 2]
        begin = graph + 2 + 3 * int(points) + 3 * int(faces)
        return vertices, model.mesh_graph[begin : begin + 3 * int(faces)].reshape(-1, 3)
    if hulls:
        raise ValueError(f"the mesh '{_name(model, 'mesh', number)}' has no convex hull in this model")
    first, count = model.mesh_faceadr[number], model.mesh_facenum[number]
    return vertices, model.mesh_face[first : first + count]


def _ellipsoid(size: NDArray[Any]) -> Tuple[NDArray[Any], NDArray[Any]]:
    """A mesh that contains an ellipsoid: of the unit ball with room, stretched."""
    from . import Model

    ball = Shape.ball([0.0, 0.0, 0.0], 1.0).drawn()
    assert isinstance(ball, Model)
    vertices, faces = ball.vertices, ball.faces
    a, b, c = (vertices[faces[:, i]] for i in range(3))
    normal = np.cross(b - a, c - a)
    length = np.linalg.norm(normal, axis=1)
    proper = length > 1e-9
    least = np.min(np.abs(np.einsum("ij,ij->i", normal, a))[proper] / length[proper])
    return vertices / least * (1.0 + 1e-9) * size, faces


def _mesh_file(file: Path, vertices: NDArray[Any], faces: NDArray[Any]) -> str:
    if not file.exists():
        points = "".join(f"v {_numbers(vertex)}\n" for vertex in vertices)
        corners = "".join(f"f {a + 1} {b + 1} {c + 1}\n" for a, b, c in np.asarray(faces, int))
        file.write_text(points + corners, encoding="ascii")
    return f"<mesh filename={quoteattr(file.name)}/>"


def _add_planes(model: Any, links: List[Link], world: World) -> None:
    """Planes as half-spaces, attached to their bodies, and asked as MuJoCo asks them: not each other."""
    planes: List[str] = []
    for link in links:
        for geom in link.geoms:
            if model.geom_type[geom] != PLANE:
                continue
            name = _name(model, "geom", geom)
            name = f"plane {geom}" if name in world else name
            at = np.concatenate([model.geom_pos[geom], model.geom_quat[geom]])
            floor = Shape.half_space([0.0, 0.0, 1.0], 0.0)
            world.add(name, pose=at, parent=_name(model, "body", link.body), shapes=[floor])
            for plane in planes:
                world.allow(name, plane)
            planes.append(name)
            for other in links:
                is_solid = any(model.geom_type[one] != PLANE for one in other.geoms)
                if is_solid and not _looks(model, link, other):
                    world.allow(name, other.name)


def _numbers(values: Any) -> str:
    return " ".join(repr(float(value)) for value in values)


def _origin(position: Any, quaternion: Any) -> str:
    w, x, y, z = np.asarray(quaternion, float) / np.linalg.norm(quaternion)
    return f'<origin xyz="{_numbers(position)}" quat_xyzw="{_numbers((x, y, z, w))}"/>'


def _product(a: Any, b: Any) -> NDArray[np.float64]:
    (aw, *av), (bw, *bv) = a, b
    av, bv = np.array(av), np.array(bv)
    return np.concatenate([[aw * bw - av @ bv], aw * bv + bw * av + np.cross(av, bv)])


def _about(axis: Any, angle: float) -> NDArray[np.float64]:
    return np.concatenate([[np.cos(angle / 2)], np.sin(angle / 2) * np.asarray(axis)])


def _rotated(quaternion: Any, vector: Any) -> NDArray[np.float64]:
    w, v = quaternion[0], np.asarray(quaternion[1:])
    twice = 2.0 * np.cross(v, vector)
    return np.asarray(vector) + w * twice + np.cross(v, twice)
