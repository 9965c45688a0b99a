//! Whole jobs on small parts whose answers are known by hand: pieces that end above, shanks,
//! holders, fixtures, stock, rapids, near misses, arcs, turned and turning tools.

use closecall::Mesh;
use closecall::engine::geom::GlamMesh as _;
use closecall::geom::Interval;
use closecall_mill::gcode::{GcodeOptions, Rotary};
use closecall_mill::job::{Event, EventKind, JobBodies, JobSettings, Summary, Tools, run};
use closecall_mill::part::Target;
use closecall_mill::tool::{Facets, Stage, Tool, ToolShape};
use glam::DVec3;
use std::io::Cursor;

fn block(low: [f64; 3], high: [f64; 3]) -> Mesh {
    let corner = |i: usize| {
        DVec3::from_array(std::array::from_fn(
            |axis| if i >> axis & 1 == 1 { high } else { low }[axis],
        ))
    };
    let faces =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = faces.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    Mesh::new((0..8).map(corner).collect(), triangles).unwrap()
}

fn check(
    tool: &Tool,
    text: &str,
    part: &Mesh,
    settings: JobSettings,
    more: [Option<Mesh>; 2],
) -> (Vec<Event>, Summary) {
    let [stock, fixture] = more;
    let bodies = JobBodies {
        part: Target::new(part),
        stock: stock.as_ref().map(Target::new),
        fixtures: fixture.iter().map(Target::new).collect(),
    };
    let tools = Tools::single(tool, 0.0).unwrap();
    let mut events = Vec::new();
    let program = Cursor::new(text.as_bytes().to_vec());
    let summary = run(program, &tools, &bodies, &settings, |e| events.push(e), |_| {}).unwrap();
    // The first line leads there from an unknown place: see `unchecked`.
    events.retain(|event| event.line > 1);
    (events, summary)
}

fn tool(text: &str) -> Tool {
    Tool::of(text.parse::<ToolShape>().unwrap())
}

fn found(events: &[Event]) -> Vec<(EventKind, u64)> {
    events.iter().map(|e| (e.kind, e.line)).collect()
}

/// A block from 0 to 10, its top at Z0.
fn cube() -> Mesh {
    block([0.0, 0.0, -10.0], [10.0, 10.0, 0.0])
}

#[test]
fn touching_is_no_gouge_unless_asked() {
    let text = "G0 X-5 Y5 Z5\nG1 Z0\nX15\nZ-1\nX12\nX11.999";
    for shape in ["flat:4", "bull:4:0.5"] {
        let (events, summary) =
            check(&tool(shape), text, &cube(), JobSettings::default(), [None, None]);
        assert_eq!(found(&events), [(EventKind::Gouge, 6)], "{shape}");
        let Interval { lo, hi } = events[0].depth;
        assert!(lo > 0.5 && hi <= 1.0 && hi - lo < 1e-6, "{shape}: {:?}", events[0]);
        assert_eq!(summary.undecided, 0);
        let touch = JobSettings { touch: true, ..JobSettings::default() };
        let (events, _) = check(&tool(shape), text, &cube(), touch, [None, None]);
        assert_eq!(events.iter().map(|e| e.line).collect::<Vec<_>>(), [3, 5, 6], "{shape}");
    }
    let allowed = JobSettings { allow: 1.0, ..JobSettings::default() };
    assert!(check(&tool("flat:4"), text, &cube(), allowed, [None, None]).0.is_empty());
    let bodies = JobBodies { part: Target::new(&cube()), stock: None, fixtures: Vec::new() };
    let (thinner, settings) =
        (Tools::single(&tool("flat:4"), 0.01).unwrap(), JobSettings::default());
    let mut events = Vec::new();
    run(text.as_bytes(), &thinner, &bodies, &settings, |e| events.push(e), |_| {}).unwrap();
    assert!(events.iter().all(|event: &Event| event.line == 1), "{events:?}");
}

