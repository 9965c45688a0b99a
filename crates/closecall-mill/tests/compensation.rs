//! Cutter compensation: the tool's centre keeps the radius from the contour, on the side that was
//! asked for, and touches it. What does not fit is refused with its line.

use closecall::Mesh;
use closecall_mill::gcode::{
    BlockStep, Cutters, GcodeOptions, GcodeProblem, Interpreter, ProgramError, ToolPath,
};
use closecall_mill::job::{JobBodies, JobSettings, Tools, run as check_job};
use closecall_mill::part::Target;
use closecall_mill::tool::{Tool, ToolShape};
use glam::{DVec2, DVec3};
use std::collections::BTreeMap;

fn run(text: &str, radius: f64) -> Result<Vec<BlockStep>, ProgramError> {
    let cutters = Cutters { single: Some(radius), ..Cutters::default() };
    let mut program =
        Interpreter::new(text.as_bytes(), GcodeOptions::default()).with_cutters(cutters);
    let mut steps = Vec::new();
    while let Some(step) = program.step()? {
        // Those of which something is known.
        if !step.way.moves.is_empty() {
            steps.push(step);
        }
    }
    Ok(steps)
}

/// Points along a path.
fn points(path: &ToolPath) -> Vec<DVec3> {
    let at = |i: u32| {
        let share = f64::from(i) / 50.0;
        match path {
            ToolPath::Line(ends) => {
                let [a, b] = ends.map(DVec3::from_array);
                a.lerp(b, share)
            }
            ToolPath::Arc(arc) => arc.at(share).into(),
            ToolPath::Spline(spline) => spline.at(share).into(),
        }
    };
    (0..=50).map(at).collect()
}

fn all(steps: &[BlockStep]) -> Vec<DVec3> {
    steps.iter().flat_map(|s| &s.way.moves).flat_map(|m| points(&m.path)).collect()
}

fn is_joined(steps: &[BlockStep]) {
    let moves: Vec<_> = steps.iter().flat_map(|s| &s.way.moves).collect();
    for pair in moves.windows(2) {
        let gap = DVec3::from_array(pair[0].path.end()).distance(pair[1].path.start().into());
        assert!(gap < 1e-12, "a gap of {gap} between {:?} and {:?}", pair[0], pair[1]);
    }
}

/// The program with its compensated blocks between a way in and a way out, and the contour that it
/// means.
fn check(body: &str, side: &str, radius: f64) {
    let program = format!("G0 X-50 Y-50 Z5\n{side} D1 G1 X0 Y0\nZ-1\n{body}\nG40 G1 X-50 Y-50\nZ5");
    let plain = format!("G0 X-50 Y-50 Z5\nG1 X0 Y0\nZ-1\n{body}\nG1 X-50 Y-50\nZ5");
    let (tool, contour) = (run(&program, radius).unwrap(), run(&plain, radius).unwrap());
    is_joined(&tool);
    let last = tool.last().map(|s| &s.way.moves[0].path).unwrap();
    assert_eq!(last.end(), [-50.0, -50.0, 5.0]);
    let flat = |steps: &[BlockStep], lines: std::ops::Range<u64>| -> Vec<DVec2> {
        let steps: Vec<BlockStep> =
            steps.iter().filter(|s| lines.contains(&s.line)).cloned().collect();
        all(&steps).into_iter().filter(|p| p.z == -1.0).map(DVec3::truncate).collect()
    };
    let lines = 4..4 + body.lines().count() as u64;
    let (tool, contour) = (flat(&tool, lines.clone()), flat(&contour, lines));
    let sampled = contour.windows(2).map(|p| p[0].distance(p[1])).fold(0.0, f64::max);
    for p in &tool {
        let nearest = contour.iter().map(|q| q.distance(*p)).fold(f64::MAX, f64::min);
        assert!(nearest > radius - 1e-9, "{side}: {p} is {nearest} from the contour");
        assert!(nearest < radius * 1.5 + sampled, "{side}: {p} is {nearest} from the contour");
    }
}

