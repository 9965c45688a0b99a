//! A program that was not checked is not clean: moves that begin or end at a place that is not
//! known are counted, with their lines; where they end in the part that is an event all the same.

use closecall::geom::Interval;
use closecall::mesh::shapes::cuboid;
use closecall_mill::gcode::{Dialect, GcodeOptions, Places};
use closecall_mill::job::{Event, EventKind, JobBodies, JobSettings, Summary, Tools, Verdict, run};
use closecall_mill::part::Target;
use closecall_mill::tool::{Tool, ToolShape};
use glam::DVec3;

/// A block of 100 by 100, its top at Z0.
fn check_with(text: &str, settings: &JobSettings) -> (Vec<Event>, Summary) {
    let part = cuboid(DVec3::new(0.0, 0.0, -20.0), DVec3::new(100.0, 100.0, 0.0));
    let bodies = JobBodies { part: Target::new(&part), stock: None, fixtures: Vec::new() };
    let tools = Tools::single(&Tool::of("flat:6".parse::<ToolShape>().unwrap()), 0.0).unwrap();
    let mut events = Vec::new();
    let summary =
        run(text.as_bytes(), &tools, &bodies, settings, |e| events.push(e), |_| {}).unwrap();
    (events, summary)
}

fn check(text: &str, places: Places) -> (Vec<Event>, Summary) {
    let program = GcodeOptions { places, ..GcodeOptions::default() };
    check_with(text, &JobSettings { program, ..JobSettings::default() })
}

/// Places by name: G28, G30, a work system, or the start.
fn told(places: &[(&str, [f64; 3])]) -> Places {
    let mut all = Places::default();
    for &(name, place) in places {
        match name {
            "start" => all.start = Some(place),
            "G28" | "G30" => all.set_home(name, place).unwrap(),
            _ => all.set_work(name, place).unwrap(),
        }
    }
    all
}

#[test]
fn moves_that_are_not_known_are_counted_with_their_lines() {
    let start = ("start", [-20.0, -20.0, 50.0]);
    for (text, places, unchecked, lines) in [
        ("G0 X50 Y50\nG0 Z5\nG1 X60", &[][..], 2, &[[1, 2]][..]),
        ("G0 X50 Y50\nG0 Z5\nG1 X60", &[start], 0, &[]),
        ("G54 G0 X9 Y9 Z5\nG55\nG0 X50 Y50 Z5\nG1 X60\nG54 X9", &[start], 3, &[[3, 5]]),
        ("G54 G0 X9 Y9 Z5\nG55\nG0 X9 Y50 Z5\nG54 X9", &[start, ("G55", [1.0; 3])], 0, &[]),
        ("G0 X9 Y9 Z5\nX8\nG28\nX7 Y7 Z7\nX6", &[start], 2, &[[3, 4]]),
        ("G0 X9 Y9 Z5\nX8\nG28\nX7 Y7 Z7\nX6", &[start, ("G28", [0.0, 0.0, 90.0])], 0, &[]),
        ("G0 X9 Y9 Z5\nX8\nG30\nX7 Y7 Z7\nX6", &[start, ("G28", [0.0, 0.0, 90.0])], 2, &[[3, 4]]),
        ("G0 X9 Y9 Z5\nX8\nG30\nX7 Y7 Z7\nX6", &[start, ("G30", [0.0, 0.0, 90.0])], 0, &[]),
        ("G0 X9 Y9 Z5\nG91 G28 Z0\nG90 X5\nZ7\nX6", &[start], 3, &[[2, 4]]),
        ("G0 X9 Y9 Z5\nG28.1\nX8\nG28\nX7", &[start], 0, &[]),
        ("G0 X9 Y9 Z5\nG53 G0 Z0\nX7\nZ5", &[start], 3, &[[2, 4]]),
        ("G0 X9 Y9 Z5\nG53 G0 Z0\nX7\nZ5", &[start, ("G54", [0.0, 0.0, -90.0])], 0, &[]),
        // With a tool's length in force the machine's Z is not that of the tip.
        (
            "G43 H1\nG0 X9 Y9 Z5\nG53 G0 Z0\nX7\nZ5",
            &[start, ("G54", [0.0, 0.0, -90.0])],
            3,
            &[[3, 5]],
        ),
        (
            "G43 H1\nG49\nG0 X9 Y9 Z5\nG53 G0 Z0\nX7\nZ5",
            &[start, ("G54", [0.0, 0.0, -90.0])],
            0,
            &[],
        ),
        // Without the zero of G54 that of G55 is seen from it, and the machine's is not known.
        ("G0 X9 Y9 Z5\nG53 G0 Z0\nZ5", &[start, ("G55", [0.0, 0.0, -90.0])], 2, &[[2, 3]]),
        ("G0 Z9\nX1 Y1\nG2 X5 Y5 R9\nG55\nG3 X6 Y6 R9", &[], 3, &[[1, 2], [5, 5]]),
        ("G98 G81 X5 Y5 Z1 R2\nX6\nG80", &[], 6, &[[1, 2]]),
    ] {
        let (_, summary) = check(text, told(places));
        assert_eq!(summary.unchecked.moves, unchecked, "{text}: {summary:?}");
        assert_eq!(summary.unchecked.lines, lines, "{text}");
        let verdict = if unchecked > 0 { Verdict::Unchecked } else { Verdict::Clean };
        assert_eq!(summary.verdict(), verdict, "{text}: {summary:?}");
        let settings = JobSettings { allow_unchecked: true, ..JobSettings::default() };
        let (_, summary) = check_with(text, &settings);
        let is_some_checked = summary.checked > 0;
        assert_eq!(summary.is_clean(), is_some_checked, "{text}: {:?}", summary.verdict());
    }
}

