//! The same poses, asked with memory: in their order, on one thread, each repetition with nothing
//! remembered at its beginning.

use closecall::Cost;
use closecall_flight::FlightFrame;
use closecall_flight::timing::Timing;
use closecall_lab::engine::{Footprint, Remembers};

use super::super::flown_engine::MemoryName;
use super::asking::ask;
use closecall_cli::failure::Failure;
use closecall_cli::question::{Keep, Question};

/// The results of a flight with memory, beside the answers, which are the same.
#[derive(Clone, Debug)]
pub struct WarmFlown {
    /// The memory.
    pub memory: MemoryName,
    /// How long a query took.
    pub timing: Timing,
    /// The cost of all queries together.
    pub cost: Cost,
    /// The most that was remembered.
    pub footprint: Footprint,
    /// How long the query about each pose took, in microseconds.
    pub best_us: Vec<f64>,
    /// The number of entries that were remembered after each.
    pub entries: Vec<usize>,
}

/// The untimed pass: what the queries cost, and that they answer as those without memory did.
pub fn answer(
    question: &Question,
    warm: &mut impl Remembers,
    frames: &[FlightFrame],
    expected: &[u64],
) -> Result<(Cost, Footprint, Vec<usize>), Failure> {
    let (mut cost, mut most) = (Cost::default(), Footprint::default());
    let mut entries_after = Vec::with_capacity(frames.len());
    for (frame, &expected) in frames.iter().zip(expected) {
        let count =
            ask(question, Keep::None, warm, &frame.pose, Some(&mut cost), &mut Vec::new()).count;
        if count != expected {
            let message =
                format!("row {}: {count} contacts with memory, {expected} without", frame.row);
            return Err(Failure::of_fault(message));
        }
        let Footprint { entries, bytes } = warm.footprint();
        entries_after.push(entries);
        most = Footprint { entries: most.entries.max(entries), bytes: most.bytes.max(bytes) };
    }
    Ok((cost, most, entries_after))
}
