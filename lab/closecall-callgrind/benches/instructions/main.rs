//! The number of instructions that the volume tests, the kernels and a whole query take, against
//! the table in `expected.txt`.
//!
//! Times drift with the machine; instructions only with the code and the compiler. The program runs
//! itself under valgrind's callgrind, reads what each case cost, and fails where one is off by more
//! than [`TOLERANCE`]. Without valgrind, or with another compiler than the table's, it says so and
//! compares nothing. `-- --bless` writes the table anew.

mod callgrind;
mod cases;
mod expected;

use std::process::ExitCode;

/// By what share a count may differ from the table.
const TOLERANCE: f64 = 0.03;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.iter().any(|argument| argument == callgrind::INSIDE) {
        cases::run_all();
        return ExitCode::SUCCESS;
    }
    let counts = match callgrind::counts(&cases::names()) {
        Ok(counts) => counts,
        Err(reason) => {
            println!("instruction counts are skipped: {reason}");
            return ExitCode::SUCCESS;
        }
    };
    if arguments.iter().any(|argument| argument == "--bless") {
        expected::write(&counts);
        return ExitCode::SUCCESS;
    }
    if expected::agree(&counts, TOLERANCE) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