/// A round or pointed tip that rests on a face, an edge or a corner touches, and a hair above it
/// does not: on straight moves, whose tips are exact, and at the ends of arcs.
#[test]
fn a_tip_that_rests_on_the_part_touches() {
    let touch = || JobSettings { touch: true, ..JobSettings::default() };
    let rests =
        "G0 X3.3 Y4.7 Z5\nG1 Z0\nX7.1 Y0.3\nX20 Y3.3 Z5\nX10 Z0\nZ5\nG1 X10 Y10 Z0\nG2 X8 Y8 R2";
    let hovers = rests.replace("Z0", "Z0.0000001");
    for shape in ["ball:6", "cone:6:30", "taper:6:1:10", "lollipop:6:3", "drill:3"] {
        let (events, summary) = check(&tool(shape), rests, &cube(), touch(), [None, None]);
        let lines: Vec<u64> = events.iter().map(|e| e.line).collect();
        assert_eq!(summary.undecided, 0, "{shape}: {events:?}");
        assert!(lines.starts_with(&[2, 3]) && lines.contains(&7), "{shape}: {lines:?}");
        assert!(lines.contains(&8), "{shape}: {lines:?}");
        let (events, summary) = check(&tool(shape), &hovers, &cube(), touch(), [None, None]);
        assert!(events.is_empty() && summary.undecided == 0, "{shape}: {events:?}");
    }
}

/// A shank begins where the cutter ends, not below.
#[test]
fn a_shank_above_the_part_meets_nothing() {
    for shank in [None, Some(6.0), Some(2.0), Some(9.0)] {
        let tool = Tool { length: Some(5.0), shank, ..tool("flat:6") };
        let allow = JobSettings { allow: 4.0, ..JobSettings::default() };
        let at = |z: &str| format!("G0 X5 Y5 Z5\nG1 Z{z}\nG1 X6");
        let (events, summary) = check(&tool, &at("-3"), &cube(), allow, [None, None]);
        assert!(events.is_empty() && summary.undecided == 0, "{shank:?}: {events:?}");
        let allow = JobSettings { allow: 9.0, ..JobSettings::default() };
        let (events, _) = check(&tool, &at("-8"), &cube(), allow, [None, None]);
        assert_eq!(
            found(&events),
            [(EventKind::Shank, 2), (EventKind::Shank, 3)],
            "{shank:?}: {events:?}"
        );
        assert!(events.iter().all(|e| e.depth == Interval::exactly(3.0)), "{shank:?}: {events:?}");
    }
}

/// The depth of a tool that lies below a surface does not depend on how that is cut into triangles.
#[test]
fn depth_is_that_of_the_surface_not_of_its_triangles() {
    // The slope z = 2x + 5. A ball of radius 2 leaves it 2(√5 − 1) above where it is met on the
    // axis.
    let corners = [[-20.0, -20.0], [20.0, -20.0], [20.0, 20.0], [-20.0, 20.0]];
    let slope = |cuts: &[f64], turned: bool| {
        let (mut vertices, mut faces) = (Vec::new(), Vec::new());
        for pair in cuts.windows(2) {
            let first = vertices.len() as u32;
            vertices.extend(corners.map(|[x, y]| {
                let x = if x < 0.0 { pair[0] } else { pair[1] };
                DVec3::new(x, y, 2.0 * x + 5.0)
            }));
            let quad = if turned { [[0, 1, 2], [0, 2, 3]] } else { [[1, 2, 3], [1, 3, 0]] };
            faces.extend(quad.map(|face: [u32; 3]| face.map(|i| first + i)));
        }
        Mesh::new(vertices, faces).unwrap()
    };
    let text = "G0 X-2 Y3 Z0\nG1 X2 Y3";
    let depth = |shape: &str, part: &Mesh| {
        let (events, summary) =
            check(&tool(shape), text, part, JobSettings::default(), [None, None]);
        assert_eq!((events.len(), summary.undecided), (1, 0), "{shape}: {events:?}");
        events[0].depth
    };
    let fine: Vec<f64> = (-40..=40).map(|i| f64::from(i) * 0.5).collect();
    for cuts in [&[-20.0, 20.0][..], &[-20.0, -1.0, 0.5, 20.0], &fine] {
        for turned in [false, true] {
            let part = slope(cuts, turned);
            for shape in ["ball:4", "lollipop:4:1"] {
                let Interval { lo, hi } = depth(shape, &part);
                let exact = 9.0 + 2.0 * (5f64.sqrt() - 1.0);
                assert!(lo <= exact + 1e-9 && hi >= exact - 1e-9, "{shape}: {lo} {hi}");
                assert!(hi - lo < 1e-6, "{shape}: {lo} {hi}");
            }
            // A disc of radius 2, one high, on a thin neck: it leaves the slope at its rim.
            for shape in ["flat:4", "profile:2,0;2,1;0.5,1;0.5,9"] {
                let Interval { lo, hi } = depth(shape, &part);
                assert!(lo <= 13.0 && 13.0 <= hi && hi - lo < 1e-6, "{shape}: {lo} {hi}");
            }
        }
    }
}

