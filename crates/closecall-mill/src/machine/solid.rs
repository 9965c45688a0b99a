//! A tool as meshes that hold it, and that it holds: what is apart from the first is apart from the
//! tool, what meets the second meets it.
//!
//! A round piece is a stack of regular polygons, whose sides touch the circle from outside, or whose
//! corners lie on it. The outline's arcs are polygons in the same way.

use crate::tool::{Piece, Profile, ProfilePart};
use closecall::engine::rounding::factor::{DOWN_MANY, UP_MANY};
use closecall::{Mesh, MeshError};
use glam::{DVec2, DVec3};
use std::f64::consts::{PI, TAU};

/// The corners of a circle.
const CORNERS: u32 = 96;

/// The pieces of an arc of the outline.
const STEPS: u32 = 12;

/// The side: which of the two meshes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// It holds the tool.
    Outer,
    /// The tool holds it.
    Inner,
}

/// The mesh of a piece up to the spindle's nose, in metres, the nose at the origin; None if nothing of
/// the piece is below the nose, or nothing of it is known to be filled.
pub(super) fn mesh(
    piece: &Piece,
    nose: f64,
    metres: f64,
    side: Side,
) -> Result<Option<Mesh>, MeshError> {
    if side == Side::Inner && piece.facets.is_some() {
        return Ok(None);
    }
    let outline = below(outline(piece, nose, side), nose);
    let size = outline.iter().fold(0.0, |so_far: f64, p| so_far.max(p.x));
    if outline.len() < 3 || size <= 0.0 {
        return Ok(None);
    }
    let outline: Vec<DVec2> =
        outline.into_iter().map(|p| DVec2::new(p.x, p.y - nose) * metres).collect();
    turned(&outline, side).map(Some)
}

/// The outline from the axis outward along the underside, and back along the top: radius and height.
fn outline(piece: &Piece, nose: f64, side: Side) -> Vec<DVec2> {
    let mut points = under(&piece.lower, side);
    match &piece.upper {
        Some(upper) => {
            let top = under(upper, side);
            points.extend(top.into_iter().rev().map(|p| DVec2::new(p.x, -p.y)));
        }
        None => {
            let rim = points.last().map_or(0.0, |p| p.x);
            points.extend([DVec2::new(rim, nose), DVec2::new(0.0, nose)]);
        }
    }
    points.dedup();
    points
}

/// The points of an underside, from the axis outward.
fn under(profile: &Profile, side: Side) -> Vec<DVec2> {
    let mut points = Vec::new();
    for part in profile.parts() {
        match *part {
            ProfilePart::Line { from, z0, to, z1 } => {
                points.extend([DVec2::new(from, z0), DVec2::new(to, z1)]);
            }
            ProfilePart::Arc { from, to, center, height, radius } => {
                let angle = |r: f64| ((r - center) / radius).clamp(-1.0, 1.0).asin();
                let (first, last) = (angle(from), angle(to));
                let step = (last - first) / f64::from(STEPS);
                let radius = match side {
                    Side::Outer => radius / (0.5 * step).cos() * UP_MANY,
                    Side::Inner => radius * DOWN_MANY,
                };
                points.extend((0..=STEPS).map(|k| {
                    let angle = first + f64::from(k) * step;
                    let r = center + radius * angle.sin();
                    DVec2::new(r.max(0.0), height - radius * angle.cos())
                }));
            }
        }
    }
    points.dedup();
    points
}

/// The part of an outline that is no higher than a level.
fn below(points: Vec<DVec2>, level: f64) -> Vec<DVec2> {
    let mut kept: Vec<DVec2> = Vec::with_capacity(points.len() + 2);
    for (i, &p) in points.iter().enumerate() {
        let next = points[(i + 1) % points.len()];
        if p.y <= level {
            kept.push(p);
        }
        if (p.y < level) != (next.y < level) && p.y != level && next.y != level {
            let share = (level - p.y) / (next.y - p.y);
            kept.push(DVec2::new(p.x + share * (next.x - p.x), level));
        }
    }
    kept.dedup();
    kept
}

/// An outline that begins and ends on the axis, or is closed along it, turned about the axis.
fn turned(outline: &[DVec2], side: Side) -> Result<Mesh, MeshError> {
    let wider = match side {
        Side::Outer => UP_MANY / (PI / f64::from(CORNERS)).cos(),
        Side::Inner => DOWN_MANY,
    };
    let (mut vertices, mut rings) = (Vec::new(), Vec::new());
    for point in outline {
        let first = vertices.len() as u32;
        if point.x <= 0.0 {
            vertices.push(DVec3::new(0.0, 0.0, point.y));
            rings.push([first, 1]);
            continue;
        }
        vertices.extend((0..CORNERS).map(|k| {
            let (sin, cos) = (TAU * f64::from(k) / f64::from(CORNERS)).sin_cos();
            DVec3::new(cos * point.x * wider, sin * point.x * wider, point.y)
        }));
        rings.push([first, CORNERS]);
    }
    let mut triangles = Vec::new();
    for (i, &[a, count]) in rings.iter().enumerate() {
        let [b, other] = rings[(i + 1) % rings.len()];
        for k in 0..CORNERS {
            let next = (k + 1) % CORNERS;
            match (count, other) {
                (1, 1) => break,
                (1, _) => triangles.push([a, b + next, b + k]),
                (_, 1) => triangles.push([a + k, a + next, b]),
                _ => triangles.extend([[a + k, a + next, b + k], [a + next, b + next, b + k]]),
            }
        }
    }
    let vertices = vertices.into_iter().map(|v: DVec3| v.map(crate::gcode::flushed)).collect();
    Mesh::new(vertices, triangles)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tool::{Tool, ToolShape};
    use closecall::engine::geom::GlamMesh as _;

    /// The one mesh holds the tool, and is little larger; the tool holds the other.
    #[test]
    fn a_tool_lies_between_its_two_meshes() {
        for shape in ["ball:6", "flat:6", "bull:6:1", "cone:6:30", "lollipop:6:3", "taper:8:2:10"] {
            let tool = Tool::of(shape.parse::<ToolShape>().unwrap());
            for piece in tool.pieces() {
                let volume = |side| {
                    let mesh = mesh(&piece, 20.0, 1.0, side).unwrap().unwrap();
                    assert!(
                        closecall::Model::new(mesh.clone()).solid().is_ok(),
                        "{shape} {side:?}"
                    );
                    let six: f64 = (0..mesh.triangle_count())
                        .map(|number| mesh.triangle_at(number))
                        .map(|t| t[0].dot(t[1].cross(t[2])))
                        .sum();
                    six / 6.0
                };
                let [outer, inner] = [Side::Outer, Side::Inner].map(volume);
                assert!(0.0 < inner && inner < outer && outer < 1.02 * inner, "{inner} {outer}");
            }
        }
    }
}
