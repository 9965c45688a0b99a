//! How two bodies meet that are signed sums of tetrahedra: by the cells into which the planes of
//! all faces cut space, in integers.
//!
//! Inside a cell nothing changes. A bounded cell is a convex body, and has a corner where three
//! planes meet. Around that corner it is a cone, which has an edge along two planes and a side
//! along one of them: so a step along the edge, a much shorter one along the side and a much
//! shorter one off the side lead into it. All corners, edges and sides are tried.

use super::number::mantissa_exponent;
use super::regions::Found;
use closecall::engine::geom::DVec3;
use dashu::integer::IBig;

/// A tetrahedron, counted once or taken off.
pub type Signed = ([DVec3; 4], i32);

type Vector = [IBig; 3];

/// n·x = offset, with the same in floating point: of a unit normal, and accurate to a few
/// roundings.
struct Plane {
    n: Vector,
    offset: IBig,
    rough: ([f64; 3], f64),
}

/// A tetrahedron as its planes, by number, and on which side of each its inside is.
struct Inside {
    sides: [(usize, i32); 4],
    count: i32,
}

/// A point further from a plane than this, relative to its own size, is certainly on the side it
/// seems to be.
const CERTAIN: f64 = 1e-9;

/// Which regions there are; whether bodies share a point is not looked at.
pub fn found(a: &[Signed], b: &[Signed]) -> Found {
    let unit = unit_of(a.iter().chain(b).flat_map(|(corners, _)| corners));
    let mut planes = Vec::new();
    let bodies = [a, b].map(|body| {
        body.iter().map(|tetra| Inside::of(tetra, unit, &mut planes)).collect::<Vec<_>>()
    });
    let boxes = [a, b].map(|body| bounds(body, unit));
    let mut found = Found::default();
    for k in 2..planes.len() {
        for j in 1..k {
            let line = cross(&planes[j].n, &planes[k].n);
            for i in 0..j {
                let det = dot(&planes[i].n, &line);
                if !det.is_zero()
                    && let Some(corner) = Corner::new(&planes, [i, j, k], det, &boxes)
                {
                    corner.look_around(&planes, &bodies, &mut found);
                }
            }
        }
    }
    found
}

/// The exponent of the last bit of all coordinates.
fn unit_of<'p>(points: impl Iterator<Item = &'p DVec3>) -> i32 {
    let parts = points.flat_map(|p| p.to_array()).map(mantissa_exponent);
    parts.filter(|part| part.0 != 0).map(|part| part.1).min().unwrap_or(0)
}

fn integers(p: &DVec3, unit: i32) -> Vector {
    p.to_array().map(|x| match mantissa_exponent(x) {
        (0, _) => IBig::ZERO,
        (mantissa, exponent) => IBig::from(mantissa) << (exponent - unit) as usize,
    })
}

fn bounds(body: &[Signed], unit: i32) -> [Vector; 2] {
    let corners = || body.iter().flat_map(|(corners, _)| corners);
    let low = corners().fold(DVec3::INFINITY, |low, p| low.min(*p));
    let high = corners().fold(DVec3::NEG_INFINITY, |high, p| high.max(*p));
    [integers(&low, unit), integers(&high, unit)]
}

impl Inside {
    fn of((corners, count): &Signed, unit: i32, planes: &mut Vec<Plane>) -> Self {
        let corners = corners.each_ref().map(|p| integers(p, unit));
        let sides = [0, 1, 2, 3].map(|face: usize| {
            let [p, q, r] = [1, 2, 3].map(|step| &corners[(face + step) % 4]);
            let n = cross(&minus(q, p), &minus(r, p));
            let offset = dot(&n, p);
            let side = sign(&(dot(&n, &corners[face]) - &offset));
            let (number, turned) = numbered(planes, n, offset);
            (number, if turned { -side } else { side })
        });
        Self { sides, count: *count }
    }

    fn holds(&self, signs: &[i32]) -> bool {
        self.sides.iter().all(|&(plane, side)| signs[plane] == side)
    }
}

/// The number of a plane, which may be there already, maybe with its normal the other way.
fn numbered(planes: &mut Vec<Plane>, n: Vector, offset: IBig) -> (usize, bool) {
    let same = |plane: &Plane| {
        let parallel = is_zero(&cross(&plane.n, &n));
        parallel && (0..3).all(|k| &plane.n[k] * &offset == &n[k] * &plane.offset)
    };
    if let Some(number) = planes.iter().position(same) {
        return (number, sign(&dot(&planes[number].n, &n)) < 0);
    }
    let rough = n.each_ref().map(|x| x.to_f64().value());
    let length = rough.iter().map(|x| x * x).sum::<f64>().sqrt();
    let rough = (rough.map(|x| x / length), offset.to_f64().value() / length);
    planes.push(Plane { n, offset, rough });
    (planes.len() - 1, false)
}

