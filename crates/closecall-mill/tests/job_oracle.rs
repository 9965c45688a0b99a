//! Whole jobs against every triangle, one by one: what is remembered from move to move, and what
//! the walk leaves out, changes no answer; and the answers do not depend on the number of threads.

use crate::common::Random;
use closecall::Mesh;
use closecall::engine::geom::GlamMesh as _;
use closecall_mill::engine::{LiftQuestion, Prism, ToolFrame, lift, lower_lift, lowering};
use closecall_mill::gcode::{GcodeOptions, Interpreter, ToolPath};
use closecall_mill::job::{Event, EventKind, JobBodies, JobSettings, Tools, run};
use closecall_mill::part::Target;
use closecall_mill::tool::{Facets, Piece, PieceRole, Stage, Tool, ToolShape};
use glam::DVec3;

/// Waves with a step in them: walls, ridges and level ground.
fn part() -> Mesh {
    let place = |i: u32| DVec3::new(f64::from(i % 13), f64::from(i / 13), 0.0);
    let height = |p: DVec3| {
        if p.x > 6.0 {
            (0.9 * p.x).sin() * (0.7 * p.y).cos()
        } else if p.y > 6.0 {
            1.0
        } else {
            -1.0
        }
    };
    let vertices = (0..169).map(place).map(|p| p.with_z(height(p))).collect();
    let cells = (0..156u32).filter(|i| i % 13 < 12);
    Mesh::new(vertices, cells.flat_map(|i| [[i, i + 1, i + 14], [i, i + 14, i + 13]]).collect())
        .unwrap()
}

fn tools() -> Vec<Tool> {
    let shapes = [
        "ball:4",
        "flat:3",
        "bull:4:0.8",
        "cone:3:30",
        "taper:4:1.6:15",
        "lollipop:3:1",
        "apt:3:0.6:0.6:0.6:5:10:4",
    ];
    let mut tools: Vec<Tool> =
        shapes.iter().map(|text| Tool::of(text.parse::<ToolShape>().unwrap())).collect();
    let mut held = Tool::of(ToolShape::Flat { d: 1.0 });
    (held.length, held.shank, held.stick_out) = (Some(1.0), Some(0.8), Some(2.0));
    held.holder = Stage::list("3:4:1").unwrap();
    let corners = [[0.0, 0.0, 0.0], [1.5, 0.0, 2.0], [-0.7, 1.3, 2.0], [-0.7, -1.3, 2.0]];
    let faces = vec![[0, 2, 1], [0, 3, 2], [0, 1, 3], [1, 2, 3]];
    let pyramid = Mesh::new(corners.map(DVec3::from).into(), faces).unwrap();
    tools.extend([held, Tool::of(ToolShape::Mesh(Facets::new(&pyramid).unwrap()))]);
    tools
}

/// To and fro, now above the part and now in it, with leaps.
fn program(random: &mut Random) -> String {
    let mut text = "G21 G90\nG1 X0 Y0 Z3 F100\n".to_owned();
    for i in 0..130 {
        let (x, y) = (6.0 + random.within(7.0), f64::from(i % 13) + random.within(1.0));
        let z = if i % 10 < 6 { 1.0 + random.within(0.8) } else { random.within(2.0) };
        text += &format!("X{x:.4} Y{y:.4} Z{z:.4}\n");
    }
    text
}

/// Of every kind the deepest of a straight move, by all triangles: what is met now, and then again
/// and again what is met before that is left behind.
fn brute(tool: &Tool, part: &Mesh, ends: [DVec3; 2], frame: &ToolFrame) -> [[f64; 2]; 3] {
    [PieceRole::Cutter, PieceRole::Holder, PieceRole::Shank].map(|role| {
        let pieces: Vec<Piece> = tool.pieces().into_iter().filter(|p| p.role == role).collect();
        let mut depth = [f64::NEG_INFINITY; 2];
        loop {
            let before = depth;
            for triangle in part.iter() {
                let prism = Prism::new(&triangle, ends, frame);
                let [lo, hi] = of_triangle(&pieces, &prism, before);
                depth = [depth[0].max(lo), depth[1].max(hi)];
            }
            if depth == before {
                return depth;
            }
        }
    })
}

