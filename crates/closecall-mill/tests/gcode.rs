//! Programs that are read, programs that are refused with their line, and the real ones where they
//! are there.

use closecall_mill::gcode::{
    BlockStep, Dialect, GcodeOptions, GcodeProblem, Interpreter, ProgramError, ProgramUnit,
    RapidPath, Rotary, ToolPath,
};
use std::io::Cursor;

fn run_with(
    text: &str,
    options: GcodeOptions,
) -> Result<(Vec<BlockStep>, Vec<String>, ProgramUnit), ProgramError> {
    let mut program = Interpreter::new(Cursor::new(text.as_bytes().to_vec()), options);
    let mut steps = Vec::new();
    while let Some(step) = program.step()? {
        // Those of which something is known.
        if !step.way.moves.is_empty() {
            steps.push(step);
        }
    }
    let notes = program.notes().iter().map(|n| n.text.clone()).collect();
    Ok((steps, notes, program.unit()))
}

fn run(text: &str) -> Result<(Vec<BlockStep>, Vec<String>, ProgramUnit), ProgramError> {
    run_with(text, GcodeOptions::default())
}

fn ends(steps: &[BlockStep]) -> Vec<[f64; 3]> {
    steps.iter().flat_map(|s| &s.way.moves).map(|m| m.path.end()).collect()
}

#[test]
fn modes_carry_on() {
    let (steps, _, unit) =
        run("G21 G90\nG0 X0 Y0 Z5\nG1 X1.5F100\nY2\nG91 X-.5 Z-1\nG90 G0 Z5\nM2\nX9").unwrap();
    assert_eq!(unit, ProgramUnit::Millimetre);
    assert_eq!(ends(&steps), [[1.5, 0.0, 5.0], [1.5, 2.0, 5.0], [1.0, 2.0, 4.0], [1.0, 2.0, 5.0]]);
    assert_eq!(steps.iter().map(|s| s.line).collect::<Vec<_>>(), [3, 4, 5, 6]);
}

#[test]
fn what_is_unknown_is_not_checked_but_noted() {
    let (steps, notes, _) = run("G0 Z5\nG0 X0 Y0\nG1 Z0\nG28 Z0\nG1 X5\nG0 Z5\nX0").unwrap();
    assert_eq!(steps.iter().map(|s| s.line).collect::<Vec<_>>(), [3, 4, 7]);
    assert!(notes.iter().any(|n| n.contains("not known")), "{notes:?}");
}

#[test]
fn units_change_midway() {
    let (steps, _, unit) = run("G20\nG0 X0 Y0 Z1\nG1 X1\nG21\nG1 X50.8").unwrap();
    assert_eq!(unit, ProgramUnit::Inch);
    assert!((ends(&steps)[1][0] - 2.0).abs() < 1e-15);
}

#[test]
fn arcs_by_centre_and_by_radius() {
    let (steps, ..) =
        run("G0 X0 Y0 Z0\nG2 X2 Y0 I1\nG3 X0 Y0 R-1\nG2 I1 Z-3\nG18 G3 X2 Z-3 I1").unwrap();
    let arcs: Vec<_> = steps.iter().flat_map(|s| &s.way.moves).collect();
    let ToolPath::Arc(half) = &arcs[0].path else { panic!() };
    assert!(
        (half.sweep + std::f64::consts::PI).abs() < 1e-12 && (half.at(0.5)[1] - 1.0).abs() < 1e-12
    );
    let ToolPath::Arc(full) = &arcs[2].path else { panic!() };
    assert!((full.sweep + std::f64::consts::TAU).abs() < 1e-12);
    assert!(
        glam::DVec3::from_array(full.at(0.5)).distance(glam::DVec3::new(2.0, 0.0, -1.5)) < 1e-12
    );
    let ToolPath::Arc(upright) = &arcs[3].path else { panic!() };
    // Counterclockwise seen from +Y: from X0 by way of +Z or −Z; in the plane (Z, X) from −X the
    // way goes to −Z... +Z.
    assert!((upright.at(0.5)[0] - 1.0).abs() < 1e-12 && (upright.at(0.5)[2] + 3.0).abs() > 0.9);
}

