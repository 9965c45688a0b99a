//! The bodies that come near each other on an edge, and the times.
//!
//! Time is divided in a few pieces. In each a moved body stays within a box: that around it in the
//! middle of the piece, larger by how far its points get (`Ways` bounds it, rounded up). Bodies that
//! stay are found by the boxes of the world (`Space`); which of them are near each other is found
//! once for all edges. Pairs whose boxes never overlap are not asked; of others, only the pieces
//! from the first overlap to the last.

use super::Sweeps;
use super::ways::{Stray, Ways};
use crate::geom::kdop::Kdop;
use crate::geom::{Ball, DVec3, Pose};
use crate::path::Travel;
use crate::query::sweep::{ball, extent};
use crate::rounding::factor::{DOWN_90, UP_MANY};
use crate::rounding::world::EXTENTS;
use crate::world::World;
use crate::world::broad::{Mobility, PairWalk, WalkedBody, merged, overlap};
use crate::world::pair::Row;
use crate::world::scene::SceneNode;
use std::cell::OnceCell;

/// At most this many pieces of time.
const MOST_PIECES: usize = 4;

/// Bodies that stay are looked for with room for the default tolerance of sweeps, as a share of the
/// moved body's radius: what is nearer than a tolerance is asked.
const ROOM: f64 = 4e-6;

/// The extent of a body before an edge is known: of its mesh, or of its mesh and exact shapes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    pub slot: u32,
    pub ball: Ball,
    /// The middle and half the size of its box, in its own frame.
    center: DVec3,
    half: DVec3,
    /// By how much its box is larger for clearances.
    growth: f64,
}

/// A row of two bodies, the lower slot first, and when their boxes overlap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Close {
    pub row: Row,
    pub pair: [u32; 2],
    pub from: f64,
    pub to: f64,
}

impl Extent {
    fn new(slot: u32, ball: Ball, [low, high]: [DVec3; 2], growth: f64) -> Self {
        let (center, half) = ((low + high) * 0.5, (high - low) * 0.5);
        Self { slot, ball, center, half, growth }
    }

    /// Of the mesh of a body, if it has one.
    pub(super) fn of_mesh(slot: u32, node: &SceneNode, growth: f64) -> Option<Self> {
        let model = &node.mesh.as_ref()?.model;
        Some(Self::new(slot, ball(model), extent(model), growth))
    }

    /// Of a body with exact shapes, if it has bounds.
    pub(super) fn of_shapes(slot: u32, node: &SceneNode, growth: f64) -> Option<Self> {
        let outline = node.shapes.as_ref().and(node.outline())?;
        let Kdop { low, high } = outline.at(&Pose::IDENTITY, 0.0);
        let corners = [low, high].map(DVec3::from_array);
        Some(Self::new(slot, outline.ball_at(&Pose::IDENTITY), corners, growth))
    }

    /// The box around it in a part of the time.
    fn during(&self, ways: &Ways, stray: &Stray, [from, to]: [f64; 2]) -> Kdop<3> {
        let (middle, half) = Travel::halves(from, to);
        let half = if ways.is_moved(self.slot) { half } else { 0.0 };
        let course = ways.course(self.slot, middle);
        let [x, y, z] = [course.rotation.x_axis, course.rotation.y_axis, course.rotation.z_axis]
            .map(DVec3::abs);
        let size = x * self.half.x + y * self.half.y + z * self.half.z;
        let (center, hub) = (course.carry(self.center), course.carry(self.ball.center));
        let shift = (course.speed_of(hub) * half).abs();
        let turn = course.turn.length() * half * self.ball.radius;
        // Each of the terms, and their sums, are off by a few roundings of what they are made of.
        let lengths =
            center.abs().element_sum() + hub.abs().element_sum() + size.element_sum() + turn;
        let rest = stray.within(half, &course) + self.growth + EXTENTS * lengths;
        let (size, ball) = (size + turn + rest, DVec3::splat(self.ball.radius + rest));
        let low = (center - size).max(hub - ball) - shift;
        let high = (center + size).min(hub + ball) + shift;
        // Minima and maxima pass over NaN: if a number is none, the body may be anywhere.
        let is_known = size.is_finite() && low.is_finite() && high.is_finite();
        let (low, high) =
            if is_known { (low, high) } else { (DVec3::NEG_INFINITY, DVec3::INFINITY) };
        Kdop { low: low.to_array(), high: high.to_array() }
    }
}

/// The boxes of one body: of every piece of time, or one for all.
#[derive(Debug)]
struct Swept {
    whole: Kdop<3>,
    pieces: Vec<Kdop<3>>,
}

