//! One straight piece of a move against all bodies.

use super::around::Around;
use super::event::EventKind;
use super::settings::{JobBodies, JobSettings, Prepared, RolePieces};
use crate::lift::{Lift, LiftQuestion, Prism, Quick, ToolFrame, lift, lower_lift};
use crate::part::Target;
use crate::part::sweep::PartSweep;
use crate::tool::{Piece, PieceRole};
use closecall::Scratch;
use closecall::engine::geom::Triangle;
use glam::DVec3;
use std::cell::RefCell;

/// A straight move, with what the true path may deviate from it.
#[derive(Clone, Copy)]
pub(super) struct Chord<'f> {
    pub(super) ends: [DVec3; 2],
    pub(super) frame: &'f ToolFrame,
    pub(super) astray: f64,
    pub(super) afloat: f64,
    pub(super) rapid: bool,
    /// The arc that it stands for, if that lies across the axis of an upright tool.
    pub(super) around: Option<Around>,
}

/// The deepest of one kind, so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Met {
    pub(super) lo: f64,
    pub(super) hi: f64,
    pub(super) point: DVec3,
    pub(super) triangle: u32,
    pub(super) body: usize,
}

/// For each kind the deepest.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Found {
    pub(super) by_kind: [Option<Met>; EventKind::ALL.len()],
    /// The depth of cutter and shank below what is met by those above them: one that is inside the
    /// part is that deep.
    pub(super) below: [Option<Met>; 2],
}

/// The roles that lie below others, from the tip up.
const BELOW: [PieceRole; 2] = [PieceRole::Cutter, PieceRole::Shank];

impl Met {
    /// The deeper of two. The place is that of the larger lower bound.
    fn join(&mut self, other: &Self) {
        let hi = self.hi.max(other.hi);
        if other.lo > self.lo || (self.lo == f64::NEG_INFINITY && other.hi > self.hi) {
            *self = *other;
        }
        self.hi = hi;
    }
}

impl Found {
    pub(super) fn add(&mut self, kind: EventKind, met: &Met) {
        match &mut self.by_kind[kind as usize] {
            Some(old) => old.join(met),
            slot => *slot = Some(*met),
        }
    }

    pub(super) fn join(&mut self, other: &Self) {
        for (place, below) in other.below.iter().enumerate() {
            self.lie_below(place, below.as_ref());
        }
        for (kind, met) in EventKind::ALL.into_iter().zip(&other.by_kind) {
            if let Some(met) = met {
                self.add(kind, met);
            }
        }
    }

    fn lie_below(&mut self, place: usize, other: Option<&Met>) {
        match (&mut self.below[place], other) {
            (Some(below), Some(other)) => below.join(other),
            (below @ None, Some(other)) => *below = Some(*other),
            (_, None) => {}
        }
    }

    /// Takes over what is certain of `other`, and only that.
    pub(super) fn raise(&mut self, other: &Self) {
        for (kind, met) in EventKind::ALL.into_iter().zip(&other.by_kind) {
            if let Some(met) = met.filter(|met| met.lo > f64::NEG_INFINITY) {
                self.add(kind, &Met { hi: met.lo, ..met });
            }
        }
    }

    fn lo(&self, kind: EventKind) -> f64 {
        self.by_kind[kind as usize].map_or(f64::NEG_INFINITY, |met| met.lo)
    }
}

/// Of two pieces that meet a triangle, what holds for both together.
pub(super) fn deeper(a: Lift, b: Lift) -> Lift {
    let hi = a.hi.max(b.hi);
    Lift { hi, ..if b.lo > a.lo { b } else { a } }
}

/// The tool meets the triangle: it must be lifted until this piece, too, has left it behind.
fn reaching(met: Lift, piece: Lift) -> Lift {
    let is_certain = met.lo > f64::NEG_INFINITY;
    if is_certain { deeper(met, piece) } else { Lift { hi: met.hi.max(piece.hi), ..met } }
}

/// The data that the checks of a thread need.
pub(super) struct Checker<'j> {
    pub(super) bodies: &'j JobBodies,
    pub(super) settings: &'j JobSettings,
    pub(super) tool: &'j Prepared,
    pub(super) memory: &'j RefCell<Memory>,
}

/// The memory that checks of consecutive chords share: buffers, and for each body the triangle that
/// the tool cut deepest on the last.
///
/// That triangle comes first on the next chord: what it proves need not be looked for again, and
/// everything that is less deep is left out of the walk. Triangles that are not cut tell nothing,
/// and are forgotten.
#[derive(Default)]
pub(super) struct Memory {
    pub(super) scratch: Scratch,
    deepest: Vec<Option<u32>>,
}