#[test]
fn cycles_and_repeats() {
    let (steps, ..) =
        run("G0 X0 Y0 Z10\nG99 G81 X5 Y5 Z-3 R1\nX9\nG80\nG0 Z10\nG91 G98 G83 X1 Z-2 R-8 Q.5 L3")
            .unwrap();
    let points = ends(&steps);
    assert!(points.contains(&[5.0, 5.0, -3.0]) && points.contains(&[9.0, 5.0, -3.0]));
    let holes: Vec<_> = points.iter().filter(|p| p[2] == 0.0).collect();
    assert_eq!(holes, [&[10.0, 5.0, 0.0], &[11.0, 5.0, 0.0], &[12.0, 5.0, 0.0]]);
}

/// G98 goes back to the level at which a series of holes began, and increments of R are measured
/// from it, on every block of the series.
#[test]
fn a_series_of_holes_remembers_where_it_began() {
    let heights =
        |text: &str| -> Vec<f64> { ends(&run(text).unwrap().0).iter().map(|end| end[2]).collect() };
    let series = heights("G0 X0 Y0 Z1\nG91 G99 G81 X5 Z-3 R1\nX5\nG80\nG90 G99 G81 X0 Z-1 R3");
    assert_eq!(series, [2., 2., -1., 2., 2., 2., -1., 2., 3., 3., -1., 3.]);
    let switched = heights("G0 X0 Y0 Z10\nG99 G81 X5 Y0 Z-1 R2\nG98 X10\nX15\nG99 X20");
    // From G99 to G98: straight to the level above the next hole.
    assert_eq!(
        switched,
        [10., 2., -1., 2., 10., 2., -1., 10., 10., 2., -1., 10., 10., 2., -1., 2.]
    );
    let another_cycle = heights("G0 X0 Y0 Z10\nG99 G81 X5 Y0 Z-1 R2\nG98 G83 X10 Z-2 R1 Q1");
    assert_eq!(another_cycle[4..], [2., 1., -2., 10.]);
    // Of the first hole the way across is not known, the way down is.
    let known_only_above = "G0 Z10\nG98 G81 X5 Y0 Z-1 R2\nX6";
    assert_eq!(heights(known_only_above), [2., -1., 10., 10., 2., -1., 10.]);
    let unknown_above = "G98 G81 X5 Y0 Z-1 R2\nX6\nG80\nG1 X7\nZ1\nX8";
    assert_eq!(heights(unknown_above), [-1., -1., 1.]);
}

/// Start and end are the same in the program's digits, though not in rounded sums.
/// Z, R and K are words of the program: a new zero between two holes moves them along.
#[test]
fn a_series_of_holes_goes_by_the_zero_in_force() {
    let lowest = |text: &str| {
        let (steps, ..) = run(text).unwrap();
        let last = &steps.last().unwrap().way.moves;
        last.iter().map(|m| m.path.end()[2]).fold(f64::INFINITY, f64::min)
    };
    let start = "G10 L2 P1 X0 Y0 Z0\nG10 L2 P2 X0 Y0 Z-5\nG0 X0 Y0 Z20\nG99 G81 X0 Y0 Z0.5 R2\n";
    for (text, z) in [
        ("X10", 0.5),
        ("G55 X10", -4.5),
        ("G52 Z-3\nX10", -2.5),
        // At Z2, where the hole before ended.
        ("G92 Z12\nX10", -9.5),
        ("G10 L2 P1 Z-7\nX10", -6.5),
        ("G55 G81 X10 Z0.5 R2", -4.5),
    ] {
        assert_eq!(lowest(&format!("{start}{text}")), z, "{text}");
    }
    let (steps, notes, _) = run(&format!("{start}G56 X10")).unwrap();
    assert!(
        steps.iter().all(|step| step.line == 4)
            && notes.iter().any(|note| note.contains("not known")),
        "{notes:?}"
    );
}

