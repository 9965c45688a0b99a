//! The meaning of words on different controls. The moves for LinuxCNC are those that its own
//! interpreter prints.

use closecall_mill::gcode::{Dialect, GcodeOptions, Interpreter, Places, ProgramError};

type Moves = Vec<([f64; 3], bool)>;

/// The moves of a program whose tool begins at the origin, and the tool of the last.
fn read(text: &str, dialect: Dialect) -> Result<(Moves, u32), ProgramError> {
    let places = Places { start: Some([0.0; 3]), ..Places::default() };
    let options = GcodeOptions { dialect, places, ..GcodeOptions::default() };
    let mut program = Interpreter::new(text.as_bytes(), options);
    let (mut moves, mut tool) = (Vec::new(), 0);
    while let Some(step) = program.step()? {
        tool = step.tool;
        moves.extend(step.way.moves.iter().map(|m| (m.path.end(), m.rapid)));
    }
    Ok((moves, tool))
}

fn ends(text: &str) -> Vec<[f64; 3]> {
    read(text, Dialect::LinuxCnc).unwrap().0.into_iter().map(|(end, _)| end).collect()
}

fn last(text: &str) -> [f64; 3] {
    *ends(text).last().unwrap()
}

fn refused(text: &str, dialect: Dialect) -> (u64, String) {
    let error = read(text, dialect).expect_err(text);
    (error.line, error.to_string())
}

/// Another R for the next hole.
#[test]
fn the_way_to_a_hole_with_another_r() {
    let higher = "G0 X20 Y50 Z50\nG99 G81 X20 Y50 Z0 R2\nX80 R30\nX90 R10";
    let hole = |x: f64, z: f64| [x, 50.0, z];
    let straight = [hole(80.0, 30.0), hole(80.0, 0.0), hole(80.0, 30.0)];
    let lower = [hole(90.0, 30.0), hole(90.0, 10.0), hole(90.0, 0.0), hole(90.0, 10.0)];
    assert_eq!(ends(higher)[5..], [&straight[..], &lower].concat());
    // On Fanuc's controls across at the level it is on.
    let (fanuc, _) = read(higher, Dialect::Fanuc).unwrap();
    let fanuc: Vec<[f64; 3]> = fanuc.into_iter().map(|(end, _)| end).collect();
    let across = [hole(80.0, 2.0), hole(80.0, 30.0), hole(80.0, 0.0), hole(80.0, 30.0)];
    assert_eq!(fanuc[5..], [&across[..], &lower].concat());
    // A series that began below R goes to R first, up or down.
    let below = "G0 X0 Y50 Z1\nG99 G81 X20 Y50 Z0 R2\nX30 R5\nX40 R3";
    let heights: Vec<f64> = ends(below).iter().map(|end| end[2]).collect();
    assert_eq!(heights[1..], [2., 2., 0., 2., 5., 5., 0., 5., 3., 3., 0., 3.]);
}

/// LinuxCNC goes down to 0.254 mm above the last peck: with shorter pecks that is above R.
#[test]
fn short_pecks_begin_above_r() {
    let heights = |words: &str, dialect| {
        let text = format!("G0 X1 Y1 Z9\nG99 {words}\n");
        let (moves, _) = read(&text, dialect).unwrap();
        moves[2..].iter().map(|(end, _)| (end[2] * 1e6).round() / 1e6).collect::<Vec<f64>>()
    };
    for (words, above) in [
        ("G83 X1 Y1 Z0 R2 Q0.1", Some(2.154)),
        ("G73 X1 Y1 Z0 R2 Q0.1", Some(2.154)),
        ("G83 X1 Y1 Z0 R2 Q0.254", None),
        ("G83 X1 Y1 Z0 R2 Q1", None),
        // The first peck is the last.
        ("G83 X1 Y1 Z1.9 R2 Q0.1", None),
        ("G81 X1 Y1 Z0 R2", None),
    ] {
        let bottom = if words.contains("Z1.9") { 1.9 } else { 0.0 };
        let expected: Vec<f64> =
            [Some(2.0), above, Some(bottom), Some(2.0)].into_iter().flatten().collect();
        assert_eq!(heights(words, Dialect::LinuxCnc), expected, "{words}");
        assert_eq!(heights(words, Dialect::Fanuc), [2.0, bottom, 2.0], "{words}");
    }
    // The depth of a peck stays in force, and may be in inches.
    let (moves, _) =
        read("G20 G0 X1 Y1 Z9\nG99 G83 X1 Y1 Z0 R2 Q0.004\nX2\n", Dialect::LinuxCnc).unwrap();
    let above: Vec<f64> =
        moves.iter().map(|(end, _)| end[2]).filter(|z| (2.001..9.0).contains(z)).collect();
    assert!(above.len() == 2 && above.iter().all(|z| (z - 2.006).abs() < 1e-12), "{above:?}");
}

