//! Edges of worlds with many bodies, and how near bodies come to each other: against the plain way.

use closecall::Answer;
use closecall::Ask;
use closecall::engine::geom::{DVec3, Rng};
use closecall::geom::shape::Shape;
use closecall::mesh::shapes;
use closecall::path::{Chain, Factor, Path, Rows};
use closecall::world::sweep::{Edge, EdgeDoubt, EdgeHit, Moves, Sweeps};
use closecall::world::{Body, Handle, World};
use closecall::{Budget, Model, Pose, WorldError};

fn bodies() -> Vec<Model> {
    let cube = shapes::cuboid(DVec3::splat(-0.5), DVec3::splat(0.5));
    let plate = shapes::cuboid(DVec3::new(-1.0, -0.001, -0.5), DVec3::new(1.0, 0.001, 0.5));
    [cube, plate, shapes::icosphere(0.5, 1), shapes::torus(0.6, 0.1, 12, 6)].map(Model::new).into()
}

/// Some that stand, some that move, and some that are attached to those; all about 1 in size, in a room of
/// this size.
fn crowd(rng: &mut Rng, count: usize, room: f64) -> (World, Moves) {
    let (models, mut world, mut moves) = (bodies(), World::new(), Vec::new());
    for number in 0..count {
        let pose =
            Pose::from_quaternion((rng.in_ball() * room).to_array(), rng.quaternion()).unwrap();
        let body = Body::new(format!("body {number}"), &models[rng.below(models.len())]).at(pose);
        match number % 3 {
            0 => drop(world.insert(body.fixed()).unwrap()),
            1 => drop(world.insert(body).unwrap()),
            _ => {
                let carrier = world.insert(body).unwrap();
                let arm = Pose::from_translation([1.5, 0.0, 0.0]).unwrap();
                world
                    .insert(Body::new(format!("hand {number}"), &models[2]).on(carrier).at(arm))
                    .unwrap();
                let turn = Factor::Turn {
                    axis: rng.in_ball().normalize().into(),
                    from: 0.0,
                    to: rng.between(-1.5, 1.5),
                };
                let slide = Factor::Slide { from: [0.0; 3], to: (rng.in_ball() * 2.0).into() };
                moves.push((carrier, Chain::new(vec![Factor::Fixed(pose), slide, turn]).unwrap()));
            }
        }
    }
    (world, Moves(moves))
}

fn touching(world: &World, edge: &dyn Edge, time: f64) -> Vec<(Handle, Handle)> {
    let mut query = world.query();
    query.pose_all();
    query.set_poses(&edge.poses(time)).unwrap();
    query.collisions()
}

#[test]
fn no_pair_of_a_crowd_is_lost() {
    let mut rng = Rng::new(301);
    let (mut free, mut hits) = (0, 0);
    for number in 0..60 {
        let count = 4 + rng.below(20);
        let (world, edge) = crowd(&mut rng, count, [4.0, 9.0, 20.0][number % 3]);
        let answer = Sweeps::new(&world, &Ask::new()).ask(&edge).unwrap();
        let until = match answer {
            Answer::Clear => 1.0,
            Answer::Touching(EdgeHit { hit, bodies: [a, b] }) => {
                let found = touching(&world, &edge, hit.time.hi);
                assert!(found.contains(&(a, b)), "{number}: {hit:?}");
                hit.time.lo
            }
            Answer::Undecided(EdgeDoubt { doubt, .. }) => doubt.time.lo,
        };
        *(if answer == Answer::Clear { &mut free } else { &mut hits }) += 1;
        for k in 0..300 {
            let time = until * f64::from(k) / 300.0;
            let found = touching(&world, &edge, time);
            assert!(
                time >= until || found.is_empty(),
                "{number} at {time}: {found:?}, but {answer:?}"
            );
        }
    }
    assert!(free > 5 && hits > 5, "{free} free, {hits} hit");
}

#[test]
fn hundreds_of_bodies_are_swept_as_each_pair_is() {
    let mut rng = Rng::new(302);
    let (world, edge) = crowd(&mut rng, 400, 60.0);
    let sweeps = Sweeps::new(&world, &Ask::new());
    let answer = sweeps.ask(&edge).unwrap();
    let Answer::Touching(EdgeHit { hit, bodies: pair }) = answer else {
        panic!("{answer:?}: two of four hundred meet")
    };
    assert!(touching(&world, &edge, hit.time.hi).contains(&(pair[0], pair[1])));
    for k in 0..200 {
        let time = hit.time.lo * f64::from(k) / 200.0;
        assert!(time >= hit.time.lo || touching(&world, &edge, time).is_empty(), "{time} {hit:?}");
    }
}

