//! One slice of a batch on its way.
//!
//! While the device works on one slice, the next one's poses are copied in and the last one's
//! answers out.

use crate::driver::{Buffer, Pinned};
use crate::error::GpuError;
use crate::gpu::{Gpu, PREPARE_THREADS, WALK_THREADS};
use crate::poses::Poses;
use crate::question::Question;
use crate::room::{FIRST_OPEN, Room, Walk, Wanted};
use bytemuck::Zeroable;
use rayon::prelude::*;
use std::ops::Range;

/// The number of poses a thread copies at a time into page-locked memory.
const STAGED: usize = 1 << 12;

/// Of more pairs in a slice than this there is no list: 3 GiB.
const MOST_FOUND: u64 = 1 << 28;

#[derive(Debug)]
pub(crate) struct Lane {
    room: Room,
    counters_here: Pinned<[u64; 2]>,
    found: Buffer<[u32; 3]>,
    found_here: Pinned<[u32; 3]>,
    /// The slice under way, and what was launched for it.
    pub slice: Range<usize>,
    question: Question,
}

/// The answers for a slice.
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
            room: Room::new(gpu)?,
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
        self.room.reserve(count, each, wanted)?;
        if wanted == Wanted::All {
            self.found.reserve(count)?;
        }
        let numbers = self.send(poses, &slice)?;
        self.slice = slice;
        let question = self.room.question(pair, count, wanted);
        self.question = Question { numbers, numbers_per_pose: each as u32, ..question };
        self.launch(gpu, wanted)
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
                self.room.stream.send(pinned[slice.clone()].as_flattened(), &self.room.numbers)?
            }
            _ => {
                let len = slice.len() * poses.numbers_each();
                self.room.staging.reserve(len)?;
                let part = STAGED * poses.numbers_each();
                self.room.staging[..len].par_chunks_mut(part).enumerate().for_each(|(i, room)| {
                    poses.write(slice.start + i * STAGED, room);
                });
                self.room.stream.send(&self.room.staging[..len], &self.room.numbers)?;
            }
        }
        Ok(self.room.numbers.address())
    }

    fn launch(&mut self, gpu: &Gpu, wanted: Wanted) -> Result<(), GpuError> {
        self.question.found = self.found.address();
        self.question.found_room = self.found.len() as u32;
        let walk = self.walk(gpu, wanted);
        self.question.at_a_time = walk.at_a_time;
        self.prepare(gpu)?;
        self.room.stream.launch(&walk.kernel, walk.blocks, WALK_THREADS, &self.question)?;
        self.room.receive(self.slice.len(), wanted)?;
        if wanted == Wanted::All {
            self.room.stream.receive(&self.room.counters, &mut self.counters_here[..1])?;
        }
        Ok(())
    }

    fn walk(&self, gpu: &Gpu, wanted: Wanted) -> Walk {
        Walk::new(gpu, wanted, self.question.pair.clearance > 0.0, self.question.poses)
    }

    fn prepare(&self, gpu: &Gpu) -> Result<(), GpuError> {
        let blocks = self.question.poses.div_ceil(PREPARE_THREADS);
        self.room.stream.launch(&gpu.0.prepare, blocks, PREPARE_THREADS, &self.question)
    }

    /// Waits for the slice under way. Where more pairs were found than there is room for, there is
    /// made room, and it is walked again.
    pub(crate) fn finish(&mut self, gpu: &Gpu, wanted: Wanted) -> Result<Finished<'_>, GpuError> {
        self.room.stream.wait()?;
        let mut found = 0;
        if wanted == Wanted::All {
            if self.counters_here[0][1] > MOST_FOUND {
                // Left to the CPU, pose by pose.
                self.room.answers_here[..self.slice.len()].fill(FIRST_OPEN);
                self.counters_here[0][1] = 0;
            }
            while self.counters_here[0][1] as usize > self.found.len() {
                self.found.reserve(self.counters_here[0][1] as usize * 5 / 4)?;
                self.launch(gpu, wanted)?;
                self.room.stream.wait()?;
            }
            found = self.counters_here[0][1] as usize;
            self.found_here.reserve(found)?;
            if found > 0 {
                self.room.stream.receive(&self.found, &mut self.found_here[..found])?;
                self.room.stream.wait()?;
            }
        }
        let count = self.slice.len();
        let first = if wanted == Wanted::First { &self.room.first_here[..count] } else { &[] };
        Ok(Finished {
            states: &self.room.answers_here[..count],
            first,
            found: &self.found_here[..found],
        })
    }

    /// Until nothing is under way; a failure was reported before.
    pub(crate) fn wait(&self) {
        self.room.wait();
    }

    /// Milliseconds that the device takes to prepare and to walk the slice that was finished last,
    /// once more.
    pub(crate) fn time(&mut self, gpu: &Gpu, wanted: Wanted) -> Result<[f32; 2], GpuError> {
        let walk = self.walk(gpu, wanted);
        let start = self.room.stream.mark()?;
        self.prepare(gpu)?;
        let prepared = self.room.stream.mark()?;
        self.room.stream.launch(&walk.kernel, walk.blocks, WALK_THREADS, &self.question)?;
        let walked = self.room.stream.mark()?;
        self.room.stream.wait()?;
        Ok([start.until(&prepared)?, prepared.until(&walked)?])
    }
}
