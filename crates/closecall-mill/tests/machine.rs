//! Programs on the two machines of the examples: limits and collisions against dense sampling, tip
//! control, tilted planes and tool changes.

use closecall::engine::geom::{GlamMesh as _, Rng};
use closecall::geom::Interval;
use closecall::mesh::shapes::cuboid;
use closecall::world::Body;
use closecall::{Mesh, Model, Pose, World};
use closecall_mill::gcode::{Dialect, GcodeOptions, Interpreter, Move, MoveFrame, ProgramUnit};
use closecall_mill::job::{
    Event, EventKind, JobBodies, JobError, JobSettings, MachineFact, Summary, Tools, Verdict, run,
};
use closecall_mill::machine::{Machine, MachineOptions};
use closecall_mill::part::Target;
use closecall_mill::tool::{Stage, Tool, ToolShape};
use closecall_robot::{Robot, RobotFiles, RobotInWorld};
use glam::DVec3;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::Arc;

const UNIT: ProgramUnit = ProgramUnit::Millimetre;

fn file(name: &str) -> String {
    format!("{}/../../examples/machine_{name}.urdf", env!("CARGO_MANIFEST_DIR"))
}

fn settings(name: &str, options: MachineOptions) -> JobSettings {
    let machine = Arc::new(Machine::load(file(name).as_ref(), &options).unwrap());
    let program =
        GcodeOptions { machine: Some(machine), dialect: Dialect::Fanuc, ..GcodeOptions::default() };
    JobSettings { program, ..JobSettings::default() }
}

fn tool() -> Tool {
    let holder = Stage::list("40:30,50:30").unwrap();
    let (length, stick_out, gauge) = (Some(30.0), Some(60.0), Some(120.0));
    Tool { length, stick_out, holder, gauge, ..Tool::of(ToolShape::Flat { d: 10.0 }) }
}

fn part() -> Mesh {
    cuboid(DVec3::new(-40.0, -30.0, 0.0), DVec3::new(40.0, 30.0, 35.0))
}

fn clamp() -> Mesh {
    cuboid(DVec3::new(45.0, -20.0, 0.0), DVec3::new(70.0, 20.0, 150.0))
}

fn bodies() -> JobBodies {
    let fixtures = vec![Target::new(&clamp())];
    JobBodies { part: Target::new(&part()), stock: None, fixtures }
}

fn check(text: &str, settings: &JobSettings) -> Result<(Summary, Vec<Event>), JobError> {
    let tools = Tools::single(&tool(), 0.0).unwrap().for_all();
    let mut events = Vec::new();
    let tell = |event| events.push(event);
    let summary = run(text.as_bytes(), &tools, &bodies(), settings, tell, |_| {})?;
    Ok((summary, events))
}

/// All moves of a program with their lines.
fn moves(text: &str, settings: &JobSettings) -> Vec<(u64, Move)> {
    let tools = Tools::single(&tool(), 0.0).unwrap();
    let mut program = Interpreter::new(text.as_bytes(), settings.program.clone())
        .with_cutters(tools.cutters().clone());
    let mut moves = Vec::new();
    while let Some(step) = program.step().unwrap() {
        moves.extend(step.way.checks().map(|one| (step.line, one.clone())));
    }
    moves
}

/// A machine in a world of its own, read as any robot is.
struct Oracle {
    world: World,
    robot: RobotInWorld,
    machine: Arc<Machine>,
}

impl Oracle {
    fn new(name: &str, settings: &JobSettings) -> Self {
        let robot = Robot::load(file(name), &RobotFiles::default()).unwrap();
        let mut world = World::new();
        let robot = robot.insert(&mut world, "", None).unwrap();
        let table = world.handle("table").unwrap();
        for (name, mesh) in [("part", part()), ("fixture 1", clamp())] {
            let points = mesh.points().iter().map(|p| *p * 1e-3).collect();
            let mesh = Mesh::new(points, mesh.triangles().to_vec()).unwrap();
            let body = Body::new(name, &Model::new(mesh)).on(table).at(Pose::IDENTITY);
            let handle = world.insert(body).unwrap();
            world.allow(handle, table).unwrap();
        }
        let [part, clamp] = ["part", "fixture 1"].map(|name| world.handle(name).unwrap());
        world.allow(part, clamp).unwrap();
        Self { world, robot, machine: settings.program.machine.clone().unwrap() }
    }

