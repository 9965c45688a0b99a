//! The program that times the broad phases of other libraries, and what it prints.

use std::io::{Error, ErrorKind};
use std::path::Path;
use std::process::Command;

/// A line of its output.
pub(super) struct Line {
    pub name: String,
    pub bodies: usize,
    pub median_us: f64,
    pub pairs: u64,
}

/// Runs it once. It takes a minute.
pub(super) fn run(program: &Path) -> std::io::Result<Vec<Line>> {
    let output = Command::new(program).output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let lines = text.lines().map(|line| {
        parse(line).ok_or_else(|| {
            Error::new(ErrorKind::InvalidData, format!("no line of results: {line}"))
        })
    });
    lines.collect()
}

/// From `{"broad":"fcl SaP","n":600,"size":0.03,"median_us":286.8,"pairs":59858}`.
fn parse(line: &str) -> Option<Line> {
    let field = |name: &str| {
        let rest = line.split_once(&format!("\"{name}\":"))?.1;
        Some(rest[..rest.find([',', '}'])?].trim_matches('"'))
    };
    Some(Line {
        name: field("broad")?.to_owned(),
        bodies: field("n")?.parse().ok()?,
        median_us: field("median_us")?.parse().ok()?,
        pairs: field("pairs")?.parse().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read() {
        let text = r#"{"broad":"fcl SaP","n":600,"size":0.03,"median_us":286.8,"pairs":59858}"#;
        let line = parse(text).unwrap();
        assert_eq!(
            (&*line.name, line.bodies, line.median_us, line.pairs),
            ("fcl SaP", 600, 286.8, 59_858)
        );
        assert!(parse("fcl").is_none());
    }
}
