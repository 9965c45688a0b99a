//! The first contact of two bodies on a path, certified: between poses too.
//!
//! **The contract.** The motion is the real one ([`crate::path`]), not its samples.
//!
//! * [`Answer::Clear`] is a proof that no triangles touch at any time of the path. It also promises
//!   that the exact test ([`Model::collides`]) at every f64 pose of the path is clear: proofs leave
//!   room for the rounding of poses and of [`crate::Pose::carry`].
//! * [`Answer::Touching`] says that they are apart before [`Hit::time`] begins, in the same sense,
//!   and touch by the exact test at the f64 pose of its end. Between the two no point moves further
//!   than the tolerance, unless a stretch that stayed undecided begins there.
//! * [`Answer::Undecided`] says that they are apart before [`Doubt::time`] begins. In it there is a
//!   time at which they are no further apart than `gap`: a graze, or bodies that slide along each
//!   other nearer than rounding can tell. Or the budget ended, or the limit of work: sixteen million
//!   intervals of time a leg.
//!
//! The tolerance says where to stop dividing time; it never makes a hit. With a clearance, "touch"
//! means that triangles are no further apart than it. Bodies are surfaces, and one inside the other
//! is clear, unless solids are asked ([`Solid::sweep`](crate::query::Solid::sweep)).
//!
//! **The method.** Time is halved, the earlier half first. `wide` has the walk over an
//! interval, and pairs of triangles are decided here, in f64. A contact found in the middle of an
//! interval ends the time that is looked at. Contact in passing that begins and ends between two
//! times that are asked about is found because its stretch cannot be proved clear: it is divided
//! until a contact shows, or until the motion left is below the tolerance.
//!
//! A turn about one axis by more than a full turn, while nothing else moves, is watched for one
//! full turn: then it repeats itself. With several motions at once the work grows with the angle.
//!
//! How near bodies come to each other on the way is another question ([`Approach`]), asked with
//! this one.

mod approach;
mod drive;
mod grip;
mod intervals;
mod model;
mod parting;
mod solid;
mod sweeper;

pub use approach::Approach;
pub use intervals::{ContactInterval, ContactIntervals};
pub(crate) use {
    drive::Scratch, sweeper::Question, sweeper::ball, sweeper::extent, sweeper::last_time,
    sweeper::tolerance,
};

use crate::geom::Interval;

#[cfg(doc)]
use crate::{Answer, query::Model};

/// The first contact on a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// When: the bodies are apart before `lo` and in contact at `hi`.
    pub time: Interval,
    /// A triangle of A and one of B that touch at `hi`; none if one body is inside the other, a
    /// solid.
    pub triangles: Option<(u32, u32)>,
}

impl Hit {
    /// Contact that begins at a time.
    pub(crate) fn at(time: f64, triangles: Option<(u32, u32)>) -> Self {
        Self { time: Interval::exactly(time), triangles }
    }

    /// The same contact, of bodies that are known to be apart before another time only.
    pub(crate) fn apart_until(self, lo: f64) -> Self {
        Self { time: Interval { lo, ..self.time }, ..self }
    }
}

/// The facts known about a path on which contact stayed undecided.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Doubt {
    /// The bodies are apart before `lo`. The stretch that was too close to call ends at `hi`: the
    /// end of the path if the budget or the limit of work ended.
    pub time: Interval,
    /// At some time of the stretch the bodies are no further apart than this; none if the budget or
    /// the limit of work ended.
    pub gap: Option<f64>,
    /// The triangles of A and of B which that is about.
    pub triangles: Option<(u32, u32)>,
}

impl Doubt {
    /// The budget or the limit of work ended: nothing is known but when the bodies are apart.
    pub(crate) fn unfinished(clear_until: f64, end: f64) -> Self {
        Self { time: Interval { lo: clear_until, hi: end }, gap: None, triangles: None }
    }

    /// The same, up to another time.
    pub(crate) fn until(self, hi: f64) -> Self {
        Self { time: Interval { hi, ..self.time }, ..self }
    }
}

/// Does contact at the start count?
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Start {
    /// Yes: bodies that touch at time 0 hit at 0.
    #[default]
    Counts,
    /// No, while it lasts: contact that stops for less motion than the tolerance, and than 10⁻⁶
    /// of B's size, still lasts. Bodies that never part hit at 0. Where it stays unknown how long
    /// contact lasts, the answer is undecided.
    Ignored,
}
