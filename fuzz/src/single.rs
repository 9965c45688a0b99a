//! A small mesh, and rays, points and exact shapes beside it.

use closecall::engine::geom::{DVec3, GlamMesh as _, exact::{TriangleDistance, distance, pierce, within}};
use crate::small::Bytes;
use closecall::Answer;
use closecall::geom::shape::{Shape, ShapeError};
use closecall::geom::Ray;
use closecall::{Clearance, Model};

/// Every ray meets the triangles that it meets one by one.
pub fn ray(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let model = Model::new(bytes.mesh());
    let mut rays = model.rays();
    let mut asked = Vec::new();
    while !bytes.is_empty() && asked.len() < 24 {
        let (from, to) = (corner_or_point(&mut bytes, &model), corner_or_point(&mut bytes, &model));
        let ray = match bytes.below(3) {
            0 => Ray::segment(from, to),
            1 => Ray::new(from, to - from),
            _ => Ray::new(from, to),
        };
        asked.extend(ray);
    }
    let mut firsts = Vec::new();
    for ray in &asked {
        let meets = |(number, t)| Some((number, pierce(ray, &t)?));
        let mut expected: Vec<_> = (0..).zip(model.mesh().iter()).filter_map(meets).collect();
        let all = rays.all(ray);
        let order = all.iter().map(|hit| expected.iter().position(|(n, _)| *n == hit.triangle));
        let order: Option<Vec<usize>> = order.collect();
        assert!(order.is_some() && all.len() == expected.len(), "{ray:?}: {all:?}, {expected:?}");
        expected.sort_by_key(|(number, _)| all.iter().position(|hit| hit.triangle == *number));
        for (hit, (_, t)) in all.iter().zip(&expected) {
            assert!(hit.t.lo <= t.hi && t.lo <= hit.t.hi, "{ray:?}: {hit:?}, {t:?}");
        }
        assert!(all.is_sorted_by(|a, b| a.t.lo <= b.t.hi), "{ray:?}: {all:?}");
        assert_eq!(rays.any(ray), !all.is_empty(), "{ray:?}");
        assert_eq!(rays.first(ray), all.first().copied(), "{ray:?}");
        let crossings = rays.crossings(ray);
        assert!(crossings.winding.unsigned_abs() <= crossings.count, "{ray:?}: {crossings:?}");
        assert_eq!(crossings.count % 2, crossings.winding.unsigned_abs() % 2, "{ray:?}");
        firsts.push(all.first().copied());
    }
    assert_eq!(rays.first_batch(&asked), firsts);
}

/// The nearest triangles are those that are nearest one by one.
pub fn point(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let model = Model::new(bytes.mesh());
    let mut points = model.points();
    while !bytes.is_empty() {
        let p = corner_or_point(&mut bytes, &model);
        let single: Vec<_> = model.mesh().iter().map(|t| distance(&t, &[p; 3])).collect();
        let least = |bound: fn(&TriangleDistance) -> f64| {
            single.iter().map(bound).fold(f64::INFINITY, f64::min)
        };
        let (low, high) = (least(|d| d.distance.lo), least(|d| d.distance.hi));
        let nearest = points.nearest(p).expect("small numbers are in range");
        assert!(nearest.distance.lo <= high && low <= nearest.distance.hi, "{p}: {nearest:?}");
        let few = points.nearest_few(p, 5).expect("small numbers are in range");
        assert_eq!(few.len(), single.len().min(5));
        assert!(few.is_sorted_by(|a, b| a.distance.lo <= b.distance.hi), "{p}: {few:?}");
        let last = few[few.len() - 1].distance.lo;
        let nearer = single.iter().filter(|d| d.distance.hi < last).count();
        assert!(nearer <= few.len(), "{p}: {few:?}");
        let radius = [0.0, 1.0, 0.5, 2.0f64.sqrt(), 3.0, 1e-9][usize::from(bytes.below(6))];
        let clearance = Clearance::new(radius).expect("these are in range");
        let mut found: Vec<u32> =
            points.within(p, radius).expect("in range").iter().map(|near| near.triangle).collect();
        found.sort_unstable();
        let inside = |(n, t)| within(&t, &[p; 3], clearance).meets.then_some(n);
        let expected: Vec<u32> = (0..).zip(model.mesh().iter()).filter_map(inside).collect();
        assert_eq!(found, expected, "{p}, {radius}");
    }
}

