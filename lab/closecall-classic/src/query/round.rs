//! Balls and cylinders against a tree of k-DOPs: the moving body is exact, and translates only.
//! (Klosowski 1998, §8.1.2)
//!
//! A node does not meet a round body if the box of its first three slabs is apart from it: for a
//! ball by the distance of its centre, for what it sweeps and for a cylinder along the line from
//! their axis to the box. Nor if its slab along some direction of the k-DOP is elsewhere. (With
//! slabs alone, the corners of a box around the ball are nearly half of it, and more directions pay
//! for what the ball itself could tell.) Triangles are decided exactly by [`Shape::touches`].

use super::building::build;
use super::configure::Options;
use crate::rounding::ROUND;
use crate::tree::BinaryTree;
use crate::tree::build::{Role, early_tau};
use crate::volume::kdop::directions::{directions, norms, vector};
use crate::volume::kdop::{Kdop, Tumbling};
use closecall::engine::{
    geom::{DVec3, GlamMesh as _},
    rounding::factor::UP_90,
};
use closecall::geom::shape::Shape;
use closecall::mesh::Mesh;
use closecall::{Answer, Clearance};

/// A round body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RoundBody {
    /// A ball.
    Ball {
        /// Its centre.
        center: DVec3,
        /// Its radius.
        radius: f64,
    },
    /// The volume that a ball sweeps.
    Capsule {
        /// The centre at the beginning and the end.
        ends: [DVec3; 2],
        /// The radius.
        radius: f64,
    },
    /// A cylinder, both ends flat.
    Cylinder {
        /// The middle of the ends.
        ends: [DVec3; 2],
        /// The radius.
        radius: f64,
    },
}

impl RoundBody {
    fn ends(&self) -> ([DVec3; 2], f64) {
        match *self {
            Self::Ball { center, radius } => ([center; 2], radius),
            Self::Capsule { ends, radius } | Self::Cylinder { ends, radius } => (ends, radius),
        }
    }

    /// The k-DOP around it, larger by more than rounding.
    fn dop<const S: usize>(&self) -> Kdop<S> {
        let ([from, to], radius) = self.ends();
        let axis = match self {
            Self::Cylinder { .. } => (to - from).try_normalize(),
            _ => None,
        };
        let slack = ROUND * (from.abs() + to.abs()).element_sum();
        let mut dop = Kdop::EMPTY;
        for (slab, (direction, norm)) in
            directions::<S>().map(vector).into_iter().zip(norms::<S>()).enumerate()
        {
            let (a, b) = (direction.dot(from), direction.dot(to));
            let around = axis.map_or(norm, |axis| {
                let along = direction.dot(axis);
                (norm * norm - along * along).max(0.0).sqrt() + ROUND * norm
            });
            let reach = radius * around * UP_90 + slack * norm;
            (dop.low[slab], dop.high[slab]) = (a.min(b) - reach, a.max(b) + reach);
        }
        dop
    }

    /// Whether it is certainly apart from a box, by more than rounding.
    fn is_apart(&self, low: DVec3, high: DVec3) -> bool {
        let ([from, to], radius) = self.ends();
        let slack = ROUND * (low.abs() + high.abs() + from.abs() + to.abs()).element_sum();
        let reach = radius * UP_90 + slack;
        if let Self::Ball { center, .. } = self {
            let outside = (low - *center).max(*center - high).max(DVec3::ZERO);
            return outside.length_squared() > reach * reach * UP_90;
        }
        let (middle, way) = (0.5 * (low + high), to - from);
        let share = ((middle - from).dot(way) / way.length_squared()).clamp(0.0, 1.0);
        let mut out = middle - from - if share.is_finite() { way * share } else { DVec3::ZERO };
        if let Self::Cylinder { .. } = self {
            // Across the axis, where it reaches as far as its radius.
            out = middle - from;
            out -= way * (out.dot(way) / way.length_squared());
        }
        let Some(out) = out.try_normalize() else { return false };
        let least = out.dot(middle) - out.abs().dot(0.5 * (high - low));
        least > out.dot(from).max(out.dot(to)) + reach + 4.0 * slack
    }

