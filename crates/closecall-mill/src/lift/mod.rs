//! The distance that a tool must be drawn back along its axis so that, all along a straight move,
//! it just touches a triangle.
//!
//! In the tool's frame (axis z, tip at the origin) the triangle T moves against the tool: it sweeps
//! the prism W = T − S, where S is the move. With the underside b of a convex piece ([`Profile`])
//! the answer is
//!
//! ```text
//! lift = max over w in W, |w_xy| ≤ R, of  w_z − b(|w_xy|)
//! ```
//!
//! a concave function over a convex set: there is one highest place and no need to sample. Every
//! point of W gives a lower bound. Every q = (q_x, q_y) gives an upper bound, since b(|w|) ≥ q·w −
//! b*(|q|):
//!
//! ```text
//! lift ≤ max over the six corners of W of (w_z − q·w_xy)  +  b*(|q|)
//! ```
//!
//! and the best q meets the best point (Fenchel duality). `search` guesses both in plain f64; the
//! bounds themselves are evaluated with intervals, so a bad guess can only make the answer wide,
//! never wrong.
//!
//! A piece that ends above (`upper`) meets T iff it must be lifted *and* must be lowered to get
//! free: the lifts at which two convex bodies meet are an interval, and 0 lies in it. The second
//! number is the same question upside down. Where another piece stands on it, the shared disc
//! (`seam`) belongs to it.

mod dual;
mod edge;
mod faceted;
mod prism;
mod quick;
mod search;
mod tangent;
mod tip;
mod whole;

pub use prism::{Prism, ToolFrame};
pub use quick::Quick;

use crate::tool::{Piece, Profile};
use closecall::geom::Interval;
use glam::DVec3;

/// The question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LiftQuestion {
    /// Lifts up to this need not be told apart: a proof that the lift is not above it is enough.
    pub above: f64,
    /// Whether a tool that only touches counts.
    pub touch: bool,
    /// The distance of the true tool beside the one that is moved along the line, at most.
    pub astray: f64,
    /// The distance of the true tool above or below the one that is moved along the line, at most.
    pub afloat: f64,
    /// The tool is taken to be this much wider, all around.
    pub wider: f64,
}

impl LiftQuestion {
    /// Whether an upper bound is all that is asked for.
    fn settled_by(&self, hi: f64) -> bool {
        if self.touch { hi < self.above } else { hi <= self.above }
    }
}

/// A certified answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lift {
    /// The lift is at least this; −∞ while it is not known that the tool is above or below the
    /// triangle at all.
    pub lo: f64,
    /// The lift is at most this; −∞ where the tool passes the triangle at the side.
    pub hi: f64,
    /// The place on the triangle, relative to the tool's tip, that gave `lo`; if none did, the
    /// place that was tried.
    pub at: DVec3,
}

impl Lift {
    /// The tool passes at the side, or so far above that nobody asked for more.
    pub const NONE: Self = Self { lo: f64::NEG_INFINITY, hi: f64::NEG_INFINITY, at: DVec3::ZERO };
}

/// The distance that `piece` must be lifted off the triangle of `prism`. [`Lift::NONE`] if it does
/// not meet it as it is.
#[must_use]
pub fn lift(piece: &Piece, prism: &Prism, question: &LiftQuestion) -> Lift {
    let up = lower_lift(piece, prism, question);
    if piece.upper.is_none() || question.settled_by(up.hi) {
        return up;
    }
    // Whether it meets the triangle at all: also from above. Only the sign counts.
    let down = lowering(piece, prism, &LiftQuestion { above: 0.0, ..*question });
    let mut free = if question.touch { down.hi < 0.0 } else { down.hi <= 0.0 };
    let mut meets = if question.touch { down.lo >= 0.0 } else { down.lo > 0.0 };
    // What only touches the top may do so at the seam with the piece above, inside the tool.
    if let Some(seam) = piece.seam.as_ref().filter(|_| down.hi >= 0.0 && !meets) {
        let at_all = LiftQuestion { above: -f64::MIN_POSITIVE, touch: false, ..*question };
        let touch = profile_lift(seam, &prism.upside_down(), &at_all);
        meets |= touch.lo >= 0.0;
        free &= touch.hi < 0.0;
    }
    match (free, meets) {
        (_, true) => up,
        (true, _) => Lift::NONE,
        _ => Lift { lo: f64::NEG_INFINITY, ..up },
    }
}

/// The distance that a piece must be lowered to get free of the triangle: without end if it goes up
/// without end.
#[must_use]
pub fn lowering(piece: &Piece, prism: &Prism, question: &LiftQuestion) -> Lift {
    let Some(upper) = &piece.upper else {
        return Lift { lo: f64::INFINITY, hi: f64::INFINITY, at: DVec3::ZERO };
    };
    match piece.facets.as_ref().and_then(|facets| facets.upper.as_ref()) {
        Some(points) => faceted::lift(points, &prism.upside_down(), question),
        None => profile_lift(upper, &prism.upside_down(), question),
    }
}

