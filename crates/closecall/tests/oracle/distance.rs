//! The squared distance of two triangles as a quotient of integers.
//!
//! It is the least of |x − y|² over the points of two convex sets. There is a nearest pair whose
//! points lie inside faces (corners, edges, the triangle) of independent directions: else both
//! could be moved, keeping the distance, until one meets a smaller face. So: for every pair of
//! faces, the nearest points of their planes, by the normal equations; if they are independent, and
//! the points lie in the faces, that is a distance which occurs; and the least of those is it.

use super::number::Integer;

type Vector<N> = [N; 3];

/// Non-empty sets of corners.
const FACES: [&[usize]; 7] = [&[0], &[1], &[2], &[0, 1], &[1, 2], &[0, 2], &[0, 1, 2]];

/// The squared distance as numerator and (positive) denominator.
pub fn squared_distance<N: Integer>(a: &[Vector<N>; 3], b: &[Vector<N>; 3]) -> (N, N) {
    let pairs = FACES.iter().flat_map(|f| FACES.iter().map(move |g| (f, g)));
    let candidates = pairs.filter_map(|(f, g)| between_faces(&pick(a, f), &pick(b, g)));
    let least = candidates
        .reduce(|x, y| if x.0.times(&y.1).minus(&y.0.times(&x.1)).signum() <= 0 { x } else { y });
    least.expect("two corners always have a distance")
}

fn pick<N: Clone>(t: &[Vector<N>; 3], corners: &[usize]) -> Vec<Vector<N>> {
    corners.iter().map(|&i| t[i].clone()).collect()
}

/// The squared distance of the planes of two faces, if it is attained inside both, once.
fn between_faces<N: Integer>(f: &[Vector<N>], g: &[Vector<N>]) -> Option<(N, N)> {
    let directions =
        |face: &[Vector<N>]| face[1..].iter().map(|p| minus(p, &face[0])).collect::<Vec<_>>();
    let (along_f, along_g) = (directions(f), directions(g));
    let between = minus(&g[0], &f[0]);
    // f₀ + Σ sᵢ uᵢ and g₀ + Σ tⱼ vⱼ: least squares of Σ sᵢ uᵢ − Σ tⱼ vⱼ against g₀ − f₀.
    let zero = || [N::from(0), N::from(0), N::from(0)];
    let columns: Vec<_> =
        along_f.iter().cloned().chain(along_g.iter().map(|v| minus(&zero(), v))).collect();
    let gram: Vec<Vec<N>> =
        columns.iter().map(|c| columns.iter().map(|d| dot(c, d)).collect()).collect();
    let right: Vec<N> = columns.iter().map(|c| dot(c, &between)).collect();
    let whole = determinant(&gram);
    if whole.signum() == 0 {
        return None;
    }
    let shares: Vec<N> =
        (0..columns.len()).map(|k| determinant(&with_column(&gram, k, &right))).collect();
    let (s, t) = shares.split_at(along_f.len());
    if ![s, t].iter().all(|shares| are_inside(shares, &whole)) {
        return None;
    }
    let explained = shares.iter().zip(&right).fold(N::from(0), |sum, (x, r)| sum.plus(&x.times(r)));
    Some((dot(&between, &between).times(&whole).minus(&explained), whole))
}

/// Are the shares (over `whole`) not negative, and is their sum at most 1?
fn are_inside<N: Integer>(shares: &[N], whole: &N) -> bool {
    let sum = shares.iter().fold(N::from(0), |sum, share| sum.plus(share));
    shares.iter().all(|share| share.signum() >= 0) && whole.minus(&sum).signum() >= 0
}

fn with_column<N: Clone>(matrix: &[Vec<N>], k: usize, column: &[N]) -> Vec<Vec<N>> {
    let mut changed = matrix.to_vec();
    changed.iter_mut().zip(column).for_each(|(row, x)| row[k] = x.clone());
    changed
}

/// By expansion along the first row; that of no rows is 1.
fn determinant<N: Integer>(matrix: &[Vec<N>]) -> N {
    let mut sum = N::from(i64::from(matrix.is_empty()));
    for k in 0..matrix.len() {
        let minor: Vec<Vec<N>> = matrix[1..]
            .iter()
            .map(|row| {
                row.iter().enumerate().filter(|(i, _)| *i != k).map(|(_, x)| x.clone()).collect()
            })
            .collect();
        let term = matrix[0][k].times(&determinant(&minor));
        sum = if k % 2 == 0 { sum.plus(&term) } else { sum.minus(&term) };
    }
    sum
}

fn minus<N: Integer>(a: &Vector<N>, b: &Vector<N>) -> Vector<N> {
    std::array::from_fn(|i| a[i].minus(&b[i]))
}

fn dot<N: Integer>(a: &Vector<N>, b: &Vector<N>) -> N {
    a[0].times(&b[0]).plus(&a[1].times(&b[1])).plus(&a[2].times(&b[2]))
}
