//! Look-alikes of the five data sets that Klosowski's tables speak of (1998, §5.4, Table 18), at their sizes or smaller.
//!
//! The originals are lost or were never public. What is kept: what they are made of, both triangle counts, the number of
//! steps, and how the path is made.

use closecall::geom::DVec3;
use closecall::{Mesh, Model};

use super::aircraft::{self, aircraft};
use super::billiard::{Billiard, NoRoom};
use super::bsp::Cell;
use super::deformed_torus::{self, deformed_torus};
use super::hand::hand;
use super::interior::{self, interior};
use super::motion::{Pace, wander};
use super::parts::fitted;
use super::pipes::{self, pipes};
use super::stalagmites::{self, stalagmites};
use super::swept::swept;
use super::tetrahedra::disjoint_tetrahedra;
use crate::flight::Flight;

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

/// What the paper says of a data set in Table 18.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figures {
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
    pub const ALL: [Self; 5] = [Self::Pipes, Self::Torus, Self::Boeing747, Self::Swept, Self::Interior];

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
    pub fn figures(self) -> Figures {
        let [env_triangles, obj_triangles, steps, contacts] = match self {
            Self::Pipes => [143_690, 143_690, 2000, 2657],
            Self::Torus => [98_114, 20_000, 2000, 1472],
            Self::Boeing747 => [100_000, 14_646, 10_000, 7906],
            Self::Swept => [40_000, 36, 1000, 0],
            Self::Interior => [169_944, 404, 2528, 84_931],
        };
        Figures { env_triangles, obj_triangles, steps, contacts }
    }

    /// The flight with the paper's triangle counts and steps.
    pub fn full(self, seed: u64) -> Result<Flight, NoRoom> {
        self.fraction(1.0, self.figures().steps, seed)
    }

    /// The flight with a share of the paper's triangles, though never fewer than the shapes need, and so many steps. The
    /// small bodies of Swept and Interior keep all their triangles.
    ///
    /// # Panics
    /// Unless 0 < `share` ≤ 1 and there is a step.
    pub fn fraction(self, share: f64, steps: usize, seed: u64) -> Result<Flight, NoRoom> {
        assert!(steps > 0 && share > 0.0 && share <= 1.0, "{steps} steps of a share of {share} make no flight");
        let sizes = Sizes { figures: self.figures(), share, steps, seed };
        match self {
            Self::Pipes => sizes.pipes(),
            Self::Torus => sizes.torus(),
            Self::Boeing747 => sizes.boeing_747(),
            Self::Swept => Ok(swept(sizes.env(4) / 4, steps, seed)),
            Self::Interior => Ok(sizes.interior()),
        }
    }
}

/// How large a flight shall be.
struct Sizes {
    figures: Figures,
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

    fn pipes(&self) -> Result<Flight, NoRoom> {
        let env = pipes(self.env(pipes::LEAST_TRIANGLES), self.seed);
        let obj = fitted(&env, 0.2);
        self.billiard(env, obj, Cell { min: DVec3::splat(-0.7), max: DVec3::splat(0.7) })
    }

    fn torus(&self) -> Result<Flight, NoRoom> {
        let env = stalagmites(self.env(stalagmites::LEAST_TRIANGLES), self.seed);
        let obj = fitted(&deformed_torus(self.obj(deformed_torus::LEAST_TRIANGLES), self.seed), 0.12);
        self.billiard(env, obj, Cell::UNIT)
    }

    fn boeing_747(&self) -> Result<Flight, NoRoom> {
        let env = disjoint_tetrahedra(self.env(4) / 4, self.seed);
        // Among fewer tetrahedra the gaps are wider, and so is the aircraft.
        let size = 0.05 / libm::cbrt(self.share);
        let obj = fitted(&aircraft(self.obj(aircraft::LEAST_TRIANGLES)), size.min(0.3));
        self.billiard(env, obj, Cell::UNIT)
    }

    fn interior(&self) -> Flight {
        let env = interior(self.env(interior::LEAST_TRIANGLES), self.seed);
        let obj = fitted(&hand(), 0.1);
        let bounds = Cell { min: [0.05, 0.1, 0.05].into(), max: [0.95, 0.9, 0.4].into() };
        let waypoints = wander(&bounds, Pace { step: 0.003, turn: 0.02 }, self.steps, self.seed);
        Flight { env, obj, waypoints }
    }

    /// The paper's displacement of 0.005 was a tenth of its objects' size of 0.05 (§2.4.3).
    fn billiard(&self, env: Mesh, obj: Mesh, bounds: Cell) -> Result<Flight, NoRoom> {
        let (low, high) = super::parts::extent(&obj);
        let pace = Pace { step: 0.1 * (high - low).max_element(), turn: 0.05 };
        let (env, obj) = (Model::new(env), Model::new(obj));
        let waypoints = Billiard { bounds, pace, steps: self.steps, seed: self.seed }.path(&env, &obj)?;
        Ok(Flight { env: env.mesh().clone(), obj: obj.mesh().clone(), waypoints })
    }
}