#[test]
fn a_circle_that_ends_where_it_begins_is_full() {
    let sums = "G0 X0 Y200.1 Z0\nG91\nG1 Y0.2\nG90";
    for (code, turns, sign) in [("G2", 1.0, -1.0), ("G3", 1.0, 1.0), ("G3 P3", 3.0, 1.0)] {
        let (steps, ..) = run(&format!("{sums}\n{code} X0 Y200.3 I3 J4")).unwrap();
        let ToolPath::Arc(arc) = &steps.last().unwrap().way.moves[0].path else { panic!() };
        assert_ne!(arc.ends[0], arc.ends[1], "the sums are not rounded: this tests nothing");
        assert!((arc.sweep - sign * turns * std::f64::consts::TAU).abs() < 1e-9, "{code}: {arc:?}");
    }
    let error = run(&format!("{sums}\nG2 X0 Y200.3 R5")).unwrap_err().to_string();
    assert!(error.contains("must differ"), "{error}");
    // A micrometre is a way.
    let (steps, ..) = run("G0 X0 Y0 Z0\nG3 X0.001 Y0 I0 J100").unwrap();
    let ToolPath::Arc(arc) = &steps[0].way.moves[0].path else { panic!() };
    assert!((arc.sweep - 1e-5).abs() < 1e-9);
}

#[test]
fn offsets() {
    let text = "G10 L2 P1 X0 Y0 Z0\nG10 L2 P2 X10 Y0 Z0\nG54 G0 X0 Y0 Z0\nG55 X1\nG54 X1\nG92 X0\nX5\nG92.1\nX5\nG56 X1";
    let (steps, notes, _) = run(text).unwrap();
    assert_eq!(ends(&steps).iter().map(|p| p[0]).collect::<Vec<_>>(), [11.0, 1.0, 6.0, 5.0]);
    assert!(notes.iter().any(|n| n.contains("not known")));
}

/// A zero that is set where the machine is not known is not known, and the machine's own zero is
/// not that of the part.
#[test]
fn zeros_at_unknown_places_are_unknown() {
    let start = "G0 X0 Y0 Z20\nG0 X1\n";
    for text in [
        "G28\nG10 L20 P1 X0 Y0 Z0\nG0 X0 Y0 Z5\nG1 Z1",
        "G91 G28 Z0\nG90 G10 L20 P1 Z0\nG0 Z5\nG1 Z1",
        "G10 L2 P2 X0 Y0 Z0\nG10 L20 P3 X0 Y0 Z0\nG55 G0 X0 Y0 Z5\nG1 Z1",
        "G10 L20 P1 X1 Y0 Z20\nG53 G0 Z0\nG1 X5",
    ] {
        let (steps, notes, _) = run(&format!("{start}{text}")).unwrap();
        let below = ends(&steps).iter().any(|end| end[2] < 20.0);
        assert!(!below && notes.iter().any(|n| n.contains("not known")), "{text}: {steps:?}");
    }
    // At a place that is known, it is; and before all motion it says where the part is.
    let known = format!("{start}G10 L20 P2 X0 Y0 Z0\nG55 G0 X5 Z-19");
    assert_eq!(ends(&run(&known).unwrap().0).last(), Some(&[6.0, 0.0, 1.0]));
    let first = "G10 L20 P1 X0 Y0 Z0\nG0 X0 Y0 Z5\nG1 Z1";
    assert_eq!(ends(&run(first).unwrap().0), [[0.0, 0.0, 1.0]]);
}

#[test]
fn dogleg_rapids() {
    let options = GcodeOptions { rapid: RapidPath::Dogleg, ..GcodeOptions::default() };
    let (steps, ..) = run_with("G0 X0 Y0 Z0\nG0 X3 Y1 Z2\nG1 X0 Y0 Z0", options).unwrap();
    assert_eq!(ends(&steps), [[1.0, 1.0, 1.0], [2.0, 1.0, 2.0], [3.0, 1.0, 2.0], [0.0, 0.0, 0.0]]);
}

