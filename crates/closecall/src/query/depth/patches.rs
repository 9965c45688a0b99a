//! Contacts that a simulator can take: connected patches, few and with a normal.
//!
//! Two touching pairs of triangles belong to one patch if one triangle is the same, and the other
//! two have a corner in common, or are the same too. So the feet of a table on a floor are four
//! patches, however large the triangles of the floor are.

use super::prism::Prism;
use super::scene::Scene;
use crate::geom::exact::{Shared, shared};
use crate::geom::{DVec3, Pose, Triangle};
use crate::mesh::UnitsDiffer;
use crate::query::{Ask, Side, Solid};
use std::collections::HashMap;

/// The number of points of a patch that are kept.
const POINTS: usize = 4;

/// So often a patch is followed along its normal.
const STEPS: usize = 24;

/// A connected patch of contact between two solids.
#[derive(Clone, Debug, PartialEq)]
pub struct Patch {
    /// The touching pairs of triangles, of A and of B, sorted.
    pub pairs: Vec<(u32, u32)>,
    /// The middle of the contact, in A's frame.
    pub point: [f64; 3],
    /// Up to four points that span it.
    pub points: Vec<[f64; 3]>,
    /// A unit vector from A to B: the mean of the normals along the contact. 0 where they cancel.
    pub normal: [f64; 3],
    /// The way that B has to go along the normal until nothing touches there any more, about.
    pub depth: f64,
}

impl Solid {
    /// The connected patches in which the surfaces touch, the largest first. Every touching pair of
    /// triangles is in one of them. Points, normals and depths are rounded: for the exact list of
    /// pairs see [`super::super::Pair::contacts`], and for a certified depth
    /// [`Solid::penetration`].
    ///
    /// ```
    /// use closecall::{Model, Pose, mesh::shapes::cuboid};
    /// let cube = Model::new(cuboid([0.0; 3], [1.0; 3])).solid()?;
    /// let patches = cube.patches(&cube, &Pose::from_translation([0.25, 0.5, 0.9])?)?;
    /// assert_eq!(patches.len(), 1);
    /// assert!((patches[0].normal[2] - 1.0).abs() < 0.5 && (patches[0].depth - 0.1).abs() < 0.1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If they state different units: [`crate::Model::unit`].
    pub fn patches(&self, other: &Self, a_from_b: &Pose) -> Result<Vec<Patch>, UnitsDiffer> {
        self.model().check_units(other.model())?;
        let mut scene = Scene::new(self, other, a_from_b, &Ask::new());
        let mut pairs = scene.touching(DVec3::ZERO);
        pairs.sort_unstable();
        let signs = [self, other].map(outward);
        let mut patches: Vec<Patch> =
            components(&scene, &pairs).iter().map(|pairs| scene.patch(pairs, signs)).collect();
        patches.sort_by_key(|patch| (std::cmp::Reverse(patch.pairs.len()), patch.pairs[0]));
        Ok(patches)
    }
}

/// 1 if the triangles of a solid are counterclockwise seen from outside, on the whole, else −1.
fn outward(solid: &Solid) -> f64 {
    let volume = |[a, b, c]: Triangle| a.dot(b.cross(c));
    let sum: f64 = solid.mesh().iter().map(volume).sum();
    if sum < 0.0 { -1.0 } else { 1.0 }
}

/// The pairs that belong together.
fn components(scene: &Scene, pairs: &[(u32, u32)]) -> Vec<Vec<(u32, u32)>> {
    let mut roots: Vec<usize> = (0..pairs.len()).collect();
    let mut seen: HashMap<(Side, u32, [u64; 3]), usize> = HashMap::new();
    let (a, b) = (scene.a.mesh(), scene.b.mesh());
    for (number, &(i, j)) in pairs.iter().enumerate() {
        let of_a = a.triangle_at(i as usize).map(|corner| (Side::B, j, bits(corner)));
        let of_b = b.triangle_at(j as usize).map(|corner| (Side::A, i, bits(corner)));
        for key in of_a.into_iter().chain(of_b) {
            let known = *seen.entry(key).or_insert(number);
            let (p, q) = (root(&mut roots, known), root(&mut roots, number));
            roots[p.max(q)] = p.min(q);
        }
    }
    let mut found: Vec<Vec<(u32, u32)>> = vec![Vec::new(); pairs.len()];
    for (number, &pair) in pairs.iter().enumerate() {
        found[root(&mut roots, number)].push(pair);
    }
    found.retain(|pairs| !pairs.is_empty());
    found
}

fn bits(corner: DVec3) -> [u64; 3] {
    // Both zeros are one place.
    corner.to_array().map(|x| (x + 0.0).to_bits())
}

