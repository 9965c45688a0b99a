//! Where and when a figure was measured, and of which sources. Whatever cannot be found out is `unknown`.

use std::path::PathBuf;
use std::process::Command;
use std::time::SystemTime;

/// What every result carries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// The processor, the number of its cores, and the system.
    pub machine: String,
    /// The commit of the sources, with a `+` where they have been changed since.
    pub commit: String,
    /// The time in UTC.
    pub date: String,
    /// `release`, or `debug`, whose times mean nothing.
    pub build: &'static str,
    /// The seed of everything that was generated.
    pub seed: u64,
}

impl Stamp {
    /// Of this machine and this moment.
    #[must_use]
    pub fn now(seed: u64) -> Self {
        Self {
            machine: machine(),
            commit: commit().unwrap_or_else(unknown),
            date: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
            build: if cfg!(debug_assertions) { "debug" } else { "release" },
            seed,
        }
    }

    /// Where results of this machine are kept, from the root of the project: `bench/results/<machine>`.
    #[must_use]
    pub fn folder(&self) -> PathBuf {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
        let machine: String = self.machine.chars().map(plain).collect();
        let words: Vec<&str> = machine.split('-').filter(|word| !word.is_empty()).collect();
        ["bench", "results", &words.join("-")].iter().collect()
    }

    /// Names and values, in the order in which they are written.
    #[must_use]
    pub fn entries(&self) -> [(&'static str, String); 5] {
        [
            ("machine", self.machine.clone()),
            ("commit", self.commit.clone()),
            ("date", self.date.clone()),
            ("build", self.build.to_owned()),
            ("seed", self.seed.to_string()),
        ]
    }
}

fn unknown() -> String {
    "unknown".to_owned()
}

fn machine() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    let model = model.map_or_else(unknown, |(_, name)| name.trim().to_owned());
    let cores = std::thread::available_parallelism().map_or_else(|_| unknown(), |cores| cores.to_string());
    format!("{model}, {cores} cores, {} {}", std::env::consts::OS, std::env::consts::ARCH)
}

/// Asked of the folder that the program was built from: the one it is run in may belong to another project.
fn commit() -> Option<String> {
    let id = git(&["rev-parse", "--short=12", "HEAD"])?;
    let changed = !git(&["status", "--porcelain", "--untracked-files=no"])?.is_empty();
    Some(id + if changed { "+" } else { "" })
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(["-C", env!("CARGO_MANIFEST_DIR")]).args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_left_out() {
        let stamp = Stamp::now(7);
        assert!(stamp.entries().iter().all(|(_, value)| !value.is_empty()), "{stamp:?}");
        assert_eq!((stamp.seed, stamp.date.len()), (7, "2026-01-01T00:00:00Z".len()));
        let id = stamp.commit.trim_end_matches('+');
        assert!(id == "unknown" || id.len() >= 12 && id.bytes().all(|c| c.is_ascii_hexdigit()), "{id}");
    }
}
