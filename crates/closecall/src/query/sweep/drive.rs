//! The halving of time: from the start to the first contact, the earlier half first.
//!
//! **Invariant.** When an interval is taken up, everything before it is free, or the doubt says
//! from where on it may not be.

use super::Doubt;
use crate::cost::{Budget, Meter, Uncounted};
use crate::geom::exact::within;
use crate::geom::{Ball, Clearance, DVec3, Interval, Pose};
use crate::path::{Path, Travel};
use crate::rounding::factor::UP_90;
use crate::rounding::motion::BALLS_PASS;
use crate::rounding::tree::STRETCH;
use crate::wide::sweep::pair::{Finding, Near, Sway};
use crate::wide::sweep::plane::{Parted, Plane};
use crate::wide::sweep::{Entry, Stacks, Stretch};
use crate::wide::{self, ContactAsked, TreeAndMesh};
use std::ops::ControlFlow;

/// Bodies that move further than this share of the larger one's radius are divided in time as a
/// whole.
const SHARE: f64 = 0.25;

/// The same while planes may part them: a plane is found much sooner than a walk is done.
const SHARE_FOR_PLANES: f64 = 0.05;

/// If this many entries are left for the halves of an interval, its middle is asked for contact.
const CROWD: usize = 100;

/// After this many intervals in a row in which no plane parts two bodies none is looked for.
const FEW_PLANES: usize = 6;

/// The same where any contact will do.
const SMALL_CROWD: usize = 8;

/// The first contact of two triangles is searched for by this many halvings at a time.
const HALVINGS: usize = 14;

/// Before a contact that is known, an interval is divided at this share from its end, at least.
const LEAST_SHARE: f64 = 1.0 / 16.0;

/// This number of contacts counts as some.
const SOME: usize = 256;

/// The greatest number of intervals of a leg that are looked at, on average. Motions that need more turn many
/// thousand times, or slide so near that rounding rules.
const MOST_PARTS: u64 = 1 << 24;

/// The shortest interval that is halved, against the time at which it is.
const SHORTEST: f64 = 1.0 / (1u64 << 50) as f64;

/// Stacks, kept for the next question.
#[derive(Clone, Debug)]
pub(crate) struct Scratch {
    /// The intervals that are still to be looked at, by depth of time.
    levels: Vec<Vec<Entry>>,
    stacks: Stacks,
    todo: Vec<Part>,
    pub(super) contact: wide::Scratch,
    /// The rest of the budget.
    pub meter: Meter,
    /// Will any contact do, first or not?
    pub any: bool,
    /// The number of intervals that may still be looked at.
    parts: u64,
}

impl Default for Scratch {
    fn default() -> Self {
        let (levels, stacks, todo) = (Vec::new(), Stacks::default(), Vec::new());
        Self {
            levels,
            stacks,
            todo,
            contact: wide::Scratch::default(),
            meter: Budget::ENDLESS.start(),
            any: false,
            parts: MOST_PARTS,
        }
    }
}

/// An interval of time that was not looked at yet; what is in it is on the level of its depth.
#[derive(Clone, Copy, Debug)]
struct Part {
    depth: usize,
    from: f64,
    to: f64,
}

/// A contact.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    /// Free before this time, as far as there is no doubt.
    pub from: f64,
    pub time: f64,
    pub triangles: (u32, u32),
}

/// A question under way.
pub(super) struct Drive<'q> {
    pub bodies: [TreeAndMesh<'q>; 2],
    pub balls: [Ball; 2],
    pub path: &'q dyn Path,
    pub clearance: Clearance,
    /// The motion at which doubt is accepted: the tolerance, and twice as much after each doubt,
    /// since from then on only a certain contact matters.
    pub limit: f64,
    pub found: Option<Found>,
    pub doubt: Option<Doubt>,
    pub planes: Planes,
    pub scratch: &'q mut Scratch,
}

/// The last plane that parted the two bodies in an interval, and in how many since none was found.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Planes {
    last: Option<Plane>,
    failures: usize,
}

impl Scratch {
    /// Begins a question about a path.
    pub(super) fn begin(&mut self, path: &dyn Path) {
        self.parts = MOST_PARTS.saturating_mul(path.legs() as u64);
    }

    /// Is nothing left of the budget, or of the intervals?
    pub(super) fn is_over(&self) -> bool {
        self.meter.is_over() || self.parts == 0
    }

    /// The triangles that touch at a pose; with a budget, those found within it.
    pub(super) fn touching(
        &mut self,
        [a, b]: [TreeAndMesh; 2],
        pose: &Pose,
        clearance: Clearance,
    ) -> Option<(u32, u32)> {
        let asked = ContactAsked { clearance, ..ContactAsked::default() };
        if self.meter.is_endless() {
            return wide::first_asked(a, b, pose, &asked, &mut self.contact, &mut Uncounted);
        }
        self.up_to([a, b], pose, clearance, 1).first().copied()
    }

