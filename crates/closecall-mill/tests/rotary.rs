//! Rotary axes in programs: in cycles, beside work offsets, after G28, and after many turns.

use closecall::geom::Interval;
use closecall_mill::gcode::{BlockStep, GcodeOptions, Interpreter, ProgramError, Rotary};
use closecall_mill::job::{Event, JobBodies, JobSettings, Tools, run};
use closecall_mill::part::Target;
use closecall_mill::tool::{Tool, ToolShape};
use glam::DVec3;
use std::io::Cursor;

type Read = Result<(Vec<BlockStep>, Vec<String>), ProgramError>;

fn read_with(text: &str, rotary: Option<Rotary>) -> Read {
    let options = GcodeOptions { rotary, ..GcodeOptions::default() };
    let mut program = Interpreter::new(Cursor::new(text.as_bytes().to_vec()), options);
    let mut steps = Vec::new();
    while let Some(step) = program.step()? {
        // Those of which something is known.
        if !step.way.moves.is_empty() {
            steps.push(step);
        }
    }
    Ok((steps, program.notes().iter().map(|note| note.text.clone()).collect()))
}

fn read(text: &str) -> Read {
    read_with(text, Some(Rotary::TipOnTable))
}

/// The ends of moves, and the angle of A before and after each.
fn moves(text: &str) -> Vec<([f64; 3], [f64; 2])> {
    let (steps, _) = read(text).unwrap();
    let all = steps.iter().flat_map(|step| &step.way.moves);
    all.map(|one| (one.path.end(), one.angles.map(|angles| angles[0]))).collect()
}

/// The events of a tool above the plane z = 0.
fn gouges(tool: &str, text: &str, rotary: Rotary) -> Vec<Event> {
    let tool = Tool::of(tool.parse::<ToolShape>().unwrap());
    let corners = [[-500.0, -500.0], [500.0, -500.0], [500.0, 500.0], [-500.0, 500.0]];
    let corners = corners.map(|[x, y]| DVec3::new(x, y, 0.0)).to_vec();
    let plane = closecall::Mesh::new(corners, vec![[0, 1, 2], [0, 2, 3]]).unwrap();
    let bodies = JobBodies { part: Target::new(&plane), stock: None, fixtures: Vec::new() };
    let program = GcodeOptions { rotary: Some(rotary), ..GcodeOptions::default() };
    let settings = JobSettings { program, ..JobSettings::default() };
    let tools = Tools::single(&tool, 0.0).unwrap();
    let (mut events, program) = (Vec::new(), Cursor::new(text.as_bytes().to_vec()));
    run(program, &tools, &bodies, &settings, |event| events.push(event), |_| {}).unwrap();
    events
}

#[test]
fn a_cycle_turns_on_the_way_to_its_hole() {
    let found = moves("G0 X0 Y0 Z20\nG98 G81 X5 Y0 Z10 R15 A30\nA60\nG80\nG1 Z2");
    let hole = |z: f64, angles| ([5.0, 0.0, z], angles);
    let holes = [
        [
            hole(20.0, [0.0, 30.0]),
            hole(15.0, [30.0; 2]),
            hole(10.0, [30.0; 2]),
            hole(20.0, [30.0; 2]),
        ],
        [
            hole(20.0, [30.0, 60.0]),
            hole(15.0, [60.0; 2]),
            hole(10.0, [60.0; 2]),
            hole(20.0, [60.0; 2]),
        ],
    ];
    assert_eq!(found[..8], holes.concat());
    assert_eq!(found[8], hole(2.0, [60.0; 2]));
    // From below R the tool is drawn up first.
    let found = moves("G0 X0 Y0 Z5\nG81 X5 Y0 Z10 R15 A30");
    assert_eq!(found[0], ([0.0, 0.0, 15.0], [0.0; 2]));
    assert_eq!(found[1], hole(15.0, [0.0, 30.0]));
    // The rim of a leaning cutter is below its tip: 5·sin 30° − 2, along the axis.
    for text in [
        "G0 X0 Y0 Z20\nG81 X5 Y0 Z10 R15 A30\nG80\nG1 Z2",
        "G0 X0 Y0 Z20\nG0 A30\nG81 X5 Y0 Z10 R15\nG80\nG1 Z2",
        "G0 X0 Y0 Z20\nG81 X5 Y0 Z4 R15\nG80\nG81 X5 Z2 R15 A30",
    ] {
        let events = gouges("flat:10", text, Rotary::TipOnTable);
        let depth = events.iter().map(|event| event.depth.lo).fold(0.0, f64::max);
        assert!((depth - 0.5 / 30f64.to_radians().cos()).abs() < 1e-3, "{text}: {events:?}");
    }
    let error = read("G0 X0 Y0 Z20\nG91 G81 X5 Z-5 R-5 A30 L3").unwrap_err();
    assert!(error.line == 2 && error.to_string().contains("rotary"), "{error}");
    assert_eq!(read_with("G0 X0 Y0 Z20\nG81 X5 Z1 R5 A30", None).unwrap_err().word, "A30");
}