/// A series that begins at R, as far as rounding lets it be told: LinuxCNC goes to R first, or not.
#[test]
fn both_ways_to_a_hole_are_checked_where_rounding_decides() {
    let tied = "G0 X0 Y0 Z3\nG99 G81 X1 Y0 Z0 R9\nX5 R3\n";
    let across: Vec<[f64; 3]> = ends(tied)[5..].to_vec();
    let [low, high] = [[1.0, 0.0, 3.0], [1.0, 0.0, 9.0]];
    let hole = |z: f64| [5.0, 0.0, z];
    assert_eq!(across, [low, hole(3.0), low, high, hole(9.0), hole(3.0), hole(0.0), hole(3.0)]);
    // No tie, and a tool that is at R.
    for plain in
        ["G0 X0 Y0 Z3\nG99 G81 X1 Y0 Z0 R9\nX5 R4\n", "G0 X0 Y0 Z3\nG99 G81 X1 Y0 Z0 R3\nX5\n"]
    {
        let back = |ends: &[[f64; 3]]| ends.windows(2).any(|two| two[0][0] > two[1][0]);
        assert!(!back(&ends(plain)), "{plain}");
    }
}

#[test]
fn the_unit_stays_within_a_series_of_holes() {
    let text = "G21 G0 X0 Y0 Z9\nG81 X1 Y1 Z0 R2\nG20 X2";
    let (line, error) = refused(text, Dialect::LinuxCnc);
    assert!(line == 3 && error.contains("series of holes"), "{error}");
}

/// G92.3 takes up what G92 said last, whether or not it was put aside.
#[test]
fn shifts_are_those_of_linuxcnc() {
    let start = "G0 X10 Y0 Z0\nG92 X1\n";
    for (text, x) in [
        ("X2", 11.0),
        ("G92.3\nX2", 11.0),
        ("G92.2\nX2", 2.0),
        ("G92.2\nG92.3\nX2", 11.0),
        ("G92.1\nG92.3\nX2", 2.0),
        ("G52 X3\nX2", 5.0),
        ("G52 Y3\nX2", 11.0),
        ("G52 X3\nG92.2\nG92.3\nX2", 5.0),
        // G92 on another axis forgets what G92.2 has put aside.
        ("G92.2\nG92 Y0\nG92.3\nX2", 2.0),
    ] {
        assert_eq!(last(&format!("{start}{text}"))[0], x, "{text}");
    }
}

#[test]
fn modes_are_saved_and_put_back() {
    let start = "G21 G90 G0 X10 Y10 Z10\nM70\n";
    for (text, end) in [
        ("G91\nM72\nX1", [1.0, 10.0, 10.0]),
        ("G91\nX1", [11.0, 10.0, 10.0]),
        ("G20\nM72\nX1", [1.0, 10.0, 10.0]),
        ("G10 L2 P2 X5 Y0 Z0\nG55\nM72\nX1", [1.0, 10.0, 10.0]),
        // The G words of its own block come after it.
        ("M72 G91 X1", [11.0, 10.0, 10.0]),
        // G92 was not in force when they were saved.
        ("G92 X0\nM72\nX1", [1.0, 10.0, 10.0]),
        // The motion is not put back.
        ("G1\nM72\nX1", [1.0, 10.0, 10.0]),
    ] {
        assert_eq!(last(&format!("{start}{text}")), end, "{text}");
    }
    let (moves, _) = read(&format!("{start}G1\nM72\nX1"), Dialect::LinuxCnc).unwrap();
    assert!(!moves.last().unwrap().1, "G1 stays in force");
    let shifted = "G0 X10 Y0 Z0\nG92 X0\nM73\nG92.2\nM72\nX1";
    assert_eq!(last(shifted)[0], 11.0);
    for text in ["M72", "M70\nM71\nG0 X1\nM72"] {
        let (line, error) = refused(text, Dialect::LinuxCnc);
        assert!(line as usize == text.lines().count() && error.contains("M70"), "{error}");
    }
    let compensated = "G0 X0 Y0 Z0\nM70\nG41.1 D2 G1 X5\nM72";
    assert_eq!(refused(compensated, Dialect::LinuxCnc).0, 4);
    assert_eq!(refused(start, Dialect::Fanuc).0, 2);
}

