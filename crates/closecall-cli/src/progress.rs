//! A bar that shows how far the work is: a line on a terminal, nothing in a pipe.

use std::io::{IsTerminal as _, Write as _};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The line is not drawn before this: what is done at once needs no bar.
const PATIENCE: Duration = Duration::from_millis(500);

/// The line is not drawn more often than this.
const INTERVAL: Duration = Duration::from_millis(100);

/// The number of places that the bar has.
const WIDTH: u64 = 24;

/// A bar. Its line is cleared when it is dropped.
#[derive(Debug)]
pub struct ProgressBar {
    what: String,
    start: Instant,
    /// None if the bar is not shown.
    state: Option<Mutex<State>>,
}

#[derive(Debug)]
struct State {
    done: u64,
    steps: u64,
    drawn: Instant,
    is_there: bool,
}

impl ProgressBar {
    /// A bar of this many steps, shown if standard error is a terminal.
    pub fn new(what: String, steps: u64) -> Self {
        let mut bar = Self::hidden(what);
        let state = State { done: 0, steps, drawn: bar.start, is_there: false };
        bar.state = std::io::stderr().is_terminal().then(|| Mutex::new(state));
        bar
    }

    /// A bar that is not shown.
    pub fn hidden(what: String) -> Self {
        Self { what, start: Instant::now(), state: None }
    }

    /// Adds steps that are done.
    pub fn inc(&self, steps: u64) {
        self.update(|done, of| (done + steps, of));
    }

    /// The number of steps that are done in all.
    pub fn set_position(&self, steps: u64) {
        self.update(|_, of| (steps, of));
    }

    /// The number of steps that are done in all, and of how many, as is now guessed.
    pub fn set_guess(&self, done: u64, steps: u64) {
        self.update(|_, _| (done, steps));
    }

    /// Time has passed: of work that only the clock knows about.
    pub fn tick(&self) {
        let seconds = self.start.elapsed().as_secs_f64();
        let Some(state) = &self.state else { return };
        let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
        let expected = state.steps as f64 / 1e3;
        state.draw(|| clock_line(&self.what, seconds, expected));
    }

    /// All is done.
    pub fn finish_and_clear(self) {
        drop(self);
    }

    fn update(&self, change: impl FnOnce(u64, u64) -> (u64, u64)) {
        let Some(state) = &self.state else { return };
        let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
        let (done, steps) = change(state.done, state.steps);
        (state.done, state.steps) = (done, steps);
        state.draw(|| line(&self.what, done, steps, self.start.elapsed()));
    }
}

impl State {
    /// Draws a line, if it is time to.
    fn draw(&mut self, line: impl FnOnce() -> String) {
        let wait = if self.is_there { INTERVAL } else { PATIENCE };
        if self.drawn.elapsed() >= wait {
            write(&format!("\r{}\x1b[K", line()));
            (self.drawn, self.is_there) = (Instant::now(), true);
        }
    }
}

impl Drop for ProgressBar {
    fn drop(&mut self) {
        let Some(state) = &mut self.state else { return };
        if state.get_mut().unwrap_or_else(PoisonError::into_inner).is_there {
            write("\r\x1b[K");
        }
    }
}

/// A line that cannot be shown is no loss.
fn write(text: &str) {
    _ = std::io::stderr().write_all(text.as_bytes());
}

fn line(what: &str, done: u64, steps: u64, elapsed: Duration) -> String {
    // A guess of the steps may be too low.
    let shown = done.min(steps);
    let full = if steps == 0 {
        WIDTH
    } else {
        (u128::from(shown) * u128::from(WIDTH) / u128::from(steps)) as u64
    };
    let bar = "█".repeat(full as usize) + &"░".repeat((WIDTH - full) as usize);
    let per_second = done as f64 / elapsed.as_secs_f64();
    let left = if done == 0 {
        String::new()
    } else {
        format!(", {} left", clock((steps - shown) as f64 / per_second))
    };
    format!("{what} {bar} {done}/{steps} {per_second:.0}/s{left}")
}

/// Of this many seconds that are expected; none if that is not known.
fn clock_line(what: &str, seconds: f64, expected: f64) -> String {
    let of = if expected > 0.0 { format!(" of about {}", clock(expected)) } else { String::new() };
    format!("{what}: {}{of}", clock(seconds))
}

/// A time in words: `7s`, `3m`, `2h`.
fn clock(seconds: f64) -> String {
    match seconds {
        s if s < 100.0 => format!("{s:.0}s"),
        s if s < 6000.0 => format!("{:.0}m", s / 60.0),
        s => format!("{:.0}h", s / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_how_far_it_is_and_how_long_it_will_take() {
        let line = |done, steps| line("checking", done, steps, Duration::from_secs(10));
        assert_eq!(line(0, 8), format!("checking {} 0/8 0/s", "░".repeat(24)));
        assert_eq!(
            line(50, 100),
            format!("checking {}{} 50/100 5/s, 10s left", "█".repeat(12), "░".repeat(12))
        );
        assert!(line(30, 20).ends_with("30/20 3/s, 0s left"));
        assert!(line(5, 0).contains("5/0"));
        assert_eq!([7.4, 99.0, 130.0, 7200.0].map(clock), ["7s", "99s", "2m", "2h"]);
        assert_eq!(clock_line("building", 3.0, 14.2), "building: 3s of about 14s");
        assert_eq!(clock_line("building", 3.0, 0.0), "building: 3s");
    }
}