#[test]
fn how_near_two_bodies_come_is_between_the_bounds() {
    let mut rng = Rng::new(303);
    let models = bodies();
    let (mut apart, mut narrow) = (0, 0);
    for number in 0..80 {
        let (a, b) = (&models[rng.below(4)], &models[rng.below(4)]);
        let row = |rng: &mut Rng| ((rng.in_ball() * 4.0).to_array(), rng.quaternion());
        let rows = Rows::new((0..2 + rng.below(3)).map(|_| row(&mut rng)).collect()).unwrap();
        let found = a.ask(b, Ask::new()).unwrap().approach(&rows);
        assert!(found.distance.lo <= found.distance.hi, "{number}: {found:?}");
        let at = a.distance(b, &rows.pose(found.time)).unwrap();
        assert!(at.distance.lo <= found.distance.hi, "{number}: {found:?} {at:?}");
        match a.sweep(b, &rows).unwrap() {
            Answer::Clear => assert!(found.distance.hi > 0.0, "{number}: {found:?}"),
            Answer::Touching(_) => {
                assert_eq!((found.distance.lo, found.distance.hi), (0.0, 0.0), "{number}")
            }
            Answer::Undecided(_) => {}
        }
        for k in 0..400 {
            let time = rows.legs() as f64 * f64::from(k) / 400.0;
            let distance = a.distance(b, &rows.pose(time)).unwrap();
            assert!(
                distance.distance.hi >= found.distance.lo,
                "{number} at {time}: {distance:?} {found:?}"
            );
        }
        apart += usize::from(found.distance.lo > 0.0);
        narrow += usize::from(found.distance.hi - found.distance.lo <= 1e-4);
    }
    assert!(apart > 10 && narrow > 70, "{apart} {narrow}");
}

#[test]
fn how_near_a_crowd_comes_is_between_the_bounds() {
    let mut rng = Rng::new(304);
    let mut apart = 0;
    for number in 0..24 {
        let (world, edge) = crowd(&mut rng, 4 + number / 2, [9.0, 20.0][number % 2]);
        let sweeps = Sweeps::new(&world, &Ask::new());
        let Some(found) = sweeps.approach(&edge).unwrap() else { panic!("bodies move") };
        let (lo, hi) = (found.approach.distance.lo, found.approach.distance.hi);
        assert!(lo <= hi, "{number}: {found:?}");
        match sweeps.ask(&edge).unwrap() {
            Answer::Clear => assert!(hi > 0.0, "{number}: {found:?}"),
            Answer::Touching(_) => assert_eq!(lo, 0.0, "{number}: {found:?}"),
            Answer::Undecided(_) => {}
        }
        apart += usize::from(lo > 0.0);
        // The plain way: all pairs of which one moves, at samples.
        let moves: Vec<Handle> = edge.moves().iter().map(|(handle, _)| *handle).collect();
        let is_moved = |handle: Handle| {
            moves.contains(&handle)
                || world.parent(handle).unwrap().is_some_and(|parent| moves.contains(&parent))
        };
        let mut query = world.query();
        let all: Vec<Handle> = world.handles().collect();
        for k in 0..=20 {
            query.set_poses(&edge.poses(f64::from(k) / 20.0)).unwrap();
            for (place, &a) in all.iter().enumerate() {
                for &b in all[place + 1..].iter().filter(|&&b| is_moved(a) || is_moved(b)) {
                    let [x, y] = [a, b].map(|body| query.world_from_body(body).unwrap());
                    let [one, other] = [a, b].map(|body| world.model(body).unwrap().unwrap());
                    let distance = one.distance(other, &x.relative(&y).unwrap()).unwrap();
                    assert!(
                        distance.distance.hi >= lo * (1.0 - 1e-12),
                        "{number}: {distance:?} {found:?}"
                    );
                }
            }
        }
    }
    assert!(apart > 4, "{apart}");
}