    /// Some pairs of triangles that touch at a pose.
    pub(super) fn some_touching(
        &mut self,
        bodies: [TreeAndMesh; 2],
        pose: &Pose,
        clearance: Clearance,
    ) -> Vec<(u32, u32)> {
        self.up_to(bodies, pose, clearance, SOME)
    }

    /// Up to this many pairs that touch at a pose, and are found within the budget.
    fn up_to(
        &mut self,
        bodies: [TreeAndMesh; 2],
        pose: &Pose,
        clearance: Clearance,
        most: usize,
    ) -> Vec<(u32, u32)> {
        let asked = ContactAsked { clearance, ..ContactAsked::default() };
        let mut found = Vec::new();
        let mut visit = |i, j| {
            found.push((i, j));
            if found.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        wide::contacts_timed(bodies, pose, &asked, &mut self.meter, &mut self.contact, &mut visit);
        found
    }

    fn level(&mut self, depth: usize) -> &mut Vec<Entry> {
        if self.levels.len() <= depth {
            self.levels.resize_with(depth + 1, Vec::new);
        }
        &mut self.levels[depth]
    }
}

impl Drive<'_> {
    /// Goes through the legs from one time to another; where the budget or the intervals end, the
    /// time up to which everything was looked at.
    pub(super) fn go(&mut self, start: f64, end: f64) -> Result<(), f64> {
        let first = start as usize;
        for leg in first..self.path.legs() {
            let (from, to) = (start.max(leg as f64), end.min(leg as f64 + 1.0));
            if from > to || from == to && leg > first {
                break;
            }
            self.leg(leg, from, to)?;
            if self.found.is_some() {
                break;
            }
        }
        Ok(())
    }

    fn leg(&mut self, leg: usize, from: f64, to: f64) -> Result<(), f64> {
        let level = self.scratch.level(0);
        level.clear();
        level.push(Entry::ROOTS);
        self.scratch.todo.clear();
        self.scratch.todo.push(Part { depth: 0, from, to });
        while let Some(part) = self.scratch.todo.pop() {
            self.scratch.meter.spend_slow(1);
            self.scratch.parts = self.scratch.parts.saturating_sub(1);
            if self.scratch.is_over() {
                return Err(part.from);
            }
            let travel = self.path.travel(leg, part.from, part.to, &self.balls[1]);
            // With what is no number nothing is proved.
            if !travel.is_finite() {
                return Err(part.from);
            }
            let is_known = self.part(leg, part, &travel).is_break();
            // What was not looked at is in this part, or after it.
            if self.scratch.meter.is_over() {
                return Err(part.from);
            }
            if is_known {
                break;
            }
        }
        Ok(())
    }

    /// One interval; breaks off when the first contact is known well enough.
    fn part(&mut self, leg: usize, part: Part, travel: &Travel) -> ControlFlow<()> {
        let Part { depth, from, to } = part;
        if self.balls_stay_apart(travel) || self.plane_parts(travel) {
            return ControlFlow::Continue(());
        }
        let whole = travel.reach(self.balls[1].radius);
        let can_halve = to - from > SHORTEST * to.abs().max(1.0) && whole > 0.0;
        let before_contact = self.found.is_some_and(|found| found.time == to);
        if before_contact && (2.0 * whole <= self.limit || !can_halve) {
            self.found = self.found.map(|found| Found { from, ..found });
            return ControlFlow::Break(());
        }
        let is_hopeful = depth < FEW_PLANES && self.planes.failures < FEW_PLANES;
        let share = if is_hopeful { SHARE_FOR_PLANES } else { SHARE };
        let far = share * self.balls[0].radius.max(self.balls[1].radius);
        // Below `far` it is not asked for.
        let motion = if whole > far { whole.min(self.motion_about_a(travel)) } else { whole };
        let is_far = motion > far && motion > self.limit;
        let mut levels = std::mem::take(&mut self.scratch.levels);
        if levels.len() <= depth + 1 {
            levels.resize_with(depth + 2, Vec::new);
        }
        let (entries, later) = levels.split_at_mut(depth + 1);
        let (entries, later) = (&entries[depth], &mut later[0]);
        later.clear();
        let is_whole = entries[0].is_roots() && is_far && can_halve;
        let mut hit = None;
        if is_whole {
            later.push(Entry::ROOTS);
        } else {
            hit = self.look(travel, part, can_halve, entries, later);
        }
        let crowd = if self.scratch.any { SMALL_CROWD } else { CROWD };
        if hit.is_none() && later.len() >= crowd {
            let (middle, _) = Travel::halves(from, to);
            let touching =
                self.scratch.touching(self.bodies, &self.path.pose(middle), self.clearance);
            hit = touching.map(|triangles| (middle, triangles));
        }
        let is_left = !later.is_empty();
        self.scratch.levels = levels;
        if let Some((time, triangles)) = hit {
            return self.hit(leg, part, time, triangles);
        }
        if is_left {
            match is_whole && motion > 2.0 * far {
                true => self.divide(part, &[0.25, 0.5, 0.75]),
                false if before_contact => {
                    self.divide(part, &[1.0 - share_before_contact(travel, whole)])
                }
                false => self.divide(part, &[0.5]),
            }
        }
        ControlFlow::Continue(())
    }

