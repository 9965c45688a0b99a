//! Look-alikes of the five data sets that Klosowski's tables speak of (1998, §5.4, Table 18), at
//! their sizes or smaller.
//!
//! The originals are lost or were never public. What is kept: what they are made of, both triangle
//! counts, the number of steps, and how the path is made. Sizes and strides, on which the paper is
//! silent, are chosen so that with the seed 1998 the full flights have about as many tests of
//! 26-DOPs (Table 36) and contacts (Table 18) as the paper's. The crowding is kept where there are
//! fewer triangles.

use closecall::engine::geom::{DVec3, GlamMesh as _};
use closecall::{Mesh, Model};

use super::aircraft::{self, aircraft};
use super::billiard::{Billiard, NoRoom};
use super::bsp::BspCell;
use super::deformed_torus::{self, deformed_torus};
use super::hand::hand;
use super::interior::{self, interior};
use super::motion::{Pace, wander};
use super::parts::{Parts, extent, fitted};
use super::pipes::{self, pipes};
use super::stalagmites::{self, stalagmites};
use super::swept::swept;
use super::tetrahedra::disjoint_tetrahedra;
use closecall_flight::Flight;

/// A data set of the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataSet {
    /// An interweaving pipeline among a larger copy of itself.
    Pipes,
    /// A deformed torus among stalagmites.
    Torus,
    /// A Boeing 747 among random disjoint tetrahedra.
    Boeing747,
    /// An axis-shaped body in a tight corridor of tetrahedra, which it never touches.
    Swept,
    /// A hand in the interior of an aircraft, touching a lot.
    Interior,
}

/// The paper's figures about a data set in Table 18.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetFigures {
    /// Triangles of the environment.
    pub env_triangles: usize,
    /// Triangles of the flying object.
    pub obj_triangles: usize,
    /// Poses of the flight.
    pub steps: usize,
    /// Touching pairs of triangles, over all poses.
    pub contacts: usize,
}

impl DataSet {
    /// All of them, in the paper's order.
    pub const ALL: [Self; 5] =
        [Self::Pipes, Self::Torus, Self::Boeing747, Self::Swept, Self::Interior];

    /// The paper's name for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Pipes => "Pipes",
            Self::Torus => "Torus",
            Self::Boeing747 => "747",
            Self::Swept => "Swept",
            Self::Interior => "Interior",
        }
    }

    /// The paper's figures.
    #[must_use]
    pub fn figures(self) -> SetFigures {
        let [env_triangles, obj_triangles, steps, contacts] = match self {
            Self::Pipes => [143_690, 143_690, 2000, 2657],
            Self::Torus => [98_114, 20_000, 2000, 1472],
            Self::Boeing747 => [100_000, 14_646, 10_000, 7906],
            Self::Swept => [40_000, 36, 1000, 0],
            Self::Interior => [169_944, 404, 2528, 84_931],
        };
        SetFigures { env_triangles, obj_triangles, steps, contacts }
    }

    /// The flight with the paper's triangle counts and steps.
    pub fn full(self, seed: u64) -> Result<Flight, NoRoom> {
        self.fraction(1.0, self.figures().steps, seed)
    }

    /// The flight with a share of the paper's triangles, though never fewer than the shapes need,
    /// and this many steps. The small bodies of Swept and Interior keep all their triangles.
    ///
    /// # Panics
    /// Unless 0 < `share` ≤ 1 and there is a step.
    pub fn fraction(self, share: f64, steps: usize, seed: u64) -> Result<Flight, NoRoom> {
        assert!(
            steps > 0 && share > 0.0 && share <= 1.0,
            "{steps} steps of a share of {share} make no flight"
        );
        let sizes = Sizes { figures: self.figures(), share, steps, seed };
        match self {
            Self::Pipes => sizes.billiard(sizes.pipes(), AROUND_PIPES, 0.03),
            Self::Torus => sizes.billiard(sizes.torus(), BspCell::UNIT, 0.03),
            Self::Boeing747 => sizes.billiard(sizes.boeing_747(), BspCell::UNIT, 0.1),
            Self::Swept => Ok(swept(sizes.env(4) / 4, steps, seed)),
            Self::Interior => Ok(sizes.wander(sizes.interior(), &INSIDE_FUSELAGE)),
        }
    }
}

