//! Corners that move straight: planted meetings are never missed, what is called free is free at
//! every moment looked at with exact arithmetic, and the labelled queries of others are answered,
//! where the folder with them is there.

use crate::common::{Random, shared_folder};
use closecall::Answer;
use closecall::engine::geom::{
    DVec3, Triangle,
    exact::{distance, meet},
};
use closecall::geom::straight::{Close, Straight, StraightLimits, first_meeting};
use std::path::Path;
use std::time::Instant;

/// Moments k/64 are exact, and so are corners with whole coordinates moved by multiples of 64 at
/// these moments.
const MOMENTS: i32 = 64;

/// A triangle, an edge or a point, with whole coordinates.
fn corners(random: &mut Random, kind: usize, size: usize) -> Triangle {
    let [a, b, c] = [0; 3].map(|_| random.lattice(size));
    [[a, a, a], [a, b, b], [a, b, c]][kind]
}

/// Moves each different corner by a multiple of 64 in every coordinate.
fn moved(random: &mut Random, from: Triangle, speed: usize) -> Triangle {
    let mut to = from;
    for i in 0..3 {
        let earlier = (0..i).find(|&k| from[k] == from[i]);
        let shift = (random.lattice(2 * speed) - DVec3::splat(speed as f64)) * f64::from(MOMENTS);
        to[i] = earlier.map_or(from[i] + shift, |k| to[k]);
    }
    to
}

fn at(from: &Triangle, to: &Triangle, moment: i32) -> Triangle {
    let share = f64::from(moment) / f64::from(MOMENTS);
    std::array::from_fn(|i| from[i] + (to[i] - from[i]) * share)
}

/// The motions of two bodies of whole coordinates, and whether they are made to meet at a moment.
fn motion(random: &mut Random) -> ([Triangle; 4], Option<i32>) {
    let (size, speed) = ([2, 9, 60][random.below(3)], [0, 1, 3][random.below(3)]);
    let kinds = [(0, 2), (1, 1), (2, 2), (1, 2)][random.below(4)];
    let (mut a, mut b) = (corners(random, kinds.0, size), corners(random, kinds.1, size));
    let planted = (random.below(2) == 0).then(|| random.below(MOMENTS as usize + 1) as i32);
    if planted.is_some() {
        // They share a corner.
        let shift = b[random.below(3)] - a[random.below(3)];
        a = a.map(|corner| corner + shift);
    } else {
        let shift = random.lattice(size) * 2.0;
        b = b.map(|corner| corner + shift);
    }
    let (a_end, b_end) = (moved(random, a, speed), moved(random, b, speed));
    // What was made is where they are at the planted moment, or at the start.
    let moment = f64::from(planted.unwrap_or(0)) / f64::from(MOMENTS);
    let start =
        |now: Triangle, end: Triangle| std::array::from_fn(|i| now[i] - (end[i] - now[i]) * moment);
    let (a_from, b_from) = (start(a, a_end), start(b, b_end));
    let end = |from: Triangle, now: Triangle, end: Triangle| {
        std::array::from_fn(|i| from[i] + (end[i] - now[i]))
    };
    ([a_from, end(a_from, a, a_end), b_from, end(b_from, b, b_end)], planted)
}

#[test]
fn whole_motions_are_judged_like_exact_arithmetic_at_64_moments() {
    let mut random = Random(20);
    let (mut free, mut close, mut undecided) = (0, 0, 0);
    let limits = StraightLimits::new(1e-9, 2000);
    for case in 0..40_000 {
        let ([a, a_to, b, b_to], planted) = motion(&mut random);
        let first = Straight::triangle(a, a_to).unwrap();
        let second = Straight::triangle(b, b_to).unwrap();
        let answer = first_meeting(&first, &second, &limits);
        let meeting = (0..=MOMENTS).find(|&k| meet(&at(&a, &a_to, k), &at(&b, &b_to, k)).meets);
        assert!(
            planted.is_none_or(|k| meeting.is_some_and(|first| first <= k)),
            "case {case}: planted in vain"
        );
        let proved = match answer {
            Answer::Clear => {
                free += 1;
                1.0
            }
            Answer::Touching(Close { time, distance: near }) => {
                close += 1;
                assert!(
                    (0.0..=1.0).contains(&time) && near <= limits.tolerance,
                    "case {case}: {answer:?}"
                );
                time
            }
            Answer::Undecided(clear_until) => {
                undecided += 1;
                clear_until
            }
        };
        if let Some(k) = meeting {
            let moment = f64::from(k) / f64::from(MOMENTS);
            assert!(
                answer != Answer::Clear && proved <= moment,
                "case {case}: {answer:?}, but they meet at {moment}"
            );
        }
    }
    assert!(
        free > 8_000 && close > 15_000 && undecided * 100 < 40_000,
        "{free} free, {close} close, {undecided} not"
    );
}