    /// Leaves the pieces of a part between these shares of it to do, the earliest first. A part
    /// that can be halved is: where rounding leaves no such piece, in its middle.
    fn divide(&mut self, Part { depth, from, to }: Part, shares: &[f64]) {
        let at = |share: f64| from + (to - from) * share;
        let is_inside = |share: &f64| from < at(*share) && at(*share) < to;
        let shares = if shares.iter().all(is_inside) { shares } else { &[0.5] };
        let mut end = to;
        for share in shares.iter().rev() {
            let start = at(*share);
            self.scratch.todo.push(Part { depth: depth + 1, from: start, to: end });
            end = start;
        }
        self.scratch.todo.push(Part { depth: depth + 1, from, to: end });
    }

    /// A contact in a part: only what is before it matters now.
    fn hit(&mut self, leg: usize, part: Part, time: f64, triangles: (u32, u32)) -> ControlFlow<()> {
        let from = part.from;
        if time == part.to || self.scratch.any {
            self.found = Some(Found { from, time, triangles });
            return ControlFlow::Break(());
        }
        let time = self.earlier(leg, [from, time], triangles);
        self.found = Some(Found { from, time, triangles });
        self.scratch.todo.clear();
        self.scratch.todo.push(Part { to: time, ..part });
        ControlFlow::Continue(())
    }

    /// The earliest time found between two at which these triangles touch; at the second they do.
    fn earlier(&mut self, leg: usize, [from, to]: [f64; 2], (i, j): (u32, u32)) -> f64 {
        let [a, b] = self.bodies.map(|(_, mesh)| mesh.indexed());
        let (a, b) = (a.triangle(i as usize), b.triangle(j as usize));
        let ball = &self.balls[1];
        let mut motion = 2.0 * self.path.travel(leg, from, to, ball).reach(ball.radius);
        let (mut low, mut high) = (from, to);
        for _ in 0..HALVINGS {
            let (middle, _) = Travel::halves(low, high);
            self.scratch.meter.spend_slow(1);
            let is_over = self.scratch.meter.is_over();
            if is_over || motion <= self.limit || !(low < middle && middle < high) {
                break;
            }
            let meets =
                within(&a, &self.path.pose(middle).carried_triangle(&b), self.clearance).meets;
            *(if meets { &mut high } else { &mut low }) = middle;
            motion *= 0.5;
        }
        high
    }

    /// The motion in half an interval of points of B that may touch A, about: they are in A's ball
    /// then.
    fn motion_about_a(&self, travel: &Travel) -> f64 {
        let [a, b] = &self.balls;
        let center = travel.pose.matrix() * b.center + travel.pose.shift();
        let shift = travel.shift + travel.turn.cross(a.center - center);
        shift.length() + travel.turn.length() * a.radius + travel.curve
    }

    /// Does B's ball stay clear of A's? Its centre stays within `curve` of a segment. Of a much
    /// larger B only the points that come near A need keep to `curve`: they are no further from
    /// where the centre would be than √(1 + |turn|²) of the radius.
    fn balls_stay_apart(&self, travel: &Travel) -> bool {
        let [a, b] = &self.balls;
        let center = travel.pose.matrix() * b.center + travel.pose.shift();
        let apart = a.center - center;
        // They overlap in the middle, up to rounding: then nothing below would tell them apart.
        let radii = a.radius + b.radius;
        if apart.length_squared() <= radii * radii {
            return false;
        }
        let along = apart.dot(travel.shift) / travel.shift.length_squared();
        let along = if along.is_finite() { along.clamp(-1.0, 1.0) } else { 0.0 };
        let distance = (apart - travel.shift * along).length();
        let more = if a.radius < 0.5 * b.radius {
            (1.0 + travel.turn.length_squared()).sqrt()
        } else {
            1.0
        };
        let reach = a.radius + b.radius * more * STRETCH + travel.curve + travel.off;
        let lengths = l1(a.center) + l1(center) + travel.shift.length();
        distance > (reach + self.clearance.distance()) * UP_90 + BALLS_PASS * lengths
    }