    /// The joints at a share of a move, by letter: metres and radians.
    fn joints(&self, one: &Move, share: f64) -> BTreeMap<char, f64> {
        let angles = DVec3::from(one.angles[0]).lerp(DVec3::from(one.angles[1]), share);
        let (length, kinematics) = (120.0, self.machine.kinematics());
        let slides = match one.frame {
            MoveFrame::Part => kinematics.slides(one.path.at(share), angles, length),
            MoveFrame::Tilted(tilt) => {
                kinematics.slides(tilt.to_part(one.path.at(share)), angles, length)
            }
            MoveFrame::Machine { length } => {
                kinematics.slides(one.path.at(share), DVec3::ZERO, length)
            }
        };
        let slides = "XYZ".chars().zip(slides.map(|x| x * 1e-3));
        slides.chain("ABC".chars().zip(angles.to_array().map(f64::to_radians))).collect()
    }

    /// The bodies met on a move, and the limits that are passed, and by how much, at many shares.
    fn sample(&self, one: &Move) -> (BTreeSet<[String; 2]>, BTreeMap<char, f64>) {
        let (mut met, mut over) = (BTreeSet::new(), BTreeMap::<char, f64>::new());
        let mut query = self.world.query();
        self.robot.pose_links(&mut query).unwrap();
        let robot = self.robot.robot();
        for k in 0..=200 {
            let joints = self.joints(one, f64::from(k) / 200.0);
            let mut is_within = true;
            for axis in self.machine.axes() {
                let [low, high] = axis.limits.unwrap_or([-1e9, 1e9]);
                let beyond = (low - joints[&axis.letter]).max(joints[&axis.letter] - high);
                if beyond > 0.0 {
                    is_within = false;
                    let most = over.entry(axis.letter).or_default();
                    *most = most.max(beyond);
                }
            }
            // Limits of the file are refused here.
            if !is_within {
                continue;
            }
            let named: Vec<(String, f64)> = joints
                .iter()
                .filter(|(letter, _)| self.machine.axes().iter().any(|a| a.letter == **letter))
                .map(|(letter, x)| (letter.to_string(), *x))
                .collect();
            let named = named.iter().map(|(name, x)| (&**name, *x));
            let positions = robot.positions(named).unwrap();
            query.set_poses(&self.robot.poses(&positions).unwrap()).unwrap();
            for (a, b) in query.collisions() {
                met.insert(sorted([a, b].map(|body| self.world.name(body).unwrap().to_owned())));
            }
        }
        (met, over)
    }
}

fn sorted(mut names: [String; 2]) -> [String; 2] {
    names.sort();
    names
}

/// A program of moves with tip control on and off, some of which go too far.
fn random(rng: &mut Rng, tilting: char) -> String {
    let mut text = "G21 G90 G17\nG0 X0 Y0 Z180\nA0 B0 C0\n"
        .replace(if tilting == 'A' { " B0" } else { "A0 " }, " ");
    let mut angle = 0.0f64;
    for _ in 0..14 {
        match rng.below(6) {
            0 => text.push_str(if rng.below(2) == 0 { "G43.4 H1\n" } else { "G49\n" }),
            1 => {
                let [i, j] = [rng.between(-30.0, 30.0), rng.between(-30.0, 30.0)];
                let _ =
                    writeln!(text, "G2 X{:.3} Y{:.3} R{:.3} F500", i, j, rng.between(200.0, 400.0));
            }
            2 => {
                angle = rng.between(-130.0, if tilting == 'A' { 45.0 } else { 130.0 });
                let _ = writeln!(
                    text,
                    "G1 {tilting}{angle:.3} C{:.3} F500",
                    rng.between(-200.0, 200.0)
                );
            }
            _ => {
                let place = rng.in_ball() * DVec3::new(200.0, 170.0, 70.0);
                let z = 60.0 + place.z;
                let turn = if rng.below(2) == 0 {
                    angle = (angle + rng.between(-40.0, 40.0)).clamp(-125.0, 120.0);
                    format!("{tilting}{angle:.3} C{:.3}", rng.between(-90.0, 90.0))
                } else {
                    String::new()
                };
                let g = rng.below(2);
                let _ = writeln!(text, "G{g} X{:.3} Y{:.3} Z{z:.3} {turn} F500", place.x, place.y);
            }
        }
    }
    text + "M30\n"
}

