//! The table of counts: `expected.txt`, with the compiler it was made with in its first line.

use std::fmt::Write;
use std::path::PathBuf;
use std::process::Command;

fn file() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("benches/instructions/expected.txt")
}

fn compiler() -> String {
    let version = Command::new(option_env!("RUSTC").unwrap_or("rustc")).arg("--version").output();
    version.map_or_else(
        |_| "unknown".to_owned(),
        |output| String::from_utf8_lossy(&output.stdout).trim().to_owned(),
    )
}

/// Writes the table anew.
pub fn write(counts: &[(&str, u64)]) {
    let mut text = format!("{}\n", compiler());
    for (name, count) in counts {
        writeln!(text, "{count:>9}  {name}").expect("a string takes any text");
    }
    std::fs::write(file(), &text).expect("the table can be written");
    print!("{text}");
}

/// Compares, and says where a count is off by more than `tolerance`.
pub fn agree(counts: &[(&str, u64)], tolerance: f64) -> bool {
    let text = std::fs::read_to_string(file()).expect("the table is part of the sources");
    let (made_with, rows) = text.split_once('\n').expect("the table has a first line");
    if made_with != compiler() {
        println!(
            "instruction counts are not compared: the table is {made_with}'s, this is {}",
            compiler()
        );
        return true;
    }
    let expected: Vec<(&str, u64)> = rows.lines().map(row).collect();
    let names = |table: &[(&str, u64)]| {
        table.iter().map(|(name, _)| (*name).to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names(counts), names(&expected), "the cases are not those of the table: bless it");
    let mut agree = true;
    for (&(name, found), (_, expected)) in counts.iter().zip(expected) {
        let off = found as f64 / expected as f64 - 1.0;
        let is_off = off.abs() > tolerance;
        println!(
            "{found:>9}  {name}{}",
            if is_off { format!(": {:+.1} % from {expected}", 100.0 * off) } else { String::new() }
        );
        agree &= !is_off;
    }
    agree
}

fn row(line: &str) -> (&str, u64) {
    let (count, name) = line.trim().split_once("  ").expect("a row has a count and a name");
    (name, count.parse().expect("a count is a number"))
}
