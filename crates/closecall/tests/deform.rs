//! Deforming meshes: what is found is what all pairs of triangles say, one by one; and of one mesh
//! with itself, what is called free shares nothing beyond common vertices at any moment looked at
//! with exact arithmetic.

use crate::common::scenes::hostile;
use crate::common::{Random, shared_folder};
use closecall::Answer;
use closecall::engine::geom::{DVec3, GlamMesh as _, GlamPose as _, Triangle, exact};
use closecall::geom::straight::{Close, Straight, StraightLimits, first_meeting};
use closecall::query::{DeformingMesh, DeformingPair, Meetings};
use closecall::{Mesh, MeshError};
use std::path::Path;

const LIMITS: StraightLimits = StraightLimits::new(1e-9, 300);

/// Moments k/16 are exact for corners with whole coordinates that move by multiples of 16.
const MOMENTS: i32 = 16;

fn straight([from, to]: [&Mesh; 2], triangle: usize) -> Straight {
    Straight::triangle(from.triangle_at(triangle), to.triangle_at(triangle)).unwrap()
}

/// Every two triangles.
fn brute(
    a: [&Mesh; 2],
    b: [&Mesh; 2],
    limits: &StraightLimits,
) -> Vec<(u32, u32, Answer<Close, f64>)> {
    let mut found = Vec::new();
    for i in 0..a[0].triangle_count() {
        for j in 0..b[0].triangle_count() {
            match first_meeting(&straight(a, i), &straight(b, j), limits) {
                Answer::Clear => {}
                first => found.push((i as u32, j as u32, first)),
            }
        }
    }
    found
}

/// All that come close are there, with the same answers; those left out are free or were undecided.
fn compare(name: &str, found: &Meetings, expected: &[(u32, u32, Answer<Close, f64>)]) {
    let found: Vec<_> =
        found.meetings.iter().map(|meeting| (meeting.a, meeting.b, meeting.first)).collect();
    assert!(
        found.iter().all(|meeting| expected.contains(meeting)),
        "{name}: more than all pairs say"
    );
    for meeting in expected.iter().filter(|meeting| !found.contains(meeting)) {
        assert!(matches!(meeting.2, Answer::Undecided(_)), "{name}: {meeting:?} is missed");
    }
}

fn moved(random: &mut Random, mesh: &Mesh, reach: f64, kind: usize) -> Vec<DVec3> {
    let (shift, sheared) = (random.vector() * reach, random.vector());
    let way = |v: &DVec3, random: &mut Random| match kind {
        0 => shift,
        1 => random.vector() * reach,
        2 => shift * (v.dot(sheared) / reach.max(1e-300)).clamp(-1.0, 1.0),
        _ => DVec3::ZERO,
    };
    // What is too small to be a coordinate is 0.
    let flush = |v: DVec3| v.map(|x| if x.abs() < 1e-60 { 0.0 } else { x });
    mesh.points().iter().map(|v| flush(*v + way(v, random))).collect()
}

#[test]
fn pairs_of_hostile_meshes_are_those_of_brute_force() {
    let mut random = Random(77);
    let (mut close, mut free) = (0, 0);
    for scene in hostile() {
        let size = scene.a.points().iter().fold(0.0, |most, v| v.abs().max_element().max(most));
        for (step, pose) in scene.poses.iter().take(6).enumerate() {
            let b = scene.b.points().iter().map(|&v| pose.carried(v)).collect();
            let (a, b) = (Mesh::clone(&scene.a), scene.b.with_vertices(b).unwrap());
            let local = if scene.name.starts_with("far") { 1.0 } else { size };
            let reach = local * [0.3, 0.02, 1.0][step % 3];
            let (a_end, b_end) =
                (moved(&mut random, &a, reach, step % 4), moved(&mut random, &b, reach, step % 3));
            let limits = StraightLimits::new(1e-9 * size, LIMITS.steps);
            let ends =
                [a.with_vertices(a_end.clone()).unwrap(), b.with_vertices(b_end.clone()).unwrap()];
            let expected = brute([&a, &ends[0]], [&b, &ends[1]], &limits);
            let pair = DeformingPair::new(
                DeformingMesh::new(a.clone(), a_end).unwrap(),
                DeformingMesh::new(b.clone(), b_end).unwrap(),
            )
            .unwrap();
            let found = pair.meetings(&limits);
            compare(scene.name, &found, &expected);
            close += found.meetings.len();
            free += usize::from(found.is_clear());
            assert!(
                found.meetings.iter().all(|meeting| meeting.clear_until() >= found.clear_until)
            );
        }
    }
    assert!(close > 1000 && free > 5, "{close} meetings, {free} free motions");
}