/// The part turns a hundred times below the tool, and hits it in every turn.
#[test]
fn many_turns_hit_for_certain() {
    let rotary = Some(Rotary::Table { pivot: [0.0; 3] });
    let program = GcodeOptions { rotary, ..GcodeOptions::default() };
    let settings = JobSettings { program, ..JobSettings::default() };
    let text = "G0 X5 Y5 Z5\nG1 A36000 Z4";
    let (events, summary) = check(&tool("flat:2"), text, &cube(), settings, [None, None]);
    assert_eq!((found(&events), summary.undecided), (vec![(EventKind::Gouge, 2)], 0));
}

#[test]
fn a_tool_wholly_inside_is_a_gouge() {
    let text = "G0 X5 Y5 Z-5\nG1 X6";
    for shape in ["ball:1", "flat:1", "lollipop:2:1", "profile:0,0;1,1;0.4,2;0.4,3"] {
        let (events, _) = check(&tool(shape), text, &cube(), JobSettings::default(), [None, None]);
        assert_eq!(found(&events), [(EventKind::Gouge, 2)], "{shape}");
        assert!(
            events[0].depth.lo >= 5.0 - 1.1 && events[0].depth.hi <= 5.0 + 1e-9,
            "{shape}: {:?}",
            events[0]
        );
    }
}

/// Only the shank sticks out of the part: the cutter below it gouges, too, though it meets no
/// surface. Below a shelf it does not.
#[test]
fn a_cutter_wholly_inside_below_its_shank_gouges() {
    let mut short = tool("flat:2");
    (short.length, short.shank) = (Some(3.0), Some(1.0));
    let (events, _) =
        check(&short, "G1 X5 Y5 Z-5\nX6", &cube(), JobSettings::default(), [None, None]);
    assert_eq!(found(&events), [(EventKind::Gouge, 2), (EventKind::Shank, 2)]);
    assert!(
        events[0].depth.lo <= 5.0 && events[0].depth.hi >= 5.0 && events[0].depth.lo > 4.999,
        "{events:?}"
    );
    let shelf = block([0.0, 0.0, -1.0], [10.0, 10.0, 0.0]);
    let (events, _) =
        check(&short, "G1 X5 Y5 Z-5\nX6", &shelf, JobSettings::default(), [None, None]);
    assert_eq!(found(&events), [(EventKind::Shank, 2)]);
}