/// Events of pairs without the tool, by line.
fn clashes(events: &[Event]) -> BTreeMap<u64, BTreeSet<[String; 2]>> {
    let mut found: BTreeMap<u64, BTreeSet<[String; 2]>> = BTreeMap::new();
    for event in events {
        if let Some(MachineFact::Clash { bodies }) = &event.machine
            && bodies.iter().all(|name| !name.starts_with("tool"))
        {
            found.entry(event.line).or_default().insert(sorted(bodies.clone()));
        }
    }
    found
}

#[test]
fn limits_and_collisions_are_those_that_dense_sampling_finds() {
    let mut rng = Rng::new(4102);
    let programs = std::env::var("CLOSECALL_MACHINE_PROGRAMS").ok().and_then(|n| n.parse().ok());
    let [mut met, mut over, mut clear, mut open, mut within] = [0usize; 5];
    for number in 0..programs.unwrap_or(6) {
        let (name, tilting) = if number % 2 == 0 { ("table", 'A') } else { ("head", 'B') };
        let settings = settings(name, MachineOptions::new(UNIT));
        let oracle = Oracle::new(name, &settings);
        let text = random(&mut rng, tilting);
        let (_, events) = check(&text, &settings).unwrap();
        let found = clashes(&events);
        for (line, one) in moves(&text, &settings) {
            let (wanted, limits) = oracle.sample(&one);
            let here = found.get(&line).cloned().unwrap_or_default();
            let is_open = events.iter().any(|event| event.line == line && !event.certain);
            for pair in &wanted {
                assert!(
                    here.contains(pair) || is_open,
                    "{text}\nline {line}: {pair:?} of {here:?}"
                );
            }
            met += wanted.len();
            clear += usize::from(wanted.is_empty() && here.is_empty() && !is_open);
            open += usize::from(is_open);
            for axis in oracle.machine.axes() {
                let event = events.iter().find(|event| {
                    matches!(&event.machine, Some(MachineFact::Limit { letter, .. }) if *letter == axis.letter)
                        && event.line == line
                });
                let scale = if axis.is_rotary() { 1f64.to_radians() } else { 1e-3 };
                match limits.get(&axis.letter).map(|beyond| beyond / scale) {
                    Some(beyond) if beyond > 1e-5 => {
                        let event =
                            event.unwrap_or_else(|| panic!("{text}\nline {line} {}", axis.letter));
                        let Interval { lo, hi } = event.depth;
                        assert!(
                            event.certain && beyond <= hi + 1e-9,
                            "{text}\nline {line} {beyond} {hi}"
                        );
                        assert!(lo <= beyond * 1.02 + 0.5, "{text}\nline {line} {beyond} {lo}");
                        over += 1;
                    }
                    _ => {
                        assert!(
                            event.is_none_or(|event| event.depth.lo < 0.2),
                            "{text}\nline {line} {event:?}"
                        );
                        within += 1;
                    }
                }
            }
        }
        // Sampling finds again, nearly, all that is certain.
        for (line, pairs) in &found {
            let sampled: BTreeSet<_> = moves(&text, &settings)
                .iter()
                .filter(|(at, _)| at == line)
                .flat_map(|(_, one)| oracle.sample(one).0)
                .collect();
            let has_limit = events.iter().any(|e| e.line == *line && e.kind == EventKind::Limit);
            let missing = pairs.iter().filter(|pair| !sampled.contains(*pair)).count();
            assert!(missing <= 1 || has_limit, "{text}\nline {line}: {pairs:?} and {sampled:?}");
        }
    }
    println!("met {met}, over {over}, within {within}, clear moves {clear}, open {open}");
    assert!(met > 5 && over > 15 && clear > 30 && within > 100, "{met} {over} {clear} {within}");
    assert!(open * 8 < clear, "{open} of {clear}");
}

