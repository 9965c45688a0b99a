//! Tools of several pieces, some of which end above, against dense sampling: no meeting is missed,
//! and none is invented.

use crate::common::Random;
use closecall_mill::engine::{Lift, LiftQuestion, Prism, ToolFrame, lift};
use closecall_mill::tool::{Stage, Tool, ToolShape};
use glam::DVec3;

/// The radius at a height, written down once more; negative where there is nothing.
type Radius = fn(f64) -> f64;

fn tools() -> Vec<(Tool, Radius)> {
    let tool = |text: &str| Tool::of(text.parse::<ToolShape>().unwrap());
    let lollipop: Radius = |z| {
        let ball = if (0.0..=4.0).contains(&z) {
            (4.0 - (z - 2.0) * (z - 2.0)).max(0.0).sqrt()
        } else {
            -1.0
        };
        if z >= 2.0 { ball.max(0.8) } else { ball }
    };
    let waist: Radius = |z| match z {
        z if z < 0.0 => -1.0,
        z if z < 1.0 => 0.5 + z,
        z if z < 2.0 => 1.5 - (z - 1.0),
        z if z < 3.0 => 0.5,
        _ => 1.2,
    };
    let held: Radius = |z| match z {
        z if z < 0.0 => -1.0,
        z if z < 2.0 => 1.0,
        z if z < 4.0 => 0.6,
        z if z < 5.0 => 2.0 + (z - 4.0),
        _ => 3.0,
    };
    let mut with_holder = tool("flat:2");
    (with_holder.length, with_holder.shank, with_holder.stick_out) =
        (Some(2.0), Some(1.2), Some(4.0));
    with_holder.holder = Stage::list("4:6:1").unwrap();
    vec![
        (tool("lollipop:4:1.6"), lollipop),
        (tool("profile:0.5,0;1.5,1;0.5,2;0.5,3;1.2,3;1.2,4"), waist),
        (with_holder, held),
    ]
}

/// How far inside the tool the deepest sample is: the least of radius and height to spare, roughly.
fn sampled(radius: Radius, t: &[DVec3; 3], path: &[DVec3; 2], grow: f64, axis: DVec3) -> bool {
    const N: usize = 24;
    for i in 0..=N {
        for j in 0..=N - i {
            for k in 0..=N {
                let (a, b, s) = (i as f64 / N as f64, j as f64 / N as f64, k as f64 / N as f64);
                let w = t[0] + (t[1] - t[0]) * a + (t[2] - t[0]) * b - path[0].lerp(path[1], s);
                let z = w.dot(axis);
                let r = (w - axis * z).length();
                let heights = [z - grow, z, z + grow];
                if grow == 0.0 && r < radius(z) - 1e-9
                    || grow > 0.0 && heights.iter().any(|&z| r < radius(z) + grow)
                {
                    return true;
                }
            }
        }
    }
    false
}

#[test]
fn nothing_is_missed_and_nothing_invented() {
    let mut random = Random(11);
    let question = LiftQuestion { above: 0.0, touch: false, astray: 0.0, afloat: 0.0, wider: 0.0 };
    let (mut meets, mut apart) = (0, 0);
    for round in 0..150 {
        for (tool, radius) in tools() {
            let center =
                DVec3::new(random.within(3.0), random.within(3.0), 2.5 + random.within(3.5));
            let mut t = [0; 3].map(|_| center + random.point(1.5));
            let path = [random.point(0.7), random.point(0.7)];
            // Level triangles at the heights where pieces join.
            if round % 5 == 0 {
                t.iter_mut().for_each(|p| p.z = 2.0);
            }
            let (axis, frame) = match round % 3 {
                0 => (DVec3::Z, ToolFrame::Upright),
                _ => {
                    let axis = (DVec3::Z + random.point(0.8)).normalize();
                    (axis, ToolFrame::of_axis(axis))
                }
            };
            let prism = Prism::new(&t, path, &frame);
            let lifts: Vec<Lift> =
                tool.pieces().iter().map(|piece| lift(piece, &prism, &question)).collect();
            let certain = lifts.iter().any(|l| l.lo > 0.0);
            let possible = lifts.iter().any(|l| l.hi > 0.0);
            let inside = sampled(radius, &t, &path, 0.0, axis);
            assert!(!inside || possible, "{tool:?} misses {t:?} along {path:?}");
            assert!(
                !certain || sampled(radius, &t, &path, 0.2, axis),
                "{tool:?} invents {t:?} along {path:?}: {lifts:?}"
            );
            meets += u32::from(certain);
            apart += u32::from(!possible);
            assert!(
                certain || !possible || !inside,
                "{tool:?} is undecided on {t:?} along {path:?}: {lifts:?}"
            );
        }
    }
    eprintln!("{meets} meet, {apart} apart");
    assert!(meets > 50 && apart > 50);
}

#[test]
fn a_triangle_in_the_seam_of_two_pieces_is_inside() {
    let question = LiftQuestion { above: 0.0, touch: false, astray: 0.0, afloat: 0.0, wider: 0.0 };
    // Cutter and shank meet at height 2, shank and holder at 4: a level triangle there lies inside
    // the tool, though inside no piece. Beyond the shank's radius of 0.6 it only touches.
    let tool = tools().remove(2).0;
    let stepped = tools().remove(1).0;
    for (tool, height, offset, inside) in [
        (&tool, 2.0, 0.0, true),
        (&tool, 4.0, 0.0, true),
        (&tool, 2.0, 0.75, false),
        (&stepped, 1.0, 0.0, true),
        (&stepped, 3.0, 0.0, true),
        (&stepped, 3.0, 0.75, false),
    ] {
        let level =
            [[-0.1, -0.1], [0.1, -0.1], [0.0, 0.1]].map(|[x, y]| DVec3::new(x + offset, y, height));
        let prism = Prism::new(&level, [DVec3::ZERO; 2], &ToolFrame::Upright);
        let lifts: Vec<Lift> =
            tool.pieces().iter().map(|piece| lift(piece, &prism, &question)).collect();
        assert_eq!(lifts.iter().any(|lift| lift.lo > 0.0), inside, "{height} {offset}: {lifts:?}");
        assert_eq!(lifts.iter().any(|lift| lift.hi > 0.0), inside, "{height} {offset}: {lifts:?}");
    }
}
