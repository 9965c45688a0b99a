//! The exact set that two triangles share, over the rationals: A's corners, clipped by the
//! half-spaces whose intersection is B. (Sutherland & Hodgman 1974, in space, for B a triangle,
//! segment or point.)

use dashu::rational::RBig;

pub type Point = [RBig; 3];

/// The points x with normal·x ≥ offset.
struct HalfSpace {
    normal: Point,
    offset: RBig,
}

impl HalfSpace {
    fn through(point: &Point, normal: Point) -> Self {
        let offset = dot(&normal, point);
        Self { normal, offset }
    }

    fn depth(&self, p: &Point) -> RBig {
        dot(&self.normal, p) - &self.offset
    }
}

/// The extreme points of what two triangles share: none, one, the ends of a segment, or the corners
/// of a polygon in order.
pub fn common_corners(a: &[[f64; 3]; 3], b: &[[f64; 3]; 3]) -> Vec<Point> {
    let [a, b] = [a, b].map(|t| t.map(|p| p.map(exactly)));
    let clipped = half_spaces(&b)
        .iter()
        .fold(a.to_vec(), |polygon, half_space| clipped(&polygon, half_space));
    extreme(clipped)
}

/// The rational number that an f64 is.
pub fn exactly(x: f64) -> RBig {
    RBig::try_from(x).expect("a finite number")
}

fn clipped(polygon: &[Point], half_space: &HalfSpace) -> Vec<Point> {
    let depths: Vec<RBig> = polygon.iter().map(|p| half_space.depth(p)).collect();
    let mut kept = Vec::new();
    for (i, p) in polygon.iter().enumerate() {
        let j = (i + 1) % polygon.len();
        let [at_p, at_q] = [&depths[i], &depths[j]];
        if at_p >= &RBig::ZERO {
            kept.push(p.clone());
        }
        if at_p * at_q < RBig::ZERO {
            let fraction = at_p / (at_p - at_q);
            kept.push(std::array::from_fn(|k| &p[k] + (&polygon[j][k] - &p[k]) * &fraction));
        }
    }
    kept
}

/// Half-spaces whose intersection is the triangle, segment or point.
fn half_spaces(t: &[Point; 3]) -> Vec<HalfSpace> {
    let axes =
        [0, 1, 2].map(|i| std::array::from_fn(|k| if k == i { RBig::ONE } else { RBig::ZERO }));
    let normal = cross(&minus(&t[1], &t[0]), &minus(&t[2], &t[0]));
    if !is_zero(&normal) {
        let mut walls = both_sides(&t[0], &normal);
        for i in 0..3 {
            let inward = cross(&normal, &minus(&t[(i + 1) % 3], &t[i]));
            walls.push(HalfSpace::through(&t[i], inward));
        }
        return walls;
    }
    let Some(direction) = (1..3).map(|i| minus(&t[i], &t[0])).find(|d| !is_zero(d)) else {
        return axes.iter().flat_map(|axis| both_sides(&t[0], axis)).collect();
    };
    let mut walls: Vec<HalfSpace> =
        axes.iter().flat_map(|axis| both_sides(&t[0], &cross(&direction, axis))).collect();
    let along = |p: &&Point| dot(&direction, p);
    let (low, high) = (t.iter().min_by_key(along), t.iter().max_by_key(along));
    walls.push(HalfSpace::through(low.expect("three corners"), direction.clone()));
    walls.push(HalfSpace::through(high.expect("three corners"), negated(&direction)));
    walls
}

fn both_sides(p: &Point, normal: &Point) -> Vec<HalfSpace> {
    vec![HalfSpace::through(p, normal.clone()), HalfSpace::through(p, negated(normal))]
}

/// The points without duplicates and without those between two others.
fn extreme(mut points: Vec<Point>) -> Vec<Point> {
    let mut i = 0;
    while i < points.len() {
        let p = &points[i];
        let others: Vec<&Point> =
            points.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, q)| q).collect();
        let doubled = others.contains(&p);
        let between = others.iter().any(|q| others.iter().any(|r| is_between(p, q, r)));
        if doubled || between {
            points.remove(i);
        } else {
            i += 1;
        }
    }
    points
}

fn is_between(p: &Point, q: &Point, r: &Point) -> bool {
    let (u, v) = (minus(q, p), minus(r, p));
    is_zero(&cross(&u, &v)) && dot(&u, &v) < RBig::ZERO
}

fn minus(a: &Point, b: &Point) -> Point {
    std::array::from_fn(|i| &a[i] - &b[i])
}

fn negated(a: &Point) -> Point {
    std::array::from_fn(|i| -a[i].clone())
}

fn cross(a: &Point, b: &Point) -> Point {
    std::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        &a[j] * &b[k] - &a[k] * &b[j]
    })
}

fn dot(a: &Point, b: &Point) -> RBig {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

fn is_zero(a: &Point) -> bool {
    a.iter().all(|x| x == &RBig::ZERO)
}
