//! The stock against points that are compared with every move, one by one.

use crate::common::Random;
use crate::common::sweeping::best_room;
use closecall::Model;
use closecall::mesh::shapes;
use closecall_mill::gcode::{GcodeOptions, Interpreter, Move, Places};
use closecall_mill::job::{JobBodies, JobError, JobSettings, Summary, Tools, run_cutting};
use closecall_mill::part::Target;
use closecall_mill::stock::{CellState, Stock, StockError};
use closecall_mill::tool::{Piece, PieceRole, Tool, ToolShape};
use glam::DVec3;
use std::sync::atomic::AtomicBool;

const LOW: DVec3 = DVec3::new(0.0, 0.0, -8.0);
const HIGH: DVec3 = DVec3::new(20.0, 16.0, 0.0);

pub fn settings() -> JobSettings {
    let places = Places { start: Some([-9.0, -9.0, 9.0]), ..Places::default() };
    let program = GcodeOptions { places, ..GcodeOptions::default() };
    JobSettings { program, ..JobSettings::default() }
}

/// Cuts a stock, with a part that lies far below.
pub fn cut(stock: &mut Stock, tool: &Tool, text: &str) -> Result<Summary, JobError> {
    let far = shapes::cuboid(DVec3::splat(-1e3), DVec3::splat(-999.0));
    let bodies = JobBodies { part: Target::new(&far), stock: None, fixtures: Vec::new() };
    let tools = Tools::single(tool, 0.0).unwrap();
    let stop = AtomicBool::new(false);
    run_cutting(&stop, text.as_bytes(), &tools, &bodies, stock, &settings(), |_| {}, |_| {})
}

pub fn moves(text: &str) -> Vec<(u64, Move)> {
    let mut steps = Interpreter::new(text.as_bytes(), settings().program);
    let mut moves = Vec::new();
    while let Some(step) = steps.step().unwrap() {
        moves.extend(step.way.moves.iter().map(|one| (step.line, one.clone())));
    }
    moves
}

pub fn cutters(tool: &Tool) -> Vec<Piece> {
    tool.pieces().into_iter().filter(|piece| piece.role == PieceRole::Cutter).collect()
}

fn tool(text: &str, length: Option<f64>) -> Tool {
    Tool { length, ..Tool::of(text.parse::<ToolShape>().unwrap()) }
}

fn tools() -> Vec<Tool> {
    vec![
        tool("flat:4", None),
        tool("flat:5", Some(3.0)),
        tool("ball:4", None),
        tool("bull:5:1", Some(4.0)),
        tool("cone:6:40", None),
        tool("taper:5:2:20", None),
        tool("lollipop:4:2", Some(6.0)),
        tool("apt:4:0.6:0.9:0.6:5:10:4", None),
        tool("profile:1,0;2,1;2,3;1,4", Some(6.0)),
    ]
}

/// Lines on a grid and off it, level, upright and slanted, arcs in all planes, helices.
fn program(random: &mut Random, blocks: usize) -> String {
    let mut text = "G21 G90\nG0 X2 Y2 Z5\nG1 Z-1 F100\n".to_owned();
    let (mut x, mut y, mut z) = (2.0, 2.0, -1.0);
    for i in 0..blocks {
        let mut next = |low: f64, high: f64, grid: f64| {
            let value = 0.5 * (low + high) + random.within(0.5 * (high - low));
            if grid > 0.0 { (value / grid).round() * grid } else { (value * 1e4).round() * 1e-4 }
        };
        let grid = if i % 3 == 0 { 0.5 } else { 0.0 };
        match i % 7 {
            0 | 1 => (x, y) = (next(-3.0, 23.0, grid), next(-3.0, 19.0, grid)),
            2 => z = next(-7.0, 1.0, grid),
            3 => {
                (x, y, z) = (next(-3.0, 23.0, grid), next(-3.0, 19.0, grid), next(-6.0, 2.0, grid))
            }
            4 => {
                let (i, j) = (next(-4.0, 4.0, 0.25), next(0.5, 4.0, 0.25));
                z = (z + next(-2.0, 1.0, grid)).max(-7.0);
                text += &format!("G17 G2 X{x:.4} Y{y:.4} Z{z:.4} I{i} J{j}\n");
                continue;
            }
            5 => {
                let r = next(0.5, 3.0, 0.25);
                text += &format!("G18 G3 X{:.4} Z{z:.4} R{r}\nG17\n", x + 2.0 * r);
                x += 2.0 * r;
                if x > 20.0 {
                    x = 3.0;
                    text += "G0 Z12\nX3\n";
                    text += &format!("G1 Z{z:.4}\n");
                }
                continue;
            }
            _ => x = next(-3.0, 23.0, grid),
        }
        text += &format!("G1 X{x:.4} Y{y:.4} Z{z:.4}\n");
    }
    text
}