fn root(roots: &mut [usize], mut of: usize) -> usize {
    while roots[of] != of {
        roots[of] = roots[roots[of]];
        of = roots[of];
    }
    of
}

/// The points that two triangles share, and the size of what they share.
fn place([a, b]: &[Triangle; 2]) -> (Vec<DVec3>, f64) {
    match shared(a, b) {
        Shared::None => (Vec::new(), 0.0),
        Shared::Point(point) => (vec![point], 0.0),
        Shared::Segment([p, q]) => (vec![p, q], p.distance(q)),
        Shared::Polygon(polygon) => {
            let corners = polygon.corners().to_vec();
            let around = corners.iter().zip(corners.iter().cycle().skip(1));
            let length = around.map(|(p, q)| p.distance(*q)).sum();
            (corners, length)
        }
    }
}

impl Scene<'_> {
    fn patch(&mut self, pairs: &[(u32, u32)], [out_a, out_b]: [f64; 2]) -> Patch {
        let unit = |t: &Triangle| (t[1] - t[0]).cross(t[2] - t[0]).normalize_or_zero();
        let (mut points, mut middle, mut weight) = (Vec::new(), DVec3::ZERO, 0.0);
        // Points have no length: their normals count if there is nothing else.
        let mut normals = [DVec3::ZERO; 2];
        for &pair in pairs {
            let triangles = self.triangles(pair);
            let (found, length) = place(&triangles);
            let [of_a, of_b] = triangles;
            let normal = unit(&of_a) * out_a - unit(&of_b) * out_b;
            normals[0] += normal * length;
            normals[1] += normal;
            for point in &found {
                middle += *point * (length / found.len() as f64);
            }
            weight += length;
            points.extend(found);
        }
        let tiny = 1e-9 * weight;
        let normal = if normals[0].length() > tiny { normals[0] } else { normals[1] };
        let normal = normal.normalize_or_zero();
        let mean = points.iter().sum::<DVec3>() / points.len().max(1) as f64;
        let middle = if weight > 0.0 { middle / weight } else { mean };
        let depth = self.patch_depth(pairs, &points, normal);
        let points = spanning(&points, middle).into_iter().map(|p| p.to_array()).collect();
        Patch {
            pairs: pairs.to_vec(),
            point: middle.to_array(),
            points,
            normal: normal.to_array(),
            depth,
        }
    }

    /// The way of B along the normal until nothing touches in the box of the points, moved along.
    fn patch_depth(&mut self, pairs: &[(u32, u32)], points: &[DVec3], normal: DVec3) -> f64 {
        if normal == DVec3::ZERO {
            return 0.0;
        }
        let slack = DVec3::splat(1e-9 * self.largest);
        let low = points.iter().fold(DVec3::INFINITY, |low, p| low.min(*p)) - slack;
        let high = points.iter().fold(DVec3::NEG_INFINITY, |high, p| high.max(*p)) + slack;
        // Triangles without area may have no way out of each other.
        let most = self.out_of_box(normal);
        let (mut at, mut pairs) = (0.0, pairs.to_vec());
        for _ in 0..STEPS {
            let exits = pairs.iter().map(|&pair| Prism::of(&self.triangles(pair)).exit(normal).0);
            let next = exits.fold(at, f64::max).min(most);
            let gained = next > at + 8.0 * self.noise();
            at = next;
            if !gained {
                break;
            }
            let moved = normal * (at + 4.0 * self.noise());
            let (low, high) = (low.min(low + moved), high.max(high + moved));
            pairs = self.touching(moved);
            pairs.retain(|&pair| {
                let [a, b] = self.triangles(pair);
                let (found, _) = place(&[a, b.map(|corner| Pose::flushed(corner + moved))]);
                found.iter().any(|p| p.cmpge(low).all() && p.cmple(high).all())
            });
        }
        at
    }
}

/// Few points that span all of them: each is the furthest from those before.
fn spanning(points: &[DVec3], middle: DVec3) -> Vec<DVec3> {
    let mut kept: Vec<DVec3> = Vec::new();
    while kept.len() < POINTS {
        let away = |p: &DVec3| {
            let known = if kept.is_empty() { vec![middle] } else { kept.clone() };
            known.iter().map(|k| k.distance(*p)).fold(f64::INFINITY, f64::min)
        };
        let furthest = points.iter().max_by(|p, q| away(p).total_cmp(&away(q)));
        match furthest {
            Some(&point) if kept.is_empty() || away(&point) > 0.0 => kept.push(point),
            _ => break,
        }
    }
    kept
}