/// Only the holder sticks out: cutter and shank are inside the part, though they meet no surface.
#[test]
fn a_shank_wholly_inside_below_its_holder_is_told() {
    let mut long = tool("flat:2");
    (long.length, long.shank, long.stick_out) = (Some(3.0), Some(1.0), Some(4.0));
    long.holder = vec![Stage { lower: 3.0, upper: 3.0, length: 10.0 }];
    let text = "G1 X5 Y5 Z-6\nX6";
    let (events, _) = check(&long, text, &cube(), JobSettings::default(), [None, None]);
    let expected = [(EventKind::Gouge, 6.0), (EventKind::Shank, 3.0), (EventKind::Holder, 2.0)];
    assert_eq!(events.len(), 3, "{events:?}");
    for (kind, depth) in expected {
        let event = events.iter().find(|event| event.kind == kind).unwrap();
        assert!(event.depth.lo <= depth && depth <= event.depth.hi, "{event:?}");
        assert!(event.depth.hi - event.depth.lo < 1e-3, "{event:?}");
    }
}

/// A short cutter that lies wholly below the surface on one piece of an arc, a helix or a turn, and
/// cuts it on another, is as deep as on a straight move.
#[test]
fn a_short_cutter_is_as_deep_on_arcs_as_on_lines() {
    let slab = block([-50.0, -50.0, -30.0], [50.0, 50.0, 0.0]);
    let mut short = tool("flat:6");
    short.length = Some(5.0);
    let mut held = short.clone();
    (held.shank, held.stick_out) = (Some(3.0), Some(7.0));
    held.holder = Stage::list("20:10").unwrap();
    let program = GcodeOptions { rotary: Some(Rotary::TipOnTable), ..GcodeOptions::default() };
    for allow in [0.0, 6.0] {
        for text in [
            "G0 X0 Y0 Z5\nG1 Z-8\nG1 X5 Z2",
            "G0 X0 Y0 Z5\nG1 Z-8\nG3 I5 J0 Z2",
            "G0 X0 Y0 Z5\nG1 Z2\nG3 I5 J0 Z-8",
            "G0 X0 Y0 Z5\nG1 Z-8\nG1 X5 Z2 A0.001",
        ] {
            for tool in [&short, &held] {
                let settings =
                    JobSettings { allow, program: program.clone(), ..JobSettings::default() };
                let (events, _) = check(tool, text, &slab, settings, [None, None]);
                let is_last = |e: &&Event| e.kind == EventKind::Gouge && e.line == 3;
                let Interval { lo: low, hi: high } = events.iter().find(is_last).expect(text).depth;
                assert!(low <= 8.0 && 8.0 <= high + 1e-9, "{text}: {low} to {high}");
                assert!(high - low < 2e-2, "{text}: {low} to {high}");
            }
        }
    }
}

/// An event lies on the part, and in the triangle that it names.
#[test]
fn the_place_of_an_event_is_on_the_part() {
    let part = block([0.0, 0.0, -10.0], [40.0, 30.0, 0.0]);
    for text in [
        "G0 X50 Y19 Z10\nG1 Z-3\nG1 X37",
        "G0 X5 Y5 Z200\nG1 Z-5",
        "G0 X-10 Y15 Z-2\nG1 X60",
        "G0 X-10 Y15 Z-2\nG2 X60 R40",
    ] {
        let (events, _) = check(&tool("flat:6"), text, &part, JobSettings::default(), [None, None]);
        assert!(!events.is_empty(), "{text}");
        for event in events {
            let triangle = part.triangle_at(event.triangle.unwrap() as usize);
            let off = closecall::engine::geom::exact::distance(&triangle, &[event.point.into(); 3])
                .distance
                .hi;
            assert!(off < 1e-9, "{text}: {event:?}");
        }
    }
    let (events, _) = check(
        &tool("flat:6"),
        "G0 X50 Y19 Z10\nG1 Z-3\nG1 X37",
        &part,
        JobSettings::default(),
        [None, None],
    );
    assert!((34.0..=40.0).contains(&events[0].point[0]), "{events:?}");
}

