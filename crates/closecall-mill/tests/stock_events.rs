//! Rapids, shanks and holders through stock that is left, against points that are sampled densely.

use crate::common::Random;
use crate::common::sweeping::{best_room, place, room_at};
use crate::stock::{cutters, moves, settings};
use closecall::Mesh;
use closecall::mesh::shapes;
use closecall_mill::gcode::Move;
use closecall_mill::job::{Event, EventKind, JobBodies, Summary, Tools, Verdict, run_cutting};
use closecall_mill::part::Target;
use closecall_mill::stock::{CellState, Stock};
use closecall_mill::tool::{Piece, PieceRole, Stage, Tool, ToolShape};
use glam::DVec3;
use std::sync::atomic::AtomicBool;

pub const LOW: DVec3 = DVec3::new(0.0, 0.0, -8.0);
pub const HIGH: DVec3 = DVec3::new(20.0, 16.0, 0.0);

fn part() -> Mesh {
    shapes::cuboid(DVec3::new(0.0, 0.0, -30.0), DVec3::new(20.0, 16.0, -20.0))
}

pub fn check(stock: &mut Stock, tool: &Tool, text: &str, threads: usize) -> (Vec<Event>, Summary) {
    let bodies = JobBodies { part: Target::new(&part()), stock: None, fixtures: Vec::new() };
    let tools = Tools::single(tool, 0.0).unwrap();
    let (stop, mut events) = (AtomicBool::new(false), Vec::new());
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let mut run = || {
        let tell = |event| events.push(event);
        run_cutting(&stop, text.as_bytes(), &tools, &bodies, stock, &settings(), tell, |_| {})
    };
    let summary = pool.install(&mut run).unwrap();
    (events, summary)
}

fn tool(text: &str) -> Tool {
    Tool::of(text.parse::<ToolShape>().unwrap())
}

fn held() -> Tool {
    Tool {
        length: Some(2.0),
        shank: Some(2.5),
        stick_out: Some(5.0),
        holder: Stage::list("7:3").unwrap(),
        ..tool("flat:3")
    }
}

fn program(random: &mut Random) -> String {
    let mut text = "G21 G90\nG0 Z6\n".to_owned();
    for i in 0..24 {
        let (x, y) = (10.0 + random.within(11.0), 8.0 + random.within(9.0));
        let z = match i % 4 {
            0 => 5.0,
            1 => -1.5 + random.within(0.5),
            2 => -3.0 + random.within(2.0),
            _ => 1.0 + random.within(2.0),
        };
        let word = if i % 3 == 1 || i % 4 == 0 { "G0" } else { "G1 F100" };
        text += &format!("{word} X{x:.3} Y{y:.3} Z{z:.3}\n");
    }
    text
}

/// The pieces of a move that must not meet stock, by kind.
fn idle(tool: &Tool, rapid: bool) -> Vec<(EventKind, Vec<Piece>)> {
    let of = |role| tool.pieces().into_iter().filter(|p| p.role == role).collect::<Vec<_>>();
    match rapid {
        true => vec![(EventKind::Rapid, tool.pieces())],
        false => vec![
            (EventKind::Shank, of(PieceRole::Shank)),
            (EventKind::Holder, of(PieceRole::Holder)),
        ],
    }
}

/// Whether a ball about a point lies inside the pieces at this share of a move, as samples say.
fn is_deep(pieces: &[Piece], one: &Move, share: f64, point: DVec3, ball: f64) -> bool {
    let around = (0..27).map(|i| {
        let way =
            DVec3::new(f64::from(i % 3) - 1.0, f64::from(i / 3 % 3) - 1.0, f64::from(i / 9) - 1.0);
        point + way.normalize_or_zero() * ball
    });
    around.into_iter().all(|p| room_at(pieces, one, share, p) > 1e-6)
}

/// Was a point cut by the moves before one, and on it before the share?
fn room_before(
    cutting: &[Piece],
    before: &[(u64, Move)],
    now: Option<(&Move, f64)>,
    p: DVec3,
) -> f64 {
    let cuts = before.iter().filter(|(_, one)| !one.rapid);
    let room = cuts.map(|(_, one)| best_room(cutting, one, p).0).fold(f64::NEG_INFINITY, f64::max);
    let own = now.filter(|(one, _)| !one.rapid).map_or(f64::NEG_INFINITY, |(one, share)| {
        (0..=60)
            .map(|i| room_at(cutting, one, share * f64::from(i) / 60.0, p))
            .fold(f64::NEG_INFINITY, f64::max)
    });
    room.max(own)
}