/// A point where three planes meet, that has not been seen before.
struct Corner {
    /// On which side of every plane it is.
    signs: Vec<i32>,
    /// The planes that it is on.
    on: Vec<usize>,
}

impl Corner {
    fn new(
        planes: &[Plane],
        three: [usize; 3],
        det: IBig,
        boxes: &[[Vector; 2]; 2],
    ) -> Option<Self> {
        let [p, q, r] = three.map(|x| &planes[x]);
        let (qr, rp, pq) = (cross(&q.n, &r.n), cross(&r.n, &p.n), cross(&p.n, &q.n));
        // Its coordinates are these over det.
        let over: Vector =
            std::array::from_fn(|k| &p.offset * &qr[k] + &q.offset * &rp[k] + &r.offset * &pq[k]);
        let (over, det) = if sign(&det) < 0 { (over.map(|x| -x), -det) } else { (over, det) };
        let within = |[low, high]: &[Vector; 2]| {
            (0..3).all(|k| &low[k] * &det <= over[k] && over[k] <= &high[k] * &det)
        };
        if !boxes.iter().any(within) {
            return None;
        }
        let under = det.to_f64().value();
        let rough = over.each_ref().map(|x| x.to_f64().value() / under);
        let signs: Vec<i32> =
            planes.iter().map(|plane| plane.side_of(&rough, (&over, &det))).collect();
        let on: Vec<usize> = (0..planes.len()).filter(|&x| signs[x] == 0).collect();
        (first_three(planes, &on) == three).then_some(Self { signs, on })
    }

    /// Looks into all cells around it.
    fn look_around(&self, planes: &[Plane], bodies: &[Vec<Inside>; 2], found: &mut Found) {
        let (on, normal) = (&self.on, |x: usize| &planes[x].n);
        for (at, &i) in on.iter().enumerate() {
            for &j in &on[..at] {
                let edge = cross(normal(i), normal(j));
                if is_zero(&edge) {
                    continue;
                }
                for &side in on.iter().filter(|&&side| dot(normal(side), &edge).is_zero()) {
                    let across = cross(normal(side), &edge);
                    self.cells([&edge, &across, normal(side)], planes, bodies, found);
                }
            }
        }
    }

    /// The eight cells along three directions and their opposites.
    fn cells(
        &self,
        steps: [&Vector; 3],
        planes: &[Plane],
        bodies: &[Vec<Inside>; 2],
        found: &mut Found,
    ) {
        let along: Vec<[i32; 3]> =
            self.on.iter().map(|&x| steps.map(|step| sign(&dot(&planes[x].n, step)))).collect();
        for turn in 0..8 {
            let mut signs = self.signs.clone();
            for (&x, along) in self.on.iter().zip(&along) {
                let turned = (0..3).map(|k| if turn >> k & 1 == 1 { -along[k] } else { along[k] });
                signs[x] = turned
                    .into_iter()
                    .find(|sign| *sign != 0)
                    .expect("three directions leave every plane");
            }
            let inside = |body: &[Inside]| -> bool {
                body.iter()
                    .filter(|tetra| tetra.holds(&signs))
                    .map(|tetra| tetra.count)
                    .sum::<i32>()
                    != 0
            };
            found.add(inside(&bodies[0]), inside(&bodies[1]));
        }
    }
}

/// The first three of these planes that meet in one point.
fn first_three(planes: &[Plane], on: &[usize]) -> [usize; 3] {
    let n = |x: usize| &planes[x].n;
    let i = on[0];
    let j = on
        .iter()
        .copied()
        .find(|&j| !is_zero(&cross(n(i), n(j))))
        .expect("three planes meet in a point");
    let line = cross(n(i), n(j));
    let k = on
        .iter()
        .copied()
        .find(|&k| !dot(n(k), &line).is_zero())
        .expect("three planes meet in a point");
    [i, j, k]
}

impl Plane {
    fn side_of(&self, rough: &[f64; 3], (over, under): (&Vector, &IBig)) -> i32 {
        let (n, offset) = self.rough;
        let height = n[0] * rough[0] + n[1] * rough[1] + n[2] * rough[2] - offset;
        let size = rough.iter().map(|x| x.abs()).sum::<f64>() + offset.abs();
        if height.abs() > CERTAIN * size {
            return if height > 0.0 { 1 } else { -1 };
        }
        sign(&(dot(&self.n, over) - &self.offset * under))
    }
}

fn sign(x: &IBig) -> i32 {
    match x.cmp(&IBig::ZERO) {
        std::cmp::Ordering::Less => -1,
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Greater => 1,
    }
}

fn minus(a: &Vector, b: &Vector) -> Vector {
    std::array::from_fn(|k| &a[k] - &b[k])
}

fn cross(a: &Vector, b: &Vector) -> Vector {
    std::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        &a[j] * &b[k] - &a[k] * &b[j]
    })
}

fn dot(a: &Vector, b: &Vector) -> IBig {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

fn is_zero(v: &Vector) -> bool {
    v.iter().all(IBig::is_zero)
}
