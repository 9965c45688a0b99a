//! The machine, the date and the sources of a measured figure. A part that cannot be found out is
//! `unknown`.

use std::path::PathBuf;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

/// The stamp that every result carries.
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
            date: utc(SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .map_or(0, |since| since.as_secs())),
            build: if cfg!(debug_assertions) { "debug" } else { "release" },
            seed,
        }
    }

    /// The folder of this machine's results, from the root of the project:
    /// `lab/bench/results/<machine>`.
    #[must_use]
    pub fn folder(&self) -> PathBuf {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
        let machine: String = self.machine.chars().map(plain).collect();
        let words: Vec<&str> = machine.split('-').filter(|word| !word.is_empty()).collect();
        ["lab", "bench", "results", &words.join("-")].iter().collect()
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

/// Seconds since 1970 as `2026-01-31T23:59:59Z`. Years begin in March here, so that leap days come
/// last: the months then have 31, 30, 31, 30, 31 days over and over, 153 in five. (Hinnant,
/// "chrono-Compatible Low-Level Date Algorithms", 2013)
fn utc(seconds: u64) -> String {
    const DAYS_TO_1970: u64 = 719_468;
    let (days, second) = (seconds / 86_400 + DAYS_TO_1970, seconds % 86_400);
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (day, month, later) = (day - (153 * month + 2) / 5 + 1, (month + 2) % 12 + 1, month / 10);
    let year = 400 * era + year + later;
    let [hour, minute, second] = [second / 3600, second / 60 % 60, second % 60];
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

fn unknown() -> String {
    "unknown".to_owned()
}

fn machine() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    let model = model.map_or_else(unknown, |(_, name)| name.trim().to_owned());
    let cores = cores(&info);
    format!("{model}, {cores}, {} {}", std::env::consts::OS, std::env::consts::ARCH)
}

/// The machine's cores, in words: all of them, even where the process may run on fewer. If the
/// system does not list them, the cores that the process may run on.
fn cores(info: &str) -> String {
    let listed = info.lines().filter(|line| line.starts_with("processor")).count();
    let allowed = || std::thread::available_parallelism().map_or(0, usize::from);
    match if listed > 0 { listed } else { allowed() } {
        0 => "unknown cores".to_owned(),
        1 => "1 core".to_owned(),
        many => format!("{many} cores"),
    }
}

/// Asked of the folder that the program was built from: the one it is run in may belong to another
/// project.
fn commit() -> Option<String> {
    // A program on a machine without its sources gets it from a variable.
    if let Some(told) = std::env::var("CLOSECALL_COMMIT").ok().filter(|told| !told.is_empty()) {
        return Some(told);
    }
    let id = git(&["rev-parse", "--short=12", "HEAD"])?;
    let changed = !git(&["status", "--porcelain", "--untracked-files=no"])?.is_empty();
    Some(id + if changed { "+" } else { "" })
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git")
        .args(["-C", env!("CARGO_MANIFEST_DIR")])
        .args(arguments)
        .output()
        .ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, date) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (951_868_800, "2000-03-01T00:00:00Z"),
            (1_735_689_599, "2024-12-31T23:59:59Z"),
            (1_772_366_706, "2026-03-01T12:05:06Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(utc(seconds), date);
        }
    }

    #[test]
    fn the_cores_of_the_machine_are_counted() {
        assert_eq!(cores("processor\t: 0\nmodel name\t: M\n"), "1 core");
        assert_eq!(cores("processor\t: 0\n\nprocessor\t: 1\n"), "2 cores");
        assert!(cores("").contains("core"));
    }

    #[test]
    fn nothing_is_left_out() {
        let stamp = Stamp::now(7);
        assert!(stamp.entries().iter().all(|(_, value)| !value.is_empty()), "{stamp:?}");
        assert_eq!((stamp.seed, stamp.date.len()), (7, "2026-01-01T00:00:00Z".len()));
        let id = stamp.commit.trim_end_matches('+');
        assert!(
            id == "unknown" || id.len() >= 12 && id.bytes().all(|c| c.is_ascii_hexdigit()),
            "{id}"
        );
    }
}