/// The lift for the underside of a piece alone, as if it went up without end.
#[must_use]
pub fn lower_lift(piece: &Piece, prism: &Prism, question: &LiftQuestion) -> Lift {
    match &piece.facets {
        Some(facets) => faceted::lift(&facets.lower, prism, question),
        None => {
            let lift = profile_lift(&piece.lower, prism, question);
            let is_open = question.touch && lift.lo < question.above && lift.hi >= question.above;
            let tip = if is_open { tip::touching(&piece.lower, prism, question) } else { None };
            tip.map_or(lift, |tip| Lift { hi: lift.hi, ..tip })
        }
    }
}

/// The lift for an underside alone: for a piece that goes up without end.
#[must_use]
fn profile_lift(profile: &Profile, prism: &Prism, question: &LiftQuestion) -> Lift {
    if tangent::passes(profile, prism, question) {
        return Lift::NONE;
    }
    let mut best = Bounds::new(profile, prism, question);
    best.try_slope(0.0, 0.0);
    if best.settled() {
        return best.answer();
    }
    search::search(&mut best);
    if !best.settled() && !best.tight() {
        tangent::wall(&mut best);
    }
    // Where the path itself is uncertain and nothing is proved yet, a shorter piece of it will do
    // more.
    let hopeless = question.astray > 0.0 && best.lift.lo <= question.above;
    if !best.settled() && !best.tight() && !hopeless {
        dual::improve(&mut best);
    }
    if best.lift.lo == f64::NEG_INFINITY && !best.settled() {
        tangent::graze(&mut best);
    }
    best.answer()
}

/// The bounds so far.
struct Bounds<'q> {
    profile: &'q Profile,
    prism: &'q Prism,
    question: &'q LiftQuestion,
    lift: Lift,
    /// The slope that gave `lift.hi`.
    slope: [f64; 2],
}

impl<'q> Bounds<'q> {
    fn new(profile: &'q Profile, prism: &'q Prism, question: &'q LiftQuestion) -> Self {
        let lift = Lift { lo: f64::NEG_INFINITY, hi: f64::INFINITY, at: DVec3::ZERO };
        Self { profile, prism, question, lift, slope: [0.0; 2] }
    }

    /// Nobody asks for more.
    fn settled(&self) -> bool {
        self.question.settled_by(self.lift.hi)
    }

    /// Good to 1e-12 of the tool's size, or to ten times what the uncertain path allows.
    fn tight(&self) -> bool {
        let size = self.profile.radius() + self.lift.hi.abs();
        let on_a_side = self.lift.lo > self.question.above;
        let width = self.lift.hi - self.lift.lo;
        width <= 1e-12 * size + 2.5 * self.question.afloat
            || (on_a_side
                && width
                    <= (10.0 * self.question.astray + 2.5 * self.question.afloat).max(1e-9 * size))
    }

    fn answer(&self) -> Lift {
        self.lift
    }

    /// An upper bound from the slope (x, y). See the module. Being beside the line by `astray` or
    /// wider by `wider` adds that much times |q|: the tool's underside is then b(|w| − a), whose
    /// conjugate is b*(m) + a·m.
    fn try_slope(&mut self, x: f64, y: f64) {
        if !(x.is_finite() && y.is_finite()) {
            return;
        }
        let (qx, qy) = (Interval::exactly(x), Interval::exactly(y));
        let height = |w: &prism::Corner| (w.z - (qx * w.x + qy * w.y)).hi;
        let highest = self.prism.corners().iter().map(height).fold(f64::NEG_INFINITY, f64::max);
        let m = if x == 0.0 || y == 0.0 {
            x.abs().max(y.abs())
        } else {
            (qx.square() + qy.square()).sqrt().hi
        };
        let beside =
            Interval::exactly(self.question.astray) + Interval::exactly(self.question.wider);
        let room = Interval::exactly(m) * beside;
        let afloat = Interval::exactly(self.question.afloat);
        let hi = (Interval::exactly(highest)
            + Interval::exactly(self.profile.conjugate(m))
            + room
            + afloat)
            .hi;
        if hi < self.lift.hi {
            (self.lift.hi, self.slope) = (hi, [x, y]);
        }
    }

    /// A lower bound from a point of W. The tool may be beside the line by `astray` either way, and
    /// is `wider`.
    fn try_point(&mut self, w: prism::Corner) {
        let r = if w.y == Interval::exactly(0.0) {
            Interval { lo: 0.0, hi: w.x.lo.abs().max(w.x.hi.abs()) }
        } else if w.x == Interval::exactly(0.0) {
            Interval { lo: 0.0, hi: w.y.lo.abs().max(w.y.hi.abs()) }
        } else {
            (w.x.square() + w.y.square()).sqrt()
        };
        let off = Interval::exactly(self.question.astray) - Interval::exactly(self.question.wider);
        // b never falls: the largest distance gives the lower bound.
        let r = (r + off).hi.max(0.0);
        // On the very rim the tool only touches.
        if r >= self.profile.radius() && !self.question.touch {
            return;
        }
        let Some(b) = self.profile.height(Interval::exactly(r)) else { return };
        let lo = (w.z - Interval::exactly(b.hi) - Interval::exactly(self.question.afloat)).lo;
        if lo > self.lift.lo {
            (self.lift.lo, self.lift.at) = (lo, w.middle());
        }
    }
}