#[test]
fn a_refitted_sequence_answers_like_new_meshes() {
    let mut random = Random(5);
    let ball = closecall::mesh::shapes::icosphere(1.0, 3);
    let states: Vec<Vec<DVec3>> =
        (0..6).map(|step| moved(&mut random, &ball, 0.1 * f64::from(step), 1)).collect();
    let other = closecall::mesh::shapes::icosphere(1.0, 2);
    let apart = other.points().iter().map(|&v| v + DVec3::X * 2.2).collect();
    let other = other.with_vertices(apart).unwrap();
    let mut pair = DeformingPair::new(
        DeformingMesh::new(ball.with_vertices(states[0].clone()).unwrap(), states[1].clone())
            .unwrap(),
        DeformingMesh::new(other.clone(), other.points().to_vec()).unwrap(),
    )
    .unwrap();
    let mut met = 0;
    for step in 1..states.len() {
        let fresh = DeformingPair::new(
            DeformingMesh::new(
                ball.with_vertices(states[step - 1].clone()).unwrap(),
                states[step].clone(),
            )
            .unwrap(),
            pair.b().clone(),
        )
        .unwrap();
        // How many pairs are looked at depends on the tree, and what is found does not.
        assert!(pair.meetings(&LIMITS).meetings == fresh.meetings(&LIMITS).meetings, "step {step}");
        let both = [&pair, &fresh].map(|pair| pair.a().self_meetings(&LIMITS).meetings);
        assert!(both[0] == both[1], "step {step}: the mesh with itself");
        met += pair.meetings(&LIMITS).meetings.len();
        if let Some(next) = states.get(step + 1) {
            pair.advance(next.clone(), other.points().to_vec()).unwrap();
        }
    }
    assert!(met > 10 && pair.a().wear() > 1.0, "{met} meetings");
}

#[test]
fn states_that_do_not_fit_are_refused_and_change_nothing() {
    let ball = closecall::mesh::shapes::icosphere(1.0, 0);
    let error = DeformingMesh::new(ball.clone(), vec![DVec3::ZERO]).unwrap_err();
    assert_eq!(error, MeshError::OtherVertices { given: 1, expected: 12 });
    let mut mesh = DeformingMesh::new(ball.clone(), ball.points().to_vec()).unwrap();
    assert!(
        mesh.advance(vec![DVec3::NAN; 12]).is_err() && mesh.advance(vec![DVec3::ZERO; 0]).is_err()
    );
    assert_eq!(mesh.end(), &ball);
}