#[test]
fn errors_name_line_and_word() {
    let cases: [(&str, u64, &str); 28] = [
        ("G0 X0\nG1 X", 2, "X"),
        ("G1 X1 X2", 1, "X"),
        ("\n\nG99.5 X1", 3, "G99.5"),
        ("G41 D1 X4", 1, ""),
        ("G1 U4", 1, "U4"),
        ("G1 X#<a>", 1, ""),
        ("#1 = 4 +", 1, "+"),
        ("#1 4", 1, "4"),
        ("O100 sub", 1, ""),
        ("G1 X[1+2", 1, ""),
        ("X5", 1, "X5"),
        ("G0 G1 X5", 1, "G1"),
        ("G1 X5 (open", 1, ""),
        ("G0 X0 Y0 Z0\nG2 X5", 2, ""),
        ("G0 X0 Y0 Z0\nG2 X5 I1", 2, ""),
        ("G0 X0 Y0 Z0\nG2 X5 R1", 2, ""),
        ("G0 X0 Y0 Z0\nG81 X1 Z-1", 2, "G81"),
        ("G0 X0 Y0 Z0\nG81 X1 Z-1 R1 L1000000000", 2, "L1000000000"),
        ("G0 X0 Y0 Z0\nG2 I1 P99999999", 2, "P99999999"),
        ("M98 P100", 1, ""),
        ("M198 P100", 1, "M198"),
        ("G1 X1e5", 1, "X1e5"),
        ("G0 X-2.5E+3 Y1", 1, "X-2.5E+3"),
        ("G1 X99999999999999999999", 1, "X99999999999999999999"),
        ("G0 X1 A30", 1, "A30"),
        ("G0 X0 Y0 Z0\nG1\nG4 P1 Z-1", 3, "Z-1"),
        ("G0 X0 Y0 Z0\nG4 P1 G1 X5", 2, "X5"),
        ("G4 Y2", 1, "Y2"),
    ];
    for (text, line, word) in cases {
        let error = run(text).expect_err(text);
        assert_eq!(error.line, line, "{text}: {error}");
        assert_eq!(error.word, word, "{text}: {error}");
    }
    let rotary = Some(Rotary::TipOnTable);
    let turns = run_with(
        "G0 X1 Y1 Z1\nG1 A3 B4\nA999999999",
        GcodeOptions { rotary, ..GcodeOptions::default() },
    );
    let error = turns.expect_err("too many turns");
    assert!(error.line == 3 && error.to_string().contains("turns"), "{error}");
}

#[test]
fn an_endless_line_is_refused() {
    struct Endless;
    impl std::io::Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            buffer.fill(b' ');
            Ok(buffer.len())
        }
    }
    let reader = std::io::BufReader::new(Endless);
    let error = Interpreter::new(reader, GcodeOptions::default()).step().unwrap_err();
    assert!(matches!(error.problem, GcodeProblem::Line(_)) && error.line == 1);
}

/// A gigabyte without a line's end: refused after 64 KiB of it.
#[test]
fn a_gigabyte_in_one_line_is_refused_at_once() {
    let gigabyte = std::io::Read::take(std::io::repeat(b'X'), 1 << 30);
    let begin = std::time::Instant::now();
    let error = Interpreter::new(std::io::BufReader::new(gigabyte), GcodeOptions::default())
        .step()
        .unwrap_err();
    assert!(
        matches!(error.problem, GcodeProblem::Line(_))
            && error.line == 1
            && error.block.len() < 1000
    );
    assert!(begin.elapsed().as_secs() < 5);
}

/// Arcs in arcs, arcs of a hair and of a million, helices of many turns, cycles with absurd counts:
/// moves or an error, and soon.
#[test]
fn absurd_programs_end() {
    let spiral: String = (1..2000)
        .map(|i| format!("G3 X{i} Y0 I{} P3\nG2 X0 I-{}\n", f64::from(i) / 2.0, f64::from(i) / 2.0))
        .collect();
    let texts = [
        format!("G0 X0 Y0 Z0\n{spiral}"),
        "G0 X0 Y0 Z0\nG2 I0.0000001 P10000\nG2 I999999999\nG3 X1 R-99999999".to_string(),
        "G0 X0 Y0 Z9\nG91 G83 X0.001 Z-1 R-1 Q0.000001 L100000\nG83 X1 L99999".to_string(),
        "G2 G2 G2 G2".repeat(4000),
        "(((((((((((".repeat(1000),
        format!("G1 X{}", "9".repeat(60_000)),
        format!("G{}", "0".repeat(60_000)),
    ];
    for text in texts {
        let begin = std::time::Instant::now();
        let _ = run(&text);
        assert!(begin.elapsed().as_secs() < 20, "{}", &text[..40]);
    }
}