/// How far these pieces must rise off a triangle that they meet now, or on their way up by `risen`.
fn of_triangle(pieces: &[Piece], prism: &Prism, risen: [f64; 2]) -> [f64; 2] {
    let question = LiftQuestion { above: 0.0, touch: false, astray: 0.0, afloat: 0.0, wider: 0.0 };
    let exact = LiftQuestion { above: f64::NEG_INFINITY, ..question };
    let [mut certain, mut possible] = [false; 2];
    let mut depth = [f64::NEG_INFINITY; 2];
    for piece in pieces {
        let up = lower_lift(piece, prism, &question);
        let now = lift(piece, prism, &question);
        let down = lowering(piece, prism, &exact);
        certain |= now.lo > 0.0 || up.lo > 0.0 && -down.lo < risen[0];
        possible |= now.hi > 0.0 || up.hi > 0.0 && -down.hi < risen[1];
        depth = [depth[0].max(up.lo), depth[1].max(up.hi)];
    }
    let [lo, hi] = depth;
    [(certain, lo), (possible, hi)].map(|(met, depth)| if met { depth } else { f64::NEG_INFINITY })
}

fn answers(
    tool: &Tool,
    part: &Mesh,
    text: &str,
    axis: Option<DVec3>,
    threads: usize,
) -> Vec<Event> {
    let bodies = JobBodies { part: Target::new(part), stock: None, fixtures: Vec::new() };
    let settings = JobSettings { axis: axis.map(Into::into), ..JobSettings::default() };
    let tools = Tools::single(tool, 0.0).unwrap();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let mut events = Vec::new();
    let run =
        || run(text.as_bytes(), &tools, &bodies, &settings, |event| events.push(event), |_| {});
    pool.install(run).unwrap();
    events
}

#[test]
fn jobs_are_what_all_triangles_say() {
    let (part, mut random) = (part(), Random(21));
    let (mut met, mut free) = (0, 0);
    for tool in tools() {
        for axis in [None, Some((DVec3::Z + random.point(0.5)).normalize())] {
            let text = program(&mut random);
            let events = answers(&tool, &part, &text, axis, 1);
            assert_eq!(events, answers(&tool, &part, &text, axis, 3), "{tool:?}");
            let frame = axis.map_or(ToolFrame::Upright, ToolFrame::of_axis);
            let mut steps = Interpreter::new(text.as_bytes(), GcodeOptions::default());
            while let Some(step) = steps.step().unwrap() {
                let ToolPath::Line(ends) = step.way.checks().next().unwrap().path else { panic!() };
                let deepest = brute(&tool, &part, ends.map(DVec3::from_array), &frame);
                for (kind, [lo, hi]) in
                    [EventKind::Gouge, EventKind::Holder, EventKind::Shank].into_iter().zip(deepest)
                {
                    let found = events.iter().find(|e| e.line == step.line && e.kind == kind);
                    let words = || {
                        format!(
                            "{:?} {axis:?} line {}: {found:?}, by all {lo} to {hi}",
                            tool.shape, step.line
                        )
                    };
                    let Some(event) = found else {
                        assert!(lo <= 0.0, "{}", words());
                        free += 1;
                        continue;
                    };
                    met += 1;
                    assert!(
                        hi > 0.0 && event.depth.lo <= hi && event.depth.hi >= lo,
                        "{}",
                        words()
                    );
                    assert!(
                        !event.certain || event.depth.hi - event.depth.lo < 1e-6,
                        "{}",
                        words()
                    );
                }
            }
        }
    }
    eprintln!("{met} met, {free} free");
    assert!(met > 300 && free > 300);
}