#[test]
fn a_box_of_motions_is_free_wherever_each_part_is() {
    let cube = Model::new(shapes::cuboid(DVec3::splat(-0.5), DVec3::splat(0.5)));
    let mut world = World::new();
    let wall = world
        .insert(Body::new("wall", &cube).at(Pose::from_translation([3.0, 0.0, 0.0]).unwrap()))
        .unwrap();
    let part = world.insert(Body::new("part", &cube)).unwrap();
    let sweeps = Sweeps::new(&world, &Ask::new());
    let ask = |from: [f64; 2], to: [f64; 2]| {
        let slide = |axis: DVec3, k: usize| Factor::Slide {
            from: (axis * from[k]).into(),
            to: (axis * to[k]).into(),
        };
        let turn = Factor::Turn { axis: [0.0, 0.0, 1.0], from: from[1], to: to[1] };
        sweeps
            .anywhere(&Moves(vec![(part, Chain::new(vec![slide(DVec3::X, 0), turn]).unwrap())]))
            .unwrap()
    };
    assert_eq!(ask([-1.0, -0.2], [1.0, 0.2]), Answer::Clear);
    assert_eq!(ask([1.9, 0.0], [2.3, 0.0]), Answer::Touching([wall, part]));
    assert_eq!(ask([1.7, 0.0], [2.2, 0.0]), Answer::Undecided([wall, part]));
}

/// A body inside a solid touches it, wherever in the box it is; outside it does not.
#[test]
fn a_box_of_motions_inside_a_solid_touches() {
    let [room, thing] =
        [10.0, 0.5].map(|half| Model::new(shapes::cuboid(DVec3::splat(-half), DVec3::splat(half))));
    for (solid, place, is_inside) in [
        (None, 0.0, false),
        (Some("room"), 0.0, true),
        (Some("thing"), 0.0, false),
        (Some("room"), 30.0, false),
        (Some("thing"), 30.0, false),
    ] {
        for first in ["room", "thing"] {
            let mut world = World::new();
            let mut insert = |name: &str| {
                let model = if name == "room" { &room } else { &thing };
                world.insert(Body::new(name, model)).unwrap()
            };
            let one = insert(first);
            let other = insert(if first == "room" { "thing" } else { "room" });
            if let Some(solid) = solid {
                let solid = world.handle(solid).unwrap();
                world.set_solid(solid, true).unwrap();
            }
            let at = DVec3::X * place;
            let slide = Factor::Slide { from: at.into(), to: (at + DVec3::splat(0.01)).into() };
            let moves =
                Moves(vec![(world.handle("thing").unwrap(), Chain::new(vec![slide]).unwrap())]);
            let sweeps = Sweeps::new(&world, &Ask::new());
            let expected = if is_inside { Answer::Touching([one, other]) } else { Answer::Clear };
            let found = sweeps.anywhere(&moves).unwrap();
            assert_eq!(found, expected, "{solid:?} at {place}, {first} first");
            // The whole edge says the same.
            let whole = sweeps.ask(&moves).unwrap();
            assert_eq!(whole == Answer::Clear, !is_inside, "{solid:?} at {place}: {whole:?}");
        }
    }
}

/// The pairs that are left of a box are enough for its parts.
#[test]
fn parts_of_a_box_are_asked_about_what_is_left_of_it() {
    let mut rng = Rng::new(307);
    let (mut free, mut other) = (0, 0);
    for _ in 0..40 {
        let (world, edge) = crowd(&mut rng, 12, 6.0);
        let sweeps = Sweeps::new(&world, &Ask::new());
        let (_, left) = sweeps.anywhere_among(&edge, &sweeps.all_pairs()).unwrap();
        assert!(left.len() <= sweeps.all_pairs().len());
        // The first half of every factor.
        let half = |factor: &Factor| match *factor {
            Factor::Turn { axis, from, to } => Factor::Turn { axis, from, to: (from + to) * 0.5 },
            Factor::Slide { from, to } => {
                let middle = (DVec3::from(from) + DVec3::from(to)) * 0.5;
                Factor::Slide { from, to: middle.into() }
            }
            fixed => fixed,
        };
        let halved = |(body, chain): &(Handle, Chain)| {
            (*body, Chain::new(chain.factors().iter().map(half).collect()).unwrap())
        };
        let part = Moves(edge.0.iter().map(halved).collect());
        let (found, _) = sweeps.anywhere_among(&part, &left).unwrap();
        let alone = sweeps.anywhere(&part).unwrap();
        let kind = std::mem::discriminant;
        assert_eq!(kind(&found), kind(&alone), "{found:?} and {alone:?}");
        *(if alone == Answer::Clear { &mut free } else { &mut other }) += 1;
    }
    assert!(other > 5, "{free} free, {other} not");
}