const SQUARE: &str = "X0 Y20\nX30\nY0\nX0";
const ROUNDED: &str = "X0 Y20\nG2 X5 Y25 R5\nG1 X25\nG2 X30 Y20 I0 J-5\nG1 Y0\nX0";
const WAVE: &str =
    "X0 Y20\nG3 X10 Y30 R10\nG1 X30\nG2 X40 Y20 R10\nG1 Y10\nG3 X50 Y0 I10\nG1 X60 Y-30\nX0 Y-30";
const POCKET: &str = "X40 Y0\nY30\nX10\nX-20 Y20\nY0\nX0";
const FRAME: &str = "Y20\nX30\nY-20\nX0\nY0";

#[test]
fn the_tool_keeps_its_radius() {
    for radius in [0.5, 2.0, 4.0] {
        check(SQUARE, "G41", radius);
        check(ROUNDED, "G41", radius);
        check(WAVE, "G41", radius);
        check(POCKET, "G41", radius);
        check(POCKET, "G42", radius);
        check(FRAME, "G42", radius);
        check(WAVE, "G42", radius);
    }
}

#[test]
fn outside_corners_are_round_and_inside_ones_are_cut() {
    let text = "G0 X-10 Y-10 Z0\nG41 D1 G1 X0 Y0\nY20\nX30\nY0\nX10\nG40 X10 Y-30";
    let steps = run(text, 2.0).unwrap();
    let shape: Vec<(u64, usize)> = steps.iter().map(|s| (s.line, s.way.moves.len())).collect();
    assert_eq!(shape, [(2, 1), (3, 1), (4, 2), (5, 2), (6, 2), (7, 1)]);
    let near =
        |p: [f64; 3], x: f64, y: f64| DVec3::from_array(p).distance(DVec3::new(x, y, 0.0)) < 1e-7;
    assert!(near(steps[0].way.moves[0].path.end(), -2.0, 0.0));
    assert!(
        matches!(&steps[2].way.moves[0].path, ToolPath::Arc(arc) if (arc.sweep + std::f64::consts::FRAC_PI_2).abs() < 1e-9)
    );
    // The same on the right: a pocket.
    let steps = run(&text.replace("G41", "G42"), 2.0).unwrap();
    assert!(
        near(steps[1].way.moves[0].path.end(), 2.0, 18.0)
            && near(steps[2].way.moves[0].path.end(), 28.0, 18.0)
    );
    assert!(steps[1..5].iter().all(|s| s.way.moves.len() == 1));
}

#[test]
fn up_and_down_stay_where_the_tool_is() {
    let text = "G0 X-10 Y0 Z5\nG41 D1\nG1 X0 Y0\nG1 Z-1\nY20\nZ5\nX30\nG40\nZ9\nX99";
    let steps = run(text, 2.0).unwrap();
    is_joined(&steps);
    let ends: Vec<_> = steps
        .iter()
        .map(|s| (s.line, s.way.moves.last().unwrap().path.end().map(f64::round)))
        .collect();
    let at = |x: f64, y: f64, z: f64| [x, y, z];
    let expected = [
        (3, at(-2.0, 0.0, 5.0)),
        (4, at(-2.0, 0.0, -1.0)),
        (5, at(-2.0, 20.0, -1.0)),
        (6, at(-2.0, 20.0, 5.0)),
        (7, at(30.0, 22.0, 5.0)),
        (9, at(30.0, 22.0, 9.0)),
        (10, at(99.0, 20.0, 9.0)),
    ];
    assert_eq!(ends, expected);
}

