//! Depths, patches and ways out of boxes whose faces lie in one plane: where boxes stand on each
//! other, and touch along edges and at corners.

use closecall::engine::geom::{DVec3, GlamMesh as _, GlamPose as _, Rng};
use closecall::mesh::shapes::cuboid;
use closecall::{Ask, Kind, Mesh, Model, Pose, Solid};

fn turned_box(half: DVec3, turn: &Pose) -> Solid {
    let mesh = cuboid(-half, half);
    let vertices = mesh.points().iter().map(|v| turn.carried(*v)).collect();
    Model::new(Mesh::new(vertices, mesh.triangles().to_vec()).unwrap()).solid().unwrap()
}

/// Corners on a grid, so that the truth is known: the room along every axis.
#[test]
fn boxes_on_a_grid_have_patches_and_ways_out() {
    let mut rng = Rng::new(49);
    let turn = Pose::from_quaternion([0.0; 3], [0.7, -0.1, 0.5, 0.5]).unwrap();
    let (mut seen, mut touching) = ([0; 3], 0);
    for round in 0..900 {
        let mut whole = |low: usize, count: usize| {
            DVec3::from_array([0; 3].map(|_| (low + rng.below(count)) as f64))
        };
        let (half_a, half_b) = (whole(1, 3), whole(1, 3));
        let (place, way) = (whole(0, 13) * 0.5 - 3.0, whole(0, 3) - 1.0);
        let room = half_a + half_b - place.abs();
        // What touches exactly may be apart once its corners were rounded.
        let is_turned = round % 3 == 0 && room.abs().min_element() > 0.0;
        let turn = if is_turned { turn } else { Pose::IDENTITY };
        let [a, b] = [half_a, half_b].map(|half| turned_box(half, &turn));
        let pose = Pose::from_translation(turn.carried(place).to_array()).unwrap();
        let least = room.min_element();
        seen[usize::from(least >= 0.0) + usize::from(least > 0.0)] += 1;

        let patches = a.patches(&b, &pose).unwrap();
        let pairs: usize = patches.iter().map(|patch| patch.pairs.len()).sum();
        assert_eq!(pairs, a.model().contacts(b.model(), &pose).unwrap().len());
        for patch in &patches {
            assert!(patch.depth >= 0.0 && patch.depth < 15.0, "{room} {patch:?}");
            if least == 0.0 {
                assert!(patch.depth < 1e-9, "{room} {patch:?}");
                touching += 1;
            }
        }
        if way == DVec3::ZERO {
            continue;
        }
        let way = turn.carried(way).to_array();
        let near = a.parting_near(&b, &pose, way, Ask::new()).unwrap();
        assert_eq!(near.is_some(), least >= 0.0, "{half_a} {half_b} {place} {way:?}");
        if let Some(parting) = near {
            let kind = a.meeting(&b, &parting.pose).unwrap().kind;
            assert!(matches!(kind, Kind::Apart | Kind::Touching), "{parting:?}");
            let length = parting.length;
            assert!(length >= least - 1e-9 && length < 15.0, "{room} {parting:?}");
        }
    }
    assert!(seen.iter().all(|&count| count > 40) && touching > 40, "{seen:?} {touching}");
}
