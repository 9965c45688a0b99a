//! Boxes against the solid that some pieces of an upright tool sweep on a straight move.
//!
//! Every box is first taken larger by what the true path may lie beside the line, and by
//! [`STOCK_BOX`] of all sizes for rounding. From there on plain f64 will do.
//!
//! - *Inside*: for one place of the tool the whole box is in it. With r the largest distance of a
//!   corner from the axis, that holds if the heights of the box lie between the underside b(r) and
//!   the top, which only narrow outward; pieces that stand on one another join.
//! - *Outside*: a plane parts the two. Its slope q gives b(|w|) ≥ q·w − b*(|q|) for every w, and so
//!   the piece must be lifted by at most max(z − q·w) + b*(|q|) over the corners of box and move: if
//!   that is below 0, it lies above the box. The same holds upside down, and for upright planes
//!   beside the wall.
//!
//! The place and the slopes are guesses: bad ones leave more boxes undecided, and no answer wrong.

use super::grid::Cuboid;
use crate::tool::{Piece, Profile};
use closecall::engine::rounding::mill::STOCK_BOX;
use closecall::geom::Interval;
use glam::{DVec2, DVec3};

/// Rounds of the search for the best place on a move that climbs or falls.
const ROUNDS: usize = 20;

/// The slope that the underside is taken to have beyond its end, while a place is searched.
const STEEP: f64 = 1e3;

/// Slopes of planes that are tried when the likely ones part nothing.
const LEANS: [f64; 12] = [0.125, 0.25, 0.4, 0.6, 0.8, 1.0, 1.3, 1.8, 2.5, 4.0, 8.0, 24.0];

/// The side on which a box lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Inside,
    Outside,
    Across,
}

/// Pieces of a tool on a straight move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sweep<'t> {
    pub(super) pieces: &'t [Piece],
    pub(super) start: DVec3,
    pub(super) way: DVec3,
    /// The distance that the true path may lie beside the line.
    pub(super) astray: f64,
    /// The sum of all lengths: rounding is a share of it.
    size: f64,
}

/// A box that was taken larger.
#[derive(Clone, Copy)]
struct Grown {
    middle: DVec3,
    half: DVec3,
}

impl<'t> Sweep<'t> {
    pub(super) fn new(pieces: &'t [Piece], [start, end]: [DVec3; 2], astray: f64) -> Self {
        let of_piece = |piece: &Piece| {
            let of = |profile: &Profile| {
                let r = profile.radius();
                r + profile.height_about(r).abs() + profile.lowest_about().abs()
            };
            of(&piece.lower) + piece.upper.as_ref().map_or(0.0, of)
        };
        let tool = pieces.iter().map(of_piece).fold(0.0, f64::max);
        let size = tool + start.abs().element_sum() + end.abs().element_sum() + astray;
        Self { pieces, start, way: end - start, astray, size }
    }

    fn grown(&self, cuboid: &Cuboid) -> Grown {
        let middle = 0.5 * (cuboid.low + cuboid.high);
        let slack = self.astray + self.slack(cuboid);
        Grown { middle, half: 0.5 * (cuboid.high - cuboid.low) + slack }
    }

    fn slack(&self, cuboid: &Cuboid) -> f64 {
        let corners = cuboid.low.abs().element_sum() + cuboid.high.abs().element_sum();
        STOCK_BOX * (self.size + corners)
    }

    /// The side on which a box lies.
    pub(super) fn side(&self, cuboid: &Cuboid) -> Side {
        let grown = self.grown(cuboid);
        let mut is_outside = true;
        for piece in self.pieces {
            if self.is_beside(piece, &grown) {
                continue;
            }
            let share = self.share(piece, &grown);
            if self.covers(share, &grown) {
                return Side::Inside;
            }
            is_outside = is_outside && self.lift(piece, share, &grown) < 0.0;
        }
        if is_outside { Side::Outside } else { Side::Across }
    }

    /// Whether a box is certainly inside: [`Sweep::side`] for one that is not outside anyway.
    pub(super) fn holds(&self, cuboid: &Cuboid) -> bool {
        let grown = self.grown(cuboid);
        self.pieces.iter().any(|piece| {
            !self.is_beside(piece, &grown) && self.covers(self.share(piece, &grown), &grown)
        })
    }

