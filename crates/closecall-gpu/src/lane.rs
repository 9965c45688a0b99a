//! One slice of a batch on its way: a stream, and the memory that its work uses.
//!
//! While the device works on one slice, the next one's poses are copied in and the last one's
//! answers out.

use crate::driver::{Buffer, Kernel, Pinned, Stream};
use crate::error::GpuError;
use crate::gpu::{Gpu, PREPARE_THREADS, WALK_THREADS};
use crate::poses::Poses;
use crate::question::Question;
use bytemuck::Zeroable;
use rayon::prelude::*;
use std::ops::Range;

/// How many poses a thread copies at a time into page-locked memory.
const STAGED: usize = 1 << 12;

/// Of more pairs in a slice than this there is no list: 3 GiB.
const MOST_FOUND: u64 = 1 << 28;

/// A state that leaves a pose to the CPU.
const OPEN: u8 = 2;

/// What a batch asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// Touching or not.
    Answers,
    /// Some touching pair.
    First,
    /// All touching pairs.
    All,
}

#[derive(Debug)]
pub(crate) struct Lane {
    stream: Stream,
    numbers: Buffer<f64>,
    staging: Pinned<f64>,
    maps: Buffer<[f32; 24]>,
    exact: Buffer<[f64; 12]>,
    answers: Buffer<u8>,
    answers_here: Pinned<u8>,
    first: Buffer<[u32; 2]>,
    first_here: Pinned<[u32; 2]>,
    /// Poses taken, and pairs found.
    counters: Buffer<[u64; 2]>,
    counters_here: Pinned<[u64; 2]>,
    found: Buffer<[u32; 3]>,
    found_here: Pinned<[u32; 3]>,
    /// The slice under way, and what was launched for it.
    pub slice: Range<usize>,
    question: Question,
}

/// What came back of a slice.
pub(crate) struct Finished<'l> {
    /// A state a pose.
    pub states: &'l [u8],
    /// A pair a pose; only where the state is touching, and if it was asked for.
    pub first: &'l [[u32; 2]],
    /// Pose within the slice, triangle of A, triangle of B; in no order.
    pub found: &'l [[u32; 3]],
}

