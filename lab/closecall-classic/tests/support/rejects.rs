//! 0 wrong rejections: bodies that touch, and bodies whose exact distance is asked.

use super::{RECIPES, faces, mapping};
use crate::common::Random;
use crate::touching::{Scene, touching, touching_balls};
use closecall::engine::geom::{DVec3, GlamPose as _, Triangle, exact::within};
use closecall::geom::Clearance;
use closecall_classic::volume::aabb::Tight;
use closecall_classic::volume::kdop::Tumbling;
use closecall_classic::volume::obb::Orientation;
use closecall_classic::volume::sphere::Small;
use closecall_classic::volume::support::{Mapping, apart};
use closecall_classic::volume::{Aabb, Fit, Kdop, Obb, Rigid, Separation, Sphere, Volume};

fn fitted<V: Volume>(triangles: &[Triangle], fit: &impl Fit<V>) -> (V, V::Extra) {
    fit.fit(triangles, &(0..triangles.len() as u32).collect::<Vec<_>>(), 0)
}

/// Tries planes of both bodies that face along two directions, or as the volumes say.
fn rejected<V: Volume>(
    scene: &Scene,
    fit: &impl Fit<V>,
    (a_map, b_map): (&Mapping, &Mapping),
    ways: Option<[DVec3; 2]>,
    rigid: &Rigid,
) -> Option<Separation<DVec3>> {
    let ((a, _), (b, extra)) = (fitted(&scene.a, fit), fitted(&scene.b, fit));
    let b = b.moved(&extra, rigid);
    let [a_way, b_way] = ways.unwrap_or_else(|| a.ways(&b));
    let a_plane = a_map.plane(a_way);
    let b_plane = b_map.plane(rigid.rotation.transpose() * b_way).moved(rigid);
    apart((&a, &a_plane), (&b, &b_plane), rigid)
}

/// Two bodies that share a point, on either side of a plane with a known normal every other round;
/// never parted, but without slack they would be.
fn never_rejects_what_touches<V: Volume>(
    fit: &impl Fit<V>,
    scenes: impl Fn(&mut Random, usize, DVec3) -> Scene,
) {
    let random = &mut Random(61);
    let mut wrong_when_careless = 0;
    for round in 0..600 {
        let normal = random.vector().normalize();
        let scene = scenes(random, round, normal);
        let rigid = scene.rigid();
        let careless = Rigid { slack: 0.0, rounding: 0.0, ..rigid };
        for recipe in RECIPES {
            let maps = [&scene.a, &scene.b].map(|triangles| mapping(triangles, recipe));
            let askew = random.vector() * 0.3;
            for ways in [
                None,
                Some([normal, -normal]),
                Some([normal + askew, -normal]),
                Some([normal, askew - normal]),
            ] {
                let rejected = |rigid| rejected(&scene, fit, (&maps[0], &maps[1]), ways, rigid);
                assert_eq!(
                    rejected(&rigid),
                    None,
                    "round {round}, {recipe:?}, {ways:?}: what touches was rejected"
                );
                wrong_when_careless += usize::from(rejected(&careless).is_some());
            }
        }
    }
    assert!(wrong_when_careless > 0, "the scenes do not need the slack, so they prove nothing");
}

fn blocks(random: &mut Random, round: usize, normal: DVec3) -> Scene {
    touching(random, round, &[normal])
}

#[test]
fn what_touches_is_never_rejected() {
    never_rejects_what_touches::<Sphere>(&Small, |random, round, _| touching_balls(random, round));
    never_rejects_what_touches::<Sphere>(&Small, blocks);
    never_rejects_what_touches::<Aabb>(&Tight, blocks);
    never_rejects_what_touches::<Obb>(&Orientation::Best, blocks);
    never_rejects_what_touches::<Kdop<9>>(&Tumbling::Flying { hull_levels: 1 }, blocks);
}