impl Swept {
    fn piece(&self, number: usize) -> &Kdop<3> {
        self.pieces.get(number).unwrap_or(&self.whole)
    }
}

impl Sweeps<'_> {
    /// The pairs that are near each other while nothing moves, the lower slot first: those of which
    /// one body at least is not fixed.
    fn resting(&self) -> &[[u32; 2]] {
        self.resting.get_or_init(|| {
            let World { scene, space, .. } = self.world;
            let clearance = self.options.clearance.distance();
            let is_loose = |slot: u32| scene.node(slot).mobility != Mobility::Fixed;
            let loose = self.extents().filter(|extent| is_loose(extent.slot));
            let mut volumes: Vec<(u32, Kdop<3>)> = Vec::new();
            for extent in loose {
                if volumes.last().is_none_or(|(slot, _)| *slot != extent.slot)
                    && let Some(volume) = space.volume(extent.slot)
                {
                    volumes.push((extent.slot, self.with_room(extent, *volume, clearance)));
                }
            }
            self.near_volumes(volumes, is_loose)
        })
    }

    /// Returns a box with room for a clearance, and for tolerances. The boxes of the world have
    /// no room for the clearance of the options, so the whole of it must be in the other box.
    fn with_room(&self, extent: &Extent, volume: Kdop<3>, clearance: f64) -> Kdop<3> {
        let tolerance = self.options.tolerance.unwrap_or(ROOM * extent.ball.radius);
        let room = (clearance + tolerance) * UP_MANY;
        Kdop { low: volume.low.map(|x| x - room), high: volume.high.map(|x| x + room) }
    }

    /// The pairs that are looked at of which the boxes of one are given; sorted.
    fn near_volumes(
        &self,
        volumes: Vec<(u32, Kdop<3>)>,
        is_given: impl Fn(u32) -> bool,
    ) -> Vec<[u32; 2]> {
        let World { scene, filter, space, .. } = self.world;
        let mut near = Vec::new();
        space.near_posed(volumes, is_given, |a, b| {
            let pair = [a.min(b), a.max(b)];
            near.extend(filter.passes(scene, pair[0], pair[1]).then_some(pair));
        });
        near.sort_unstable();
        near
    }
}

/// The boxes of bodies on an edge.
pub(super) struct Broad<'b, 'q> {
    sweeps: &'b Sweeps<'q>,
    ways: &'b Ways<'q>,
    pieces: usize,
    /// Of moved meshes, by slot.
    strays: Vec<Option<Stray>>,
    /// Of meshes, by slot, as far as they were asked for.
    swept: Vec<OnceCell<Box<Swept>>>,
}

impl<'b, 'q> Broad<'b, 'q> {
    pub(super) fn new(sweeps: &'b Sweeps<'q>, ways: &'b Ways<'q>) -> Self {
        let stray = |extent: &Extent| ways.stray(extent.slot, &extent.ball);
        let moved = |extent: &&Extent| ways.is_moved(extent.slot);
        let strays: Vec<Option<Stray>> =
            sweeps.meshes.iter().map(|mesh| mesh.as_ref().filter(moved).map(stray)).collect();
        let ratio = |(mesh, stray): (&Option<Extent>, &Option<Stray>)| {
            Some(stray.as_ref()?.speed() / mesh.as_ref()?.ball.radius)
        };
        let fastest = sweeps.meshes.iter().zip(&strays).filter_map(ratio).fold(0.0f64, f64::max);
        let pieces =
            (1..=MOST_PIECES).find(|&count| fastest <= count as f64).unwrap_or(MOST_PIECES);
        let swept = sweeps.meshes.iter().map(|_| OnceCell::new()).collect();
        Self { sweeps, ways, pieces: pieces.next_power_of_two(), strays, swept }
    }

    /// The pairs that may come near each other, the lower slot first, sorted.
    pub(super) fn near(&self) -> Vec<[u32; 2]> {
        let (sweeps, ways) = (self.sweeps, self.ways);
        let mut moved: Vec<(u32, Kdop<3>)> = Vec::new();
        for extent in sweeps.extents().filter(|extent| ways.is_moved(extent.slot)) {
            // Its extent has the other half.
            let half = sweeps.options.clearance.distance() * 0.5;
            let volume = sweeps.with_room(extent, self.whole(extent), half);
            match moved.last_mut() {
                Some((slot, all)) if *slot == extent.slot => *all = merged(all, &volume),
                _ => moved.push((extent.slot, volume)),
            }
        }
        let is_moved = |slot: u32| ways.is_moved(slot);
        let mut near = sweeps.near_volumes(moved, is_moved);
        let rests = |pair: &&[u32; 2]| !pair.iter().any(|&slot| is_moved(slot));
        near.extend(sweeps.resting().iter().filter(rests));
        near.sort_unstable();
        near
    }