/// The depth of a point in the moves: the room it has inside of the cutter on the best of them.
fn deepest(pieces: &[Piece], moves: &[(u64, Move)], point: DVec3) -> f64 {
    let cutting = moves.iter().filter(|(_, one)| !one.rapid);
    cutting.map(|(_, one)| best_room(pieces, one, point).0).fold(f64::NEG_INFINITY, f64::max)
}

#[test]
fn points_are_what_all_moves_say() {
    let (mut random, mut seen) = (Random(41), [0; 3]);
    for (round, tool) in tools().iter().cycle().take(18).enumerate() {
        let text = program(&mut random, 14);
        let cell = [0.5, 0.4, 0.31][round % 3];
        let mut stock = Stock::cuboid(LOW, HIGH, cell).unwrap();
        let full = stock.volume();
        cut(&mut stock, tool, &text).unwrap();
        let (moves, pieces) = (moves(&text), cutters(tool));
        for _ in 0..1500 {
            let share = (random.point(0.5) + 0.5) * (HIGH - LOW);
            let point = LOW + share;
            let (state, room) = (stock.at(point), deepest(&pieces, &moves, point));
            seen[state as usize] += 1;
            let is_wrong = match state {
                CellState::Cut => room < -1e-7,
                CellState::Left => room > 1e-7,
                CellState::Undecided => false,
            };
            assert!(!is_wrong, "{tool:?} at {point}: {state:?}, room {room}\n{text}");
        }
        let [certain, perhaps] = stock.volume();
        assert!(certain <= perhaps && perhaps < full[0], "{certain} {perhaps} {full:?}");
    }
    eprintln!("cut, left, undecided: {seen:?}");
    assert!(seen.iter().all(|&count| count > 2000), "{seen:?}");
}

/// Of one move: around every undecided point there are, no further than the band, points that are
/// cut and points that are not.
#[test]
fn what_is_undecided_is_within_the_band() {
    let (mut random, mut undecided, mut alone) = (Random(7), 0, 0);
    let lines = [
        "G0 X5 Y5 Z-2\nG1 X14 Y9",
        "G0 X5 Y5 Z-2\nG1 X14 Y9 Z-5",
        "G0 X5 Y5 Z-5\nG1 X6 Y9 Z-1",
        "G0 X5 Y5 Z0\nG1 Z-5",
        "G0 X9 Y5 Z-3\nG3 X9 Y5 J3",
        "G0 X9 Y5 Z-3\nG3 X9 Y5 Z-6 J3",
    ];
    for (tool, text) in tools().iter().flat_map(|tool| lines.map(|text| (tool, text))) {
        let mut stock = Stock::cuboid(LOW, HIGH, 0.5).unwrap();
        cut(&mut stock, tool, text).unwrap();
        let (moves, pieces) = (moves(text), cutters(tool));
        for _ in 0..400 {
            let point = LOW + (random.point(0.5) + 0.5) * (HIGH - LOW);
            if stock.at(point) != CellState::Undecided {
                continue;
            }
            undecided += 1;
            let own = deepest(&pieces, &moves, point) > 0.0;
            let is_near = (0..4000).any(|_| {
                let way = random.point(1.0).normalize_or_zero();
                let beside = point + way * stock.band() * (0.8 + random.within(0.2));
                (deepest(&pieces, &moves, beside) > 0.0) != own
            });
            alone += u32::from(!is_near);
        }
    }
    eprintln!("{undecided} undecided, {alone} of them far from the surface");
    assert!(undecided > 800 && alone == 0, "{undecided} {alone}");
}