#[test]
fn the_number_of_the_tool_is_set() {
    let tool = |text: &str| read(text, Dialect::LinuxCnc).unwrap().1;
    assert_eq!(tool("T1 M6\nG0 X1\nM61 Q2\nX2"), 2);
    assert_eq!(tool("T1 M6\nG0 X1\nM61 Q2 X2"), 2);
    for text in ["M61", "M61 Q-1", "M61 Q1.5"] {
        assert!(refused(text, Dialect::LinuxCnc).1.contains("Q word"), "{text}");
    }
}

#[test]
fn words_that_could_be_misread_are_refused_or_taken_as_what_they_are() {
    for text in ["G54 P2", "G54 P2 X1", "G59 P1", "G54.1 P2", "G154 P2", "M428", "M429", "M101"] {
        assert_eq!(refused(&format!("G0 X0\n{text}"), Dialect::Fanuc).0, 2, "{text}");
        assert_eq!(refused(&format!("G0 X0\n{text}"), Dialect::LinuxCnc).0, 2, "{text}");
    }
    // P belongs to the arc, and to the dwell.
    assert!(read("G0 X0 Y0 Z0\nG54 G2 I5 P2\nG54 G4 P1", Dialect::LinuxCnc).is_ok());
    for text in ["G5 P10000", "G05 P0", "G5.1 Q1", "G05.1 Q0"] {
        for dialect in Dialect::ALL {
            assert!(read(&format!("G0 X0 Y0 Z9\n{text}\nX1"), dialect).is_ok(), "{text}");
        }
    }
    for text in ["G5 I0 J3 P0 Q-3 X1 Y1", "G5.1 X0 Y2 I1 J2", "G5", "G5.2 P1 L3 X0 Y1"] {
        let (line, error) = refused(&format!("G0 X0 Y0 Z9\n{text}"), Dialect::Fanuc);
        assert!(line == 2 && error.contains("spline"), "{text}: {error}");
    }
    for text in ["G10 L1 P1 R3", "G10 L12 P1 R3", "G10 L1 P1 X4", "G10 L3"] {
        assert_eq!(refused(text, Dialect::LinuxCnc).0, 1, "{text}");
    }
    assert!(read("G10 L1 P1 Z30\nG0 X1", Dialect::LinuxCnc).is_ok());
    assert!(refused("G10 L12 P1 R3", Dialect::Fanuc).1.contains("L12"));
}

#[test]
fn after_g80_fanuc_goes_on_as_before_the_cycle() {
    let text = |motion: &str| format!("{motion} X5 Y5 Z10 F9\nG98 G81 X6 Z0 R2\nG80\nZ20");
    for (motion, rapid) in [("G0", true), ("G1", false)] {
        let (moves, _) = read(&text(motion), Dialect::Fanuc).unwrap();
        assert_eq!(moves.last(), Some(&([6.0, 5.0, 20.0], rapid)), "{motion}");
        for dialect in [Dialect::LinuxCnc, Dialect::Grbl] {
            assert_eq!(refused(&text(motion), dialect).0, 4, "{motion}");
        }
    }
    let (moves, _) = read("G1 X5 Y5 Z10\nG80\nX6", Dialect::Fanuc).unwrap();
    assert_eq!(moves.last(), Some(&([6.0, 5.0, 10.0], false)));
}

