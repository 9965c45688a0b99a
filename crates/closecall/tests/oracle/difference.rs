//! Do two triangles meet, and how? An independent, exact, slow answer that shares no code and no
//! idea with the library: no plane of a triangle, no interval, no projection, no floating point.
//!
//! Two convex sets meet iff 0 lies in their difference A − B, the convex hull of the nine vectors
//! aᵢ − bⱼ.
//!
//! 0 is in the relative interior of a hull iff no linear form is ≥ 0 on all vectors and > 0 on
//! some. If there is such a form, 0 can only lie in the hull of the vectors where the form is 0
//! (facial reduction): drop the others and look again, in a smaller space. And the relative
//! interiors of A and B meet iff 0 is in the relative interior of A − B at once.
//!
//! In a space of three dimensions the extreme forms are 0 on two independent vectors, so s×t·x for
//! all pairs are enough; in a plane N×s·x, on a line s·x.

use super::number::{Corners, Integer};

/// How a pair meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Meeting {
    Crossing,
    CoplanarOverlap,
    Touching,
}

type Vector<N> = [N; 3];

/// How do two triangles meet, if they do?
pub fn meeting(a: &[[f64; 3]; 3], b: &[[f64; 3]; 3]) -> Option<Meeting> {
    match Corners::of(&[a[0], a[1], a[2], b[0], b[1], b[2]]) {
        Corners::Narrow([p, q, r, s, t, u]) => of_integers([p, q, r], [s, t, u]),
        Corners::Wide([p, q, r, s, t, u]) => of_integers([p, q, r], [s, t, u]),
    }
}

fn of_integers<N: Integer>(a: [Vector<N>; 3], b: [Vector<N>; 3]) -> Option<Meeting> {
    let mut vectors: Vec<Vector<N>> =
        a.iter().flat_map(|p| b.iter().map(|q| minus(p, q))).collect();
    let space = Space::spanned_by(&vectors);
    let inside = match space.supporting_face(&vectors) {
        None => true,
        Some(face) => {
            vectors = face;
            while let Some(face) = Space::spanned_by(&vectors).supporting_face(&vectors) {
                vectors = face;
            }
            false
        }
    };
    let have_area =
        || [&a, &b].iter().all(|t| !is_zero(&cross(&minus(&t[1], &t[0]), &minus(&t[2], &t[0]))));
    match (space, inside) {
        _ if vectors.is_empty() => None,
        (Space::Whole, true) => Some(Meeting::Crossing),
        (Space::Plane(_), true) if have_area() => Some(Meeting::CoplanarOverlap),
        _ => Some(Meeting::Touching),
    }
}

/// The linear span of some vectors.
enum Space<N> {
    Origin,
    Line(Vector<N>),
    Plane(Vector<N>),
    Whole,
}

impl<N: Integer> Space<N> {
    fn spanned_by(vectors: &[Vector<N>]) -> Self {
        let Some(line) = vectors.iter().find(|v| !is_zero(v)) else { return Self::Origin };
        let Some(normal) = vectors.iter().map(|v| cross(line, v)).find(|n| !is_zero(n)) else {
            return Self::Line(line.clone());
        };
        match vectors.iter().any(|v| dot(&normal, v).signum() != 0) {
            true => Self::Whole,
            false => Self::Plane(normal),
        }
    }

    /// The vectors on which a form is 0 that is ≥ 0 on all of them and > 0 on some; `None` if there
    /// is no such form.
    fn supporting_face(&self, vectors: &[Vector<N>]) -> Option<Vec<Vector<N>>> {
        match self {
            Self::Origin => None,
            Self::Line(line) => face_of(line, vectors),
            Self::Plane(normal) => vectors.iter().find_map(|v| face_of(&cross(normal, v), vectors)),
            Self::Whole => {
                let pairs = vectors
                    .iter()
                    .enumerate()
                    .flat_map(|(i, v)| vectors[..i].iter().map(move |w| (v, w)));
                pairs.into_iter().find_map(|(v, w)| face_of(&cross(v, w), vectors))
            }
        }
    }
}

fn face_of<N: Integer>(form: &Vector<N>, vectors: &[Vector<N>]) -> Option<Vec<Vector<N>>> {
    let mut seen = 0;
    let mut face = Vec::new();
    for v in vectors {
        match dot(form, v).signum() {
            0 => face.push(v),
            sign if sign == -seen => return None,
            sign => seen = sign,
        }
    }
    (seen != 0).then(|| face.into_iter().cloned().collect())
}

fn minus<N: Integer>(a: &Vector<N>, b: &Vector<N>) -> Vector<N> {
    std::array::from_fn(|i| a[i].minus(&b[i]))
}

fn cross<N: Integer>(a: &Vector<N>, b: &Vector<N>) -> Vector<N> {
    std::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        a[j].times(&b[k]).minus(&a[k].times(&b[j]))
    })
}

fn dot<N: Integer>(a: &Vector<N>, b: &Vector<N>) -> N {
    a[0].times(&b[0]).plus(&a[1].times(&b[1])).plus(&a[2].times(&b[2]))
}

fn is_zero<N: Integer>(v: &Vector<N>) -> bool {
    v.iter().all(|x| x.signum() == 0)
}
