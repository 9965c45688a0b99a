//! In what way do two surfaces meet? Triangle by triangle, without a list of all pairs.

use super::steps::Steps;
use super::{Kind, Meaning, Meeting};
use crate::geom::exact::{Class, classify};
use crate::geom::{DVec3, Pose};
use crate::mesh::Mesh;
use crate::query::{Ask, Model, Pair};
use std::ops::ControlFlow;

/// The corners of a triangle, without regard to order and orientation.
type Corners = [[u64; 3]; 3];

/// None if the question is broken off.
pub(super) fn meeting([a, b]: [&Model; 2], a_from_b: &Pose, steps: &Steps) -> Option<Meeting> {
    let of = |kind, contact| Some(Meeting::without_evidence(kind, Meaning::Surfaces, contact));
    let Some(first) = a.contact(b, a_from_b) else { return of(Kind::Apart, None) };
    let [of_a, of_b] = [distinct(a, &Pose::IDENTITY), distinct(b, a_from_b)];
    if of_a.iter().map(|(corners, _)| corners).eq(of_b.iter().map(|(corners, _)| corners)) {
        return of(Kind::Identical, Some(first));
    }
    let [(a, a_numbers), (b, b_numbers)] = [without_copies(a, &of_a), without_copies(b, &of_b)];
    let (mut contact, mut crosses) = (None, false);
    Pair::cold(&a, &b, Ask::new()).visit_contacts(a_from_b, |i, j| {
        let pair = (a_numbers[i as usize], b_numbers[j as usize]);
        let (p, q) = (a.mesh().triangle_at(i as usize), b.mesh().triangle_at(j as usize));
        if classify(&p, &a_from_b.carried_triangle(&q)) == Some(Class::Crossing) {
            (contact, crosses) = (Some(pair), true);
            return ControlFlow::Break(());
        }
        contact = contact.into_iter().chain([pair]).min();
        steps.step().map_or(ControlFlow::Break(()), ControlFlow::Continue)
    });
    match (crosses, steps.is_over()) {
        (true, _) => of(Kind::Crossing, contact),
        (false, true) => None,
        (false, false) => of(Kind::Touching, contact),
    }
}

/// Every triangle at a pose once, sorted by its corners, and the first number that it has.
fn distinct(model: &Model, pose: &Pose) -> Vec<(Corners, u32)> {
    // Both zeros have the bits of +0.
    let bits = |point: DVec3| point.to_array().map(|x| (x + 0.0).to_bits());
    let triangle = |number: usize| {
        let mut corners = pose.carried_triangle(&model.mesh().triangle_at(number)).map(bits);
        corners.sort_unstable();
        (corners, number as u32)
    };
    let mut all: Vec<_> = (0..model.mesh().triangle_count()).map(triangle).collect();
    all.sort_unstable();
    all.dedup_by_key(|(corners, _)| *corners);
    all
}

/// The model with one of every copies, and the numbers that its triangles had. What is true of one
/// copy is true of all.
fn without_copies(model: &Model, distinct: &[(Corners, u32)]) -> (Model, Vec<u32>) {
    let mesh = model.mesh();
    let mut numbers: Vec<u32> = distinct.iter().map(|&(_, number)| number).collect();
    numbers.sort_unstable();
    if numbers.len() == mesh.triangle_count() {
        return (model.clone(), numbers);
    }
    let triangles = numbers.iter().map(|&number| mesh.triangles()[number as usize]).collect();
    let fewer = Mesh::new(mesh.points().to_vec(), triangles);
    (Model::new(fewer.expect("they are triangles of a mesh")), numbers)
}
