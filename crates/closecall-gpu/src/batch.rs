//! Many poses of two models: on the device, and what it leaves open on the CPU.
//!
//! The device gives each pose a state. Apart and touching are certain; all other states (a stack
//! that was full, a pair of triangles that rounding decides about, numbers that are nearly no pose)
//! go to the CPU's exact engine. So an answer is the CPU's, always.

use crate::error::GpuError;
use crate::gpu::{Gpu, GpuModel};
use crate::lane::Lane;
use crate::poses::Poses;
use crate::question::{NO_LABEL, PairFacts, Question};
use crate::room::{FIRST_OPEN, TOUCHING, Wanted};
use bytemuck::Zeroable;
use closecall::{Clearance, Pair, Pose};
use rayon::prelude::*;
use std::ops::Range;

/// Slices are at most so large, and there are several where there are enough poses: so copies hide
/// behind work.
const LARGEST_SLICE: usize = 1 << 18;
const LEAST_SLICE: usize = 1 << 15;
const SLICES: usize = 6;
const LANES: usize = 3;
/// The first is so much smaller, so that the device begins early.
const FIRST_PART: usize = 8;

/// Every pair of triangles of one pose.
pub type BatchContacts = Vec<(u32, u32)>;

/// Two models on a device, ready to be asked about many poses. The device's memory for poses is
/// kept from call to call.
#[derive(Debug)]
pub struct GpuBatch {
    gpu: Gpu,
    models: [GpuModel; 2],
    clearance: Clearance,
    /// None if the pair is left to the CPU.
    pair: Option<Question>,
    lanes: Vec<Lane>,
    asked_cpu: usize,
}

impl GpuBatch {
    pub(crate) fn new(
        gpu: &Gpu,
        a: &GpuModel,
        b: &GpuModel,
        clearance: Clearance,
    ) -> Result<Self, GpuError> {
        let pair = match (&a.0.arrays, &b.0.arrays) {
            (Some(x), Some(y)) => PairFacts::new(&x.facts, &y.facts, clearance).map(|pair| {
                Question { trees: [x.at(), y.at()], pair, label: NO_LABEL, ..Question::zeroed() }
            }),
            _ => None,
        };
        let lanes = (0..LANES).map(|_| Lane::new(gpu)).collect::<Result<_, _>>()?;
        Ok(Self {
            gpu: gpu.clone(),
            models: [a.clone(), b.clone()],
            clearance,
            pair,
            lanes,
            asked_cpu: 0,
        })
    }