    /// Does a plane part the bodies all along the interval? After some intervals without one it is
    /// not asked any more.
    fn plane_parts(&mut self, travel: &Travel) -> bool {
        if self.planes.failures >= FEW_PLANES {
            return false;
        }
        self.scratch.meter.spend_slow(1);
        let parted = Parted { bodies: self.bodies, travel, clearance: self.clearance.distance() };
        let plane = parted.plane(self.planes.last);
        match plane {
            Some(_) => self.planes = Planes { last: plane, failures: 0 },
            None => self.planes.failures += 1,
        }
        plane.is_some()
    }

    /// The walk over an interval; a contact in its middle or, of triangles in doubt, at its end.
    fn look(
        &mut self,
        travel: &Travel,
        part: Part,
        can_halve: bool,
        entries: &[Entry],
        later: &mut Vec<Entry>,
    ) -> Option<(f64, (u32, u32))> {
        let Part { from, to, .. } = part;
        let (middle, _) = Travel::halves(from, to);
        let (path, clearance, limit) = (self.path, self.clearance, self.limit);
        let short = (limit * 0.25).max(4.0 * travel.off);
        let (ball, mut sway) = (&self.balls[1], None);
        let meshes = self.bodies.map(|(_, mesh)| mesh.indexed());
        let (mut poses, mut hit, mut doubt) = (Poses::default(), None, None::<(f64, (u32, u32))>);
        let mut judge = |i: u32, j: u32, later: &mut Vec<Entry>| {
            let (a, b) = (meshes[0].triangle(i as usize), meshes[1].triangle(j as usize));
            let sway =
                sway.get_or_insert_with(|| Sway::new(travel, ball, clearance.distance(), short));
            let Finding::Near(Near { motion, gap, apart }) = sway.look(&a, &b) else {
                return ControlFlow::Continue(());
            };
            let meets = |pose: &Pose| within(&a, &pose.carried_triangle(&b), clearance).meets;
            if !apart && meets(poses.middle.get_or_insert_with(|| path.pose(middle))) {
                hit = Some((middle, (i, j)));
                return ControlFlow::Break(());
            }
            let is_short = motion <= limit * 0.25 || motion <= 4.0 * travel.off;
            let is_tiny = motion <= limit / 64.0 || motion <= travel.off * 0.25;
            let is_close = gap - clearance.distance() <= limit.max(8.0 * travel.off);
            if can_halve && !(is_short && is_close || is_tiny) {
                later.push(Entry::triangles(i, j));
                return ControlFlow::Continue(());
            }
            if meets(poses.end.get_or_insert_with(|| path.pose(to))) {
                hit = Some((to, (i, j)));
            }
            if doubt.is_none_or(|(least, _)| gap < least) {
                doubt = Some((gap, (i, j)));
            }
            ControlFlow::Continue(())
        };
        let tolerance = if can_halve { limit * 0.25 } else { f64::INFINITY };
        let distance = clearance.distance();
        let Scratch { stacks, meter, .. } = &mut *self.scratch;
        let bodies = self.bodies;
        let stretch = Stretch {
            bodies,
            travel,
            clearance: distance,
            tolerance,
            entries,
            later,
            stacks,
            meter,
        };
        let _ = stretch.walk(&mut judge);
        if let Some((gap, triangles)) = doubt {
            self.note_doubt(part, gap, triangles);
        }
        hit
    }

    fn note_doubt(&mut self, Part { from, to, .. }: Part, gap: f64, triangles: (u32, u32)) {
        self.limit *= 2.0;
        match &mut self.doubt {
            None => {
                let time = Interval { lo: from, hi: to };
                self.doubt = Some(Doubt { time, gap: Some(gap), triangles: Some(triangles) });
            }
            Some(doubt) if doubt.time.hi == from => {
                doubt.time.hi = to;
                if doubt.gap.is_none_or(|least| gap < least) {
                    (doubt.gap, doubt.triangles) = (Some(gap), Some(triangles));
                }
            }
            Some(_) => {}
        }
    }
}

/// The point at which an interval that ends in a contact is divided, as a share from its end.
/// Triangles that meet only then are proved apart up to where the bend of the path is as long as
/// their distance.
fn share_before_contact(travel: &Travel, motion: f64) -> f64 {
    (4.0 * travel.curve / motion).clamp(LEAST_SHARE, 0.5)
}

/// Poses of an interval, worked out when they are first asked for.
#[derive(Default)]
struct Poses {
    middle: Option<Pose>,
    end: Option<Pose>,
}

fn l1(v: DVec3) -> f64 {
    v.x.abs() + v.y.abs() + v.z.abs()
}