/// The holder meets the clamp; the ram, which is no part of the tool, meets it further up.
#[test]
fn machine_tool_part_and_fixture_are_all_looked_at() {
    let settings = settings("table", MachineOptions::new(UNIT));
    let text = "G21 G90\nG0 X0 Y0 Z200\nG0 Z60\nG0 X35 Z36\nG0 Z200\nG0 A-60\nG43.4 H1\nG1 X0 Y0 Z37 F100\nM30\n";
    let (summary, events) = check(text, &settings).unwrap();
    assert_eq!(summary.verdict(), Verdict::Gouge);
    let of_line = |line: u64| {
        let here = events.iter().filter(|event| event.line == line);
        here.map(|event| (event.kind, event.certain)).collect::<Vec<_>>()
    };
    // The tool itself meets part and fixtures in the exact check, and in no other.
    assert!(of_line(4).contains(&(EventKind::Fixture, true)), "{events:?}");
    let clash = |event: &Event| match &event.machine {
        Some(MachineFact::Clash { bodies }) => bodies.clone(),
        _ => [String::new(), String::new()],
    };
    let tilted: Vec<_> = events.iter().filter(|event| event.line == 8).map(clash).collect();
    let names = tilted.concat().join(" ");
    assert!(!names.contains("tool, cutter 1 part"), "{names}");
    assert_eq!(summary.reached.0.len(), 5);
}

/// The tool's tip and its axis.
fn tool_at(settings: &JobSettings, one: &Move, share: f64) -> (DVec3, DVec3) {
    let (tip, axis) = settings.tool_at(one, share);
    (tip.into(), axis.into())
}

/// Without tip control the tip goes with the slides while the table turns, with it it stays.
#[test]
fn tip_control_keeps_the_tip() {
    let settings = settings("table", MachineOptions::new(UNIT));
    let text = "G21 G90\nG0 X10 Y20 Z100\nG43.4 H1\nA-30 C40\nG49\nA-60\nG43.4 H1\nX0\nM30\n";
    let all = moves(text, &settings);
    let tip = |one: &Move, share: f64| DVec3::from_array(settings.tool_at(one, share).0);
    let (_, turned) = &all[1];
    assert_eq!(turned.frame, MoveFrame::Part);
    assert!(tip(turned, 0.5).distance(DVec3::new(10.0, 20.0, 100.0)) < 1e-9);
    let (_, plain) = &all[2];
    assert!(matches!(plain.frame, MoveFrame::Machine { length } if length == 120.0));
    assert!(tip(plain, 0.0).distance(DVec3::new(10.0, 20.0, 100.0)) < 1e-9);
    let moved = tip(plain, 1.0);
    assert!(moved.distance(DVec3::new(10.0, 20.0, 100.0)) > 10.0, "{moved}");
    // What the program says next begins where the tip is.
    assert!(tip(&all[3].1, 0.0).distance(moved) < 1e-9);
    assert_eq!(all[3].1.path.end()[0], 0.0);
}

/// In a tilted plane the program's coordinates are the plane's, and G53.1 turns the tool square to it.
#[test]
fn a_tilted_plane_is_milled_square_to_it() {
    for name in ["table", "head"] {
        let settings = settings(name, MachineOptions::new(UNIT));
        let text = "G21 G90\nG0 X0 Y0 Z150\nG68.2 X20 Y10 Z30 I35 J-40 K0\nG53.1\nG0 X5 Y5 Z80\nG1 Z12 F100\nG2 X-5 Y-5 R8\nG98 G81 X3 Y4 Z-3 R2\nG80 G69\nG0 Z200\nM30\n";
        let all = moves(text, &settings);
        let (sin, cos) = 40f64.to_radians().sin_cos();
        let (s, c) = 35f64.to_radians().sin_cos();
        let normal = DVec3::new(-s * sin, c * sin, cos) * DVec3::new(-1.0, 1.0, 1.0);
        // Rz(35)·Rx(−40)·z = Rz(35)·(0, sin 40, cos 40).
        let normal = DVec3::new(-s * sin, c * sin, normal.z);
        let along = DVec3::new(c, s, 0.0);
        let across = normal.cross(along);
        let at = |[x, y, z]: [f64; 3]| {
            DVec3::new(20.0, 10.0, 30.0) + along * x + across * y + normal * z
        };
        let ends: Vec<_> =
            all.iter().map(|(line, one)| (*line, tool_at(&settings, one, 1.0))).collect();
        let of = |line: u64| ends.iter().find(|end| end.0 == line).unwrap().1;
        for (line, place) in [(5, [5.0, 5.0, 80.0]), (6, [5.0, 5.0, 12.0]), (7, [-5.0, -5.0, 12.0])]
        {
            let (tip, axis) = of(line);
            assert!(tip.distance(at(place)) < 1e-9, "{name} line {line}: {tip}");
            assert!(axis.distance(normal) < 1e-9, "{name} line {line}: {axis}");
        }
        let holes: Vec<_> = ends.iter().filter(|end| end.0 == 8).map(|end| end.1.0).collect();
        assert!(holes.iter().any(|tip| tip.distance(at([3.0, 4.0, -3.0])) < 1e-9), "{holes:?}");
        // While the axes turn the slides stay.
        let (_, turn) = all.iter().find(|(line, _)| *line == 4).unwrap();
        assert_eq!(turn.path.start(), turn.path.end());
        // The control point is the same before and after.
        for pair in all.windows(2) {
            let [end, start] = [(&pair[0].1, 1.0), (&pair[1].1, 0.0)]
                .map(|(one, at)| tool_at(&settings, one, at).0);
            assert!(
                end.distance(start) < 1e-9,
                "{name}: {} {} {end} {start}",
                pair[0].0,
                pair[1].0
            );
        }
    }
}