    /// Do the two touch, at each of these poses of the second in the frame of the first?
    ///
    /// # Errors
    /// If a pose is refused, with its number, or the driver fails.
    pub fn collides<'p>(&mut self, poses: impl Into<Poses<'p>>) -> Result<Vec<bool>, GpuError> {
        let poses = poses.into();
        let mut answers = vec![false; poses.len()];
        let mut open = Vec::new();
        self.each_slice(&poses, Wanted::Answers, |slice, lane, gpu| {
            let states = lane.finish(gpu, Wanted::Answers)?.states;
            // One quick pass: there is seldom anything open.
            let mut all = 0;
            for (answer, &state) in answers[slice.clone()].iter_mut().zip(states) {
                *answer = state == TOUCHING;
                all |= state;
            }
            if all >= FIRST_OPEN {
                note_open(&mut open, slice.start, states);
            }
            Ok(())
        })?;
        let asked = self.ask_cpu(&poses, open, Pair::collides)?;
        asked.into_iter().for_each(|(row, answer)| answers[row] = answer);
        Ok(answers)
    }

    /// A touching pair of triangles at each pose, if there is one: which of them is not promised.
    ///
    /// # Errors
    /// As [`GpuBatch::collides`].
    pub fn first_contact<'p>(
        &mut self,
        poses: impl Into<Poses<'p>>,
    ) -> Result<Vec<Option<(u32, u32)>>, GpuError> {
        let poses = poses.into();
        let mut answers = vec![None; poses.len()];
        let mut open = Vec::new();
        self.each_slice(&poses, Wanted::First, |slice, lane, gpu| {
            let finished = lane.finish(gpu, Wanted::First)?;
            for ((answer, &state), &[i, j]) in
                answers[slice.clone()].iter_mut().zip(finished.states).zip(finished.first)
            {
                *answer = (state == TOUCHING).then_some((i, j));
            }
            note_open(&mut open, slice.start, finished.states);
            Ok(())
        })?;
        let asked = self.ask_cpu(&poses, open, Pair::first_contact)?;
        asked.into_iter().for_each(|(row, answer)| answers[row] = answer);
        Ok(answers)
    }

    /// Every touching pair of triangles at each pose, sorted.
    ///
    /// # Errors
    /// As [`GpuBatch::collides`].
    pub fn contacts<'p>(
        &mut self,
        poses: impl Into<Poses<'p>>,
    ) -> Result<Vec<BatchContacts>, GpuError> {
        let poses = poses.into();
        let mut answers = vec![BatchContacts::new(); poses.len()];
        let mut open = Vec::new();
        self.each_slice(&poses, Wanted::All, |slice, lane, gpu| {
            let finished = lane.finish(gpu, Wanted::All)?;
            // What was found before a pose was given up is found again on the CPU.
            for &[pose, i, j] in finished.found {
                if finished.states[pose as usize] < FIRST_OPEN {
                    answers[slice.start + pose as usize].push((i, j));
                }
            }
            answers[slice.clone()].par_iter_mut().for_each(|pairs| pairs.sort_unstable());
            note_open(&mut open, slice.start, finished.states);
            Ok(())
        })?;
        let asked = self.ask_cpu(&poses, open, |pair, pose| pair.contacts(pose).pairs)?;
        asked.into_iter().for_each(|(row, answer)| answers[row] = answer);
        Ok(answers)
    }

    /// The number of poses of the last call that the CPU was asked about.
    #[must_use]
    pub fn asked_cpu(&self) -> usize {
        self.asked_cpu
    }

    /// Milliseconds on the device alone, of all poses in one slice: to prepare them, and to walk.
    /// For the laboratory.
    pub fn time_on_device<'p>(
        &mut self,
        poses: impl Into<Poses<'p>>,
        all: bool,
    ) -> Result<[f32; 2], GpuError> {
        let (poses, wanted) = (poses.into(), if all { Wanted::All } else { Wanted::Answers });
        let Some(pair) = self.pair else { return Ok([0.0; 2]) };
        self.lanes[0].start(&self.gpu, &pair, &poses, 0..poses.len(), wanted)?;
        self.lanes[0].finish(&self.gpu, wanted)?;
        self.lanes[0].time(&self.gpu, wanted)
    }

    /// Sends slices on their way, and gives each to `take` when it is done. No work is left under
    /// way, even if something fails: the poses may be gone afterwards.
    fn each_slice(
        &mut self,
        poses: &Poses,
        wanted: Wanted,
        take: impl FnMut(Range<usize>, &mut Lane, &Gpu) -> Result<(), GpuError>,
    ) -> Result<(), GpuError> {
        let done = self.stream_slices(poses, wanted, take);
        if done.is_err() {
            self.lanes.iter().for_each(Lane::wait);
        }
        done
    }

    /// Lane by lane: a slice is taken when its lane is needed again, or at the end.
    fn stream_slices(
        &mut self,
        poses: &Poses,
        wanted: Wanted,
        mut take: impl FnMut(Range<usize>, &mut Lane, &Gpu) -> Result<(), GpuError>,
    ) -> Result<(), GpuError> {
        let Some(pair) = self.pair else { return Ok(()) };
        let count = poses.len();
        let slices = slices_of(count);
        let lanes = self.lanes.len();
        for turn in 0..slices.len() + lanes {
            let lane = &mut self.lanes[turn % lanes];
            if turn >= lanes && turn - lanes < slices.len() {
                take(lane.slice.clone(), lane, &self.gpu)?;
            }
            if let Some(slice) = slices.get(turn) {
                lane.start(&self.gpu, &pair, poses, slice.clone(), wanted)?;
            }
        }
        Ok(())
    }

    /// The poses that the device left open, or all if the device cannot ask the pair.
    fn ask_cpu<T: Send>(
        &mut self,
        poses: &Poses,
        open: Vec<usize>,
        ask: impl Fn(&mut Pair, &Pose) -> T + Sync,
    ) -> Result<Vec<(usize, T)>, GpuError> {
        let open = if self.pair.is_some() { open } else { (0..poses.len()).collect() };
        self.asked_cpu = open.len();
        let pair = self.models[0].model().ask(self.models[1].model(), self.clearance)?;
        open.into_par_iter()
            .map_init(|| pair.fork(), |pair, row| Ok((row, ask(pair, &poses.get(row)?))))
            .collect()
    }
}

/// Notes which poses of a slice are open.
fn note_open(open: &mut Vec<usize>, start: usize, states: &[u8]) {
    open.extend(
        states
            .iter()
            .enumerate()
            .filter(|&(_, &state)| state >= FIRST_OPEN)
            .map(|(i, _)| start + i),
    );
}

/// Slices of about the same size, but a small one first.
fn slices_of(count: usize) -> Vec<Range<usize>> {
    let size = count.div_ceil(SLICES).clamp(LEAST_SLICE, LARGEST_SLICE);
    let mut slices = Vec::new();
    let mut start = 0;
    while start < count {
        let size = if start == 0 && count > size { size / FIRST_PART } else { size };
        slices.push(start..(start + size).min(count));
        start += size;
    }
    slices
}