/// A point where the tool may be on its way.
fn near_tool(random: &mut Random, one: &Move) -> DVec3 {
    let tip = place(&one.path, 0.5 + random.within(0.5));
    tip + random.point(3.5) * DVec3::new(1.0, 1.0, 2.0) + DVec3::Z * 4.0
}

#[test]
fn nothing_that_is_met_is_missed() {
    let (mut random, mut hits, mut deep, mut told, mut silent) = (Random(5), 0, 0, 0, 0);
    for (round, tool) in
        [tool("flat:3"), tool("ball:4"), held()].iter().cycle().take(12).enumerate()
    {
        let text = program(&mut random);
        let cell = [0.4, 0.25][round % 2];
        let mut stock = Stock::cuboid(LOW, HIGH, cell).unwrap();
        let (events, summary) = check(&mut stock, tool, &text, 1);
        let mut again = Stock::cuboid(LOW, HIGH, cell).unwrap();
        assert_eq!((events.clone(), summary), check(&mut again, tool, &text, 3));
        let (all, cutting, band) = (moves(&text), cutters(tool), stock.band());
        for (number, (line, one)) in all.iter().enumerate() {
            for (kind, pieces) in idle(tool, one.rapid) {
                let event = events.iter().find(|e| e.line == *line && e.kind == kind);
                if let Some(event) = event.filter(|event| event.certain) {
                    told += 1;
                    let (room, share) = best_room(&pieces, one, event.point.into());
                    let cut = room_before(
                        &cutting,
                        &all[..number],
                        Some((one, share)),
                        event.point.into(),
                    );
                    assert!(room > -1e-9 && cut < 1e-6, "{kind:?} {line}: {room} {cut}\n{text}");
                }
                silent += u32::from(event.is_none());
                for _ in 0..500 {
                    let point = near_tool(&mut random, one);
                    if !(point.cmpgt(LOW) & point.cmplt(HIGH)).all() {
                        continue;
                    }
                    let (room, share) = best_room(&pieces, one, point);
                    if room < 1e-6
                        || room_before(&cutting, &all[..number], Some((one, 1.0)), point) > -1e-6
                    {
                        continue;
                    }
                    hits += 1;
                    if is_deep(&pieces, one, share, point, band) {
                        deep += 1;
                        assert!(event.is_some(), "{kind:?} {line} at {point}: {room}\n{text}");
                    }
                }
            }
        }
    }
    eprintln!(
        "{hits} points met, {deep} deeper than the band; {told} events, {silent} moves without"
    );
    assert!(hits > 500 && deep > 100 && told > 30 && silent > 30, "{hits} {deep} {told} {silent}");
}

/// A pocket that is cut in layers, with rapids in and out of it: all is well.
const POCKET: &str = "G21 G90\nG0 X5 Y5\nZ1\nG1 Z-1 F100\nX15\nY7\nX5\nY9\nX15\nG0 Z1\nX5 Y5\nZ-0.5\nG1 Z-2\nX15\nY7\nX5\nY9\nX15\nG0 Z1\nX5 Y5\nZ-1\nX15 Y9\nX15 Y7\nZ5\n";

#[test]
fn rapids_where_it_was_cut_are_clean() {
    let mut stock = Stock::cuboid(LOW, HIGH, 0.5).unwrap();
    let (events, summary) = check(&mut stock, &tool("flat:4"), POCKET, 2);
    assert!(events.is_empty(), "{events:?}");
    assert_eq!((summary.undecided, summary.unchecked.moves), (0, 0));
    let stock = summary.stock.unwrap();
    assert!(stock.within_band > 0 && stock.first_within_band == Some(10), "{stock:?}");
    // Without the second layer the rapid on line 21 goes through what is left.
    let lines: Vec<&str> = POCKET.lines().collect();
    let text = [&lines[..12], &["G0 Z-1.8"][..], &lines[18..]].concat().join("\n");
    let mut left = Stock::cuboid(LOW, HIGH, 0.5).unwrap();
    let (events, summary) = check(&mut left, &tool("flat:4"), &text, 2);
    let found: Vec<_> = events.iter().map(|e| (e.kind, e.line, e.certain)).collect();
    assert_eq!(found, [(EventKind::Rapid, 13, true), (EventKind::Rapid, 14, true)]);
    assert!(
        events[0].depth.lo <= 0.8 && 0.8 <= events[0].depth.hi && events[0].depth.lo > 0.2,
        "{events:?}"
    );
    assert_eq!(summary.verdict(), Verdict::Gouge);
    assert_eq!((events[0].body, events[0].triangle), (1, None));
}

