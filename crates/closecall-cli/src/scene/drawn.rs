//! The bodies of a scene as a page draws them.

use closecall::engine::geom::{DVec3, GlamMesh as _, GlamPose as _};
use closecall::geom::shape::Shape;
use closecall::mesh::shapes;
use closecall::world::Handle;
use closecall::{Mesh, Pose};
use closecall_report::{DrawnBody, DrawnPath, Look};
use closecall_robot::Scene;

/// The bodies with a mesh or an exact shape.
pub fn bodies_of(scene: &Scene) -> Vec<Handle> {
    let world = &scene.world;
    let with_mesh = |handle: Handle| matches!(world.model(handle), Ok(Some(_)));
    let is_shape =
        |handle: Handle| world.exact_shapes(handle).is_ok_and(|shapes| !shapes.is_empty());
    world.handles().filter(|&handle| with_mesh(handle) || is_shape(handle)).collect()
}

/// The unit of a scene's lengths: files of robots are in metres; without a robot, the meshes say it.
pub fn unit(scene: &Scene) -> &'static str {
    if scene.all_robots().next().is_some() { "m" } else { "" }
}

/// Bodies on their ways, in the same order, as their meshes; then the shapes that are left.
pub fn bodies<'a>(
    scene: &'a Scene,
    ways: &'a [(Handle, Vec<Pose>)],
    shapes: &'a [(usize, Mesh)],
) -> Vec<DrawnBody<'a>> {
    let body = |place: usize, mesh: &'a Mesh| {
        let (handle, way) = &ways[place];
        let is_still = way.iter().all(|pose| *pose == way[0]);
        let path = if is_still {
            DrawnPath::Still(way[0])
        } else {
            DrawnPath::Moving(way.iter().collect())
        };
        let name = scene.world.name(*handle).unwrap_or_default().to_owned();
        DrawnBody { name, mesh, path, look: Look::Surface }
    };
    let (mut shown, mut rest) = (Vec::new(), shapes.iter().collect::<Vec<_>>());
    for (place, (handle, _)) in ways.iter().enumerate() {
        // One without a mesh is shown as its first shape.
        let first = rest.iter().position(|(of, _)| *of == place);
        match (scene.world.model(*handle), first) {
            (Ok(Some(model)), _) => shown.push(body(place, model.mesh())),
            (_, Some(first)) => shown.push(body(place, &rest.remove(first).1)),
            _ => {}
        }
    }
    shown.extend(rest.into_iter().map(|(place, mesh)| body(*place, mesh)));
    shown
}

/// The exact shapes of bodies in their own frames; half-spaces as large as all else.
pub fn drawn_shapes(scene: &Scene, ways: &[(Handle, Vec<Pose>)]) -> Vec<(usize, Mesh)> {
    let extent = Extent::of(scene, ways);
    let mut drawn = Vec::new();
    for (place, (handle, way)) in ways.iter().enumerate() {
        let middle = way[0]
            .inverse()
            .map_or(extent.middle, |body_from_world| body_from_world.carried(extent.middle));
        let shapes = scene.world.exact_shapes(*handle).unwrap_or_default();
        // One that is out of the range of coordinates when drawn is left out of the picture.
        let meshes =
            shapes.iter().filter_map(|shape| shapes::drawn(shape, middle, extent.half).ok());
        drawn.extend(meshes.map(|mesh| (place, mesh)));
    }
    drawn
}

/// About where everything is that has an end.
struct Extent {
    middle: DVec3,
    half: f64,
}

impl Extent {
    fn of(scene: &Scene, ways: &[(Handle, Vec<Pose>)]) -> Self {
        let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        for (handle, way) in ways {
            let model = scene.world.model(*handle).ok().flatten();
            let corners = model.into_iter().flat_map(|model| model.mesh().points().iter().copied());
            let shapes = scene.world.exact_shapes(*handle).unwrap_or_default();
            let bounds = shapes.iter().filter_map(Shape::bounds).flatten().map(DVec3::from);
            for corner in corners.chain(bounds) {
                let point = way[0].carried(corner);
                (low, high) = (low.min(point), high.max(point));
            }
        }
        if low.x > high.x {
            return Self { middle: DVec3::ZERO, half: 1.0 };
        }
        Self { middle: (low + high) * 0.5, half: (high - low).length().max(1e-6) }
    }
}
