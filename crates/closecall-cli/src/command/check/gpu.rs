//! `closecall check A B --path poses.csv --gpu`: the poses of a path on a GPU. The answers are the
//! CPU's, which is asked about what the device leaves open.

use std::time::Instant;

use closecall::geom::Clearance;
use closecall::{Model, Pose};
use closecall_flight::Waypoint;
use closecall_gpu::{Gpu, GpuBatch, GpuError};

use super::path::{Along, OnGpu};
use crate::console;
use crate::failure::Failure;
use crate::pose_sheet::PoseSheet;
use crate::question::{Found, Mode, Question, TrianglePair};

/// The number of poses that are asked at once: memory does not grow with the length of the path.
const POSES_AT_ONCE: usize = 1 << 20;

/// Of all pairs fewer: each pose may have many.
const PAIRED_AT_ONCE: usize = 1 << 16;

/// Answers for all poses.
pub fn answer(
    [a, b]: &[Model; 2],
    clearance: Clearance,
    question: Question,
    poses: &[Waypoint],
    sheet: Option<&PoseSheet>,
) -> Result<Along, Failure> {
    let gpu = Gpu::open(0).map_err(|error| failure(&error))?;
    let batch = gpu.model(a).and_then(|a| gpu.batch_within(&a, &gpu.model(b)?, clearance));
    let mut batch = batch.map_err(|error| failure(&error))?;
    let (bar, start, mut along) =
        (console::progress("checking", poses.len()), Instant::now(), Along::default());
    let mut asked_cpu = 0;
    let at_once = if question.mode == Mode::All { PAIRED_AT_ONCE } else { POSES_AT_ONCE };
    for some in poses.chunks(at_once) {
        let posed: Vec<Pose> = some.iter().map(Waypoint::pose).collect();
        for pairs in ask(&mut batch, question.mode, &posed).map_err(|error| failure(&error))? {
            if let Some(sheet) = sheet {
                let listed = if question.mode == Mode::All { &pairs[..] } else { &[] };
                sheet.write(along.poses, pairs.len() as u64, listed);
            }
            along.add(along.poses, Found { count: pairs.len() as u64, truncated: false });
        }
        asked_cpu += batch.asked_cpu();
        bar.inc(some.len() as u64);
    }
    bar.finish_and_clear();
    along.on_gpu = Some(OnGpu { device: gpu.name().to_owned(), asked_cpu });
    along.seconds = start.elapsed().as_secs_f64();
    Ok(along)
}

/// The pairs of every pose: all, or one of them.
fn ask(
    batch: &mut GpuBatch,
    mode: Mode,
    poses: &[Pose],
) -> Result<Vec<Vec<TrianglePair>>, GpuError> {
    match mode {
        Mode::All => batch.contacts(poses),
        Mode::First => Ok(batch
            .first_contact(poses)?
            .into_iter()
            .map(|pair| pair.into_iter().collect())
            .collect()),
    }
}

fn failure(error: &GpuError) -> Failure {
    Failure::of_usage("--gpu", error)
}