#[test]
fn real_programs_are_read_or_refused_with_their_line() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/nc");
    if !folder.is_dir() {
        eprintln!("skipped: {} is not there", folder.display());
        return;
    }
    let refused = ["boat-xyzac.ngc"];
    let mut count = 0;
    for entry in std::fs::read_dir(&folder)
        .unwrap()
        .flat_map(|d| std::fs::read_dir(d.unwrap().path()).unwrap())
    {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if !["ngc", "nc", "gcode"].contains(&path.extension().unwrap_or_default().to_str().unwrap())
        {
            continue;
        }
        count += 1;
        let result = run(&String::from_utf8_lossy(&std::fs::read(&path).unwrap()));
        match result {
            Ok((steps, ..)) => {
                assert!(!steps.is_empty() && !refused.contains(&name.as_str()), "{name}")
            }
            Err(error) => {
                eprintln!("{name}: {error}");
                assert!(refused.contains(&name.as_str()), "{name}: {error}");
            }
        }
    }
    assert!(count > 20);
}

#[test]
fn a_local_zero() {
    let text = "G0 X0 Y0 Z0\nG52 X10 Y-2\nG1 X1 Y1\nG91 X1\nG90 G52 X0 Y0\nX1\nG52 X5\nG92 X0\nX1\nG92.1 X6";
    let (steps, ..) = run(text).unwrap();
    let places: Vec<[f64; 2]> = ends(&steps).iter().map(|p| [p[0], p[1]]).collect();
    // G92 reads 0 at X1, whatever G52 says; LinuxCNC keeps both in one place, and G92.1 clears it.
    assert_eq!(places, [[11.0, -1.0], [12.0, -1.0], [1.0, -1.0], [2.0, -1.0], [6.0, -1.0]]);
    let fanuc = GcodeOptions { dialect: Dialect::Fanuc, ..GcodeOptions::default() };
    let (steps, ..) = run_with(text, fanuc).unwrap();
    assert_eq!(ends(&steps).last().unwrap()[0], 11.0, "on other controls they add up");
    // Set in inches before a program in millimetres.
    let (steps, ..) = run("G20 G52 X1\nG21 G0 X0 Y0 Z0\nX1").unwrap();
    assert!((ends(&steps)[0][0] - 26.4).abs() < 1e-12);
}

#[test]
fn shifts_are_put_aside_and_taken_up_again() {
    let text = "G0 X0 Y0 Z0\nX10\nG92 X0\nX1\nG92.2\nX1\nG92.3\nX1\nG92.1\nX1\nG92.3\nX2";
    let places: Vec<f64> = ends(&run(text).unwrap().0).iter().map(|p| p[0]).collect();
    assert_eq!(places, [10.0, 11.0, 1.0, 11.0, 1.0, 2.0]);
}

#[test]
fn words_without_meaning_are_noted() {
    for (text, letter) in
        [("G1 X0 Y0 Z0 R5", 'R'), ("G0 X0 Y0 Z0\nG2 X2 I1 K1", 'K'), ("G1 X0 Y0 Z0 I5", 'I')]
    {
        let notes = run(text).unwrap().1;
        assert!(
            notes.iter().any(|n| n.contains(&format!("the word {letter} means nothing"))),
            "{text}: {notes:?}"
        );
    }
}

#[test]
fn a_dwell_moves_nothing() {
    let (steps, notes, _) = run("G0 X0 Y0 Z5\nG1\nG4 P1\nG4 X2.5\nG4 P1 R3\nX1").unwrap();
    assert_eq!(ends(&steps), [[1.0, 0.0, 5.0]]);
    for told in ["X beside G4 is how long to wait", "the word R means nothing"] {
        assert!(notes.iter().any(|n| n.contains(told)), "{told}: {notes:?}");
    }
}