    /// The distance that the pieces must be lifted to leave a box, at most: −∞ if they do not meet
    /// it.
    pub(super) fn most_lift(&self, cuboid: &Cuboid) -> f64 {
        let grown = self.grown(cuboid);
        let of_piece = |piece: &Piece| match self.is_beside(piece, &grown) {
            true => f64::NEG_INFINITY,
            false => self.lift(piece, self.share(piece, &grown), &grown),
        };
        let most = self.pieces.iter().map(of_piece).fold(f64::NEG_INFINITY, f64::max);
        if most < 0.0 { f64::NEG_INFINITY } else { most }
    }

    /// A point of a box that is certainly inside a piece, and how far the piece must be lifted to
    /// leave the box, at least.
    pub(super) fn witness(&self, cuboid: &Cuboid) -> Option<(f64, DVec3)> {
        let grown = self.grown(cuboid);
        let slack = self.astray + 2.0 * self.slack(cuboid);
        let found = self.pieces.iter().filter_map(|piece| {
            let tip = self.tip(self.share(piece, &grown));
            let flat = tip.truncate().clamp(cuboid.low.truncate(), cuboid.high.truncate());
            let r = (flat - tip.truncate()).length() + slack;
            let [from, to] = heights(piece, r)?;
            let low = (tip.z + from + slack).max(cuboid.low.z + slack);
            let high = (tip.z + to - slack).min(cuboid.high.z - slack);
            let lift = cuboid.high.z - tip.z - from - slack;
            (low < high).then(|| (lift, flat.extend(0.5 * (low + high))))
        });
        found.max_by(|a, b| a.0.total_cmp(&b.0)).filter(|(lift, _)| *lift > 0.0)
    }

    fn tip(&self, share: f64) -> DVec3 {
        self.start + self.way * share
    }

    /// Whether an upright plane parts the box from the piece's wall, or a level one from its tip.
    fn is_beside(&self, piece: &Piece, grown: &Grown) -> bool {
        let from = (grown.middle - self.start).truncate();
        let way = self.way.truncate();
        let apart = from - way * nearest(from, way);
        let Some(side) = apart.try_normalize() else { return false };
        let box_reach = side.abs().dot(grown.half.truncate());
        let least = side.dot(from).min(side.dot(from - way));
        least - box_reach > piece.lower.radius()
    }

    /// The share of the move at which the piece covers the box best, or nearly so.
    fn share(&self, piece: &Piece, grown: &Grown) -> f64 {
        let from = (grown.middle - self.start).truncate();
        let way = self.way.truncate();
        let share = nearest(from, way);
        if self.way.z == 0.0 {
            return share;
        }
        let reach = (piece.lower.radius() / way.length()).min(1.0);
        let (mut low, mut high) = ((share - reach).max(0.0), (share + reach).min(1.0));
        const GOLDEN: f64 = 0.618_033_988_749_894_9;
        let mut inner = [high - GOLDEN * (high - low), low + GOLDEN * (high - low)];
        let mut room = inner.map(|share| self.room(piece, share, grown));
        for _ in 0..ROUNDS {
            if room[0] > room[1] {
                high = inner[1];
                inner = [high - GOLDEN * (high - low), inner[0]];
                room = [self.room(piece, inner[0], grown), room[0]];
            } else {
                low = inner[0];
                inner = [inner[1], low + GOLDEN * (high - low)];
                room = [room[1], self.room(piece, inner[1], grown)];
            }
        }
        let ends = [0.0, 1.0, inner[0]].map(|share| (self.room(piece, share, grown), share));
        ends.into_iter().max_by(|a, b| a.0.total_cmp(&b.0)).map_or(share, |(_, share)| share)
    }

    /// The room of the box inside the piece, about: below 0 if it sticks out.
    fn room(&self, piece: &Piece, share: f64, grown: &Grown) -> f64 {
        let from_tip = grown.middle - self.tip(share);
        let r = furthest(from_tip, grown);
        let below = from_tip.z - grown.half.z - goes_on(&piece.lower, r);
        let upper = piece.upper.as_ref();
        let above = upper.map(|upper| -from_tip.z - grown.half.z - goes_on(upper, r));
        above.map_or(below, |above| below.min(above))
    }

