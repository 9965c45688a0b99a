//! The smallest rectangle around a few points of a plane: one of its sides lies along an edge of
//! their hull. (Freeman and Shapira 1975)

use super::extremal::MOST;

type Point = [f64; 2];

/// The directions of the hull's edges, of length 1, and the sides of the rectangle along each:
/// along it and across. There may be up to [`MOST`] points; they are sorted.
pub(super) fn rectangles(points: &mut [Point], mut visit: impl FnMut(Point, [f64; 2])) {
    points.sort_unstable_by(|p, q| p.partial_cmp(q).expect("no NaN"));
    let mut hull = [[0.0; 2]; 2 * MOST];
    let corners = border(points, &mut hull);
    let hull = &hull[..corners];
    for (i, from) in hull.iter().enumerate() {
        let to = hull[(i + 1) % hull.len()];
        let edge = [to[0] - from[0], to[1] - from[1]];
        let length = (edge[0] * edge[0] + edge[1] * edge[1]).sqrt();
        if length > 0.0 {
            let along = edge.map(|x| x / length);
            visit(along, sides(hull, along));
        }
    }
}

/// Andrew's monotone chain, in rounded arithmetic: a corner too many or too few only makes a guess
/// worse.
fn border(sorted: &[Point], hull: &mut [Point; 2 * MOST]) -> usize {
    let mut count = 0;
    let mut base = 0;
    let both_ways = sorted.iter().chain(sorted.iter().rev().skip(1));
    for (i, &p) in both_ways.enumerate() {
        while count >= base + 2 && turn(hull[count - 2], hull[count - 1], p) <= 0.0 {
            count -= 1;
        }
        hull[count] = p;
        count += 1;
        if i + 1 == sorted.len() {
            base = count - 1;
        }
    }
    // The last point is the first again.
    if count > 1 { count - 1 } else { count }
}

fn turn(a: Point, b: Point, c: Point) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

fn sides(points: &[Point], along: Point) -> [f64; 2] {
    let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
    for p in points {
        let place = [along[0] * p[0] + along[1] * p[1], along[0] * p[1] - along[1] * p[0]];
        for i in 0..2 {
            low[i] = low[i].min(place[i]);
            high[i] = high[i].max(place[i]);
        }
    }
    [high[0] - low[0], high[1] - low[1]]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn smallest(points: &[Point]) -> f64 {
        let mut least = f64::INFINITY;
        rectangles(&mut points.to_vec(), |_, [x, y]| least = least.min(x * y));
        least
    }

    #[test]
    fn a_turned_rectangle_finds_itself() {
        let (c, s) = (0.8, 0.6);
        let at = |x: f64, y: f64| [c * x - s * y, s * x + c * y];
        let points =
            [at(0.0, 0.0), at(3.0, 0.0), at(1.0, 0.5), at(3.0, 2.0), at(0.0, 2.0), at(2.0, 2.0)];
        assert!((smallest(&points) - 6.0).abs() < 1e-12);
    }

    #[test]
    fn segments_have_no_area_and_points_no_edge() {
        assert!(smallest(&[[0.0, 0.0], [1.0, 1.0], [3.0, 3.0]]) < 1e-12);
        assert_eq!(smallest(&[[1.0, 1.0], [1.0, 1.0]]), f64::INFINITY);
    }
}
