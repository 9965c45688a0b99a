//! How fast moves are: F, G93, G94, G95, threads, and units that change.

use closecall_mill::gcode::{Dialect, Feed, GcodeOptions, Interpreter};

/// The feeds of the moves of a program.
fn feeds(text: &str, dialect: Dialect) -> Vec<Option<Feed>> {
    let options = GcodeOptions { dialect, ..GcodeOptions::default() };
    let mut program = Interpreter::new(text.as_bytes(), options);
    let mut feeds = Vec::new();
    while let Some(step) = program.step().unwrap() {
        feeds.extend(step.way.moves.iter().filter(|one| !one.rapid).map(|_| step.feed));
    }
    feeds
}

const START: &str = "G21 G90\nG0 X0 Y0 Z0\n";

fn on_linuxcnc(text: &str) -> Vec<Option<Feed>> {
    feeds(&format!("{START}{text}"), Dialect::LinuxCnc)
}

#[test]
fn a_feed_stays_in_force() {
    let found = on_linuxcnc("G1 X1\nF100 X2\nG0 X3\nG1 X4\nG2 X6 I1 F50");
    let per_minute = |rate| Some(Feed::PerMinute(rate));
    assert_eq!(found, [None, per_minute(100.0), per_minute(100.0), per_minute(50.0)]);
    assert_eq!(on_linuxcnc("G1 X1 F0"), [None]);
    assert_eq!(on_linuxcnc("G1 X1 F5\nX2 F#5399\nX3"), [per_minute(5.0), None, None]);
}

#[test]
fn g95_is_by_the_turn_and_g93_by_the_block() {
    let found = on_linuxcnc("G95 F0.2 G1 X1\nG93 G1 X2 F4\nX3\nG94 X4\nX5 F7\nG33 Z-3 K1.5");
    let expected = [
        Some(Feed::PerTurn(0.2)),
        Some(Feed::Inverse(4.0)),
        None,
        None,
        Some(Feed::PerMinute(7.0)),
        Some(Feed::PerTurn(1.5)),
    ];
    assert_eq!(found, expected);
    // On LinuxCNC G94 forgets the feed, even where it was in force.
    let text = "G1 X1 F9\nG94 X2";
    assert_eq!(on_linuxcnc(text), [Some(Feed::PerMinute(9.0)), None]);
    let text = format!("{START}{text}");
    assert_eq!(feeds(&text, Dialect::Fanuc), [Some(Feed::PerMinute(9.0)); 2]);
}

#[test]
fn the_unit_of_a_feed_is_that_in_force_at_its_word() {
    // LinuxCNC reads F before G20.
    let text = format!("{START}G20 F10\nG1 X1\nF10 X2");
    let per_minute = |rates: [f64; 2]| rates.map(|rate| Some(Feed::PerMinute(rate)));
    assert_eq!(feeds(&text, Dialect::LinuxCnc), per_minute([10.0, 254.0]));
    assert_eq!(feeds(&text, Dialect::Grbl), per_minute([254.0, 254.0]));
    // All numbers are in the unit of the first motion.
    let text = "G21 F254\nG20\nG0 X0 Y0 Z0\nG1 X1\nF3 X2";
    assert_eq!(feeds(text, Dialect::LinuxCnc), per_minute([10.0, 3.0]));
}

#[test]
fn m72_puts_back_a_feed_with_one_digit() {
    let found = on_linuxcnc("F12.34\nM70\nG1 X1 F20\nM72\nX2\nM70\nG95 F0.5\nM72\nX3");
    let expected = [20.0, 12.3, 12.3].map(|rate| Some(Feed::PerMinute(rate)));
    assert_eq!(found, expected);
    // A number that is the same in another unit stays what it was.
    let found = on_linuxcnc("F12\nM70\nG20\nF12\nM72\nG1 X1");
    assert_eq!(found, [Some(Feed::PerMinute(12.0 * 25.4))]);
}
