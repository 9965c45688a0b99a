//! Costs of the functions of this program, by callgrind.

use std::collections::HashMap;

use closecall_callgrind::{Unwatched, watch};

/// The argument that says: you are inside, do the work.
pub const INSIDE: &str = "--inside-callgrind";

/// The cost of the calls of each case, everything below them included; by the name of the case's
/// function.
pub fn counts(
    cases: &[(&'static str, &'static str)],
) -> Result<Vec<(&'static str, u64)>, Unwatched> {
    let costs = inclusive(&watch(&[], &[INSIDE])?.concat());
    let cost = |function: &str| {
        costs.iter().filter(|(name, _)| name.ends_with(function)).map(|(_, cost)| cost).sum()
    };
    Ok(cases.iter().map(|&(name, function)| (name, cost(function))).collect())
}

/// The cost of the calls of every function. Names are spelt out once and then referred to by
/// number: `cfn=(12) name`, `cfn=(12)`; the line after `calls=` has the place of the call and its
/// cost.
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