/// A body over a few points: a hull, or a flat one, on a lattice or off it.
fn body(random: &mut Random, round: usize) -> Vec<Triangle> {
    loop {
        let on_lattice = random.next() < 0.5;
        let mut points: Vec<DVec3> = (0..4 + random.below(9))
            .map(|_| if on_lattice { random.lattice(3) } else { random.vector() * 2.0 })
            .collect();
        if round.is_multiple_of(5) {
            points.iter_mut().for_each(|p| p.z = p.x - p.y);
        }
        let faces = faces(&points);
        if !faces.is_empty() {
            return faces;
        }
    }
}

fn are_within(scene: &Scene, clearance: Clearance) -> bool {
    let carried: Vec<Triangle> =
        scene.b.iter().map(|triangle| scene.a_from_b.carried_triangle(triangle)).collect();
    scene.a.iter().any(|a| carried.iter().any(|b| within(a, b, clearance).meets))
}

/// A rejected pair is no closer than the gap says, decided exactly; and much of what is apart is
/// rejected.
fn gaps_are_exact_lower_bounds<V: Volume>(fit: &impl Fit<V>) {
    let random = &mut Random(62);
    let (mut touching, mut parted, mut sharp) = (0, 0, 0);
    for round in 0..1500 {
        let a_from_b = if round % 2 == 0 { random.lattice_pose(3) } else { random.pose(2.0) };
        let scene = Scene { a: body(random, round), b: body(random, round + 1), a_from_b };
        let rigid = scene.rigid();
        let touches = are_within(&scene, Clearance::NONE);
        touching += usize::from(touches);
        let recipe = RECIPES[round % RECIPES.len()];
        let maps = [&scene.a, &scene.b].map(|triangles| mapping(triangles, recipe));
        for ways in [
            None,
            Some([random.vector(), random.vector()]),
            Some([random.lattice(2) - DVec3::ONE; 2].map(|w| w + DVec3::splat(1e-9))),
        ] {
            let Some(Separation { gap, axis }) =
                rejected(&scene, fit, (&maps[0], &maps[1]), ways, &rigid)
            else {
                continue;
            };
            assert!(!touches, "round {round}: what touches was rejected");
            let closer = Clearance::new(gap.next_down()).unwrap();
            assert!(!are_within(&scene, closer), "round {round}: closer than the gap {gap}");
            assert!(
                axis.dot(scene.carried().next().unwrap() - scene.a[0][0]) > 0.0,
                "round {round}: the axis points back"
            );
            parted += 1;
            sharp += usize::from(are_within(&scene, Clearance::new(gap * 1.5).unwrap()));
        }
    }
    assert!(touching > 300 && touching < 1400, "{touching} touch");
    assert!(parted > 100 && sharp > 10, "{parted} rejected, {sharp} of them sharply");
}

#[test]
fn gaps_never_exceed_the_distance() {
    gaps_are_exact_lower_bounds::<Sphere>(&Small);
    gaps_are_exact_lower_bounds::<Aabb>(&Tight);
    gaps_are_exact_lower_bounds::<Obb>(&Orientation::Best);
    gaps_are_exact_lower_bounds::<Kdop<9>>(&Tumbling::Flying { hull_levels: 0 });
}

/// A clearance counts once, and nothing that is within it is rejected.
#[test]
fn what_is_within_a_clearance_is_never_rejected() {
    let random = &mut Random(63);
    let (mut rejections, mut within_count) = (0, 0);
    for round in 0..1500 {
        let scene = Scene {
            a: body(random, round),
            b: body(random, round + 1),
            a_from_b: random.lattice_pose(3),
        };
        let clearance = Clearance::new(random.next()).unwrap();
        let rigid = scene.rigid().with_clearance(clearance);
        let maps = [&scene.a, &scene.b]
            .map(|triangles| mapping(triangles, RECIPES[round % RECIPES.len()]));
        let rejected = rejected(&scene, &Orientation::Best, (&maps[0], &maps[1]), None, &rigid);
        let is_within = are_within(&scene, clearance);
        assert!(rejected.is_none() || !is_within, "round {round}: {rejected:?}");
        rejections += usize::from(rejected.is_some());
        within_count += usize::from(is_within);
    }
    assert!(rejections > 30 && within_count > 300, "{rejections} rejected, {within_count} within");
}