#[test]
fn an_undercut_is_free_for_a_lollipop_and_not_for_a_ball() {
    // A shelf above the ball, beside the neck.
    let shelf = block([2.0, -5.0, 3.9], [9.0, 5.0, 5.0]);
    let text = "G0 X0 Y0 Z0\nG1 X0.5";
    let (events, summary) =
        check(&tool("lollipop:4:2"), text, &shelf, JobSettings::default(), [None, None]);
    assert!(events.is_empty() && summary.undecided == 0, "{events:?}");
    let (events, _) = check(&tool("ball:4"), text, &shelf, JobSettings::default(), [None, None]);
    assert_eq!(found(&events), [(EventKind::Gouge, 2)]);
    // The neck runs into the shelf.
    let (events, _) = check(
        &tool("lollipop:4:2"),
        "G0 X0 Y0 Z0\nG1 X1.5",
        &shelf,
        JobSettings::default(),
        [None, None],
    );
    assert_eq!(found(&events), [(EventKind::Gouge, 2)]);
}

#[test]
fn shank_holder_and_the_least_stick_out() {
    let mut long = tool("flat:4");
    (long.length, long.shank, long.stick_out) = (Some(5.0), Some(6.0), Some(12.0));
    long.holder = Stage::list("20:5,30:10").unwrap();
    // Beside the block: the cutter and the shank pass, the holder passes above.
    let beside = |depth: f64| format!("G0 X-3.5 Y5 Z20\nG1 Z-{depth}\nY6");
    let kinds = |depth| {
        let (events, summary) =
            check(&long, &beside(depth), &cube(), JobSettings::default(), [None, None]);
        (
            found(&events).into_iter().filter(|f| f.1 == 3).map(|f| f.0).collect::<Vec<_>>(),
            summary.stick_out,
        )
    };
    assert_eq!(kinds(9.0), (vec![], None));
    let (met, stick) = kinds(15.0);
    assert_eq!(met, [EventKind::Holder]);
    let stick = stick.unwrap();
    assert!(stick.lo <= 15.0 && stick.hi >= 15.0 && stick.hi - stick.lo < 1e-9, "{stick:?}");
    // Nearer, the thicker shank meets the wall that the cutter passes.
    let text = "G0 X-2.5 Y5 Z20\nG1 Z-8\nY6";
    let (events, _) = check(&long, text, &cube(), JobSettings::default(), [None, None]);
    assert_eq!(
        found(&events).into_iter().filter(|f| f.1 == 3).collect::<Vec<_>>(),
        [(EventKind::Shank, 3)]
    );
}

#[test]
fn fixtures_stock_rapids_and_near_misses() {
    let stock = block([-1.0, -1.0, -10.0], [11.0, 11.0, 1.0]);
    let clamp = block([20.0, 0.0, -10.0], [25.0, 10.0, 5.0]);
    let text = "G0 X-5 Y5 Z2\nG0 X5\nG0 Z0.5\nG1 Z0.2\nG0 X15\nG1 X18.5\nG0 Z-1";
    let settings = JobSettings { margin: 0.3, ..JobSettings::default() };
    let (events, _) = check(&tool("flat:4"), text, &cube(), settings, [Some(stock), Some(clamp)]);
    let expected = [
        (EventKind::Rapid, 3),
        (EventKind::Near, 4),
        (EventKind::Rapid, 5),
        (EventKind::Fixture, 6),
        (EventKind::Fixture, 7),
    ];
    assert_eq!(found(&events), expected, "{events:?}");
    // Through the part itself.
    let (events, _) =
        check(&tool("flat:4"), "G0 X-5 Y5 Z-1\nX5", &cube(), JobSettings::default(), [None, None]);
    assert_eq!(found(&events), [(EventKind::Rapid, 2)]);
}

#[test]
fn arcs_around_a_corner() {
    // Around the edge at X10 Y10 in a distance of 2.1 and of 1.9, with a tool of radius 2.
    let around = |r: f64| format!("G0 X{} Y10 Z5\nG1 Z-1\nG3 X10 Y{} I-{r}\n", 10.0 + r, 10.0 + r);
    let (events, summary) =
        check(&tool("flat:4"), &around(2.1), &cube(), JobSettings::default(), [None, None]);
    assert!(events.is_empty() && summary.undecided == 0, "{events:?}");
    let (events, _) =
        check(&tool("flat:4"), &around(1.9), &cube(), JobSettings::default(), [None, None]);
    assert!(
        events.iter().any(|e| e.line == 3 && e.certain && e.depth.lo > 0.999 && e.depth.hi < 1.001),
        "{events:?}"
    );
}