/// A fixed body does not move: not alone, not with its parent, in no way of moving.
#[test]
fn what_is_fixed_is_moved_by_nothing() {
    let cube = Model::new(shapes::cuboid(DVec3::ZERO, DVec3::ONE));
    let away = Pose::from_translation([5.0, 0.0, 0.0]).unwrap();
    for moved in ["part", "tray", "cart"] {
        let mut world = World::new();
        let cart = world.insert(Body::frame("cart")).unwrap();
        let tray = world.insert(Body::new("tray", &cube).on(cart)).unwrap();
        world.insert(Body::new("part", &cube).on(tray).fixed()).unwrap();
        world.insert(Body::new("table", &cube).fixed()).unwrap();
        let body = world.handle(moved).unwrap();
        let is_refused = |name: &str, refused: Option<closecall::WorldError>| {
            let expected = closecall::WorldError::Fixed { name: "part".to_owned() };
            assert_eq!(refused, Some(expected), "{name} of {moved}");
        };
        is_refused("set_pose", world.set_pose(body, away).err());
        is_refused("query", world.query().set_pose(body, away).err());
        is_refused("least_distances", world.least_distances(&[[(body, away)]]).err());
        let slide = Factor::Slide { from: [0.0; 3], to: [1.0, 0.0, 0.0] };
        let edge = Moves(vec![(body, Chain::new(vec![slide]).unwrap())]);
        let sweeps = Sweeps::new(&world, &Ask::new());
        is_refused("sweep", sweeps.ask(&edge).err());
        is_refused("anywhere", sweeps.anywhere(&edge).err());
        is_refused("approach", sweeps.approach(&edge).err());
        // Where it is, it may be put again.
        world.set_pose(body, Pose::IDENTITY).unwrap();
        assert!(world.is_fixed(world.handle("part").unwrap()).unwrap());
        let [part, table] = ["part", "table"].map(|name| world.handle(name).unwrap());
        assert!(!world.looks_at(part, table).unwrap() && world.looks_at(tray, table).unwrap());
    }
}

/// A small body at the end of an arm, among large ones: whichever was inserted first, it is the
/// motion of the same two bodies.
#[test]
fn a_small_body_may_come_before_or_after_a_large_one() {
    let mut rng = Rng::new(306);
    let small = Model::new(shapes::cuboid(DVec3::splat(-0.05), DVec3::splat(0.05)));
    let large = Model::new(shapes::torus(3.0, 0.8, 24, 10));
    let (mut free, mut hits) = (0, 0);
    for number in 0..60 {
        let turn = |rng: &mut Rng, most: f64| Factor::Turn {
            axis: rng.in_ball().normalize().into(),
            from: rng.between(-3.0, 3.0),
            to: rng.between(-most, most),
        };
        let arm = |rng: &mut Rng| {
            Factor::Fixed(Pose::from_translation((rng.in_ball() * 2.0).to_array()).unwrap())
        };
        let factors = vec![
            arm(&mut rng),
            turn(&mut rng, 3.0),
            arm(&mut rng),
            turn(&mut rng, 3.0),
            arm(&mut rng),
        ];
        let chain = Chain::new(factors).unwrap();
        let answers = [true, false].map(|small_first| {
            let mut world = World::new();
            let add = |world: &mut World, is_small: bool| match is_small {
                true => world.insert(Body::new("small", &small)).unwrap(),
                false => world.insert(Body::new("large", &large).fixed()).unwrap(),
            };
            let [one, other] =
                [small_first, !small_first].map(|is_small| add(&mut world, is_small));
            let edge = Moves(vec![(if small_first { one } else { other }, chain.clone())]);
            let answer = Sweeps::new(&world, &Ask::new()).ask(&edge).unwrap();
            let until = match answer {
                Answer::Clear => 1.0,
                Answer::Touching(EdgeHit { hit, .. }) => {
                    assert!(!touching(&world, &edge, hit.time.hi).is_empty(), "{number}: {hit:?}");
                    hit.time.lo
                }
                Answer::Undecided(EdgeDoubt { doubt, .. }) => doubt.time.lo,
            };
            for k in 0..1000 {
                let time = until * f64::from(k) / 1000.0;
                let found = touching(&world, &edge, time);
                assert!(
                    time >= until || found.is_empty(),
                    "{number} at {time}: {found:?}, but {answer:?}"
                );
            }
            (answer == Answer::Clear, until)
        });
        let [(is_free, until), (is_free_too, until_too)] = answers;
        assert!(
            is_free == is_free_too && (until - until_too).abs() < 1e-5,
            "{number}: {answers:?}"
        );
        *(if is_free { &mut free } else { &mut hits }) += 1;
    }
    assert!(free > 5 && hits > 5, "{free} free, {hits} hit");
}

