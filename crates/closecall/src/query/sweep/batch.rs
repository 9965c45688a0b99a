//! Many paths on all cores.

use super::{Answer, SweepOptions, Sweeper};
use crate::parallel;
use crate::path::Path;
use crate::query::Model;

/// The answers for many paths of one body past another, in their order.
#[must_use]
pub fn sweep_batch<P: Path>(
    a: &Model,
    b: &Model,
    paths: &[P],
    options: &SweepOptions,
) -> Vec<Answer> {
    let first = Sweeper::new(a, b, options);
    parallel::map(paths, 1, || first.clone(), |sweeper, path| sweeper.ask(path))
}