    /// The body, to be asked about triangles. None if its numbers are out of range.
    #[must_use]
    pub fn shape(&self) -> Option<Shape> {
        match *self {
            Self::Capsule { ends: [center, to], radius } if center == to => {
                Shape::ball(center, radius)
            }
            Self::Ball { center, radius } => Shape::ball(center, radius),
            Self::Capsule { ends: [from, to], radius } => Shape::capsule(from, to, radius),
            Self::Cylinder { ends: [from, to], radius } => Shape::cylinder(from, to, radius),
        }
        .ok()
    }
}

/// A mesh and its tree of k-DOPs with `S` slabs.
pub struct RoundChecker<'m, const S: usize> {
    mesh: &'m Mesh,
    tree: BinaryTree<Kdop<S>>,
    agenda: Vec<u32>,
}

/// The answer and the cost of a query.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RoundFound {
    /// Triangles that touch the body.
    pub contacts: u64,
    /// Volumes that were tested.
    pub volume_tests: u64,
    /// Triangles that were tested.
    pub triangle_tests: u64,
    /// Triangles of which it is not known: only of cylinders, and within rounding.
    pub undecided: u64,
}

impl<'m, const S: usize> RoundChecker<'m, S> {
    /// Builds the tree of the environment.
    #[must_use]
    pub fn new(mesh: &'m Mesh, options: &Options) -> Self {
        let tree = build(mesh, &Tumbling::Fixed, early_tau(Role::Environment), options);
        Self { mesh, tree, agenda: Vec::new() }
    }

    /// Which triangles touch a round body: `visit` is told of each.
    ///
    /// # Panics
    /// If a number of the body is out of range.
    pub fn touching(&mut self, round: &RoundBody, mut visit: impl FnMut(u32)) -> RoundFound {
        let (dop, shape) = (round.dop::<S>(), round.shape().expect("a round body is in range"));
        let mut found = RoundFound::default();
        self.agenda.clear();
        self.agenda.push(BinaryTree::<Kdop<S>>::ROOT);
        while let Some(number) = self.agenda.pop() {
            let node = self.tree.node(number);
            found.volume_tests += 1;
            let (low, high) = (&node.volume.low, &node.volume.high);
            if (0..S).any(|i| low[i] > dop.high[i] || dop.low[i] > high[i]) {
                continue;
            }
            let corner = |ends: &[f64; S]| DVec3::new(ends[0], ends[1], ends[2]);
            if round.is_apart(corner(low), corner(high)) {
                continue;
            }
            if let crate::tree::Content::Children(left, right) = node.content() {
                self.agenda.extend([right, left]);
            }
            for &item in self.tree.items(number) {
                found.triangle_tests += 1;
                match shape.touches(&self.mesh.triangle_at(item as usize), Clearance::NONE) {
                    Answer::Clear => {}
                    Answer::Undecided(()) => found.undecided += 1,
                    Answer::Touching(()) => {
                        found.contacts += 1;
                        visit(item);
                    }
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use closecall::engine::geom::Rng;
    use closecall::mesh::shapes;

    fn check<const S: usize>() {
        let mesh = shapes::terrain(12, 9, 1.0, |i, j| f64::from((i * 7 + j * 5) % 4) * 0.4);
        let mut checker = RoundChecker::<S>::new(&mesh, &Options::default());
        let rng = &mut Rng::new(8);
        let (mut touched, mut apart) = (0, 0);
        for _ in 0..200 {
            let mut point = || {
                DVec3::new(rng.between(-2.0, 14.0), rng.between(-2.0, 11.0), rng.between(-1.0, 4.0))
            };
            let (from, to) = (point(), point());
            let radius = rng.between(0.1, 2.0);
            let bodies = [
                RoundBody::Ball { center: from, radius },
                RoundBody::Capsule { ends: [from, to], radius },
                RoundBody::Cylinder { ends: [from, to], radius },
            ];
            for body in bodies {
                let shape = body.shape().unwrap();
                let brute = mesh
                    .iter()
                    .filter(|t| shape.touches(t, Clearance::NONE) == Answer::Touching(()))
                    .count() as u64;
                let found = checker.touching(&body, |_| {});
                assert_eq!(found.contacts, brute, "{body:?}");
                *(if brute > 0 { &mut touched } else { &mut apart }) += 1;
            }
        }
        assert!(touched > 50 && apart > 50, "{touched} touched, {apart} apart");
    }

    #[test]
    fn every_triangle_that_touches_is_found() {
        check::<3>();
        check::<7>();
        check::<9>();
        check::<13>();
    }
}
