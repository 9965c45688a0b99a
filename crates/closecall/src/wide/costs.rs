//! Costs that the warm engine reckons with: every tuned number, and the machine that it was measured on.
//!
//! A price is a count of tests, weighted by about the nanoseconds they take on a core with AVX2, so
//! that choices made from it repeat. Warm tests weigh more than they take in a long run of their
//! kind, because there are few of a kind in a short query. Of the weights that were tried on the
//! four flights these lost least where steps are large: `lab/bench/results` has the pages of warm
//! queries.

use super::step::WorkKind;

/// The cost of a query.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Price {
    /// On the front.
    pub warm: u64,
    /// The cost of the same tests in the cold walk. Only right for a front that is being planted.
    pub cold: u64,
}

/// To get ready: the relation of two trees takes 0.1 µs, a short cold query 0.2 µs.
pub(super) const START: Price = Price { warm: 210, cold: 200 };

/// The additional cost of planting: lists are cleared and grow.
pub(super) const PLANTING: u64 = 300;

/// A look along planes that were kept, a third of a test on all axes.
pub(super) const ALONG_PLANES: u64 = 50;

/// A pair of triangles: a fourth of 180 ns cold; warm its expiry comes on top.
pub(super) const PAIR: Price = Price { warm: 60, cold: 40 };

/// To pass over sixteen entries that are not due.
pub(super) const PASS: u64 = 8;

/// A query in a safe neighbourhood, and one at which nothing was due: 10 and 40 ns on the haptic
/// flights.
pub(super) const CALM: u64 = 10;
pub(super) const NOT_DUE: u64 = 40;

/// For how many queries a front that does not pay is not tried again: the first time, and at most.
/// (With 64 and 1024 a flight on which fronts never pay loses under 2 %.)
pub(super) const FIRST_REST: u32 = 64;
pub(super) const LONGEST_REST: u32 = 1024;

/// After a front that lasted for fewer queries the next rest is four times as long, else twice.
pub(super) const SHORT_LIFE: u64 = 4;

/// Once in this many queries of a rest the motion is looked at: to measure it costs a tenth of a
/// short query.
pub(super) const REST_WATCH: u32 = 16;

/// A body whose surface moves this much faster than its centre is said to turn.
pub(super) const TURNING: f64 = 8.0;

/// Beyond a clearance of this many radii of both bodies all is near, and no front pays.
pub(super) const FAR_CLEARANCE: f64 = 1e6;

/// In a crowd, fast is what moves more, from one question to the next, than this share of the
/// smaller body's radius: 0.003 of its length. Beyond that what pairs remember costs more than it
/// saves.
pub(super) const IN_A_CROWD: f64 = 0.006;

/// One entry of a list; none is a node and a ball.
pub(super) fn entry(kind: Option<WorkKind>) -> Price {
    match kind {
        None => Price { warm: 40, cold: 0 },
        Some(WorkKind::NodeVsBox) => Price { warm: 150, cold: 34 },
        Some(WorkKind::BlockVsBox | WorkKind::BlockVsBlock) => Price { warm: 120, cold: 45 },
        Some(WorkKind::TriangleVsNode) => Price { warm: 150, cold: 60 },
        Some(WorkKind::TriangleVsBlock) => Price { warm: 180, cold: 60 },
    }
}