#[test]
fn the_zero_of_a_rotary_axis_is_not_moved() {
    for (text, word) in [
        ("G0 X0 Y0 Z20 A30\nG92 A0\nG1 Z2 A0", "A0"),
        ("G0 X0 Y0 Z20\nG52 A30\nG1 Z2 A0", "A30"),
        ("G0 X0 Y0 Z20\nG10 L2 P2 X0 A30\nG55 G1 Z2 A0", "A30"),
        ("G0 X0 Y0 Z20 B30\nG10 L20 P1 B0", "B0"),
    ] {
        let error = read(text).unwrap_err();
        assert_eq!((error.line, error.word.as_str()), (2, word), "{text}: {error}");
        assert!(error.to_string().contains("zero of a rotary axis"), "{error}");
    }
    for text in ["G92 X0 A30", "G52 X0 A30", "G10 L2 P1 A30", "G28 A30", "G0 X1 C2"] {
        assert!(read_with(text, None).is_err(), "{text}");
    }
    // Words that leave it where it is.
    let kept = "G10 L2 P1 X0 A0\nG0 X0 Y0 Z20 A30\nG92 X0 A30\nG52 A0\nG10 L20 P1 A30\nG1 Z2";
    assert_eq!(moves(kept).last(), Some(&([0.0, 0.0, 2.0], [30.0; 2])));
}

#[test]
fn after_g28_angles_are_not_known_until_they_are_set() {
    let start = "G0 X0 Y0 Z20 A30\nG0 X1\nG91 G28 A0\nG90 G0 X0\n";
    let (steps, notes) = read(&format!("{start}G1 Z2\nG1 A5\nG1 Z3")).unwrap();
    let lines: Vec<u64> = steps.iter().map(|step| step.line).collect();
    // By way of where it is to the machine's place; then only what comes after A was set.
    assert_eq!(lines, [2, 3, 7]);
    assert_eq!(steps[2].way.moves[0].angles, [[5.0, 0.0, 0.0]; 2]);
    assert!(notes.iter().any(|note| note.contains("A, B or C is not known")), "{notes:?}");
    let from = steps[2].way.moves[0].path.start();
    assert_eq!(from, [0.0, 0.0, 2.0], "X, Y and Z stayed known");
    // Neither increments, nor cycles, nor arcs make them known.
    let unknown = "G91 G0 A5\nG90 G1 X5\nG81 X1 Z1 R5\nG80 G0 Z30\nG2 X3 I1";
    assert_eq!(read(&format!("{start}{unknown}")).unwrap().0.len(), 2);
    // G28 alone moves all axes, where there are rotary ones; those of the machine are not known.
    for text in ["G28\nG0 X0 Y0 Z20\nG1 Z2", "G53 G0 A0\nG1 Z2"] {
        let all = format!("G0 X0 Y0 Z20\nG0 X1\n{text}");
        assert_eq!(read(&all).unwrap().0.len(), 1, "{text}");
    }
    assert_eq!(read_with("G0 X0 Y0 Z9\nG28\nG0 X0 Y0 Z9\nG1 Z2", None).unwrap().0.len(), 1);
    let told = "G0 X0 Y0 Z9\nG91 G28 A0\nG90 G92 A0\nG1 Z2";
    assert_eq!(moves(told).last(), Some(&([0.0, 0.0, 2.0], [0.0; 2])));
}