#[test]
fn a_move_that_ends_in_the_part_is_found_wherever_it_comes_from() {
    for (text, kind, line) in [
        ("G0 X50 Y50\nG0 Z-10", EventKind::Rapid, 2),
        ("G0 X50 Y50\nG1 Z-10", EventKind::Gouge, 2),
        ("G0 X-20 Y-20 Z50\nX-10\nG28\nG0 X50 Y50\nG0 Z-10\nG28", EventKind::Rapid, 5),
        ("G55 G0 X1 Y1 Z50\nG54\nG55 G3 X50 Y50 Z-10 R70", EventKind::Gouge, 3),
        ("G2 X50 Y50 Z-10 R70", EventKind::Gouge, 1),
        ("G99 G81 X50 Y50 Z-5 R2", EventKind::Gouge, 1),
    ] {
        let (events, summary) = check(text, Places::default());
        let found: Vec<(EventKind, u64)> = events.iter().map(|e| (e.kind, e.line)).collect();
        assert_eq!(found, [(kind, line)], "{text}");
        assert!(events[0].certain && summary.verdict() == Verdict::Gouge, "{text}");
    }
    // The place is what the tool cuts there: 10 deep.
    let (events, _) = check("G0 X50 Y50\nG1 Z-10", Places::default());
    assert_eq!(events[0].depth, Interval::exactly(10.0));
}

#[test]
fn told_zeros_are_where_moves_lead_to() {
    let text = "G54 G0 X-20 Y50 Z50\nG55\nG0 X50 Y50 Z5\nG1 Z-10\nG1 X80\nG0 Z50\n";
    let start = ("start", [0.0, 0.0, 60.0]);
    let lines = |places: &[(&str, [f64; 3])]| {
        let (events, summary) = check(text, told(places));
        assert_eq!(summary.unchecked.moves, 0);
        events.iter().map(|event| event.line).collect::<Vec<u64>>()
    };
    assert_eq!(lines(&[start, ("G55", [0.0; 3])]), [4, 5, 6]);
    assert_eq!(lines(&[start, ("G55", [0.0, 0.0, 15.0])]), [0; 0]);
    let table = [("G54", [-300.0, -200.0, -100.0]), ("G55", [-300.0, -200.0, -85.0])];
    assert_eq!(lines(&[start, table[0], table[1]]), [0; 0]);
    // In inches, as the program is from its first motion on.
    let inches = text.replace("G54 G0", "G20 G54 G0");
    let (events, _) = check(&inches, told(&[start, ("G55", [0.0; 3])]));
    assert_eq!(events.len(), 3);
    let mut places = told(&[start]);
    assert!(places.set_work("G60", DVec3::ZERO).unwrap_err().contains("G54 to G59.3"));
    assert!(places.set_home("G27", DVec3::ZERO).is_err());
    places.set_work("g59.3", DVec3::ZERO).unwrap();
    assert!(places.set_work("G59.3", DVec3::ZERO).unwrap_err().contains("twice"));
}