    /// Whether the box lies inside the pieces at this share of the move.
    fn covers(&self, share: f64, grown: &Grown) -> bool {
        let from_tip = grown.middle - self.tip(share);
        let r = furthest(from_tip, grown);
        let [low, high] = [from_tip.z - grown.half.z, from_tip.z + grown.half.z];
        let mut reached = low;
        // Pieces come from the tip up.
        for piece in self.pieces {
            match heights(piece, r) {
                Some([from, to]) if from <= reached => reached = reached.max(to),
                _ => {}
            }
        }
        reached >= high && reached > low
    }

    /// The distance that a piece must be lifted to leave the box, at most; below 0 if a plane parts
    /// them.
    fn lift(&self, piece: &Piece, share: f64, grown: &Grown) -> f64 {
        let is_above =
            piece.upper.as_ref().is_some_and(|upper| self.lift_of(upper, -1.0, share, grown) < 0.0);
        if is_above { f64::NEG_INFINITY } else { self.lift_of(&piece.lower, 1.0, share, grown) }
    }

    /// The same of one side of a piece: `up` is −1 of its top. Planes are tried until one parts the
    /// two: first those that are most often right, then some of all slopes.
    fn lift_of(&self, profile: &Profile, up: f64, share: f64, grown: &Grown) -> f64 {
        let flip = DVec3::new(1.0, 1.0, up);
        let from = (grown.middle - self.start) * flip;
        let way = self.way * flip;
        let ends = [from, from - way];
        let lift = |slope: DVec2| {
            let high = ends.map(|w| w.z - slope.dot(w.truncate()));
            let reach = grown.half.z + slope.abs().dot(grown.half.truncate());
            high[0].max(high[1]) + reach + profile.conjugate_about(slope.length())
        };
        let apart = (from - way * share).truncate();
        let (r, side) = (apart.length(), apart.normalize_or_zero());
        let climb = way.z / side.dot(way.truncate());
        let slopes = [0.0, profile.slopes(r.min(profile.radius())).0.min(STEEP), climb];
        let sound = slopes.into_iter().filter(|m| *m >= 0.0 && m.is_finite());
        let least = sound.map(|m| lift(side * m)).fold(f64::INFINITY, f64::min);
        let is_level = way.z == 0.0;
        // A flat end that goes level leaves a box upright or beside it, or not at all.
        if least < 0.0 || is_level && profile.is_flat() {
            return least;
        }
        // Planes that go along with the move, and lean to the side of the box.
        let along = way.truncate() * (way.z / way.truncate().length_squared());
        let along = if along.is_finite() { along } else { DVec2::ZERO };
        let across = from.truncate() - way.truncate() * nearest(from.truncate(), way.truncate());
        let across = across.normalize_or_zero();
        // On a level move the two are the same.
        let leans = |m: f64| [Some(side * m), (!is_level).then(|| along + across * m)];
        let others = LEANS.into_iter().flat_map(leans).flatten();
        let mut least = least.min(lift(along));
        for slope in others {
            least = least.min(lift(slope));
            if least < 0.0 {
                break;
            }
        }
        least
    }
}

/// The share of a way that comes nearest to a point; 0.5 of a way that leads nowhere.
fn nearest(from: DVec2, way: DVec2) -> f64 {
    let share = from.dot(way) / way.length_squared();
    if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.5 }
}

/// The largest distance of a corner from the axis.
fn furthest(from_tip: DVec3, grown: &Grown) -> f64 {
    (from_tip.truncate().abs() + grown.half.truncate()).length()
}

/// The underside, going on steeply beyond its end.
fn goes_on(profile: &Profile, r: f64) -> f64 {
    let end = profile.radius();
    profile.height_about(r.min(end)) + STEEP * (r - end).max(0.0)
}

/// The heights above the tip at which a piece holds all points up to `r` from the axis: certified.
fn heights(piece: &Piece, r: f64) -> Option<[f64; 2]> {
    let from = piece.lower.height(Interval::exactly(r))?.hi;
    let to = match &piece.upper {
        Some(upper) => -upper.height(Interval::exactly(r))?.hi,
        None => f64::INFINITY,
    };
    Some([from, to])
}
