//! Nearest neighbours of points in several dimensions, compared with every point measured in
//! rational numbers.

use crate::common::Random;
use closecall::query::{Cloud, CloudError, Neighbour, Norm};
use dashu::rational::RBig;

fn measure<const D: usize>(norm: Norm, p: &[f64; D], q: &[f64; D]) -> RBig {
    let exactly = |x: f64| RBig::try_from(x).unwrap();
    let differences = p.iter().zip(q).map(|(&p, &q)| exactly(p) - exactly(q));
    match norm {
        Norm::Euclidean => differences.map(|x| &x * &x).fold(RBig::ZERO, |sum, x| sum + x),
        Norm::Largest => differences.map(|x| if x < RBig::ZERO { -x } else { x }).max().unwrap(),
    }
}

/// Is the distance, of which this is the square or the distance itself, in the interval?
fn holds(norm: Norm, found: &Neighbour, measure: &RBig) -> bool {
    let [low, high] = [found.distance.lo, found.distance.hi].map(|x| RBig::try_from(x).unwrap());
    match norm {
        Norm::Euclidean => &low * &low <= *measure && *measure <= &high * &high,
        Norm::Largest => low <= *measure && *measure <= high,
    }
}

fn points<const D: usize>(random: &mut Random, count: usize, kind: usize) -> Vec<[f64; D]> {
    let scale = [1.0, 1e-50, 1e25, 1.0, 1.0][kind];
    let mut number = |_| match kind {
        0 => random.below(4) as f64,
        3 => 1e9 + random.next() * 1e-6,
        4 => (random.below(7) as f64 * 0.1).sin(),
        _ => random.signed() * scale,
    };
    (0..count).map(|_| std::array::from_fn(&mut number)).collect()
}

fn check<const D: usize>(random: &mut Random, count: usize, kind: usize) {
    let cloud = Cloud::new(points::<D>(random, count, kind)).unwrap();
    for norm in [Norm::Euclidean, Norm::Largest] {
        let mut neighbours = cloud.neighbours(norm);
        let mut asked = points::<D>(random, 12, kind);
        asked.push(cloud.points()[count / 2]);
        asked.push(cloud.points()[0].map(|x| x * 3.0));
        for to in asked {
            let mut all: Vec<(RBig, u32)> =
                cloud.points().iter().map(|p| measure(norm, &to, p)).zip(0..).collect();
            all.sort();
            let name = format!("dimension {D}, {count} points of kind {kind}, {norm:?}, {to:?}");
            let nearest = neighbours.nearest(&to).unwrap();
            assert_eq!(nearest.point, all[0].1, "{name}");
            assert!(holds(norm, &nearest, &all[0].0), "{name}: {nearest:?}");
            let few = 1 + random.below(7);
            let found: Vec<u32> =
                neighbours.nearest_few(&to, few).unwrap().iter().map(|n| n.point).collect();
            assert_eq!(
                found,
                all.iter().take(few).map(|(_, i)| *i).collect::<Vec<_>>(),
                "{name} {few}"
            );
            for epsilon in [0.0, 0.1, 2.0] {
                let near = neighbours.nearly_nearest(&to, epsilon).unwrap();
                let factor = RBig::try_from(1.0 + epsilon).unwrap();
                let factor = if norm == Norm::Euclidean { &factor * &factor } else { factor };
                let measure = measure(norm, &to, &cloud.points()[near.point as usize]);
                assert!(measure <= factor * &all[0].0, "{name} {epsilon}");
            }
        }
    }
}

#[test]
fn neighbours_in_one_to_nine_dimensions() {
    let mut random = Random(91);
    for count in [1, 2, 15, 16, 17, 33, 300] {
        for kind in 0..5 {
            check::<1>(&mut random, count, kind);
            check::<2>(&mut random, count, kind);
            check::<3>(&mut random, count, kind);
            check::<4>(&mut random, count, kind);
            check::<9>(&mut random, count, kind);
        }
    }
    check::<3>(&mut random, 3000, 1);
    check::<3>(&mut random, 20_000, 0);
}

#[test]
fn batches_agree_and_bad_questions_are_refused() {
    let mut random = Random(92);
    let cloud = Cloud::new(points::<3>(&mut random, 1000, 1)).unwrap();
    let asked = points::<3>(&mut random, 1500, 1);
    let neighbours = cloud.neighbours(Norm::Euclidean);
    let one: Vec<Neighbour> =
        asked.iter().map(|to| neighbours.clone().nearest(to).unwrap()).collect();
    assert_eq!(neighbours.nearest_batch(&asked).unwrap(), one);
    assert_eq!(Cloud::<2>::new(vec![]).unwrap_err(), CloudError::NoPoint);
    let bad = Cloud::new(vec![[0.0, 1.0], [f64::INFINITY, 0.0]]).unwrap_err();
    assert_eq!(bad, CloudError::OutOfRange { point: 1, axis: 0, value: f64::INFINITY });
    let mut neighbours = neighbours;
    assert!(neighbours.nearest(&[f64::NAN, 0.0, 0.0]).is_err());
    assert!(matches!(
        neighbours.nearly_nearest(&[0.0; 3], -0.1),
        Err(CloudError::BadFactor { .. })
    ));
    assert_eq!(neighbours.nearest_few(&[0.0; 3], 0).unwrap(), []);
}
