//! One slice of rows of a robot on its way.

use crate::driver::Buffer;
use crate::error::GpuError;
use crate::gpu::{Gpu, PREPARE_THREADS, WALK_THREADS};
use crate::question::Question;
use crate::robot::TouchingBodies;
use crate::room::{FIRST_OPEN, Room, TOUCHING, Walk, Wanted};
use bytemuck::{Pod, Zeroable};
use closecall_robot::RobotInWorld;
use closecall_robot::engine::PlainRows;
use rayon::prelude::*;
use std::ops::Range;

/// The struct `Placing` of the kernels.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub(crate) struct Placing {
    nodes: u64,
    numbers: u64,
    world: u64,
    answers: u64,
    count: u32,
    numbers_per_row: u32,
    rows: u32,
    unused: u32,
}

impl Placing {
    /// For this number of nodes at this address; a slice fills in the rest.
    pub(crate) fn of(nodes: u64, count: usize, numbers_per_row: usize) -> Self {
        let (count, numbers_per_row) = (count as u32, numbers_per_row as u32);
        Self { nodes, count, numbers_per_row, ..Self::zeroed() }
    }
}

/// The struct `PairOfRows` of the kernels.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub(crate) struct PairOfRows {
    question: Question,
    world_from_a: u64,
    world_from_b: u64,
}

#[derive(Debug)]
pub(crate) struct Pair {
    /// By their places among the nodes.
    pub nodes: [usize; 2],
    pub handles: TouchingBodies,
    pub question: Question,
}

/// One slice of rows on its way.
#[derive(Debug)]
pub(crate) struct RowLane {
    room: Room,
    /// The poses of all bodies at all rows.
    world: Buffer<[f64; 12]>,
    rows: Range<usize>,
}

impl RowLane {
    pub(crate) fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        Ok(Self { room: Room::new(gpu)?, world: Buffer::new(&gpu.0.context, 0)?, rows: 0..0 })
    }

    /// Starts all work on a slice: place the links, then prepare and walk each pair.
    pub(crate) fn start(
        &mut self,
        gpu: &Gpu,
        mut placing: Placing,
        pairs: &[Pair],
        (placed, rows): (&RobotInWorld, &[f64]),
        slice: Range<usize>,
    ) -> Result<(), GpuError> {
        let (count, each) = (slice.len(), placing.numbers_per_row as usize);
        self.room.reserve(count, each, Wanted::First)?;
        self.room.staging.reserve(count * each)?;
        self.world.reserve(count * placing.count as usize)?;
        let staged = &mut self.room.staging[..count * each];
        write_numbers(placed, rows, &slice, staged)?;
        self.rows = slice;
        if !staged.is_empty() {
            self.room.stream.send(staged, &self.room.numbers)?;
        }
        (placing.numbers, placing.world) = (self.room.numbers.address(), self.world.address());
        (placing.answers, placing.rows) = (self.room.answers.address(), count as u32);
        let grid = (count as u32).div_ceil(PREPARE_THREADS);
        self.room.stream.launch(&gpu.0.place, grid, PREPARE_THREADS, &placing)?;
        for pair in pairs {
            self.walk(gpu, pair, grid, count as u32)?;
        }
        self.room.receive(count, Wanted::First)
    }

    fn walk(&mut self, gpu: &Gpu, pair: &Pair, grid: u32, count: u32) -> Result<(), GpuError> {
        let walk = Walk::new(gpu, Wanted::First, pair.question.pair.clearance > 0.0, count);
        let question = self.room.question(&pair.question, count as usize, Wanted::First);
        let question = Question { at_a_time: walk.at_a_time, ..question };
        let at = |node: usize| {
            self.world.address() + (node * count as usize * size_of::<[f64; 12]>()) as u64
        };
        let [a, b] = pair.nodes;
        let rows = PairOfRows { question, world_from_a: at(a), world_from_b: at(b) };
        self.room.stream.launch(&gpu.0.prepare_pair, grid, PREPARE_THREADS, &rows)?;
        self.room.stream.launch(&walk.kernel, walk.blocks, WALK_THREADS, &question)
    }

    /// Until nothing is under way; a failure was reported before.
    pub(crate) fn wait(&self) {
        self.room.wait();
    }

    /// Waits for the slice under way, and fills in what is certain; the other rows are `open`.
    pub(crate) fn finish(
        &mut self,
        pairs: &[Pair],
        answers: &mut [Option<TouchingBodies>],
        open: &mut Vec<usize>,
    ) -> Result<(), GpuError> {
        self.room.stream.wait()?;
        for (i, row) in self.rows.clone().enumerate() {
            match self.room.answers_here[i] {
                TOUCHING => answers[row] = Some(pairs[self.room.first_here[i][0] as usize].handles),
                state if state >= FIRST_OPEN => open.push(row),
                _ => {}
            }
        }
        Ok(())
    }
}

/// Sines, cosines and lengths of the rows of a slice. What is refused is refused here.
fn write_numbers(
    placed: &RobotInWorld,
    rows: &[f64],
    slice: &Range<usize>,
    room: &mut [f64],
) -> Result<(), GpuError> {
    let coordinates = placed.robot().coordinates().len();
    let each = room.len() / slice.len();
    let plain = PlainRows::new(placed.robot());
    let start = slice.start;
    room.par_chunks_mut(each.max(1)).enumerate().with_min_len(256).try_for_each(|(i, room)| {
        let row = start + i;
        let positions = &rows[row * coordinates..(row + 1) * coordinates];
        plain.write(positions, room).map_err(|error| GpuError::Position { row, error })
    })
}
