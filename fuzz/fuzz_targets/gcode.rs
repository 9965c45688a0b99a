//! Programs: whatever the bytes, they are read to the end or refused with a line that is there.

#![no_main]

use closecall_mill::gcode::{Interpreter, Options, RapidPath, Rotary};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for rapid in [RapidPath::Linear, RapidPath::Dogleg] {
        let options = Options { rapid, block_delete: false, rotary: Some(Rotary::TipInPart) };
        let mut program = Interpreter::new(bytes, options);
        let mut moves = 0;
        loop {
            match program.step() {
                Ok(Some(step)) => {
                    moves += step.moves.len();
                    for one in &step.moves {
                        assert!(one.path.start().is_finite() && one.path.end().is_finite());
                    }
                    // Cycles may repeat often: enough is enough.
                    if moves > 1_000_000 {
                        break;
                    }
                }
                Ok(None) => break,
                Err(error) => {
                    assert!(error.line >= 1 && error.line <= program.lines());
                    break;
                }
            }
        }
    }
});
