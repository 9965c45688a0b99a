//! Triangles that a tool meets only on its way up.
//!
//! A piece that ends above, such as the ball of a lollipop, may lie below a triangle, and meet it
//! while it is drawn back. A tool is free only once it has left behind all that it meets on the way
//! from here: the lifts at which it meets a triangle are an interval, and such intervals are put
//! together as long as they overlap. So the depth does not depend on how a surface is cut into
//! triangles.

use super::chord::{Checker, Chord, Found, Memory, Met, deeper};
use super::settings::RolePieces;
use crate::lift::{Lift, LiftQuestion, Prism, lower_lift, lowering};
use crate::part::Target;
use crate::part::sweep::PartSweep;
use closecall::engine::geom::Triangle;

/// A triangle above the tool.
struct Above {
    /// The tool meets it for certain once it has risen by more than this.
    certain: f64,
    /// Not before it has risen by this.
    possible: f64,
    met: Met,
}

impl Checker<'_> {
    /// Deepens what was found of one role by what is met on the way up. Was there anything?
    pub(super) fn rise(
        &self,
        role: RolePieces,
        (target, body): (&Target, usize),
        chord: &Chord,
        memory: &mut Memory,
        found: &mut Found,
    ) -> bool {
        let (kind, limit) = self.kind(role.role, body, chord.rapid, 0.0);
        let Some(met) = found.by_kind[kind as usize].as_mut().filter(|met| met.hi > limit) else {
            return false;
        };
        if role.pieces.iter().all(|piece| piece.upper.is_none()) {
            return false;
        }
        let before = [met.lo, met.hi];
        let sweep = PartSweep {
            ends: chord.ends,
            frame: chord.frame,
            undersides: &self.tool.undersides,
            beside: chord.astray,
            above: limit.max(met.lo) - chord.afloat,
        };
        let mut all = Vec::new();
        target.near(&sweep, &mut memory.scratch, |id, triangle| {
            all.extend(self.above(role, triangle, (id, body), chord));
            sweep.above
        });
        all.sort_by(|a: &Above, b: &Above| a.possible.total_cmp(&b.possible));
        for one in &all {
            // At the seam of a shank and its cutter the one leaves a triangle where the other meets it.
            if one.possible <= met.hi {
                met.hi = met.hi.max(one.met.hi);
            }
        }
        all.sort_by(|a, b| a.certain.total_cmp(&b.certain));
        for one in &all {
            if one.certain < met.lo && one.met.lo > met.lo {
                *met = Met { hi: met.hi, ..one.met };
            }
        }
        [met.lo, met.hi] != before
    }

    /// When the tool meets a triangle on the way up, and when it has left it behind.
    fn above(
        &self,
        role: RolePieces,
        triangle: &Triangle,
        (id, body): (u32, usize),
        chord: &Chord,
    ) -> Option<Above> {
        let prism = Prism::new(triangle, chord.ends, chord.frame);
        let question = self.question(chord, 0.0, 0.0);
        let whole = LiftQuestion { above: f64::NEG_INFINITY, ..question };
        let [mut certain, mut possible] = [f64::INFINITY; 2];
        let mut all = Lift::NONE;
        for piece in role.pieces {
            let up = lower_lift(piece, &prism, &question);
            if up.hi <= 0.0 {
                continue;
            }
            let down = lowering(piece, &prism, &whole);
            possible = possible.min(-down.hi);
            if up.lo > 0.0 {
                certain = certain.min(-down.lo);
            }
            all = deeper(all, up);
        }
        let point = self.place(&all, triangle, chord);
        let met = Met { lo: all.lo, hi: all.hi, point, triangle: id, body };
        (all.hi > 0.0).then_some(Above { certain, possible, met })
    }
}
