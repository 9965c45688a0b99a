//! Programs: whatever the bytes, they are read to the end or refused with a line that is there.

use closecall_mill::gcode::{Interpreter, Options, RapidPath, Rotary};

/// Cycles may repeat often: so many moves are enough.
const MOST_MOVES: usize = 1_000_000;

/// Reads the bytes as a program, with every kind of rapid.
pub fn gcode(bytes: &[u8]) {
    for rapid in [RapidPath::Linear, RapidPath::Dogleg] {
        let options = Options { rapid, block_delete: false, rotary: Some(Rotary::TipInPart) };
        let mut program = Interpreter::new(bytes, options);
        let mut moves = 0;
        while moves <= MOST_MOVES {
            match program.step() {
                Ok(Some(step)) => {
                    moves += step.moves.len();
                    for one in &step.moves {
                        assert!(one.path.start().is_finite() && one.path.end().is_finite());
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
}

/// A program of words that random bytes choose, with some of the bytes themselves in it.
#[must_use]
pub fn program_of(bytes: &[u8]) -> Vec<u8> {
    const WORDS: [&str; 32] = [
        "G0 ", "G1 ", "G2 ", "G3 ", "G17 ", "G18 ", "G19 ", "G20 ", "G21 ", "G28 ", "G43 H1 ", "G54 ", "G80\n", "G81 ", "G83 Q1 ",
        "G90 ", "G91 ", "G92 ", "G93 ", "G98 ", "G99 ", "M6 T1\n", "M30\n", "(a)", ";\n", "L3 ", "R", "I", "J", "F100 ", "S9 ", "\n",
    ];
    let mut program = Vec::new();
    for &byte in bytes {
        match byte {
            0..64 => program.extend(WORDS[usize::from(byte) % 32].bytes()),
            64..160 => {
                let axis = b"XYZABIJKR"[usize::from(byte) % 9] as char;
                program.extend(format!("{axis}{} ", (f32::from(byte) - 112.0) * 0.25).bytes());
            }
            160..224 => program.push(b'\n'),
            _ => program.push(byte.wrapping_sub(128)),
        }
    }
    program
}