#[test]
fn an_inclined_tool_is_a_turned_scene() {
    // A tool that lies along X, moved along Z in front of the block's side at X10.
    let axis = Some([1.0, 0.0, 0.0]);
    let settings = || JobSettings { axis, ..JobSettings::default() };
    for (x, expected) in [(10.1, 0), (9.5, 1)] {
        let text = format!("G0 X{x} Y5 Z-6\nG1 Z-4");
        for shape in ["flat:2", "ball:2", "cone:2:45"] {
            let (events, summary) = check(&tool(shape), &text, &cube(), settings(), [None, None]);
            assert_eq!(
                (events.len(), summary.undecided),
                (expected, 0),
                "{shape} at {x}: {events:?}"
            );
            assert!(events.iter().all(|e| (e.depth.lo - 0.5).abs() < 1e-9), "{shape}: {events:?}");
        }
    }
}

#[test]
fn turning_tools() {
    let rotary = |rotary| JobSettings {
        program: GcodeOptions { rotary: Some(rotary), ..GcodeOptions::default() },
        ..JobSettings::default()
    };
    // The tip stays 0.4 above the top while the tool leans over: its rim comes down by 0.5·sin A.
    let text = "G0 X5 Y5 Z0.4 A0\nG1 A45\nA70\nA0";
    let (events, _) =
        check(&tool("flat:1"), text, &cube(), rotary(Rotary::TipOnTable), [None, None]);
    assert!(
        events.iter().any(|e| e.line == 3 && e.certain) && events.iter().all(|e| e.line > 2),
        "{events:?}"
    );
    // The table turns the block about its own middle, away from under the tool and into it.
    let pivot = [5.0, 5.0, -5.0];
    let text = "G0 X5 Y5 Z1 A0\nG1 A5\nA45";
    let (events, _) =
        check(&tool("flat:1"), text, &cube(), rotary(Rotary::Table { pivot }), [None, None]);
    assert!(events.iter().any(|e| e.line == 3 && e.certain), "{events:?}");
    assert!(events.iter().all(|e| e.line != 2), "{events:?}");
}

/// A tool with sides of its own turns with C: a slab of 4 × 1 passes a wall lengthways, and not
/// across.
#[test]
fn polyhedral_tools_turn_about_their_axis() {
    let slab = block([-2.0, -0.5, 0.0], [2.0, 0.5, 5.0]);
    let slab = Tool::of(ToolShape::Mesh(Facets::new(&slab).unwrap()));
    let wall = block([-20.0, 1.0, -10.0], [20.0, 9.0, 0.0]);
    let program = GcodeOptions { rotary: Some(Rotary::TipOnTable), ..GcodeOptions::default() };
    let text = "G0 X0 Y0 Z5 C0\nG1 Z-1\nX5\nC10\nC90\nX0\nC180\nX5";
    let settings = JobSettings { program, ..JobSettings::default() };
    let (events, summary) = check(&slab, text, &wall, settings, [None, None]);
    assert_eq!(
        found(&events),
        [(EventKind::Gouge, 5), (EventKind::Gouge, 6), (EventKind::Gouge, 7)],
        "{events:?}"
    );
    assert!(events.iter().all(|e| e.certain && (0.98..=1.0).contains(&e.depth.lo)), "{events:?}");
    assert!(events.iter().all(|e| (1.0..1.05).contains(&e.depth.hi)), "{events:?}");
    assert_eq!(summary.undecided, 0);
}