#[test]
fn parentheses_in_comments() {
    let text = "( hole at (0, 69) ) G0 X1 Y2 Z3 (a) X4".replace(" X4", "");
    assert_eq!(read(&text, Dialect::Fanuc).unwrap().0.len(), 1);
    assert!(refused(&text, Dialect::LinuxCnc).1.contains("--dialect fanuc"));
    // What stands between two comments is no comment.
    let between = "(one) G0 X1 (two) Y2 (three (3))";
    assert_eq!(read(between, Dialect::Fanuc).unwrap().0, [([1.0, 2.0, 0.0], true)]);
    assert!(refused("(one (two) G0 X1", Dialect::Fanuc).1.contains("does not end"));
}

#[test]
fn grbl_begins_with_g0_at_the_origin() {
    let mut program = Interpreter::new(
        "X5 Y5\nZ1".as_bytes(),
        GcodeOptions { dialect: Dialect::Grbl, ..GcodeOptions::default() },
    );
    let step = program.step().unwrap().unwrap();
    assert_eq!(step.way.moves[0].path.start(), [0.0; 3]);
    assert!(step.way.moves[0].rapid && step.way.unchecked == 0);
    assert_eq!(refused("X5", Dialect::LinuxCnc).0, 1);
}

/// A refusal says the true reason.
#[test]
fn refusals_fit_what_stands_there() {
    for (text, words) in [
        ("O1000 PART ONE", "stands in parentheses"),
        ("O1000PART", "stands in parentheses"),
        ("O100 sub", "no endsub"),
        ("O100 if [1 EQ 2]", "no elseif or else or endif"),
        (":1000", "written O1000"),
        ("/1 G0 X1", "only / alone"),
        ("G0 X1 *", "checksum"),
        ("G0 X1 *71", "checksum"),
        ("M117 \"text\"", "quotes"),
    ] {
        let (line, error) = refused(text, Dialect::LinuxCnc);
        assert!(line == 1 && error.contains(words), "{text}: {error}");
    }
    assert!(read("m66e0\nM67 E1 Q0.5\nG0 X1", Dialect::LinuxCnc).is_ok());
    assert!(refused("G0 X1e5", Dialect::LinuxCnc).1.contains("exponent"));
}

/// A word that another control would read in another way is not guessed.
#[test]
fn what_leads_elsewhere_is_refused() {
    for (text, dialect, words) in [
        ("G0 X1\nM99 P50", Dialect::Fanuc, "no line N50"),
        ("G0 X1\nM99 P50", Dialect::LinuxCnc, "M99 P"),
        ("G10 L2 P0 Z5\nG0 X1", Dialect::Fanuc, "Fanuc"),
        ("G10 L20 P1 Z5\nG0 X1", Dialect::Fanuc, "Fanuc"),
        ("G91\nG10 L2 P1 Z5\nG0 X1", Dialect::Fanuc, "Fanuc"),
    ] {
        let error = refused(text, dialect).1;
        assert!(error.contains(words), "{text}: {error}");
    }
    assert!(read("G90 G10 L2 P1 Z5\nG0 X1\nM99", Dialect::Fanuc).is_ok());
    for word in ["M98", "M97", "M198", "M96", "M47", "M128", "M428", "M21", "M6", "M30"] {
        assert!(word.parse::<closecall_mill::gcode::IgnoredWord>().is_err(), "{word}");
    }
    assert!("M101".parse::<closecall_mill::gcode::IgnoredWord>().is_ok());
}

/// How much half the way may be longer than R: 1.27 micrometres on LinuxCNC, whatever the radius.
#[test]
fn a_radius_that_is_too_small() {
    let arc =
        |end: &str, radius: &str| format!("G21 G90 G17 F100\nG1 X0 Y0\nG2 X{end} Y0 R{radius}\n");
    for (end, radius) in [("1800.0025", "900"), ("18.0025", "9"), ("-0.0025", "0.001")] {
        assert!(read(&arc(end, radius), Dialect::LinuxCnc).is_ok(), "{end} {radius}");
    }
    for (end, radius) in [("1800.0026", "900"), ("18.01", "9")] {
        let (line, why) = refused(&arc(end, radius), Dialect::LinuxCnc);
        assert!(line == 3 && why.contains("less than half the distance"), "{why}");
        assert!(read(&arc(end, radius), Dialect::Fanuc).is_ok(), "{end} {radius}");
    }
}
