//! Cutters whose middle does not cut, that go down into stock: against points that are followed.

use crate::common::Random;
use crate::stock::{cut, moves};
use crate::stock_events::{HIGH, LOW, check};
use closecall_mill::gcode::{Move, ToolPath};
use closecall_mill::job::EventKind;
use closecall_mill::stock::Stock;
use closecall_mill::tool::{DeadCentre, Tool, ToolShape};
use glam::DVec3;

fn insert(ramp: f64) -> Tool {
    Tool { dead: Some(DeadCentre { diameter: 4.0, ramp }), ..Tool::of(ToolShape::Flat { d: 8.0 }) }
}

/// The plunges of a program: their lines, whether they are certain, and how many blocks are undecided.
fn plunges(tool: &Tool, text: &str) -> (Vec<(u64, bool)>, u64) {
    let mut stock = Stock::cuboid(LOW, HIGH, 0.2).unwrap();
    let (events, summary) = check(&mut stock, tool, text, 2);
    assert!(events.iter().all(|event| event.kind == EventKind::Plunge), "{events:?}");
    let found = events.into_iter().map(|event| (event.line, event.certain)).collect();
    (found, summary.undecided)
}

#[test]
fn a_dead_centre_does_not_plunge() {
    let down = "G0 X10 Y8 Z1\nG1 Z-2 F100";
    assert_eq!(plunges(&insert(0.0), down), (vec![(2, true)], 0));
    // The same tool that cuts at its centre.
    let drill = Tool { dead: None, ..insert(0.0) };
    assert_eq!(plunges(&drill, down), (vec![], 0));
    // It goes down beside the stock, and then into it.
    let beside = "G0 X-5 Y8 Z1\nG1 Z-2 F100\nX25";
    assert_eq!(plunges(&insert(0.0), beside), (vec![], 0));
    // A rapid is another event, and a probe cuts nothing.
    assert_eq!(plunges(&insert(0.0), "G0 X10 Y8 Z1\nG38.2 Z-2 F9"), (vec![], 0));
}

#[test]
fn a_dead_centre_goes_down_where_it_was_cut() {
    // The slot of the first layer is as wide as the tool.
    let text = "G0 X-5 Y8 Z-2\nG1 X25 F100\nG0 Z3\nX10\nG1 Z-2\nZ-3";
    assert_eq!(plunges(&insert(0.0), text), (vec![(6, true)], 0));
}

#[test]
fn a_ramp_may_be_as_steep_as_told() {
    // 2 down on 10 is 11.3 degrees.
    let ramp = "G0 X5 Y8 Z0\nG1 X15 Z-2 F100\nX5";
    assert_eq!(plunges(&insert(11.0), ramp), (vec![(2, true)], 0));
    assert_eq!(plunges(&insert(12.0), ramp), (vec![], 0));
    // A helix of radius 3, 2 down in a turn: 6.06 degrees.
    let helix = "G0 X13 Y8 Z0\nG3 X13 Y8 Z-2 I-3 F100\nX13 Y8 I-3";
    assert_eq!(plunges(&insert(5.9), helix), (vec![(2, true)], 0));
    assert_eq!(plunges(&insert(6.2), helix), (vec![], 0));
}

/// Where the tool is on a straight move.
fn tip(one: &Move, share: f64) -> DVec3 {
    let ToolPath::Line(ends) = one.path else { panic!("a line") };
    let [from, to] = ends.map(DVec3::from_array);
    from.lerp(to, share)
}

/// How far from the axis a point is when the tool first holds it, if it ever does.
fn first_met(one: &Move, point: DVec3) -> Option<f64> {
    (0..=4000).find_map(|i| {
        let from_tip = point - tip(one, f64::from(i) / 4000.0);
        let r = from_tip.truncate().length();
        (r <= 4.0 && from_tip.z >= 0.0).then_some(r)
    })
}

