//! Every pair on an edge is answered as if there were no others, and the first of them is the first of the edge.

use crate::common::Random;
use closecall::engine::geom::DVec3;
use closecall::mesh::shapes;
use closecall::path::Chain;
use closecall::world::sweep::{Moves, Sweeps};
use closecall::{Answer, Ask, Body, Budget, Handle, Model, World};

const BODIES: usize = 7;

#[test]
fn each_pair_is_answered_as_if_alone() {
    let (mut random, (mut touching, mut clear)) = (Random(0xEAC4), (0, 0));
    let model = Model::new(shapes::cuboid(DVec3::splat(-0.4), DVec3::splat(0.4)));
    for trial in 0..12 {
        let mut world = World::new();
        let handles: Vec<Handle> = (0..BODIES)
            .map(|n| world.insert(Body::new(n.to_string(), &model).at(random.pose(2.5))).unwrap())
            .collect();
        if trial % 3 == 0 {
            world.set_solid(handles[0], true).unwrap();
        }
        let way = |body: usize, random: &mut Random| {
            (handles[body], Chain::between(&random.pose(2.5), &random.pose(2.5)).unwrap())
        };
        let edge = Moves(vec![way(0, &mut random), way(4, &mut random)]);
        let sweeps = Sweeps::new(&world, &Ask::new());
        let (each, first) = (sweeps.each(&edge).unwrap(), sweeps.ask(&edge).unwrap());
        let times = || each.iter().filter_map(|pair| Some(pair.answer.touching()?.time));
        match first {
            // Both hold the time of the first contact.
            Answer::Touching(first) => {
                assert!(first.hit.time.lo <= times().map(|time| time.hi).fold(1.0, f64::min));
                assert!(times().any(|time| time.lo <= first.hit.time.hi));
            }
            Answer::Undecided(_) => assert!(!each.is_empty()),
            Answer::Clear => assert!(each.is_empty()),
        }
        for (place, &a) in handles.iter().enumerate() {
            for &b in &handles[place + 1..] {
                let mut alone = World::new();
                let mut kept = Vec::new();
                for (n, &handle) in handles.iter().enumerate() {
                    let body = Body::new(n.to_string(), &model);
                    kept.push(
                        alone.insert(body.at(world.parent_from_body(handle).unwrap())).unwrap(),
                    );
                }
                assert_eq!(kept, handles);
                if trial % 3 == 0 {
                    alone.set_solid(handles[0], true).unwrap();
                }
                alone.allow_among(&handles).unwrap();
                alone.disallow(a, b).unwrap();
                let expected = Sweeps::new(&alone, &Ask::new()).ask(&edge).unwrap();
                let found = each.iter().find(|pair| pair.bodies == [a, b]).map(|pair| pair.answer);
                match expected {
                    Answer::Clear => assert_eq!(found, None),
                    Answer::Touching(hit) => assert_eq!(found, Some(Answer::Touching(hit.hit))),
                    Answer::Undecided(doubt) => {
                        assert_eq!(found, Some(Answer::Undecided(doubt.doubt)))
                    }
                }
                *if found.is_some() { &mut touching } else { &mut clear } += 1;
            }
        }
    }
    assert!(touching > 15 && clear > 100, "{touching} {clear}");
}

#[test]
fn without_a_budget_nothing_near_is_called_clear() {
    let model = Model::new(shapes::icosphere(1.0, 2));
    let mut world = World::new();
    let fixed = world.insert(Body::new("fixed", &model).fixed()).unwrap();
    let tool = world.insert(Body::new("tool", &model)).unwrap();
    let mut random = Random(5);
    let edge = Moves(vec![(tool, Chain::between(&random.pose(0.5), &random.pose(0.5)).unwrap())]);
    let found = Sweeps::new(&world, &Ask::new().budget(Budget::tests(0))).each(&edge).unwrap();
    assert!(
        found.len() == 1 && found[0].bodies == [fixed, tool] && found[0].answer.is_undecided(),
        "{found:?}"
    );
}