/// A sheet of squares with whole coordinates, whose vertices are shared.
fn sheet(n: u32) -> Mesh {
    let at = |i: u32, j: u32| i * (n + 1) + j;
    let vertices = (0..=n)
        .flat_map(|i| (0..=n).map(move |j| DVec3::new(f64::from(i), f64::from(j), 0.0) * 8.0));
    let cells = (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
    let triangles = cells.flat_map(|(i, j)| {
        [[at(i, j), at(i + 1, j), at(i + 1, j + 1)], [at(i, j), at(i + 1, j + 1), at(i, j + 1)]]
    });
    Mesh::new(vertices.collect(), triangles.collect()).unwrap()
}

fn at(from: &Triangle, to: &Triangle, moment: i32) -> Triangle {
    let share = f64::from(moment) / f64::from(MOMENTS);
    std::array::from_fn(|i| from[i] + (to[i] - from[i]) * share)
}

#[test]
fn a_mesh_that_folds_is_free_only_where_nothing_is_shared_beyond_vertices() {
    let mut random = Random(9);
    let (mut free, mut met) = (0, 0);
    for case in 0..40 {
        let start = sheet(3);
        let few = case % 3 != 0;
        let mut move_some = |v: &DVec3| {
            let still = few && random.below(3) != 0;
            let way = (random.lattice(6) - DVec3::splat(3.0)) * f64::from(MOMENTS);
            *v + if still { DVec3::ZERO } else { way }
        };
        let end: Vec<DVec3> = start.points().iter().map(&mut move_some).collect();
        let mesh = DeformingMesh::new(start, end).unwrap();
        let found = mesh.self_meetings(&LIMITS);
        let count = mesh.start().triangle_count() as u32;
        for (i, j) in (0..count).flat_map(|i| (i + 1..count).map(move |j| (i, j))) {
            let [a, b] = [i, j]
                .map(|t| [mesh.start(), mesh.end()].map(|state| state.triangle_at(t as usize)));
            let meets = (0..=MOMENTS)
                .find(|&k| exact::meet_beyond(&at(&a[0], &a[1], k), &at(&b[0], &b[1], k)));
            let known = found.meetings.iter().find(|meeting| (meeting.a, meeting.b) == (i, j));
            let single = mesh.self_meeting((i, j), &LIMITS);
            assert!(known.is_none_or(|known| known.first == single), "case {case}: {i} {j}");
            assert!(
                known.is_some() || !matches!(single, Answer::Touching(_)),
                "case {case}: {i} {j} is lost"
            );
            match (known, meets) {
                (None, None) => free += 1,
                (None, Some(k)) => panic!("case {case}: {i} and {j} meet at {k}/{MOMENTS}"),
                (Some(known), Some(k)) => {
                    assert!(
                        known.clear_until() <= f64::from(k) / f64::from(MOMENTS),
                        "case {case}: {i} {j} {known:?}"
                    );
                    met += 1;
                }
                (Some(_), None) => {}
            }
        }
    }
    assert!(free > 1000 && met > 200, "{free} free, {met} met");
}

#[test]
fn neighbours_are_judged_beyond_what_they_share() {
    // Two triangles on a common edge; the second folds over onto the first.
    let vertices =
        vec![DVec3::ZERO, DVec3::X, DVec3::new(0.5, 1.0, 0.0), DVec3::new(0.5, -1.0, 0.0)];
    let mesh = Mesh::new(vertices.clone(), vec![[0, 1, 2], [1, 0, 3]]).unwrap();
    let still = DeformingMesh::new(mesh.clone(), vertices.clone()).unwrap();
    assert!(still.self_meetings(&LIMITS).is_clear(), "a common edge is no meeting");
    let fold = |height: f64| {
        let mut start = vertices.clone();
        start[3] = DVec3::new(0.5, 0.5, height);
        let mut end = start.clone();
        end[3].z = -1.0;
        DeformingMesh::new(mesh.with_vertices(start).unwrap(), end).unwrap().self_meetings(&LIMITS)
    };
    let found = fold(1.0);
    assert!((found.clear_until - 0.5).abs() < 1e-6 && found.meetings.len() == 1, "{found:?}");
    // Twins meet from the start; vertices at one place count as one.
    let twice = [0, 1, 2, 0, 1, 2].map(|v| vertices[v]).to_vec();
    let twins = Mesh::new(twice.clone(), vec![[0, 1, 2], [3, 4, 5]]).unwrap();
    assert_eq!(DeformingMesh::new(twins, twice).unwrap().self_meetings(&LIMITS).clear_until, 0.0);
    let loose = [0, 1, 2, 1, 0, 3].map(|v| vertices[v]).to_vec();
    let apart = Mesh::new(loose.clone(), vec![[0, 1, 2], [3, 4, 5]]).unwrap();
    assert!(DeformingMesh::new(apart, loose).unwrap().self_meetings(&LIMITS).is_clear());
}

/// Eight rows a query, each three quotients: where four corners are at the start, then at the end.
fn queries(file: &Path) -> Vec<[DVec3; 8]> {
    let text = std::fs::read_to_string(file).unwrap();
    let corner = |row: &str| {
        let n: Vec<f64> = row.split(',').map(|number| number.parse().unwrap()).collect();
        DVec3::new(n[0] / n[1], n[2] / n[3], n[4] / n[5])
    };
    let corners: Vec<DVec3> = text.split_whitespace().map(corner).collect();
    corners.chunks_exact(8).map(|eight| eight.try_into().unwrap()).collect()
}

/// Every query that others call a meeting is one of two triangles that have its corners, in the
/// tree as one by one.
#[test]
fn the_cloth_of_others_meets_where_their_queries_say() {
    let Some(folder) = shared_folder("the_cloth_of_others_meets_where_their_queries_say") else {
        return;
    };
    let folder = folder.join("data/ccd");
    let load = |name: &str| closecall::mesh::load(folder.join(name)).unwrap().mesh;
    let (start, end) = (load("cloth-funnel_227.ply"), load("cloth-funnel_228.ply"));
    let cloth = DeformingMesh::new(start.clone(), end.points().to_vec()).unwrap();
    let found = cloth.self_meetings(&StraightLimits::new(1e-12, 1000));
    println!(
        "{} candidates, {} meetings, free until {}",
        found.candidates,
        found.meetings.len(),
        found.clear_until
    );
    let undecided = found.meetings.iter().filter(|meeting| !meeting.is_close()).count();
    assert!(found.candidates > 100 && undecided == 0, "{undecided} undecided");
    let mut told = 0;
    for (name, split) in [("cloth-funnel_227vf", 1), ("cloth-funnel_227ee", 2)] {
        let truth = std::fs::read_to_string(folder.join(format!("{name}_mma_bool.json"))).unwrap();
        let truth =
            truth.trim_matches(['[', ']', '\n']).split(',').map(|word| word.trim() == "true");
        for (q, _) in queries(&folder.join(name).with_extension("csv"))
            .iter()
            .zip(truth)
            .filter(|(_, meets)| *meets)
        {
            let has = |triangle: u32, corners: &[DVec3]| {
                let own = start.triangle_at(triangle as usize);
                corners.iter().all(|corner| own.contains(corner))
            };
            let (one, other) = q[..4].split_at(split);
            let is_told = found.meetings.iter().any(|meeting| {
                has(meeting.a, one) && has(meeting.b, other)
                    || has(meeting.b, one) && has(meeting.a, other)
            });
            assert!(is_told, "{name}: {q:?} is not among the meetings");
            told += 1;
        }
    }
    println!("{told} labelled meetings, all among them");
}
