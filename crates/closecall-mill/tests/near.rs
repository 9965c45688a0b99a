//! The walk of the part's tree against all triangles: none is left out that a moving tool must be
//! lifted off, whatever the part's size and place.

use crate::common::Random;
use closecall::engine::geom::GlamMesh as _;
use closecall::{Mesh, Scratch};
use closecall_mill::engine::{LiftQuestion, Prism, ToolFrame, lower_lift};
use closecall_mill::engine::{PartSweep, near};
use closecall_mill::part::Target;
use closecall_mill::tool::{Tool, ToolShape, Undersides};
use glam::DVec3;

/// Parts about the origin, some 10 large: waves, a soup, walls on an integer grid, one triangle,
/// needles, triangles of no area.
fn parts(random: &mut Random) -> Vec<Mesh> {
    let soup = |count: usize, spread: f64, size: f64, random: &mut Random| {
        let corners: Vec<DVec3> = (0..count)
            .flat_map(|_| {
                let center = random.point(spread);
                [0; 3].map(|_| center + random.point(size))
            })
            .collect();
        let triangles = (0..count as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        Mesh::new(corners, triangles).unwrap()
    };
    let waves = {
        let place = |i: u32| {
            DVec3::new(f64::from(i % 11) * 2.0 - 10.0, f64::from(i / 11) * 2.0 - 10.0, 0.0)
        };
        let vertices =
            (0..121).map(place).map(|p| p.with_z((0.7 * p.x).sin() + (0.4 * p.y).cos())).collect();
        let cells = (0..110u32).filter(|i| i % 11 < 10);
        Mesh::new(vertices, cells.flat_map(|i| [[i, i + 1, i + 12], [i, i + 12, i + 11]]).collect())
            .unwrap()
    };
    let walls = {
        let mesh = soup(60, 9.0, 3.0, random);
        Mesh::new(mesh.points().iter().map(|p| p.round()).collect(), mesh.triangles().to_vec())
            .unwrap()
    };
    let flat = Mesh::new(
        soup(20, 9.0, 4.0, random).points().iter().map(|p| p.with_z(1.0)).collect(),
        (0..20).map(|i| [3 * i, 3 * i + 1, 3 * i + 1]).collect(),
    );
    vec![
        waves,
        soup(90, 8.0, 1.0, random),
        soup(40, 3.0, 9.0, random),
        walls,
        soup(1, 0.0, 5.0, random),
        flat.unwrap(),
    ]
}

fn tools() -> Vec<Tool> {
    let mut with_holder = Tool::of(ToolShape::Flat { d: 2.0 });
    (with_holder.length, with_holder.shank, with_holder.stick_out) =
        (Some(2.0), Some(1.2), Some(4.0));
    with_holder.holder = closecall_mill::tool::Stage::list("4:6:1").unwrap();
    let shapes = [
        "ball:6",
        "flat:5",
        "bull:8:1.5",
        "cone:6:30",
        "taper:6:2:15",
        "lollipop:4:1.6",
        "apt:4:1:1:1:5:10:6",
    ];
    shapes
        .iter()
        .map(|text| Tool::of(text.parse::<ToolShape>().unwrap()))
        .chain([with_holder])
        .collect()
}

/// A scene at another place and size: everything times `scale`, then moved.
fn check(scale: f64, offset: DVec3, seed: u64) {
    let mut random = Random(seed);
    let (mut met, mut told, mut all) = (0, 0, 0);
    let mut scratch = Scratch::default();
    for part in parts(&mut random) {
        let small = |x: f64| if x.abs() < 1e-60 { 0.0 } else { x };
        let vertices = part.points().iter().map(|p| (*p * scale + offset).map(small)).collect();
        let part = Mesh::new(vertices, part.triangles().to_vec()).unwrap();
        let target = Target::new(&part);
        for (number, tool) in tools().into_iter().enumerate() {
            // Tools are not scaled: only scenes of about their size are, by the tools' numbers.
            let undersides = Undersides::of(tool.pieces().iter());
            for round in 0..6 {
                let from = random.point(12.0);
                let to = match round % 4 {
                    0 => from,
                    1 => from + random.point(1.0),
                    2 => from + random.point(1.0).with_z(0.0) * 20.0,
                    _ => from + random.point(1e4),
                };
                let ends = [from * scale + offset, to * scale + offset];
                let frame = match round % 3 {
                    0 => ToolFrame::Upright,
                    _ => ToolFrame::of_axis(DVec3::Z + random.point(0.9)),
                };
                let (beside, above) = [(0.0, 0.0), (0.3, -0.5), (0.0, 1.0)][(round + number) % 3];
                let sweep =
                    PartSweep { ends, frame: &frame, undersides: &undersides, beside, above };
                let mut found = vec![false; part.triangle_count()];
                near(&target, &sweep, &mut scratch, |id, corners| {
                    assert!(!std::mem::replace(&mut found[id as usize], true), "told twice");
                    assert_eq!(*corners, part.triangle_at(id as usize));
                    f64::NEG_INFINITY
                });
                let question =
                    LiftQuestion { above, touch: false, astray: 0.0, afloat: 0.0, wider: beside };
                for (id, triangle) in part.iter().enumerate() {
                    let prism = Prism::new(&triangle, ends, &frame);
                    let lifts = tool
                        .pieces()
                        .into_iter()
                        .map(|piece| lower_lift(&piece, &prism, &question).lo);
                    let lift = lifts.fold(f64::NEG_INFINITY, f64::max);
                    let is_met = lift > above;
                    assert!(
                        !is_met || found[id],
                        "{tool:?} must be lifted by {lift} off {triangle:?}: {ends:?}, {frame:?}"
                    );
                    met += usize::from(is_met);
                }
                told += found.iter().filter(|f| **f).count();
                all += found.len();
            }
        }
    }
    eprintln!("scale {scale}, offset {offset}: {met} met, {told} told of, of {all}");
    assert!(met > 100 || scale != 1.0);
    assert!(told < all || scale < 1e-3);
}

#[test]
fn nothing_is_left_out() {
    check(1.0, DVec3::ZERO, 1);
    check(1.0, DVec3::new(1e5, -3e4, 2e3), 2);
    check(1.0, DVec3::new(1e9, 1e9, -1e9), 3);
    check(1e-4, DVec3::ZERO, 4);
    check(1e4, DVec3::ZERO, 5);
    check(1e-30, DVec3::ZERO, 6);
    check(1e20, DVec3::ZERO, 7);
}

#[test]
fn what_is_less_deep_is_not_asked_for() {
    let part = parts(&mut Random(1)).remove(0);
    let (target, tool) = (Target::new(&part), Tool::of(ToolShape::Flat { d: 5.0 }));
    let undersides = Undersides::of(tool.pieces().iter());
    let ends = [DVec3::new(0.0, 0.0, -1.0), DVec3::new(1.0, 0.5, -1.0)];
    let sweep = PartSweep {
        ends,
        frame: &ToolFrame::Upright,
        undersides: &undersides,
        beside: 0.0,
        above: 0.0,
    };
    let question = LiftQuestion { above: 0.0, touch: false, astray: 0.0, afloat: 0.0, wider: 0.0 };
    let lift = |triangle: &closecall::engine::geom::Triangle| {
        lower_lift(&tool.pieces()[0], &Prism::new(triangle, ends, &ToolFrame::Upright), &question)
            .lo
    };
    let deepest = part.iter().map(|t| lift(&t)).fold(f64::NEG_INFINITY, f64::max);
    let (mut best, mut asked) = (f64::NEG_INFINITY, 0);
    near(&target, &sweep, &mut Scratch::default(), |_, triangle| {
        asked += 1;
        best = best.max(lift(triangle));
        best
    });
    assert_eq!(best, deepest);
    assert!(asked < 40, "{asked} were asked for");
}