/// A small body that turns above a floor, whichever was put in first: how near they come is known
/// after as few tests for a floor that is a thousand times as large.
#[test]
fn a_large_floor_takes_no_more_tests() {
    let small = Model::new(shapes::cuboid(DVec3::splat(-0.25), DVec3::splat(0.25)));
    let turn = Factor::Turn { axis: [1.0, 0.0, 0.0], from: 0.0, to: 2.0 };
    let up = Factor::Fixed(Pose::from_translation([0.0, 0.0, 1.0]).unwrap());
    let chain = Chain::new(vec![up, turn]).unwrap();
    for (size, small_first) in [10.0, 1e4].into_iter().flat_map(|x| [(x, true), (x, false)]) {
        let floor = DVec3::new(size, size, 1.0);
        let floor = Model::new(shapes::cuboid(-floor, floor.with_z(0.0)));
        let mut world = World::new();
        let mut add = |is_small: bool| match is_small {
            true => world.insert(Body::new("small", &small)).unwrap(),
            false => world.insert(Body::new("floor", &floor).fixed()).unwrap(),
        };
        let [one, other] = [add(small_first), add(!small_first)];
        let edge = Moves(vec![(if small_first { one } else { other }, chain.clone())]);
        let options = Ask::new().budget(Budget::tests(300_000));
        let near = Sweeps::new(&world, &options).approach(&edge).unwrap().unwrap().approach;
        let least = 1.0 - 0.25 * 2f64.sqrt();
        assert!(near.distance.lo <= least && least <= near.distance.hi, "{size}: {near:?}");
        assert!(
            near.distance.hi - near.distance.lo < 1e-5,
            "{size}, small first {small_first}: {near:?}"
        );
    }
}

/// One of many bodies: a mesh, an exact shape, or both; a floor without end at last.
fn mixed_body(number: usize, rng: &mut Rng) -> Body {
    let models = bodies();
    let cell = DVec3::new((number % 4) as f64, (number / 4 % 4) as f64, (number / 16) as f64);
    let place = cell * 2.6 + rng.in_ball() * 0.1;
    let pose = Pose::from_quaternion(place.to_array(), rng.quaternion()).unwrap();
    let ball = Shape::ball(DVec3::ZERO, 0.4).unwrap();
    let rod = Shape::capsule(DVec3::ZERO, DVec3::new(0.8, 0.0, 0.0), 0.2).unwrap();
    let name = format!("body {number}");
    let body = match number % 4 {
        _ if number == 30 => {
            let floor = Shape::half_space(DVec3::Z, -1.5).unwrap();
            return Body::frame(name).with_shapes([floor]);
        }
        0 => Body::frame(name).with_shapes([ball]),
        1 => Body::new(name, &models[3]).with_shapes([rod]),
        _ => Body::new(name, &models[number % 3]),
    };
    let body = body.at(pose);
    if number.is_multiple_of(5) { body.fixed() } else { body }
}