#[test]
fn a_program_ends_at_the_second_percent_sign() {
    let told = |text: &str| {
        let mut program = Interpreter::new(text.as_bytes(), GcodeOptions::default());
        let mut lines = Vec::new();
        while let Some(step) = program.step().unwrap() {
            lines.extend((step.way.unchecked == 0).then_some(step.line));
        }
        let rest = program.notes().iter().find(|note| note.text.contains("are not run"));
        (lines, rest.map(|note| (note.line, note.count)))
    };
    let body = "G0 X0 Y0 Z0\nX1\n";
    assert_eq!(told(&format!("(leader)\n\n%\n{body}%\nX2\n\n(c)\nX3")), (vec![5], Some((7, 2))));
    assert_eq!(told(&format!("{body}%\n?!")), (vec![2], Some((4, 1))));
    assert_eq!(told(&format!(" %\t\n{body}M30\n%\n\n")), (vec![3], None));
    assert_eq!(told(&format!("{body}M30\nX2")), (vec![2], Some((4, 1))));
    assert_eq!(told(&format!("%\n{body}X2 % no end\n% nor this\nX3")), (vec![3, 4, 6], None));
}

#[test]
fn boring_from_behind() {
    let fanuc = run("G0 X0 Y0 Z10\nG87 X5 Y5 R-20 Z-15 Q2\nX9\nG80").unwrap().0;
    let points = ends(&fanuc);
    let hole = [
        [5.0, 5.0, 10.0],
        [7.0, 5.0, 10.0],
        [7.0, 5.0, -20.0],
        [5.0, 5.0, -20.0],
        [5.0, 5.0, -15.0],
        [5.0, 5.0, -15.0],
        [7.0, 5.0, -15.0],
        [7.0, 5.0, 10.0],
        [5.0, 5.0, 10.0],
    ];
    assert_eq!(points[..9], hole);
    assert_eq!(points[11], [11.0, 5.0, -20.0]);
    let ngc = ends(&run("G0 X0 Y0 Z10\nG87 X5 Y5 R3 Z-20 I1 J2 K-15").unwrap().0);
    assert_eq!(ngc[1..4], [[5.0, 5.0, 3.0], [6.0, 7.0, 3.0], [6.0, 7.0, -20.0]]);
    assert_eq!(ngc[5..8], [[5.0, 5.0, -15.0], [5.0, 5.0, -20.0], [6.0, 7.0, -20.0]]);
    // Without a way aside it bores from above.
    assert!(ends(&run("G0 X0 Y0 Z10\nG87 X5 Y5 R1 Z-3").unwrap().0).contains(&[5.0, 5.0, -3.0]));
    assert_eq!(run("G0 X0 Y0 Z10\nG87 X5 Y5 R1 Z-3 Q2").unwrap_err().line, 2);
}

/// A note tells what was assumed, or warns of what was not looked at and of what changes nothing.
#[test]
fn notes_that_warn_are_told_from_assumptions() {
    let warns = |text: &str, of: &str| {
        let mut program = Interpreter::new(text.as_bytes(), GcodeOptions::default());
        while program.step().unwrap().is_some() {}
        let found: Vec<bool> = (program.notes().iter().filter(|note| note.text.contains(of)))
            .map(|note| note.is_warning)
            .collect();
        assert_eq!(found.len(), 1, "{text}: {:?}", program.notes());
        found[0]
    };
    for (text, of) in [
        ("G21 G90 G1 X0 F1\nM2\nX1", "are not run"),
        ("G21 G90 G1 X0 F1", "are not checked"),
        ("G21 G90 G1 X#100 F1", "is not set by the program"),
        ("G21 G90 G1 X[#100] F1", "has a value that is not known"),
        ("G21 G90 G92.3 G1 X0 F1", "comes before any G92"),
        ("G21 G90 G28\nG1 X0 F1", "where G28 and G30 lead to"),
        ("G21 G90 G1 X0 H1 F1", "was left out"),
    ] {
        assert!(warns(text, of), "{text}");
    }
    for (text, of) in [
        ("G1 X0 F1", "neither G20 nor G21"),
        ("G1 X0 F1", "first motion: G90"),
        ("G21 G90 G43 H1\nG1 X0 F1", "tool lengths"),
    ] {
        assert!(!warns(text, of), "{text}");
    }
}