#[test]
fn a_close_call_is_as_close_as_it_says() {
    let mut random = Random(21);
    let limits = StraightLimits::new(1e-7, 500);
    let mut seen = 0;
    for _ in 0..3_000 {
        let [a, a_to, b, b_to] = [0; 4].map(|_| [0; 3].map(|_| random.vector()));
        let answer = first_meeting(
            &Straight::triangle(a, a_to).unwrap(),
            &Straight::triangle(b, b_to).unwrap(),
            &limits,
        );
        let Answer::Touching(Close { time, .. }) = answer else { continue };
        let now = |from: &Triangle, to: &Triangle| {
            std::array::from_fn(|i| from[i] + (to[i] - from[i]) * time)
        };
        // The corners are rounded here by a few units of 1e-16.
        assert!(distance(&now(&a, &a_to), &now(&b, &b_to)).distance.lo <= limits.tolerance + 1e-14);
        seen += 1;
    }
    assert!(seen > 1_000, "{seen} meetings");
}

#[test]
fn scale_and_offset_change_nothing() {
    for (scale, offset) in [(1e-53, 0.0), (1e-50, 0.0), (1.0, 0.0), (1e25, 0.0), (1.0, 1e6)] {
        let place = |x: f64, y: f64, z: f64| DVec3::new(x, y, z) * scale + DVec3::splat(offset);
        let face = [place(0.0, 0.0, 0.0), place(4.0, 0.0, 0.0), place(0.0, 4.0, 0.0)];
        let face = Straight::triangle(face, face).unwrap();
        let limits = StraightLimits::new(1e-9 * scale, 100);
        let through = Straight::point(place(1.0, 1.0, 1.0), place(1.0, 1.0, -3.0)).unwrap();
        let Answer::Touching(Close { time, .. }) = first_meeting(&through, &face, &limits) else {
            panic!("missed")
        };
        assert!((time - 0.25).abs() < 1e-6, "{time}");
        // Just over the face, along all of it.
        let over = Straight::point(place(-8.0, 1.0, 1e-6), place(8.0, 1.0, 1e-6)).unwrap();
        assert_eq!(first_meeting(&over, &face, &limits), Answer::Clear, "{scale:e} {offset:e}");
        // In the plane of the face, past its corner.
        let past = Straight::point(place(-1e-6, -8.0, 0.0), place(-1e-6, 8.0, 0.0)).unwrap();
        assert_eq!(first_meeting(&past, &face, &limits), Answer::Clear, "{scale:e} {offset:e}");
    }
}

#[test]
fn a_coordinate_out_of_range_is_an_error() {
    let error = Straight::point(DVec3::ZERO, DVec3::new(0.0, f64::NAN, 0.0)).unwrap_err();
    assert_eq!(error.axis, 'y');
}

/// Eight rows a query, each three quotients: where four corners are at the start, then at the end.
fn queries(file: &Path) -> Vec<[DVec3; 8]> {
    let text = std::fs::read_to_string(file).unwrap();
    let corners: Vec<DVec3> = text
        .split_whitespace()
        .map(|row| {
            let numbers: Vec<f64> = row.split(',').map(|number| number.parse().unwrap()).collect();
            DVec3::new(numbers[0] / numbers[1], numbers[2] / numbers[3], numbers[4] / numbers[5])
        })
        .collect();
    corners.chunks_exact(8).map(|eight| eight.try_into().unwrap()).collect()
}

#[test]
fn labelled_queries_are_never_missed() {
    let Some(folder) = shared_folder("labelled_queries_are_never_missed") else { return };
    let folder = folder.join("data/ccd");
    for (name, is_vertex_face) in
        [("cloth-funnel_227vf", true), ("cloth-funnel_227ee", false), ("rod-twist_3036vf", true)]
    {
        let queries = queries(&folder.join(name).with_extension("csv"));
        let truth = std::fs::read_to_string(folder.join(format!("{name}_mma_bool.json"))).unwrap();
        let truth: Vec<bool> = truth
            .trim_matches(['[', ']', '\n'])
            .split(',')
            .map(|word| word.trim() == "true")
            .collect();
        assert_eq!(queries.len(), truth.len());
        let (mut alarms, mut undecided, mut times) = (0, 0, Vec::new());
        for (i, (q, &meets)) in queries.iter().zip(&truth).enumerate() {
            let (a, b) = if is_vertex_face {
                let face = Straight::triangle([q[1], q[2], q[3]], [q[5], q[6], q[7]]);
                (Straight::point(q[0], q[4]).unwrap(), face.unwrap())
            } else {
                let edge =
                    |i: usize| Straight::edge([q[i], q[i + 1]], [q[i + 4], q[i + 5]]).unwrap();
                (edge(0), edge(2))
            };
            let limits = StraightLimits::new(1e-12, 1000);
            let start = Instant::now();
            let answer = first_meeting(&a, &b, &limits);
            times.push(start.elapsed().as_secs_f64() * 1e6);
            assert!(!meets || answer != Answer::Clear, "{name}: query {i} is missed");
            alarms += usize::from(!meets && matches!(answer, Answer::Touching(_)));
            undecided += usize::from(matches!(answer, Answer::Undecided(_)));
        }
        times.sort_by(f64::total_cmp);
        let (mean, worst) =
            (times.iter().sum::<f64>() / times.len() as f64, times[times.len() - 1]);
        let count = queries.len();
        println!(
            "{name}: {count} queries, {alarms} false alarms, {undecided} undecided, {mean:.2} µs, worst {worst:.1} µs"
        );
        assert_eq!(undecided, 0, "{name}");
        assert!(alarms * 200 <= count, "{name}: {alarms} false alarms");
    }
}