const AROUND_PIPES: BspCell = BspCell { min: DVec3::splat(-0.55), max: DVec3::splat(0.55) };
const INSIDE_FUSELAGE: BspCell =
    BspCell { min: DVec3::new(0.05, 0.1, 0.05), max: DVec3::new(0.95, 0.9, 0.4) };

/// How large a flight shall be.
struct Sizes {
    figures: SetFigures,
    share: f64,
    steps: usize,
    seed: u64,
}

impl Sizes {
    /// The environment's triangles: a multiple of 4, or at full size the paper's number.
    fn env(&self, least: usize) -> usize {
        self.shared(self.figures.env_triangles, least)
    }

    fn obj(&self, least: usize) -> usize {
        self.shared(self.figures.obj_triangles, least)
    }

    fn shared(&self, full: usize, least: usize) -> usize {
        if self.share == 1.0 {
            return full;
        }
        (((full as f64 * self.share / 4.0).round() as usize) * 4).clamp(least, full)
    }

    fn pipes(&self) -> [Mesh; 2] {
        let env = pipes(self.env(pipes::LEAST_TRIANGLES), self.seed);
        let obj = fitted(&env, self.grown(0.06, 0.5));
        [env, obj]
    }

    fn torus(&self) -> [Mesh; 2] {
        let env = stalagmites(self.env(stalagmites::LEAST_TRIANGLES), self.seed);
        let obj = deformed_torus(self.obj(deformed_torus::LEAST_TRIANGLES), self.seed);
        [env, fitted(&obj, self.grown(0.05, 0.25))]
    }

    fn boeing_747(&self) -> [Mesh; 2] {
        let env = shrunk_tetrahedra(&disjoint_tetrahedra(self.env(4) / 4, self.seed), 0.3);
        let obj = aircraft(self.obj(aircraft::LEAST_TRIANGLES));
        [env, fitted(&obj, self.grown(0.04, 1.0 / 3.0))]
    }

    /// The size of a body that has this one at full size: among fewer obstacles the gaps are wider,
    /// and so is the body. The powers keep the tests of a query within the same order.
    fn grown(&self, full: f64, power: f64) -> f64 {
        (full * libm::pow(self.share, -power)).min(0.3)
    }

    fn interior(&self) -> [Mesh; 2] {
        [interior(self.env(interior::LEAST_TRIANGLES), self.seed), fitted(&hand(), 0.06)]
    }

    /// A flight whose steps are `stride` times the object's size.
    fn billiard(&self, bodies: [Mesh; 2], bounds: BspCell, stride: f64) -> Result<Flight, NoRoom> {
        let (low, high) = extent(&bodies[1]);
        let pace = Pace { step: stride * (high - low).max_element(), turn: 0.5 * stride };
        let [env, obj] = bodies.map(Model::new);
        let waypoints =
            Billiard { bounds, pace, steps: self.steps, seed: self.seed }.path(&env, &obj)?;
        Ok(Flight { env: env.mesh().clone(), obj: obj.mesh().clone(), waypoints })
    }

    /// A hand that reaches in where it likes: the engineer's path, too, led through everything
    /// (§5.4).
    fn wander(&self, [env, obj]: [Mesh; 2], bounds: &BspCell) -> Flight {
        let waypoints = wander(bounds, Pace { step: 0.003, turn: 0.02 }, self.steps, self.seed);
        Flight { env, obj, waypoints }
    }
}

