//! Two small meshes, one on its way past the other.

use crate::small::Bytes;
use closecall::path::{Path, Rows};
use closecall::query::brute;
use closecall::Answer;
use closecall::{Ask, Budget, Model};

/// At how many times a leg is looked at.
const TIMES: usize = 16;

/// What is called clear is apart at every time that is looked at, and what touches does so.
pub fn sweep(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let (a, b) = (Model::new(bytes.mesh()), Model::new(bytes.mesh()));
    let clearance = bytes.clearance();
    let budget = Budget::tests(100_000);
    let mut pair = a.ask(&b, Ask::new().clearance(clearance).budget(budget)).unwrap();
    let rows = (0..2 + bytes.below(3)).map(|_| (bytes.point().to_array(), bytes.turn())).collect();
    let Ok(path) = Rows::new(rows) else { return };
    let answer = pair.sweep(&path);
    let touches =
        |t| !brute::contacts_within(a.mesh(), b.mesh(), &path.pose(t), clearance).is_empty();
    let clear_until = match answer {
        Answer::Clear => path.legs() as f64 + 1.0,
        Answer::Touching(hit) => {
            assert!(hit.time.lo <= hit.time.hi, "{hit:?}");
            assert!(touches(hit.time.hi), "{hit:?}, {path:?}");
            hit.time.lo
        }
        Answer::Undecided(doubt) => doubt.time.lo,
    };
    for time in (0..=path.legs() * TIMES).map(|i| i as f64 / TIMES as f64) {
        assert!(time >= clear_until || !touches(time), "{answer:?} at {time}, {path:?}");
    }
}