#[test]
fn what_does_not_fit_is_refused() {
    for (text, line, why) in [
        ("G0 X0 Y0 Z0\nG42 D1 G1 X10\nY10\nX12\nY0\nG40 X0", 4, "gouges"),
        ("G0 X-9 Y0 Z0\nG42 D1 G1 X0\nY10\nG2 X4 Y10 R2\nG1 Y0\nG40 X30", 4, "does not fit"),
        ("G0 X-9 Y0 Z0\nG41 D1 G2 X0 Y9 R9", 2, "must be straight"),
        ("G0 X-9 Y0 Z0\nG41 D1 G1 X0\nX5\nG42 X9", 4, "on already"),
        ("G0 X-9 Y0 Z0\nG18 G41 D1 G1 X0", 2, "G17"),
        ("G0 X-9 Y0 Z0\nG41 D1 G1 X0\nG92 X5", 3, "G92"),
        ("G0 X-9 Y0 Z0\nG41 D1 G1 X0\nT2 M6", 3, "tool change"),
        ("G0 X-9 Y0 Z0\nG41 D1 G1 X0\nG81 X5 Z-1 R1", 3, "G81"),
        ("G41 D1\nG1 X0", 1, "not known"),
        ("G0 X-9 Y0 Z0\nG41 D0 G1 X0", 2, "no offset on some"),
        ("G0 X-9 Y0 Z0\nG41.1 G1 X0", 2, "diameter"),
    ] {
        let error = run(text, 3.0).unwrap_err();
        assert!(error.line == line && error.to_string().contains(why), "{text}: {error}");
    }
}

#[test]
fn diameters_come_from_the_table_or_the_word() {
    let end = |text: &str| {
        let by_number = BTreeMap::from([(1, 1.0), (7, 3.0)]);
        let cutters = Cutters { by_number, ..Cutters::default() };
        let mut program =
            Interpreter::new(text.as_bytes(), GcodeOptions::default()).with_cutters(cutters);
        program.step()?;
        program.step().map(|step| step.unwrap().way.moves[0].path.end()[0].round())
    };
    let body = "G1 X0 Y0\nY20\nG40 X-20";
    assert_eq!(end(&format!("G0 X-9 Y0 Z0\nG41 D7\n{body}")), Ok(-3.0));
    assert_eq!(end(&format!("G0 X-9 Y0 Z0\nT1 M6\nG41\n{body}")), Ok(-1.0));
    assert_eq!(end(&format!("G0 X-9 Y0 Z0\nG42.1 D10\n{body}")), Ok(5.0));
    let error = end(&format!("G0 X-9 Y0 Z0\nG41 D2\n{body}")).unwrap_err();
    assert!(error.line == 2 && matches!(error.problem, GcodeProblem::Value { .. }), "{error}");
}

/// Around a prism with slanted sides, from its own corners: the tool touches all of it and cuts
/// nothing, exactly; on the other side it does.
#[test]
fn around_a_part_nothing_is_cut() {
    let outline = [[0.0, 0.0], [-3.1, 8.7], [4.3, 17.9], [16.7, 11.3], [12.1, 1.9]];
    let level = |z: f64| outline.map(|[x, y]| DVec3::new(x, y, z));
    let vertices = [level(-10.0), level(0.0)].concat();
    let walls = (0..5u32).flat_map(|i| {
        let j = (i + 1) % 5;
        [[i, j, j + 5], [i, j + 5, i + 5]]
    });
    let caps = [[0, 1, 2], [0, 2, 3], [0, 3, 4], [5, 7, 6], [5, 8, 7], [5, 9, 8]];
    let part = Mesh::new(vertices, walls.chain(caps).collect()).unwrap();
    let corners: String =
        outline[1..].iter().chain([&outline[0]]).map(|[x, y]| format!("X{x} Y{y}\n")).collect();
    for (shape, side) in
        [("flat:4", "G41"), ("bull:4:0.5", "G41"), ("ball:4", "G41"), ("flat:4", "G42")]
    {
        let text = format!("G0 X1 Y-30 Z5\n{side} D1 G1 X0 Y0\nZ-3\n{corners}G40 G1 X-9 Y-9\nZ5\n");
        let tools = Tools::single(&Tool::of(shape.parse::<ToolShape>().unwrap()), 0.0).unwrap();
        let bodies = JobBodies { part: Target::new(&part), stock: None, fixtures: Vec::new() };
        let mut events = Vec::new();
        let settings = JobSettings::default();
        let summary =
            check_job(text.as_bytes(), &tools, &bodies, &settings, |e| events.push(e), |_| {})
                .unwrap();
        assert_eq!(
            (summary.undecided, events.is_empty()),
            (0, side == "G41"),
            "{shape} {side}: {events:?}"
        );
    }
}