/// The 747 among this many tetrahedra, as the dissertation grows its scene (Figure 12).
pub fn among_tetrahedra(
    tetrahedra: usize,
    obj_triangles: usize,
    steps: usize,
    seed: u64,
) -> Result<Flight, NoRoom> {
    let figures = DataSet::Boeing747.figures();
    let sizes = Sizes { figures, share: 1.0, steps, seed };
    let env = shrunk_tetrahedra(&disjoint_tetrahedra(tetrahedra, seed), 0.3);
    let obj = fitted(&aircraft(obj_triangles), 0.04);
    sizes.billiard([env, obj], BspCell::UNIT, 0.1)
}

/// Each tetrahedron, of four vertices of its own, shrunk towards its middle.
fn shrunk_tetrahedra(mesh: &Mesh, factor: f64) -> Mesh {
    let mut parts = Parts::default();
    let middles: Vec<DVec3> =
        mesh.points().chunks(4).map(|corners| corners.iter().sum::<DVec3>() / 4.0).collect();
    let placed = mesh
        .points()
        .iter()
        .zip(0..)
        .map(|(v, at): (&DVec3, usize)| middles[at / 4].lerp(*v, factor));
    parts.add_placed(mesh, placed);
    parts.mesh()
}

#[cfg(test)]
mod tests {
    use super::*;
    use closecall::Ask;

    fn counts(flight: &Flight) -> [usize; 3] {
        [flight.env.triangle_count(), flight.obj.triangle_count(), flight.waypoints.len()]
    }

    #[test]
    fn at_full_size_the_papers_triangle_counts_are_hit() {
        let sizes = |set: DataSet| Sizes { figures: set.figures(), share: 1.0, steps: 1, seed: 1 };
        let bodies = |set: DataSet| match set {
            DataSet::Pipes => sizes(set).pipes(),
            DataSet::Torus => sizes(set).torus(),
            DataSet::Boeing747 => sizes(set).boeing_747(),
            DataSet::Swept => {
                set.fraction(1.0, 200, 1).map(|flight| [flight.env, flight.obj]).unwrap()
            }
            DataSet::Interior => sizes(set).interior(),
        };
        for set in DataSet::ALL {
            let SetFigures { env_triangles, obj_triangles, .. } = set.figures();
            let counts = bodies(set).map(|mesh| mesh.triangle_count());
            assert_eq!(counts, [env_triangles, obj_triangles], "{}", set.name());
        }
    }

    #[test]
    fn a_fraction_has_its_share_and_the_steps_asked_for() {
        let flight = |set: DataSet| set.fraction(0.05, 10, 2).unwrap();
        assert_eq!(counts(&flight(DataSet::Pipes)), [7184, 7184, 10]);
        assert_eq!(counts(&flight(DataSet::Torus)), [4904, 1000, 10]);
        assert_eq!(counts(&flight(DataSet::Boeing747)), [5000, 732, 10]);
        assert_eq!(counts(&flight(DataSet::Swept)), [2000, 36, 10]);
        assert_eq!(counts(&flight(DataSet::Interior)), [8496, 404, 10]);
    }

    #[test]
    fn flights_hit_and_miss_except_the_one_that_only_misses() {
        for (set, seed) in DataSet::ALL.into_iter().flat_map(|set| [(set, 3), (set, 4)]) {
            let Flight { env, obj, waypoints } = set.fraction(0.04, 1600, seed).unwrap();
            let mut pair = Model::new(env).ask(&Model::new(obj), Ask::new()).unwrap();
            let hits = waypoints.iter().filter(|at| pair.collides(&at.pose())).count();
            assert_eq!(hits > 0, set != DataSet::Swept, "{} with seed {seed}", set.name());
            assert!(hits < waypoints.len(), "{} with seed {seed}", set.name());
        }
    }

    #[test]
    fn the_seed_decides() {
        for set in DataSet::ALL {
            let flight = |seed| set.fraction(0.01, 20, seed).unwrap();
            assert_eq!(flight(5), flight(5), "{}", set.name());
            assert_ne!(flight(5).env, flight(6).env, "{}", set.name());
            assert_ne!(flight(5).waypoints, flight(6).waypoints, "{}", set.name());
        }
    }
}