impl Memory {
    /// Forgets the last chord: the next one is another's.
    pub(super) fn forget(&mut self) {
        self.deepest.clear();
    }
}

/// The bodies that a triangle may be of.
const PART: usize = 0;
const STOCK: usize = 1;

impl Checker<'_> {
    /// Everything the tool meets on a chord; what lies deeper than `known` counts only.
    pub(super) fn check(&self, chord: &Chord, known: &Found) -> Found {
        let mut found = Found::default();
        self.against(&self.bodies.part, PART, chord, known, &mut found, 0.0);
        if let Some(stock) = self.bodies.stock.as_ref().filter(|_| chord.rapid) {
            self.against(stock, STOCK, chord, known, &mut found, 0.0);
        }
        for (i, fixture) in self.bodies.fixtures.iter().enumerate() {
            self.against(fixture, STOCK + 1 + i, chord, known, &mut found, 0.0);
        }
        if self.settings.margin > 0.0 && found.by_kind.iter().all(Option::is_none) {
            self.against(&self.bodies.part, PART, chord, known, &mut found, self.settings.margin);
        }
        found
    }

    /// Deepens what is known by what the tool meets on its way up from a chord. Was there anything?
    pub(super) fn rise_all(&self, chord: &Chord, found: &mut Found) -> bool {
        let JobBodies { part, stock, fixtures } = self.bodies;
        let stock = stock.as_ref().filter(|_| chord.rapid).map(|stock| (stock, STOCK));
        let fixtures = fixtures.iter().zip(STOCK + 1..);
        let bodies = std::iter::once((part, PART)).chain(stock).chain(fixtures);
        let memory = &mut *self.memory.borrow_mut();
        let mut rises = false;
        for (body, role) in bodies.flat_map(|body| self.tool.roles().map(move |role| (body, role)))
        {
            rises |= self.rise(role, body, chord, memory, found);
        }
        rises
    }

    fn against(
        &self,
        target: &Target,
        body: usize,
        chord: &Chord,
        known: &Found,
        found: &mut Found,
        margin: f64,
    ) {
        let memory = &mut *self.memory.borrow_mut();
        if memory.deepest.len() <= body {
            memory.deepest.resize(body + 1, None);
        }
        let first = memory.deepest[body].take();
        if let Some(id) = first {
            self.triangle(&target.corners(id), (id, body), chord, known, found, margin);
        }
        let sweep = PartSweep {
            ends: chord.ends,
            frame: chord.frame,
            undersides: &self.tool.undersides,
            beside: chord.astray + margin,
            above: self.interest(body, chord, known, found, margin),
        };
        target.near(&sweep, &mut memory.scratch, |id, triangle| {
            if Some(id) != first {
                self.triangle(triangle, (id, body), chord, known, found, margin);
            }
            self.interest(body, chord, known, found, margin)
        });
        if margin == 0.0 {
            // What one role adds another may meet on its way, where both are of one kind.
            while self
                .tool
                .roles()
                .any(|role| self.rise(role, (target, body), chord, memory, found))
            {}
        }
        let of_body = found.by_kind.iter().flatten().filter(|met| met.body == body);
        memory.deepest[body] = of_body.max_by(|a, b| a.lo.total_cmp(&b.lo)).map(|met| met.triangle);
    }

    pub(super) fn question(&self, chord: &Chord, above: f64, wider: f64) -> LiftQuestion {
        let Chord { astray, afloat, .. } = *chord;
        LiftQuestion { above, touch: self.settings.touch, astray, afloat, wider }
    }

    /// The depth of all pieces together, if one of them meets the triangle.
    fn deepest(
        &self,
        role: RolePieces,
        answers: impl Iterator<Item = Lift>,
        prism: &Prism,
        question: &LiftQuestion,
    ) -> Option<Lift> {
        let met = answers.filter(|answer| self.counts(answer, question.above)).reduce(deeper)?;
        if role.pieces.len() == 1 {
            return Some(met);
        }
        let all = role.pieces.iter().map(|piece| lower_lift(piece, prism, question));
        Some(all.fold(met, reaching))
    }

    /// From which lift on anything else is of interest: for each kind, what is deeper than its
    /// limit and all that is certain.
    fn interest(
        &self,
        body: usize,
        chord: &Chord,
        known: &Found,
        found: &Found,
        margin: f64,
    ) -> f64 {
        let of_role = |role: RolePieces| {
            let (kind, limit) = self.kind(role.role, body, chord.rapid, margin);
            limit.max(known.lo(kind)).max(found.lo(kind))
        };
        self.tool.roles().map(of_role).fold(f64::INFINITY, f64::min) - chord.afloat
    }

    /// The kind and the limit of what a piece does to a body.
    pub(super) fn kind(
        &self,
        role: PieceRole,
        body: usize,
        rapid: bool,
        margin: f64,
    ) -> (EventKind, f64) {
        match (margin > 0.0, body, role) {
            (true, ..) => (EventKind::Near, -margin),
            (_, PART, PieceRole::Cutter) if rapid => (EventKind::Rapid, self.settings.allow),
            (_, PART, PieceRole::Cutter) => (EventKind::Gouge, self.settings.allow),
            (_, PART, PieceRole::Shank) => (EventKind::Shank, 0.0),
            (_, PART, PieceRole::Holder) => (EventKind::Holder, 0.0),
            (_, STOCK, _) => (EventKind::Rapid, 0.0),
            _ => (EventKind::Fixture, 0.0),
        }
    }

    fn triangle(
        &self,
        triangle: &Triangle,
        (id, body): (u32, usize),
        chord: &Chord,
        known: &Found,
        found: &mut Found,
        margin: f64,
    ) {
        let quick = Quick::new(triangle, chord.ends, chord.frame);
        let mut prism = None;
        for role in self.tool.roles() {
            let (kind, limit) = self.kind(role.role, body, chord.rapid, margin);
            // What is less deep than something that is already certain does not matter. Of several
            // pieces the one that meets the triangle need not be the one that goes deepest: there
            // all of them count.
            let certain = limit.max(known.lo(kind)).max(found.lo(kind));
            let above = if role.pieces.len() == 1 { certain } else { limit };
            let clear = |piece: &Piece| {
                quick.is_clear(&piece.lower, certain - chord.afloat, chord.astray + margin)
            };
            let passes = |piece: &Piece| {
                chord.around.is_some_and(|a| a.is_clear(triangle, piece.lower.radius() + margin))
            };
            if role.pieces.iter().all(clear) || role.pieces.iter().all(passes) {
                continue;
            }
            let question = self.question(chord, above, margin);
            let prism = prism.get_or_insert_with(|| Prism::new(triangle, chord.ends, chord.frame));
            let answers = role.pieces.iter().map(|piece| lift(piece, prism, &question));
            let Some(answer) = self.deepest(role, answers, prism, &question) else { continue };
            let point = self.place(&answer, triangle, chord);
            let met = Met { lo: answer.lo, hi: answer.hi, point, triangle: id, body };
            found.add(kind, &met);
            let roles_below = match kind {
                EventKind::Holder => 2,
                EventKind::Shank => 1,
                _ => 0,
            };
            for (place, role) in BELOW.into_iter().enumerate().take(roles_below) {
                let pieces = self.tool.pieces.iter().filter(|piece| piece.role == role);
                let above = pieces.map(|piece| lower_lift(piece, prism, &question)).reduce(deeper);
                let below = above.map(|lift| Met { lo: lift.lo, hi: lift.hi, ..met });
                let below = below.filter(|below| below.lo > f64::NEG_INFINITY);
                found.lie_below(place, below.as_ref());
            }
        }
    }

    fn counts(&self, answer: &Lift, above: f64) -> bool {
        if self.settings.touch { answer.hi >= above } else { answer.hi > above }
    }

    /// The place of an answer in the part's frame: where the tool's tip was is not kept, so the
    /// triangle's point that lies nearest to it on the move is taken.
    pub(super) fn place(&self, answer: &Lift, triangle: &Triangle, chord: &Chord) -> DVec3 {
        let from_tip = chord.frame.part_from_tool(answer.at);
        let [from, to] = chord.ends;
        let way = to - from;
        let normal = (triangle[1] - triangle[0]).cross(triangle[2] - triangle[0]);
        let start = from + from_tip;
        let share = normal.dot(triangle[0] - start) / normal.dot(way);
        // Of a way along the triangle, where it passes its middle.
        let middle = (triangle[0] + triangle[1] + triangle[2]) / 3.0;
        let beside = (middle - start).dot(way) / way.length_squared();
        let share = [share, beside].into_iter().find(|share| share.is_finite()).unwrap_or(0.0);
        start + way * share.clamp(0.0, 1.0)
    }
}