#[test]
fn among_many_bodies_every_pair_counts_as_if_it_were_alone() {
    let mut rng = Rng::new(808);
    let (mut free, mut hits) = (0, 0);
    for round in 0..6 {
        let seed = rng.bits();
        let all = || {
            let mut rng = Rng::new(seed);
            (0..31).map(move |number| mixed_body(number, &mut rng))
        };
        let mover = 1 + round % 4;
        let world_of = |kept: &[usize]| {
            let mut world = World::new();
            for (_, body) in all().enumerate().filter(|(number, _)| kept.contains(number)) {
                world.insert(body).unwrap();
            }
            world
        };
        let whole = world_of(&Vec::from_iter(0..31));
        let name = format!("body {mover}");
        for _ in 0..4 {
            let from = whole.world_from_body(whole.handle(&name).unwrap()).unwrap();
            let to = rng.in_ball() * 3.0;
            let turn =
                Factor::Turn { axis: [1.0, 0.0, 0.0], from: 0.0, to: rng.between(-1.0, 1.0) };
            let slide = Factor::Slide { from: [0.0; 3], to: to.into() };
            let way = Chain::new(vec![slide, Factor::Fixed(from), turn]).unwrap();
            let ask = |world: &World| {
                let edge = Moves(vec![(world.handle(&name).unwrap(), way.clone())]);
                match Sweeps::new(world, &Ask::new()).ask(&edge).unwrap() {
                    Answer::Clear => None,
                    Answer::Touching(EdgeHit { hit, .. }) => Some(hit.time.hi),
                    Answer::Undecided(EdgeDoubt { doubt, .. }) => panic!("{doubt:?}"),
                }
            };
            let others = (0..31).filter(|&other| other != mover);
            let alone = others.filter_map(|other| ask(&world_of(&[mover, other])));
            let expected = alone.min_by(f64::total_cmp);
            let found = ask(&whole);
            assert_eq!(found.is_some(), expected.is_some(), "{found:?} {expected:?}");
            if let Some((found, expected)) = found.zip(expected) {
                assert!((found - expected).abs() < 1e-4, "{found} {expected}");
                hits += 1;
            } else {
                free += 1;
            }
        }
    }
    assert!(free > 5 && hits > 5, "{free} free, {hits} hits");
}

#[test]
fn edges_that_follow_each_other_share_a_budget() {
    let mut world = World::new();
    let ball = Model::new(shapes::icosphere(0.5, 2));
    let wall = world.insert(Body::new("wall", &ball).fixed()).unwrap();
    let tool = world.insert(Body::new("tool", &ball)).unwrap();
    let edge = |step: usize| {
        let [from, to] = [0.0, 1.0].map(|more| DVec3::new(180.5 - step as f64 - more, 0.9, 0.1));
        let way = Chain::new(vec![Factor::Slide { from: from.into(), to: to.into() }]).unwrap();
        Ok::<_, WorldError>(Moves(vec![(tool, way)]))
    };
    let first = |count: usize, budget: Budget| {
        let (sweeps, mut heard) = (Sweeps::new(&world, &Ask::new().budget(budget)), 0);
        let answer = sweeps.first(count, edge, |done| heard = done).unwrap();
        (answer, heard)
    };
    assert_eq!(first(150, Budget::ENDLESS), (Answer::Clear, 150));
    let (Answer::Touching(EdgeHit { hit, bodies: pair }), heard) = first(300, Budget::ENDLESS)
    else {
        panic!()
    };
    assert_eq!((pair, heard), ([wall, tool], 128));
    let edges: Vec<Moves> = (0..300).map(|step| edge(step).unwrap()).collect();
    let all = Sweeps::new(&world, &Ask::new()).ask_all(&edges).unwrap();
    let one_by_one = all.iter().position(|answer| *answer != Answer::Clear).unwrap();
    assert_eq!(hit.time.hi.floor() as usize, one_by_one);
    // A budget of tests is for all edges together, and never a guess.
    let mut last = 0.0;
    for tests in [0, 20, 200, 2000, 200_000] {
        match first(300, Budget::tests(tests)).0 {
            Answer::Undecided(EdgeDoubt { doubt, .. }) => {
                assert!(doubt.time.lo >= last && doubt.time.lo <= hit.time.hi, "{tests}");
                last = doubt.time.lo;
            }
            Answer::Touching(EdgeHit { hit: found, .. }) => {
                assert!(found.time.lo <= hit.time.hi && tests > 20, "{tests}")
            }
            Answer::Clear => panic!("{tests} tests are no proof"),
        }
    }
    assert!(last > 170.0, "{last}");
    let stopped: Result<Answer<EdgeHit, EdgeDoubt>, WorldError> = Sweeps::new(&world, &Ask::new())
        .first(2, |_| Err::<Moves, _>(WorldError::NoSuchBody { handle: wall }), |_| {});
    assert!(stopped.is_err());
}