impl Lane {
    pub(crate) fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        let context = &gpu.0.context;
        Ok(Self {
            stream: Stream::new(context)?,
            numbers: Buffer::new(context, 0)?,
            staging: Pinned::new(context, 0)?,
            maps: Buffer::new(context, 0)?,
            exact: Buffer::new(context, 0)?,
            answers: Buffer::new(context, 0)?,
            answers_here: Pinned::new(context, 0)?,
            first: Buffer::new(context, 0)?,
            first_here: Pinned::new(context, 0)?,
            counters: Buffer::new(context, 1)?,
            counters_here: Pinned::new(context, 1)?,
            found: Buffer::new(context, 0)?,
            found_here: Pinned::new(context, 0)?,
            slice: 0..0,
            question: Question::zeroed(),
        })
    }

    /// Starts all work on a slice. `pair` has the trees and what is known of them.
    pub(crate) fn start(
        &mut self,
        gpu: &Gpu,
        pair: &Question,
        poses: &Poses,
        slice: Range<usize>,
        wanted: Wanted,
    ) -> Result<(), GpuError> {
        let (count, each) = (slice.len(), poses.numbers_each());
        self.reserve(count, each, wanted)?;
        let numbers = self.send(poses, &slice)?;
        self.slice = slice;
        self.question = Question {
            numbers,
            numbers_per_pose: each as u32,
            poses: count as u32,
            maps: self.maps.address(),
            exact: self.exact.address(),
            answers: self.answers.address(),
            first: if wanted == Wanted::First { self.first.address() } else { 0 },
            counters: self.counters.address(),
            ..*pair
        };
        self.launch(gpu, wanted)
    }

    fn reserve(&mut self, count: usize, each: usize, wanted: Wanted) -> Result<(), GpuError> {
        self.numbers.reserve(count * each)?;
        self.maps.reserve(count)?;
        self.exact.reserve(count)?;
        self.answers.reserve(count)?;
        self.answers_here.reserve(count)?;
        if wanted == Wanted::First {
            self.first.reserve(count)?;
            self.first_here.reserve(count)?;
        }
        if wanted == Wanted::All {
            self.found.reserve(count)?;
        }
        Ok(())
    }

    /// Poses to the device, if they are not there; their address.
    fn send(&mut self, poses: &Poses, slice: &Range<usize>) -> Result<u64, GpuError> {
        match poses {
            Poses::OnDevice(there) => {
                return Ok(there.numbers.address() + (slice.start * size_of::<[f64; 7]>()) as u64);
            }
            Poses::Foreign(there) => {
                let bytes = slice.start * there.numbers_each * size_of::<f64>();
                return Ok(there.memory.address() + bytes as u64);
            }
            Poses::Pinned(pinned) => {
                self.stream.send(pinned[slice.clone()].as_flattened(), &self.numbers)?
            }
            _ => {
                let len = slice.len() * poses.numbers_each();
                self.staging.reserve(len)?;
                let part = STAGED * poses.numbers_each();
                self.staging[..len].par_chunks_mut(part).enumerate().for_each(|(i, room)| {
                    poses.write(slice.start + i * STAGED, room);
                });
                self.stream.send(&self.staging[..len], &self.numbers)?;
            }
        }
        Ok(self.numbers.address())
    }

    fn launch(&mut self, gpu: &Gpu, wanted: Wanted) -> Result<(), GpuError> {
        let count = self.question.poses;
        self.question.found = self.found.address();
        self.question.found_room = self.found.len() as u32;
        let walk = walk_for(gpu, wanted, self.question.pair.clearance > 0.0);
        let blocks = blocks(gpu, &walk, count);
        // Few at a time where there are few a warp, so that no warp is left with many.
        self.question.at_a_time = (count / (blocks * (WALK_THREADS / 32) * 4)).clamp(1, 32);
        self.stream.launch(
            &gpu.0.prepare,
            count.div_ceil(PREPARE_THREADS),
            PREPARE_THREADS,
            &self.question,
        )?;
        self.stream.launch(&walk, blocks, WALK_THREADS, &self.question)?;
        let count = count as usize;
        self.stream.receive(&self.answers, &mut self.answers_here[..count])?;
        match wanted {
            Wanted::Answers => Ok(()),
            Wanted::First => self.stream.receive(&self.first, &mut self.first_here[..count]),
            Wanted::All => self.stream.receive(&self.counters, &mut self.counters_here[..1]),
        }
    }

    /// Waits for the slice under way. Where more pairs were found than there is room for, there is
    /// made room, and it is walked again.
    pub(crate) fn finish(&mut self, gpu: &Gpu, wanted: Wanted) -> Result<Finished<'_>, GpuError> {
        self.stream.wait()?;
        let mut found = 0;
        if wanted == Wanted::All {
            if self.counters_here[0][1] > MOST_FOUND {
                // Left to the CPU, pose by pose.
                self.answers_here[..self.slice.len()].fill(OPEN);
                self.counters_here[0][1] = 0;
            }
            while self.counters_here[0][1] as usize > self.found.len() {
                self.found.reserve(self.counters_here[0][1] as usize * 5 / 4)?;
                self.launch(gpu, wanted)?;
                self.stream.wait()?;
            }
            found = self.counters_here[0][1] as usize;
            self.found_here.reserve(found)?;
            if found > 0 {
                self.stream.receive(&self.found, &mut self.found_here[..found])?;
                self.stream.wait()?;
            }
        }
        let count = self.slice.len();
        let first = if wanted == Wanted::First { &self.first_here[..count] } else { &[] };
        Ok(Finished {
            states: &self.answers_here[..count],
            first,
            found: &self.found_here[..found],
        })
    }

    /// Until nothing is under way; a failure was told before.
    pub(crate) fn wait(&self) {
        let _ = self.stream.wait();
    }

    /// Milliseconds that the device takes to prepare and to walk the slice that was finished last,
    /// once more.
    pub(crate) fn time(&mut self, gpu: &Gpu, wanted: Wanted) -> Result<[f32; 2], GpuError> {
        let walk = walk_for(gpu, wanted, self.question.pair.clearance > 0.0);
        let count = self.question.poses;
        let start = self.stream.mark()?;
        self.stream.launch(
            &gpu.0.prepare,
            count.div_ceil(PREPARE_THREADS),
            PREPARE_THREADS,
            &self.question,
        )?;
        let prepared = self.stream.mark()?;
        self.stream.launch(&walk, blocks(gpu, &walk, count), WALK_THREADS, &self.question)?;
        let walked = self.stream.mark()?;
        self.stream.wait()?;
        Ok([start.until(&prepared)?, prepared.until(&walked)?])
    }
}

/// The kernel that answers this.
pub(crate) fn walk_for(gpu: &Gpu, wanted: Wanted, within: bool) -> Kernel {
    let kernels = &gpu.0;
    match (wanted, within) {
        (Wanted::All, false) => kernels.walk_all,
        (Wanted::All, true) => kernels.walk_all_within,
        (_, false) => kernels.walk_first,
        (_, true) => kernels.walk_first_within,
    }
}

/// As many blocks as the device runs at once, or fewer for few poses: a warp works on eight.
pub(crate) fn blocks(gpu: &Gpu, walk: &Kernel, poses: u32) -> u32 {
    let most = gpu.0.context.processors * walk.blocks_per_processor;
    poses.div_ceil(8 * WALK_THREADS / 32).clamp(1, most)
}
