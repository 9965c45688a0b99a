//! Polyhedral tools: the certified lift against one that knows nothing of it, and meshes that are
//! refused.

use crate::common::Random;
use closecall::Mesh;
use closecall::engine::geom::GlamMesh as _;
use closecall::mesh::shapes;
use closecall_mill::engine::{LiftQuestion, Prism, ToolFrame, lift};
use closecall_mill::tool::{Facets, Tool, ToolShape, ToolShapeError};
use glam::DVec3;

/// A cone or pyramid with its tip at the origin, `sides` around.
fn pyramid(sides: usize, radius: f64, height: f64) -> Mesh {
    let rim = (0..sides).map(|i| {
        let angle = std::f64::consts::TAU * i as f64 / sides as f64;
        DVec3::new(radius * angle.cos(), radius * angle.sin(), height)
    });
    let vertices = std::iter::once(DVec3::ZERO).chain(rim).collect();
    let n = sides as u32;
    let side = |i: u32| [0, 1 + (i + 1) % n, 1 + i];
    let top = |i: u32| [1, 1 + i, 2 + i];
    Mesh::new(vertices, (0..n).map(side).chain((1..n - 1).map(top)).collect()).unwrap()
}

fn tools() -> Vec<(Mesh, bool)> {
    let block = shapes::cuboid(DVec3::new(-1.0, -1.5, 0.0), DVec3::new(1.0, 1.5, 3.0));
    vec![(block, true), (pyramid(4, 2.0, 3.0), false), (pyramid(24, 2.5, 1.0), false)]
}

/// The largest height difference of a point of W above one of the tool, both at the same place seen
/// along the axis: by the edges and corners of both polyhedra, with every pair of segments and
/// every pair of corner and triangle.
fn highest(tool: &Mesh, t: &[DVec3; 3], path: &[DVec3; 2]) -> f64 {
    let corners: Vec<DVec3> = path.iter().flat_map(|p| t.map(|q| q - *p)).collect();
    let mut best = f64::NEG_INFINITY;
    let mut see = |gap: f64| best = best.max(gap);
    let triangles: Vec<[DVec3; 3]> = tool.iter().collect();
    let all = |n: usize| {
        (0..n).flat_map(move |i| (0..i).flat_map(move |j| (0..j).map(move |k| [i, j, k])))
    };
    let faces: Vec<[DVec3; 3]> = all(6).map(|f| f.map(|i| corners[i])).collect();
    for face in &triangles {
        corners.iter().filter_map(|w| under(face, *w).map(|z| w.z - z)).for_each(&mut see);
        for face_of_w in &faces {
            face.iter().filter_map(|u| under(face_of_w, *u).map(|z| z - u.z)).for_each(&mut see);
        }
        for (i, a) in corners.iter().enumerate() {
            for b in &corners[..i] {
                for k in 0..3 {
                    crossing([*a, *b], [face[k], face[(k + 1) % 3]]).into_iter().for_each(&mut see);
                }
            }
        }
    }
    best
}

/// The height of a triangle over a point.
fn under([a, b, c]: &[DVec3; 3], p: DVec3) -> Option<f64> {
    let cross = |p: DVec3, q: DVec3, r: DVec3| (q - p).truncate().perp_dot((r - p).truncate());
    let area = cross(*a, *b, *c);
    let shares = [cross(*b, *c, p) / area, cross(*c, *a, p) / area, cross(*a, *b, p) / area];
    shares.iter().all(|s| *s >= 0.0).then(|| shares[0] * a.z + shares[1] * b.z + shares[2] * c.z)
}

/// How much higher the first segment is where it crosses the second, seen along the axis.
fn crossing([a, b]: [DVec3; 2], [c, d]: [DVec3; 2]) -> Option<f64> {
    let (side, other, way) = ((b - a).truncate(), (d - c).truncate(), (c - a).truncate());
    let area = side.perp_dot(other);
    if area.abs() <= 1e-9 * side.length() * other.length() {
        return None;
    }
    let (s, t) = (way.perp_dot(other) / area, way.perp_dot(side) / area);
    let inside = (0.0..=1.0).contains(&s) && (0.0..=1.0).contains(&t);
    inside.then_some(a.z + s * (b.z - a.z) - c.z - t * (d.z - c.z))
}

fn question() -> LiftQuestion {
    LiftQuestion { above: f64::NEG_INFINITY, touch: false, astray: 0.0, afloat: 0.0, wider: 0.0 }
}

