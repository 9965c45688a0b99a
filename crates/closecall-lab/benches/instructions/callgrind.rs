//! Runs this program under callgrind and reads what it wrote.

use std::collections::HashMap;
use std::process::Command;

/// The argument that says: you are inside, do the work.
pub const INSIDE: &str = "--inside-callgrind";

/// What the calls of each case cost, everything below them included; by the name of the case's function.
pub fn counts(cases: &[(&'static str, &'static str)]) -> Result<Vec<(&'static str, u64)>, String> {
    let program = std::env::current_exe().map_err(|error| format!("no path to this program: {error}"))?;
    let file = program.with_file_name(format!("callgrind.out.{}", std::process::id()));
    let run = Command::new("valgrind")
        .args(["--tool=callgrind", "--cache-sim=no", "--branch-sim=no", "--collect-jumps=no"])
        .arg(format!("--callgrind-out-file={}", file.display()))
        .arg(&program)
        .arg(INSIDE)
        .env("RAYON_NUM_THREADS", "1")
        .output()
        .map_err(|error| format!("valgrind does not start: {error}"))?;
    if !run.status.success() {
        let text = String::from_utf8_lossy(&run.stderr);
        return Err(format!("valgrind ended with {}: {}", run.status, text.lines().last().unwrap_or_default()));
    }
    let text = std::fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    // What is left behind harms nobody.
    let _ = std::fs::remove_file(&file);
    let costs = inclusive(&text);
    let cost = |function: &str| costs.iter().filter(|(name, _)| name.ends_with(function)).map(|(_, cost)| cost).sum();
    Ok(cases.iter().map(|&(name, function)| (name, cost(function))).collect())
}

/// The cost of the calls of every function. Names are spelt out once and then referred to by number: `cfn=(12) name`, `cfn=(12)`;
/// the line after `calls=` has the place of the call and its cost.
fn inclusive(text: &str) -> HashMap<String, u64> {
    let mut names: HashMap<&str, &str> = HashMap::new();
    let mut costs = HashMap::new();
    let (mut called, mut is_call) = ("", false);
    for line in text.lines() {
        let function = line.strip_prefix("cfn=").or_else(|| line.strip_prefix("fn="));
        if let Some(function) = function {
            let (number, name) = function.split_once(' ').unwrap_or((function, ""));
            if !name.is_empty() {
                names.insert(number, name);
            }
            if line.starts_with('c') {
                called = names.get(number).copied().unwrap_or_default();
            }
        } else if line.starts_with("calls=") {
            is_call = true;
        } else if std::mem::take(&mut is_call) {
            let cost = line.split_whitespace().nth(1).and_then(|cost| cost.parse::<u64>().ok());
            *costs.entry(called.to_owned()).or_default() += cost.unwrap_or(0);
        }
    }
    costs
}