#[test]
fn a_hundred_holes_with_holder_and_clamps() {
    let mut drill = tool("drill:3:118");
    (drill.length, drill.shank, drill.stick_out) = (Some(20.0), Some(3.0), Some(40.0));
    drill.holder = Stage::list("30:20").unwrap();
    let plate = block([0.0, 0.0, -5.0], [100.0, 100.0, 0.0]);
    let clamp = block([-20.0, 40.0, -5.0], [-5.0, 60.0, 35.0]);
    let holes: String =
        (0..100).map(|i| format!("X{} Y{}\n", 5 + 10 * (i % 10), 5 + 10 * (i / 10))).collect();
    let text = format!("G0 X0 Y0 Z10\nG99 G81 X5 Y5 Z-6 R1\n{holes}G80\nG0 Z10\n");
    let begin = std::time::Instant::now();
    let (events, summary) =
        check(&drill, &text, &plate, JobSettings::default(), [None, Some(clamp)]);
    eprintln!("{} moves in {:?}", summary.checked, begin.elapsed());
    assert_eq!(summary.counts[EventKind::Gouge as usize], 101);
    // The first column passes too close to the clamp with its holder.
    assert!(events.iter().any(|e| e.kind == EventKind::Fixture));
}

/// Plates of one fixture: from this distance of the axis to that, at this height.
fn plates(of: &[(f64, f64, f64)]) -> Mesh {
    let corners = of.iter().flat_map(|&(near, far, z)| {
        [[near, -0.1], [far, -0.1], [far, 0.1], [near, 0.1]].map(|[x, y]| DVec3::new(x, y, z))
    });
    let triangles = (0..of.len() as u32)
        .map(|k| 4 * k)
        .flat_map(|k| [[0, 1, 2], [0, 2, 3]].map(|t| t.map(|i| i + k)));
    Mesh::new(corners.collect(), triangles.collect()).unwrap()
}

/// The holder must rise off a plate, and on that way the cutter meets others of the same fixture.
#[test]
fn cutter_shank_and_holder_meet_one_fixture_on_the_way_up() {
    let holder = vec![Stage { lower: 10.0, upper: 10.0, length: 10.0 }];
    let (length, shank, stick_out) = (Some(5.0), Some(2.0), Some(20.0));
    let tool = Tool { length, shank, stick_out, holder, ..tool("flat:4") };
    let at_holder = (4.0, 4.8, 22.0);
    let at_cutter = |z: f64| (1.5, 1.9, z);
    let at_shank = |z: f64| (0.5, 0.9, z);
    type Plate = (f64, f64, f64);
    let cases: [(&[Plate], f64); 8] = [
        (&[at_cutter(6.0)], 0.0),
        (&[at_holder], 2.0),
        (&[at_holder, at_cutter(7.5)], 2.0),
        (&[at_holder, at_cutter(6.0)], 6.0),
        (&[at_holder, at_cutter(6.0), at_cutter(10.5)], 10.5),
        (&[at_cutter(0.5), at_cutter(5.25)], 5.25),
        // The shank leaves it where the cutter below comes up to it.
        (&[at_shank(6.0)], 6.0),
        (&[at_holder, at_cutter(0.5), at_shank(6.0), at_cutter(10.5)], 10.5),
    ];
    let far = block([100.0, 100.0, 0.0], [101.0, 101.0, 1.0]);
    for (fixture, depth) in cases {
        let text = "G0 X0 Y0 Z0\nG1 X0.0001";
        let (events, summary) =
            check(&tool, text, &far, JobSettings::default(), [None, Some(plates(fixture))]);
        let kinds: Vec<EventKind> = events.iter().map(|e| e.kind).collect();
        assert_eq!(summary.undecided, 0, "{fixture:?}: {events:?}");
        if depth == 0.0 {
            assert!(events.is_empty(), "{fixture:?}: {events:?}");
            continue;
        }
        assert_eq!(kinds, [EventKind::Fixture], "{fixture:?}: {events:?}");
        let Interval { lo, hi } = events[0].depth;
        let is_at_seam = fixture == [at_shank(6.0)];
        assert!(
            lo <= depth && depth <= hi && (hi - lo < 1e-6 || is_at_seam),
            "{fixture:?}: {events:?}"
        );
    }
}