#[test]
fn lifts_are_those_of_corners_and_edges() {
    let mut random = Random(5);
    let (mut over, mut aside) = (0, 0);
    for round in 0..300 {
        for (mesh, _) in tools() {
            let piece = Tool::of(ToolShape::Mesh(Facets::new(&mesh).unwrap())).pieces().remove(0);
            let center = random.point(3.0);
            let mut t = [0; 3].map(|_| center + random.point(2.5));
            let mut path = [random.point(1.5), random.point(1.5)];
            match round % 6 {
                1 => path[1] = path[0],
                2 => t[2] = t[1],
                3 => t.iter_mut().for_each(|p| p.z = 1.0),
                4 => t.iter_mut().chain(&mut path).for_each(|p| *p = p.round()),
                5 => (path[1].x, path[1].y) = (path[0].x, path[0].y),
                _ => {}
            }
            // Where the rim is only touched there is a lift if that counts.
            let touch = LiftQuestion { touch: true, ..question() };
            let found = lift(&piece, &Prism::new(&t, path, &ToolFrame::Upright), &touch);
            let expected = highest(&mesh, &t, &path);
            assert!(
                expected <= found.hi + 1e-9,
                "{expected} above {found:?}: {t:?} along {path:?}"
            );
            match found.lo > f64::NEG_INFINITY {
                true => {
                    assert!(
                        (found.lo - expected).abs() < 1e-9,
                        "{found:?}, {expected}: {t:?} along {path:?}"
                    );
                    over += 1;
                }
                // Only at the very rim is it not known.
                false => aside += usize::from(expected == f64::NEG_INFINITY),
            }
        }
    }
    eprintln!("{over} over or under, {aside} aside");
    assert!(over > 200 && aside > 50);
}

/// An inclined tool is an upright one in a turned scene.
#[test]
fn inclined() {
    let mut random = Random(6);
    let (mut over, mut aside) = (0, 0);
    for _ in 0..150 {
        for (mesh, _) in tools() {
            let piece = Tool::of(ToolShape::Mesh(Facets::new(&mesh).unwrap())).pieces().remove(0);
            let center = random.point(3.0);
            let t = [0; 3].map(|_| center + random.point(2.5));
            let path = [random.point(1.5), random.point(1.5)];
            let frame = ToolFrame::of_axis(DVec3::Z + random.point(1.0));
            let found = lift(&piece, &Prism::new(&t, path, &frame), &question());
            let turned = t.map(|p| frame.tool_from_part(p));
            let expected = highest(&mesh, &turned, &path.map(|p| frame.tool_from_part(p)));
            assert!(
                expected <= found.hi + 1e-9,
                "{expected} above {found:?}: {t:?} along {path:?}, {frame:?}"
            );
            match found.lo > f64::NEG_INFINITY {
                true => {
                    assert!(
                        (found.lo - expected).abs() < 1e-9,
                        "{found:?}, {expected}: {t:?} along {path:?}, {frame:?}"
                    );
                    over += 1;
                }
                false => aside += usize::from(expected == f64::NEG_INFINITY),
            }
        }
    }
    eprintln!("{over} over or under, {aside} aside");
    assert!(over > 100 && aside > 30);
}

#[test]
fn a_wall_that_is_touched_is_not_met() {
    let (mesh, _) = tools().remove(0);
    let piece = Tool::of(ToolShape::Mesh(Facets::new(&mesh).unwrap())).pieces().remove(0);
    let wall =
        |x: f64| [DVec3::new(x, -9.0, -5.0), DVec3::new(x, 9.0, -5.0), DVec3::new(x, 0.0, 20.0)];
    let path = [DVec3::new(0.0, -3.0, 0.0), DVec3::new(0.0, 3.0, 0.0)];
    let at = |x: f64| lift(&piece, &Prism::new(&wall(x), path, &ToolFrame::Upright), &question());
    assert_eq!(at(1.0).hi, f64::NEG_INFINITY);
    assert!(at(0.999).lo > 19.0);
}

#[test]
fn what_is_no_tool_is_refused() {
    let odd = |mesh: &Mesh| match Facets::new(mesh) {
        Err(ToolShapeError::Odd(text)) => text,
        other => panic!("{other:?}"),
    };
    let raised = shapes::cuboid(DVec3::new(-1.0, -1.0, 2.0), DVec3::ONE * 3.0);
    assert!(odd(&raised).contains("lowest vertex is at 2"));
    let (a, b) = (
        shapes::cuboid(DVec3::ZERO, DVec3::ONE),
        shapes::cuboid(DVec3::new(3.0, 0.0, 0.0), DVec3::new(4.0, 1.0, 5.0)),
    );
    let vertices = [a.points(), b.points()].concat();
    let second = b.triangles().iter().map(|t| t.map(|v| v + a.points().len() as u32));
    let two = Mesh::new(vertices, a.triangles().iter().copied().chain(second).collect()).unwrap();
    assert!(odd(&two).contains("convex"));
}