#[test]
fn a_program_that_never_comes_near_the_part_is_far() {
    let places = || told(&[("start", [900.0, 900.0, 900.0])]);
    let (_, summary) = check("G0 X950\nG1 Y990", places());
    assert_eq!(summary.verdict(), Verdict::Far);
    let extent = summary.extent.unwrap();
    assert_eq!(extent.part, [[0.0, 0.0, -20.0], [100.0, 100.0, 0.0]]);
    assert_eq!(extent.tips, [[900.0; 3], [950.0, 990.0, 900.0]]);
    // A thousandth of the part's size beside it, and around one that is a thousand times larger.
    let (_, summary) = check("G0 X50 Y50 Z5\nG1 X60", places());
    assert_eq!(summary.verdict(), Verdict::Clean);
    let grbl = GcodeOptions { dialect: Dialect::Grbl, ..GcodeOptions::default() };
    let settings = JobSettings { program: grbl, ..JobSettings::default() };
    let (_, summary) = check_with("G0 Z5\nG1 X9", &settings);
    assert_eq!(summary.verdict(), Verdict::Clean, "{summary:?}");
}

#[test]
fn one_tool_is_that_of_the_first_t_word() {
    let places = || told(&[("start", [0.0, 0.0, 50.0])]);
    // Before the first M6 the tool is not named.
    let text = "G0 X10 Y10\nT1 M6\nG0 Z5\nX20\nT2 M6\nG1 X30\nZ-5\nT1 M6\nG0 X40\n";
    let (events, summary) = check(&text.replace("Z-5", "Z4"), places());
    assert_eq!((events.len(), summary.verdict()), (0, Verdict::Unchecked));
    assert_eq!((summary.checked, summary.unchecked.moves), (4, 2));
    assert_eq!(
        (summary.unchecked.lines.as_slice(), summary.unchecked.other_tool),
        (&[[6, 7]][..], 2)
    );
    let note =
        summary.notes.iter().find(|note| note.text.starts_with("T2 is another tool than T1"));
    assert_eq!(note.map(|note| (note.line, note.count)), Some((6, 2)));
    // Where nothing names a second tool all is checked; so it is with a table, and for all numbers.
    let one = text.replace("T2", "T1").replace("Z-5", "Z4");
    assert_eq!(check(&one, places()).1.verdict(), Verdict::Clean);
    let part = cuboid(DVec3::new(0.0, 0.0, -20.0), DVec3::new(100.0, 100.0, 0.0));
    let bodies = JobBodies { part: Target::new(&part), stock: None, fixtures: Vec::new() };
    let tool = Tool::of("flat:6".parse::<ToolShape>().unwrap());
    let program = GcodeOptions { places: places(), ..GcodeOptions::default() };
    let settings = JobSettings { program, ..JobSettings::default() };
    let table = [0, 1, 2].map(|number| (number, tool.clone())).into_iter().collect();
    for tools in [Tools::single(&tool, 0.0).unwrap().for_all(), Tools::table(&table, 0.0).unwrap()]
    {
        let mut lines = Vec::new();
        let tell = |event: Event| lines.push(event.line);
        let summary = run(text.as_bytes(), &tools, &bodies, &settings, tell, |_| {}).unwrap();
        assert_eq!((lines, summary.unchecked.moves), (vec![7, 9], 0));
    }
}

#[test]
fn a_shift_that_an_earlier_program_stored_is_not_known() {
    let places = || told(&[("start", [0.0, 0.0, 50.0])]);
    for (text, unchecked) in [
        ("G0 X10 Y10\nG92.3\nG0 X20 Y20 Z5\nX30", 2),
        ("G92.3\nG0 X20 Y20 Z5\nX30", 2),
        // It is gone again.
        ("G0 X10 Y10\nG92.3\nG92.1\nG0 X20 Y20 Z5\nX30", 0),
        ("G0 X10 Y10\nG92.1\nG92.3\nG0 X20 Y20 Z5\nX30", 0),
        // This program has set it.
        ("G0 X10 Y10\nG92 X0\nG92.2\nG92.3\nG0 X20 Y20 Z5\nX30", 0),
        ("G0 X10 Y10\nG52 X1\nG52 X0\nG92.3\nG0 X20 Y20 Z5\nX30", 0),
    ] {
        let (_, summary) = check(text, places());
        assert_eq!(summary.unchecked.moves, unchecked, "{text}");
        let noted =
            summary.notes.iter().any(|note| note.text.contains("G92.3 comes before any G92"));
        assert_eq!(
            noted,
            text.contains("G92.3") && !text.contains("G92.1\nG92.3") && !text.contains("X0"),
            "{text}"
        );
    }
}