/// Shapes touch the triangles that they touch one by one. A ball and a capsule are a point and a
/// segment with a clearance, which is decided in another way.
pub fn shape(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let model = Model::new(bytes.mesh());
    let mut shapes = model.shapes();
    let mut made: Vec<Shape> = Vec::new();
    while !bytes.is_empty() && made.len() < 12 {
        let (from, to) = (corner_or_point(&mut bytes, &model), corner_or_point(&mut bytes, &model));
        let radius = [1.0, 0.5, 2.0f64.sqrt(), 3.0, 5.0, 1e-9][usize::from(bytes.below(6))];
        let (kind, pose) = (bytes.below(7), bytes.pose());
        let Ok(shape) = of_kind(kind, [from, to], radius, &pose) else { continue };
        let found = shapes.touching(&shape);
        let single: Vec<Answer> = model.mesh().iter().map(|t| shape.touches(&t, Clearance::NONE)).collect();
        let those = |wanted| (0..).zip(&single).filter(move |(_, t)| **t == wanted).map(|(n, _)| n);
        assert_eq!(found.certain, those(Answer::Touching(())).collect::<Vec<u32>>(), "{shape:?}");
        assert_eq!(found.undecided, those(Answer::Undecided(())).collect::<Vec<u32>>(), "{shape:?}");
        let apart = shapes.distance(&shape).distance;
        assert!(0.0 <= apart.lo && apart.lo <= apart.hi, "{shape:?}: {apart:?}");
        if !found.certain.is_empty() {
            assert_eq!(apart.lo, 0.0, "{shape:?}");
        } else if found.undecided.is_empty() {
            assert!(apart.hi > 0.0, "{shape:?}");
        }
        let clearance = Clearance::new(radius).expect("these are in range");
        let core = [[from; 3], [from, to, to]].get(usize::from(kind)).copied();
        if let Some(core) = core {
            for (t, touch) in model.mesh().iter().zip(&single) {
                assert_eq!(
                    *touch == Answer::Touching(()),
                    within(&t, &core, clearance).meets,
                    "{shape:?} {t:?}"
                );
            }
        }
        for other in &made {
            let (apart, back) = (shape.distance_to_shape(other), other.distance_to_shape(&shape));
            let agree = apart.lo <= back.hi && back.lo <= apart.hi;
            assert!(agree, "{shape:?} {other:?} {apart:?} {back:?}");
            let touches = [shape.touches_shape(other, Clearance::NONE), other.touches_shape(&shape, Clearance::NONE)];
            for (touch, apart) in touches.into_iter().zip([apart, back]) {
                match touch {
                    Answer::Clear => assert!(apart.hi > 0.0, "{shape:?} {other:?} {apart:?}"),
                    _ => assert_eq!(apart.lo, 0.0, "{touch:?} {shape:?} {other:?}"),
                }
            }
            let both = touches.contains(&Answer::Clear) && touches.contains(&Answer::Touching(()));
            assert!(!both, "{shape:?} {other:?}");
        }
        made.push(shape);
    }
}

fn of_kind(
    kind: u8,
    [from, to]: [DVec3; 2],
    radius: f64,
    pose: &closecall::Pose,
) -> Result<Shape, ShapeError> {
    match kind {
        0 => Shape::ball(from, radius),
        1 => Shape::capsule(from, to, radius),
        2 => Shape::cylinder(from, to, radius),
        3 => Shape::cone(from, to, radius),
        4 => Shape::half_space(to, radius),
        5 => Shape::torus(from, to, 2.0 * radius, radius),
        _ => Shape::cuboid(pose, DVec3::new(radius, 1.0, 2.0)),
    }
}

/// A corner of the mesh, the middle of two, or any point.
fn corner_or_point(bytes: &mut Bytes, model: &Model) -> DVec3 {
    let vertices = model.mesh().points();
    match bytes.below(3) {
        0 => corner_of(bytes, vertices),
        1 => 0.5 * (corner_of(bytes, vertices) + corner_of(bytes, vertices)),
        _ => bytes.point(),
    }
}

fn corner_of(bytes: &mut Bytes, vertices: &[DVec3]) -> DVec3 {
    vertices[usize::from(bytes.byte()) % vertices.len()]
}