#[test]
fn shank_and_holder_do_not_cut() {
    let run = |text: &str| {
        let mut stock = Stock::cuboid(LOW, HIGH, 0.25).unwrap();
        let (events, summary) = check(&mut stock, &held(), text, 2);
        let found: Vec<_> = events.into_iter().map(|e| (e.kind, e.line, e.certain)).collect();
        (found, summary.undecided)
    };
    // The thinner shank follows its cutter into the hole.
    assert_eq!(run("G0 X5 Y5 Z1\nG1 Z-4 F100\nG0 Z2"), (vec![], 0));
    // A slot 4 deep, with flutes of 2: the shank cuts.
    assert_eq!(run("G0 X5 Y5 Z1\nG1 Z-4 F100\nX15").0, [(EventKind::Shank, 3, true)]);
    // A hole 6 deep: the holder cuts.
    assert_eq!(run("G0 X5 Y5 Z1\nG1 Z-6 F100").0, [(EventKind::Holder, 2, true)]);
}

#[test]
fn what_an_unknown_move_cut_is_not_certainly_left() {
    let text = "G0 X5 Y5 Z5\nG28\nG1 X9 F100\nG0 X5 Y5 Z5\nG0 Z-2";
    let mut stock = Stock::cuboid(LOW, HIGH, 0.5).unwrap();
    let (events, summary) = check(&mut stock, &tool("flat:4"), text, 1);
    assert_eq!(summary.stock.unwrap().unknown_cut, Some(3));
    assert_eq!(stock.at(DVec3::new(15.0, 12.0, -6.0)), CellState::Undecided);
    assert!(stock.volume()[0] == 0.0 && stock.volume()[1] > 2000.0, "{:?}", stock.volume());
    assert_eq!(events.iter().map(|e| (e.line, e.certain)).collect::<Vec<_>>(), [(5, false)]);
    assert_eq!(summary.verdict(), Verdict::Undecided);
    // A probe cuts nothing.
    let text = "G0 X5 Y5 Z5\nG38.2 Z-3 F50\nG0 Z5\nG0 X5 Y5 Z5\nZ-2";
    let mut stock = Stock::cuboid(LOW, HIGH, 0.5).unwrap();
    let (events, _) = check(&mut stock, &tool("flat:4"), text, 1);
    assert!(events.iter().any(|e| e.line == 5 && e.certain), "{events:?}");
}

#[test]
fn what_is_left_over_a_part_is_measured() {
    use closecall::Model;
    // The part is 2 below the top; a slot of it is cut down to 0.5 above it.
    let part = Model::new(shapes::cuboid(LOW, HIGH.with_z(-2.0)));
    let mut stock = Stock::cuboid(LOW, HIGH, 0.25).unwrap();
    let excess = stock.excess(&part, 0.3).unwrap();
    assert!(
        excess.furthest.contains(2.0) && excess.furthest.width() < 2.0 * stock.band(),
        "{excess:?}"
    );
    assert!(excess.volume.contains(20.0 * 16.0 * 1.7), "{excess:?}");
    check(&mut stock, &tool("flat:6"), "G0 X-5 Y8 Z-1.5\nG1 X25", 1);
    let less = stock.excess(&part, 0.3).unwrap();
    assert!(less.volume.contains(20.0 * (10.0 * 1.7 + 6.0 * 0.2)), "{less:?}");
    check(&mut stock, &tool("flat:60"), "G0 X-50 Y8 Z-2\nG1 X70", 1);
    let none = stock.excess(&part, 2.0 * stock.band()).unwrap();
    assert_eq!(none.volume.hi, 0.0, "{none:?}");
    assert!(none.furthest.lo <= 0.0 && none.furthest.hi <= 2.0 * stock.band(), "{none:?}");
}