    /// Returns the rows of these pairs that come near each other: meshes, sorted by the time of
    /// that, then exact shapes.
    pub(super) fn close(&self, near: &[[u32; 2]]) -> Vec<Close> {
        let scene = &self.sweeps.world.scene;
        let meshes = near.iter().filter(|&&pair| Row::Meshes.is_of(scene, pair));
        let mut close: Vec<Close> = meshes.filter_map(|&pair| self.when(pair)).collect();
        close.sort_by(|x, y| x.from.total_cmp(&y.from).then(x.pair.cmp(&y.pair)));
        let shapes = near.iter().filter(|&&pair| Row::Shapes.is_of(scene, pair));
        close.extend(shapes.map(|&pair| Close { row: Row::Shapes, pair, from: 0.0, to: 1.0 }));
        close
    }

    /// From the first piece in which they overlap to the last.
    fn when(&self, pair: [u32; 2]) -> Option<Close> {
        let [one, other] = pair.map(|slot| self.swept(slot));
        let overlap = |&k: &usize| overlap(one.piece(k), other.piece(k));
        let first = (0..self.pieces).find(overlap)?;
        let last = (first..self.pieces).rfind(overlap)?;
        let time = |piece: usize| time(piece, self.pieces);
        Some(Close { row: Row::Meshes, pair, from: time(first), to: time(last + 1) })
    }

    /// All pairs of meshes that are looked at, and how far apart they stay at least; the nearest
    /// first.
    pub(super) fn gaps(&self) -> impl Iterator<Item = (f64, [u32; 2])> {
        let World { scene, filter, .. } = self.sweeps.world;
        let bodies = self.sweeps.meshes.iter().flatten().map(|extent| WalkedBody {
            body: extent.slot,
            volume: Some(self.swept(extent.slot).whole),
            is_asked: scene.node(extent.slot).mobility != Mobility::Fixed,
        });
        let bodies: Vec<WalkedBody> = bodies.collect();
        let gap = |a, b| {
            let apart = |k| gap(self.swept(a).piece(k), self.swept(b).piece(k));
            let least = || (0..self.pieces).map(apart).fold(f64::INFINITY, f64::min);
            filter.passes(scene, a, b).then(least)
        };
        PairWalk::new(&bodies, gap).nearest_first().map(|(gap, a, b)| (gap, [a, b]))
    }

    /// The boxes of a mesh.
    fn swept(&self, slot: u32) -> &Swept {
        let extent = self.sweeps.meshes[slot as usize].as_ref().expect("it has a mesh");
        self.swept[slot as usize].get_or_init(|| {
            let stray = self.strays[slot as usize];
            let stray = stray.unwrap_or_else(|| self.ways.stray(slot, &extent.ball));
            Box::new(self.sweep(extent, &stray))
        })
    }

    /// The box of a body's mesh, or of its mesh and exact shapes, for all the time.
    fn whole(&self, extent: &Extent) -> Kdop<3> {
        let mesh = self.sweeps.meshes[extent.slot as usize].as_ref();
        match mesh.is_some_and(|mesh| std::ptr::eq(mesh, extent)) {
            true => self.swept(extent.slot).whole,
            false => self.sweep(extent, &self.ways.stray(extent.slot, &extent.ball)).whole,
        }
    }

    fn sweep(&self, extent: &Extent, stray: &Stray) -> Swept {
        let during = |times| extent.during(self.ways, stray, times);
        if !self.ways.is_moved(extent.slot) {
            return Swept { whole: during([0.0, 1.0]), pieces: Vec::new() };
        }
        let time = |piece: usize| time(piece, self.pieces);
        let pieces: Vec<Kdop<3>> =
            (0..self.pieces).map(|k| during([time(k), time(k + 1)])).collect();
        let whole = pieces[1..].iter().fold(pieces[0], |all, next| merged(&all, next));
        Swept { whole, pieces }
    }
}

/// The distance of two boxes, at least.
fn gap(one: &Kdop<3>, other: &Kdop<3>) -> f64 {
    let (one, other) = (one.bounds(), other.bounds());
    (one.low - other.high).max(other.low - one.high).max(DVec3::ZERO).length() * DOWN_90
}

/// The begin of a piece.
fn time(number: usize, pieces: usize) -> f64 {
    number as f64 / pieces as f64
}
