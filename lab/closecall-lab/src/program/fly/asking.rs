//! A question put to the bodies of any engine.

use closecall::{Cost, Pose};
use closecall_cli::question::{Collector, Found, Keep, Mode, Question, TrianglePair};
use closecall_lab::engine::Asked;

/// Asks about B at a pose in A's frame. `pairs` then holds the kept pairs, in no particular order;
/// none if only [`Mode::First`] was asked.
pub fn ask(
    question: &Question,
    keep: Keep,
    bodies: &mut impl Asked,
    a_from_b: &Pose,
    cost: Option<&mut Cost>,
    pairs: &mut Vec<TrianglePair>,
) -> Found {
    if question.mode == Mode::First {
        pairs.clear();
        return Found::first(bodies.collides(a_from_b, cost));
    }
    let mut collector = Collector::new(question, keep, pairs);
    bodies.visit(a_from_b, cost, |i, j| collector.take(i, j));
    collector.finish()
}