/// A fourth axis that spins: the answers are those of the angle within one turn.
#[test]
fn many_turns_leave_the_depth_certain() {
    let table = Rotary::Table { pivot: [0.0; 3] };
    let depth = |angle: u64, rotary| {
        // From where it is not known the turn is not checked.
        let text = format!("G0 X20 Y30 Z-1\nG91 G28 A0\nG90 G0 A{angle}\nG1 X25");
        gouges("ball:10", &text, rotary).last().unwrap().depth
    };
    for rotary in [Rotary::TipOnTable, table] {
        let Interval { lo: low, hi: high } = depth(30, rotary);
        for turns in [1, 100, 1000, 10_000, 100_000, 1_000_000] {
            let found = depth(turns * 360 + 30, rotary);
            assert!((found.lo - low).abs() < 1e-13, "{turns}: {found:?}, {low}");
            assert!((found.hi - high).abs() < 1e-13, "{turns}: {found:?}, {high}");
        }
    }
}

/// The tool's axis in the part's frame, against the formulas written out: sense and order.
#[test]
fn the_axis_is_that_of_a_table_or_a_head() {
    let [x, y, z] = [0, 1, 2].map(|axis| {
        move |degrees: f64, v: DVec3| {
            let (sin, cos) = degrees.to_radians().sin_cos();
            let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
            let mut turned = v;
            turned[i] = cos * v[i] - sin * v[j];
            turned[j] = sin * v[i] + cos * v[j];
            turned
        }
    });
    for [a, b, c] in [
        [40.0, 0.0, 0.0],
        [0.0, 40.0, 0.0],
        [30.0, 0.0, 50.0],
        [0.0, 30.0, 50.0],
        [20.0, 30.0, 0.0],
        [-20.0, 35.0, 110.0],
    ] {
        let table = z(-c, y(-b, x(-a, DVec3::Z)));
        let head = z(c, y(b, x(a, DVec3::Z)));
        let text = format!("G0 X1 Y2 Z3\nG0 A{a} B{b} C{c}");
        for (rotary, axis) in [
            (Rotary::TipOnTable, table),
            (Rotary::TipOnHead, head),
            (Rotary::Table { pivot: [5.0, 6.0, 7.0] }, table),
        ] {
            let steps = read_with(&text, Some(rotary)).unwrap().0;
            let program = GcodeOptions { rotary: Some(rotary), ..GcodeOptions::default() };
            let settings = JobSettings { program, ..JobSettings::default() };
            let (tip, found) = settings.tool_at(&steps[0].way.moves[0], 1.0);
            let [tip, found] = [tip, found].map(DVec3::from_array);
            assert!(found.distance(axis) < 1e-12, "{rotary:?} {a} {b} {c}: {found} for {axis}");
            let place = DVec3::new(1.0, 2.0, 3.0);
            let expected = match rotary {
                Rotary::Table { pivot } => {
                    let pivot = DVec3::from_array(pivot);
                    pivot + z(-c, y(-b, x(-a, place - pivot)))
                }
                _ => place,
            };
            assert!(tip.distance(expected) < 1e-12, "{rotary:?}: {tip} for {expected}");
        }
    }
}

/// A tool that leans over a wall on one side of its tip hits it with a head, and passes with a table
/// that turns by the same angle; with the other angle it is the other way round.
#[test]
fn a_head_and_a_table_are_mirror_images() {
    let wall = closecall::mesh::shapes::cuboid(
        DVec3::new(-50.0, -60.0, 0.0),
        DVec3::new(50.0, -20.0, 40.0),
    );
    let bodies = JobBodies { part: Target::new(&wall), stock: None, fixtures: Vec::new() };
    let tools = Tools::single(&Tool::of("flat:6".parse::<ToolShape>().unwrap()), 0.0).unwrap();
    for (angle, hit) in [(40, Rotary::TipOnHead), (-40, Rotary::TipOnTable)] {
        for rotary in [Rotary::TipOnHead, Rotary::TipOnTable] {
            let program = GcodeOptions { rotary: Some(rotary), ..GcodeOptions::default() };
            let settings = JobSettings { program, ..JobSettings::default() };
            let text = format!("G0 X0 Y0 Z9 A{angle}\nG1 X1");
            let mut events = Vec::new();
            run(text.as_bytes(), &tools, &bodies, &settings, |e| events.push(e), |_| {}).unwrap();
            assert_eq!(!events.is_empty(), rotary == hit, "{angle} {rotary:?}: {events:?}");
        }
    }
    let error = "tcp".parse::<Rotary>().unwrap_err();
    assert!(error.contains("tcp:table") && error.contains("tcp:head"), "{error}");
}