/// Random ramps, also through what is left of earlier ones: every point is followed.
#[test]
fn no_plunge_is_missed_and_none_is_invented() {
    let (mut random, mut certain, mut silent, mut hits) = (Random(7), 0, 0, 0);
    for _ in 0..25 {
        let mut text = "G21 G90\nG0 X3 Y3 Z1\n".to_string();
        for i in 0..6 {
            let [x, y] = [10.0 + random.within(9.0), 8.0 + random.within(7.0)];
            let z = if i % 2 == 0 { -1.5 + random.within(1.5) } else { 0.5 + random.within(1.0) };
            text += &format!("G1 X{x:.3} Y{y:.3} Z{z:.3} F100\n");
        }
        let tool = insert(0.0);
        let mut stock = Stock::cuboid(LOW, HIGH, 0.2).unwrap();
        let (events, _) = check(&mut stock, &tool, &text, 2);
        let all = moves(&text);
        for (number, (line, one)) in all.iter().enumerate().filter(|(_, (_, one))| !one.rapid) {
            let event = events.iter().find(|event| event.line == *line);
            let is_left = |point: DVec3| {
                let before = all[..number].iter().filter(|(_, one)| !one.rapid);
                before.into_iter().all(|(_, one)| first_met(one, point).is_none())
            };
            if let Some(event) = event.filter(|event| event.certain) {
                certain += 1;
                let r = first_met(one, event.point.into());
                assert!(r.is_some_and(|r| r <= 2.0 + 1e-2), "{line}: {r:?}\n{text}");
                assert!(is_left(event.point.into()), "{line}\n{text}");
            }
            silent += u32::from(event.is_none());
            // A ball of the band's radius under the middle, all of it left.
            let band = stock.band();
            for _ in 0..40 {
                let share = 0.5 + random.within(0.5);
                let inside = tip(one, share) + random.point(1.0) * DVec3::new(1.0, 1.0, 0.0);
                let falls = tip(one, 1.0).z < tip(one, 0.0).z;
                let around = [DVec3::ZERO, DVec3::X, DVec3::NEG_X, DVec3::Y, DVec3::NEG_Y];
                let heights = [0.0, -2.0 * band];
                let ball = around.into_iter().flat_map(|way| {
                    heights.map(|drop| inside + way * 2.0 * band + DVec3::Z * drop)
                });
                let is_stock = |p: DVec3| (p.cmpgt(LOW) & p.cmplt(HIGH)).all();
                let mut ball = ball.collect::<Vec<_>>().into_iter();
                if falls && ball.all(|p| is_stock(p) && is_left(p)) {
                    hits += 1;
                    assert!(event.is_some(), "{line} at {inside}\n{text}");
                }
            }
        }
    }
    assert!(certain > 10 && silent > 50 && hits > 50, "{certain} {silent} {hits}");
}

#[test]
fn only_a_level_end_has_a_dead_centre() {
    let with = |shape: &str, diameter: f64, ramp: f64| {
        let shape: ToolShape = shape.parse().unwrap();
        Tool { dead: Some(DeadCentre { diameter, ramp }), ..Tool::of(shape) }.check().is_ok()
    };
    assert!(with("flat:6", 6.0, 0.0) && with("bull:6:1", 4.0, 3.0));
    assert!(!with("flat:6", 6.1, 0.0) && !with("bull:6:1", 4.1, 3.0));
    assert!(!with("ball:6", 1.0, 0.0) && !with("drill:6", 1.0, 0.0));
    for (diameter, ramp) in [(0.0, 0.0), (-1.0, 0.0), (f64::NAN, 0.0), (2.0, 90.0), (2.0, -1.0)] {
        assert!(!with("flat:6", diameter, ramp), "{diameter} {ramp}");
    }
}

/// What is left after a line is what a program that ends there leaves.
#[test]
fn the_stock_is_kept_after_a_line() {
    let text = "G21 G90\nG0 X-5 Y8 Z-2\nG1 X25 F100\n(slot)\nY3\nX-5\nG0 Z5\nX10 Y12\nG1 Z-6\n";
    let tool = Tool { dead: None, ..insert(0.0) };
    let lines: Vec<&str> = text.lines().collect();
    let mut volumes = Vec::new();
    for line in 0..=lines.len() + 2 {
        let mut stock = Stock::cuboid(LOW, HIGH, 0.4).unwrap();
        stock.keep_after(line as u64);
        cut(&mut stock, &tool, text).unwrap();
        let mut shorter = Stock::cuboid(LOW, HIGH, 0.4).unwrap();
        if line > 1 {
            let text = lines[..line.min(lines.len())].join("\n") + "\n";
            cut(&mut shorter, &tool, &text).unwrap();
        }
        let (kept_line, kept) = stock.kept().unwrap();
        assert_eq!(kept_line, [0, 0, 2, 3, 3, 5, 6, 7, 8, 9, 9, 9][line], "{line}");
        assert_eq!(kept.volume(), shorter.volume(), "{line}");
        let (one, other) = (kept.mesh().unwrap().unwrap(), shorter.mesh().unwrap().unwrap());
        assert_eq!(one.vertices(), other.vertices());
        volumes.push(kept.volume()[1]);
    }
    volumes.dedup();
    // At the beginning, and after lines 3, 6 and 9.
    assert_eq!(volumes.len(), 4);
    // In a loop the last round counts, and a move that is not known later changes nothing.
    let text = "G21\nG0 X-5 Y8 Z-2\n#1=0\no1 while [#1 LT 3]\n#1=[#1+1]\nG1 X[#1*5] F9\no1 endwhile\nG28\nG1 X1\n";
    let mut stock = Stock::cuboid(LOW, HIGH, 0.4).unwrap();
    stock.keep_after(7);
    cut(&mut stock, &tool, text).unwrap();
    let (line, kept) = stock.kept().unwrap();
    assert!(line == 6 && kept.volume()[0] > 0.0 && stock.volume()[0] == 0.0);
    let mut shorter = Stock::cuboid(LOW, HIGH, 0.4).unwrap();
    cut(&mut shorter, &tool, "G0 X-5 Y8 Z-2\nG1 X15 F9\n").unwrap();
    assert_eq!(kept.volume(), shorter.volume());
}
