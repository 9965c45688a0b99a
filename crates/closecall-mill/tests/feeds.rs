//! F words: how far feed moves get in a minute.

use closecall_mill::gcode::{GcodeOptions, Interpreter};
use std::io::Cursor;

/// The lines that move something, and the feeds that are in force there.
fn feeds(text: &str) -> Vec<(u64, Option<f64>)> {
    let program = Cursor::new(text.as_bytes().to_vec());
    let mut program = Interpreter::new(program, GcodeOptions::default());
    let mut feeds = Vec::new();
    while let Some(step) = program.step().expect("the program is right") {
        feeds.push((step.line, step.feed));
    }
    feeds
}

#[test]
fn a_feed_stays_in_force() {
    let text = "G21 G0 X0 Y0 Z0\nG1 X1 F100\nX2\nF250 X3\nG0 X0\nF50\nG1 X1";
    let expected = [None, Some(100.0), Some(100.0), Some(250.0), Some(250.0), Some(50.0)];
    assert_eq!(feeds(text).into_iter().map(|(_, feed)| feed).collect::<Vec<_>>(), expected);
}

#[test]
fn a_feed_is_told_in_the_unit_of_the_first_motion() {
    // A change of the unit changes what later F words mean, and not the feed in force.
    let text = "G20 G0 X0 Y0 Z0\nG1 X1 F10\nG21 X30\nX40 F254\nG20 X2 F3";
    let told = feeds(text);
    let expected = [10.0, 10.0, 10.0, 3.0];
    assert_eq!(told[0], (1, None));
    for ((_, feed), expected) in told[1..].iter().zip(expected) {
        assert!((feed.expect("a feed") - expected).abs() < 1e-12, "{told:?}");
    }
}

#[test]
fn inverse_time_and_feeds_by_the_turn_are_no_lengths_per_minute() {
    let text = "G21 G0 X0 Y0 Z0\nG1 X1 F100\nG93 X2 F4\nG94 X3\nX4 F80\nG95 X5 F0.1\nG94 X6 F70\nG33 Z-1 K1\nG1 Z0";
    let told: Vec<_> = feeds(text).into_iter().map(|(_, feed)| feed).collect();
    let expected = [None, Some(100.0), None, None, Some(80.0), None, Some(70.0), None, Some(70.0)];
    assert_eq!(told, expected);
}

#[test]
fn a_feed_that_is_nothing_or_not_known_is_none() {
    let text = "G21 G0 X0 Y0 Z0\nG1 X1 F100\nX2 F0\nX3 F[#<_feed>]\nX4 F60";
    let told: Vec<_> = feeds(text).into_iter().map(|(_, feed)| feed).collect();
    assert_eq!(told, [None, Some(100.0), None, None, Some(60.0)]);
}

#[test]
fn saved_modes_have_their_feed() {
    let text = "G21 G0 X0 Y0 Z0\nG1 X1 F100\nM70\nG20 X1 F20\nM72\nG1 X3";
    let told = feeds(text);
    assert_eq!(told.last().map(|(_, feed)| *feed), Some(Some(100.0)));
    assert!((told[2].1.expect("a feed") - 508.0).abs() < 1e-9);
}