#[test]
fn a_slot_has_its_volume() {
    // 10 long, 4 wide, 2 deep, with two half discs.
    let mut stock = Stock::cuboid(LOW, HIGH, 0.1).unwrap();
    let before = stock.volume()[0];
    let summary = cut(&mut stock, &tool("flat:4", None), "G0 X5 Y8 Z-2\nG1 X15").unwrap();
    let cut = 2.0 * (40.0 + 4.0 * std::f64::consts::PI);
    let [certain, perhaps] = stock.volume();
    assert!(certain < before - cut && before - cut < perhaps, "{certain} {perhaps}");
    // Where the surface lies between two layers of cells, both are undecided.
    let surface = 0.5 * cut + 2.0 * (20.0 + 4.0 * std::f64::consts::PI);
    assert!(perhaps - certain < 2.0 * 0.1 * surface, "{certain} {perhaps}");
    assert_eq!(summary.checked, 2);
    let mesh = stock.mesh().unwrap().unwrap();
    let solid = Model::new(mesh);
    let mut points = solid.points();
    let inside = |p: DVec3| p.x > 5.0 && p.x < 15.0 && (p.y - 8.0).abs() < 1.8 && p.z > -1.8;
    for at in [DVec3::new(9.0, 8.0, -1.0), DVec3::new(9.0, 12.0, -1.0), DVec3::new(9.0, 8.0, -3.0)]
    {
        let distance = points.signed(at.to_array()).unwrap().distance;
        assert_eq!(distance.lo > 0.0, inside(at), "{at} {distance:?}");
    }
}

#[test]
fn a_closed_mesh_is_stock() {
    let model = Model::new(shapes::icosphere(1.0, 3));
    let stock = Stock::of_model(&model, 0.05).unwrap();
    let (mut random, mut seen) = (Random(3), [0; 3]);
    let mut points = model.points();
    for _ in 0..5000 {
        let point = random.point(1.1);
        let distance = points.signed(point.to_array()).unwrap().distance;
        let state = stock.at(point);
        seen[state as usize] += 1;
        match state {
            CellState::Cut => assert!(distance.hi >= 0.0, "{point} {distance:?}"),
            CellState::Left => assert!(distance.lo <= 0.0, "{point} {distance:?}"),
            CellState::Undecided => assert!(distance.lo.abs() <= stock.band(), "{point}"),
        }
    }
    assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
    let open = closecall::Mesh::new(
        vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z],
        vec![[0, 1, 2], [0, 1, 3]],
    );
    let refused = Stock::of_model(&Model::new(open.unwrap()), 0.1);
    assert!(matches!(refused, Err(StockError::Open(_))), "{refused:?}");
}

#[test]
fn odd_stocks_are_refused() {
    let cuboid = |size: f64, cell: f64| Stock::cuboid(DVec3::ZERO, DVec3::splat(size), cell);
    assert!(matches!(cuboid(0.0, 0.1), Err(StockError::Flat)));
    assert!(matches!(cuboid(f64::INFINITY, 0.1), Err(StockError::Flat)));
    for cell in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(matches!(cuboid(1.0, cell), Err(StockError::Cell(_))));
    }
    let Err(StockError::TooFine { least, .. }) = cuboid(1.0, 1e-5) else { panic!() };
    assert!(cuboid(1.0, least).is_ok() && cuboid(1.0, 5.0).is_ok());
    let mut small = Stock::cuboid(LOW, HIGH, 0.05).unwrap().with_memory(1 << 18);
    let full = cut(&mut small, &tool("ball:4", None), "G0 X2 Y2 Z-3\nG1 X18 Y14\nX2 Y13");
    assert!(matches!(full, Err(JobError::Stock { .. })), "{full:?}");
}
