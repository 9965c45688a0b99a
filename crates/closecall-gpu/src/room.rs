//! The memory that one slice of work uses, here and on the device, and the stream that it runs in.

use crate::driver::{Buffer, Kernel, Pinned, Stream};
use crate::error::GpuError;
use crate::gpu::{Gpu, WALK_THREADS};
use crate::question::Question;

/// The state of a pose at which something touches.
pub(crate) const TOUCHING: u8 = 1;

/// The least state that leaves a pose to the CPU.
pub(crate) const FIRST_OPEN: u8 = 2;

/// The question of a batch.
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
pub(crate) struct Room {
    pub stream: Stream,
    /// The numbers of the poses.
    pub numbers: Buffer<f64>,
    pub staging: Pinned<f64>,
    maps: Buffer<[f32; 24]>,
    exact: Buffer<[f64; 12]>,
    /// A state a pose.
    pub answers: Buffer<u8>,
    pub answers_here: Pinned<u8>,
    /// A pair a pose.
    pub first: Buffer<[u32; 2]>,
    pub first_here: Pinned<[u32; 2]>,
    /// Poses taken, and pairs found.
    pub counters: Buffer<[u64; 2]>,
}

impl Room {
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
        })
    }

    /// Makes room for `count` poses, `each` numbers a pose.
    pub(crate) fn reserve(
        &mut self,
        count: usize,
        each: usize,
        wanted: Wanted,
    ) -> Result<(), GpuError> {
        self.numbers.reserve(count * each)?;
        self.maps.reserve(count)?;
        self.exact.reserve(count)?;
        self.answers.reserve(count)?;
        self.answers_here.reserve(count)?;
        if wanted == Wanted::First {
            self.first.reserve(count)?;
            self.first_here.reserve(count)?;
        }
        Ok(())
    }

    /// The question about a pair of trees, asked in this room at `count` poses.
    pub(crate) fn question(&self, pair: &Question, count: usize, wanted: Wanted) -> Question {
        Question {
            poses: count as u32,
            maps: self.maps.address(),
            exact: self.exact.address(),
            answers: self.answers.address(),
            first: if wanted == Wanted::First { self.first.address() } else { 0 },
            counters: self.counters.address(),
            ..*pair
        }
    }

    /// Takes the answers over, once all that was launched is done.
    pub(crate) fn receive(&mut self, count: usize, wanted: Wanted) -> Result<(), GpuError> {
        self.stream.receive(&self.answers, &mut self.answers_here[..count])?;
        if wanted == Wanted::First {
            self.stream.receive(&self.first, &mut self.first_here[..count])?;
        }
        Ok(())
    }

    /// Until nothing is under way; a failure was reported before.
    pub(crate) fn wait(&self) {
        let _ = self.stream.wait();
    }
}

/// A kernel that walks, and how it is to be launched.
#[derive(Clone, Copy)]
pub(crate) struct Walk {
    pub kernel: Kernel,
    pub blocks: u32,
    /// The number of poses a warp takes at a time.
    pub at_a_time: u32,
}

impl Walk {
    /// The walk that answers this about a number of poses.
    pub(crate) fn new(gpu: &Gpu, wanted: Wanted, within: bool, poses: u32) -> Self {
        let kernels = &gpu.0;
        let kernel = match (wanted, within) {
            (Wanted::All, false) => kernels.walk_all,
            (Wanted::All, true) => kernels.walk_all_within,
            (_, false) => kernels.walk_first,
            (_, true) => kernels.walk_first_within,
        };
        // As many blocks as the device runs at once, or fewer for few poses: a warp works on eight.
        let most = kernels.context.processors * kernel.blocks_per_processor;
        let blocks = poses.div_ceil(8 * WALK_THREADS / 32).clamp(1, most);
        // Few at a time where there are few a warp, so that no warp is left with many.
        let at_a_time = (poses / (blocks * (WALK_THREADS / 32) * 4)).clamp(1, 32);
        Self { kernel, blocks, at_a_time }
    }
}
