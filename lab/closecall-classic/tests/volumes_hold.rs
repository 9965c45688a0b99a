//! Volumes hold what they bound, in exact arithmetic: fitted, merged and moved, at sizes and
//! offsets where roundings show.

use crate::common::Random;
use crate::touching::{Scene, touching, touching_balls};
use closecall::engine::geom::{DMat3, DVec3, Triangle};
use closecall_classic::volume::aabb::Tight;
use closecall_classic::volume::kdop::directions::{directions, vector};
use closecall_classic::volume::kdop::{Closed, Ranked, Tumbling};
use closecall_classic::volume::obb::Orientation;
use closecall_classic::volume::sphere::Small;
use closecall_classic::volume::{Aabb, Fit, Kdop, Obb, Rigid, Sphere, Volume};
use dashu::rational::RBig;

fn exact(x: f64) -> RBig {
    RBig::try_from(x).unwrap()
}

/// The exact product of two vectors of which the second is a difference.
fn product(u: DVec3, p: DVec3, minus: DVec3) -> RBig {
    (0..3).map(|i| exact(u[i]) * (exact(p[i]) - exact(minus[i]))).fold(RBig::ZERO, |sum, x| sum + x)
}

trait Holds {
    /// Does it hold the point, if it is made larger by `slack`? Decided exactly.
    fn holds(&self, p: DVec3, slack: f64) -> bool;
}

impl Holds for Aabb {
    fn holds(&self, p: DVec3, _slack: f64) -> bool {
        self.low.cmple(p).all() && p.cmple(self.high).all()
    }
}

impl Holds for Obb {
    fn holds(&self, p: DVec3, slack: f64) -> bool {
        let DMat3 { x_axis, y_axis, z_axis } = self.axes;
        [x_axis, y_axis, z_axis].into_iter().zip(self.half.to_array()).all(|(axis, half)| {
            let (place, most) = (product(axis, p, self.center), exact(half) + exact(slack));
            place <= most && -place <= most
        })
    }
}

impl Holds for Sphere {
    fn holds(&self, p: DVec3, slack: f64) -> bool {
        let axis = |i: usize| exact(p[i]) - exact(self.center[i]);
        let squared = (0..3).map(|i| axis(i) * axis(i)).fold(RBig::ZERO, |sum, x| sum + x);
        let most = exact(self.radius) + exact(slack);
        squared <= most.clone() * most
    }
}

impl<const S: usize> Holds for Kdop<S> {
    /// Moved k-DOPs hold their contents with no slack at all.
    fn holds(&self, p: DVec3, _slack: f64) -> bool {
        directions::<S>().into_iter().enumerate().all(|(slab, direction)| {
            let place = product(vector(direction), p, DVec3::ZERO);
            exact(self.low[slab]) <= place && place <= exact(self.high[slab])
        })
    }
}

impl<const S: usize> Holds for Ranked<S> {
    fn holds(&self, p: DVec3, slack: f64) -> bool {
        self.dop.holds(p, slack)
    }
}

impl<const S: usize, const E: usize> Holds for Closed<S, E> {
    fn holds(&self, p: DVec3, slack: f64) -> bool {
        self.dop.holds(p, slack)
    }
}

fn fitted<V: Volume>(triangles: &[Triangle], fit: &impl Fit<V>) -> (V, V::Extra) {
    fit.fit(triangles, &(0..triangles.len() as u32).collect::<Vec<_>>(), 0)
}

/// One triangle, blocks and balls.
fn scenes() -> impl Iterator<Item = Scene> {
    let mut random = Random(61);
    (0..120).map(move |round| {
        let mut scene = if round % 3 == 0 {
            touching_balls(&mut random, round)
        } else {
            touching(&mut random, round, &DVec3::AXES)
        };
        if round % 8 == 1 {
            scene.b.truncate(1);
        }
        scene
    })
}

fn holds_everywhere<V: Volume + Holds>(fit: &impl Fit<V>)
where
    V::Moved: Holds,
{
    for (round, scene) in scenes().enumerate() {
        let ((a, _), (b, extra)) = (fitted(&scene.a, fit), fitted(&scene.b, fit));
        let merged = a.merge(&b);
        for &p in scene.a.iter().flatten() {
            assert!(a.holds(p, 0.0), "round {round}: {a:?} does not hold {p}");
            assert!(merged.holds(p, 0.0), "round {round}: merged, {merged:?} does not hold {p}");
        }
        for &p in scene.b.iter().flatten() {
            assert!(merged.holds(p, 0.0), "round {round}: merged, {merged:?} does not hold {p}");
        }
        let rigid = scene.rigid();
        let moved = b.moved(&extra, &rigid);
        for p in scene.carried() {
            assert!(
                moved.holds(p, rigid.slack),
                "round {round}: moved, {moved:?} does not hold {p}"
            );
        }
    }
}

#[test]
fn spheres_and_boxes_hold_their_contents() {
    holds_everywhere::<Sphere>(&Small);
    holds_everywhere::<Aabb>(&Tight);
    for orientation in
        [Orientation::Vertices, Orientation::HullSurface, Orientation::Surface, Orientation::Best]
    {
        holds_everywhere::<Obb>(&orientation);
    }
}

fn dops_hold<const S: usize, const E: usize>() {
    for hull_levels in [0, 1] {
        holds_everywhere::<Kdop<S>>(&Tumbling::Flying { hull_levels });
    }
    holds_everywhere::<Kdop<S>>(&Tumbling::Fixed);
    holds_everywhere::<Ranked<S>>(&Tumbling::Fixed);
    holds_everywhere::<Closed<S, E>>(&Tumbling::Flying { hull_levels: 0 });
}

#[test]
fn k_dops_hold_their_contents() {
    dops_hold::<3, 0>();
    dops_hold::<4, 3>();
    dops_hold::<6, 3>();
    dops_hold::<7, 6>();
    dops_hold::<9, 16>();
    dops_hold::<10, 87>();
    dops_hold::<13, 84>();
}

/// The exact way is never looser than the approximate one, but for the roundings, and mostly
/// tighter.
#[test]
fn hulls_tumble_tighter_than_vertices() {
    let volume = |scene: &Scene, hull_levels: usize| {
        let (b, shape): (Kdop<9>, _) = fitted(&scene.b, &Tumbling::Flying { hull_levels });
        b.moved(&shape, &Rigid { slack: 0.0, ..scene.rigid() }).volume()
    };
    let (mut tighter, mut turned) = (0, 0);
    for scene in scenes().filter(|scene| scene.b.len() > 6) {
        let (exact, approximate) = (volume(&scene, 1), volume(&scene, 0));
        assert!(exact <= approximate * (1.0 + 1e-6), "{exact} {approximate}");
        turned += 1;
        tighter += usize::from(exact < approximate * 0.99);
    }
    assert!(tighter * 2 > turned && turned > 25, "{tighter} of {turned}");
}