/// G43.5: the tool's axis as a vector.
#[test]
fn the_axis_may_be_a_vector() {
    for name in ["table", "head"] {
        let settings = settings(name, MachineOptions::new(UNIT));
        let text = "G21 G90\nG0 X0 Y0 Z150\nG43.5 H1\nG1 X10 Y0 Z80 I0.3 J0.4 K1 F100\nX20 I0 J0 K1\nM30\n";
        let all = moves(text, &settings);
        let (tip, axis) = tool_at(&settings, &all[1].1, 1.0);
        assert!(tip.distance(DVec3::new(10.0, 0.0, 80.0)) < 1e-9);
        assert!(axis.distance(DVec3::new(0.3, 0.4, 1.0).normalize()) < 1e-7, "{axis}");
        assert!(tool_at(&settings, &all[2].1, 1.0).1.distance(DVec3::Z) < 1e-7);
    }
}

/// A move that the machine cannot do is refused with its line, or with the tool.
#[test]
fn what_is_not_known_is_refused() {
    let settings = settings("table", MachineOptions::new(UNIT));
    let refused = |text: &str| check(text, &settings).unwrap_err().to_string();
    for (text, why) in [
        ("G21 G0 X0 Y0 Z200\nB10", "the machine has no such axis"),
        ("G21 G0 X0 Y0 Z200\nG53.1", "G68.2 comes first"),
        ("G21 G0 X0 Y0 Z200\nG68.2 I0 J170 K0\nG53.1", "beyond the machine's limits"),
        ("G21 G0 X0 Y0 Z200\nG68.2 P2 I0 J10 K0", "only planes by three angles"),
        ("G21 G0 X0 Y0 Z200\nG68.2 I0 J10 K0\nG0 C10", "G53.1 turns them"),
        ("G20 G0 X0 Y0 Z8", "another unit"),
    ] {
        let error = refused(text);
        assert!(error.contains(why) && error.contains("line"), "{error}");
    }
    let short = Tool { stick_out: None, holder: Vec::new(), gauge: None, ..tool() };
    let tools = Tools::single(&short, 0.0).unwrap();
    let error = run(&b"G0 X0"[..], &tools, &bodies(), &settings, |_| {}, |_| {}).unwrap_err();
    assert!(error.to_string().contains("how far its tip is from the spindle's nose"), "{error}");
}

/// G53 is the spindle's nose on the machine's scales, and a tool change leaves the spindle.
#[test]
fn machine_coordinates_are_the_slides() {
    let settings = settings("table", MachineOptions::new(UNIT));
    let text = "G21 G90\nG0 X0 Y0 Z200\nG53 G0 Z0\nG43.4 H1\nA-40\nG53 G0 Z-10\nX5\nM30\n";
    let all = moves(text, &settings);
    let machine = settings.program.machine.clone().unwrap();
    let slides = |one: &Move| {
        let tip = settings.tool_at(one, 1.0).0;
        machine.kinematics().slides(tip, DVec3::from(one.angles[1]), 120.0)
    };
    assert!((slides(&all[1].1)[2] - 0.0).abs() < 1e-9, "{:?}", slides(&all[1].1));
    assert!((slides(&all[3].1)[2] + 10.0).abs() < 1e-9, "{:?}", slides(&all[3].1));
    let [end, start] =
        [(&all[3].1, 1.0), (&all[4].1, 0.0)].map(|(one, at)| tool_at(&settings, one, at).0);
    assert!(end.distance(start) < 1e-9, "{end} {start}");
}
