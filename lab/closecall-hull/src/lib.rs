//! The convex hull of a finite set of points, decided by exact predicates, so that no input can
//! break it.
//!
//! Invariant: every input point lies in the hull of [`Hull::vertices`] in exact arithmetic; every
//! vertex is a corner of that hull (none lies on an edge or in a face); and where a direction goes
//! up to no neighbour of a vertex, it goes up to no vertex at all. That last one is what makes
//! [`Hull::furthest`] correct.
//!
//! Points, segments and flat sets are hulls too, with no faces or those of one polygon.

mod flat;
mod flood;
mod furthest;

pub use furthest::cleaned;

use closecall::engine::geom::{DVec3, exact::orient3d};

/// A convex hull with its faces and the neighbours of every vertex.
#[derive(Clone, Debug)]
pub struct Hull {
    vertices: Vec<DVec3>,
    faces: Vec<[u32; 3]>,
    /// The neighbours of vertex i are `neighbours[starts[i]..starts[i + 1]]`.
    starts: Vec<u32>,
    neighbours: Vec<u32>,
    /// A vertex that reaches far in each of 26 directions, to start from.
    outposts: [u32; furthest::OUTPOSTS],
}

impl Hull {
    /// The hull of some points, of which there must be one. Their coordinates must be in the range
    /// of [`closecall::geom::range`].
    #[must_use]
    pub fn around(points: &[DVec3]) -> Self {
        let mut distinct = points.to_vec();
        distinct.sort_unstable_by(|p, q| p.to_array().partial_cmp(&q.to_array()).expect("no NaN"));
        distinct.dedup();
        let corners = corners(&distinct);
        match StartSimplex::of(&corners) {
            StartSimplex::Point(p) => Self::new(vec![corners[p]], vec![], &[]),
            StartSimplex::Segment(ends) => {
                Self::new(ends.map(|p| corners[p]).into(), vec![], &[[0, 1]])
            }
            StartSimplex::Triangle(triangle) => {
                let polygon = flat::corners_of_polygon(&corners, triangle);
                let n = polygon.len() as u32;
                let fan = (2..n).map(|i| [0, i - 1, i]).collect();
                let border: Vec<_> = (0..n).map(|i| [i, (i + 1) % n]).collect();
                Self::new(polygon, fan, &border)
            }
            StartSimplex::Tetrahedron(first) => {
                let (vertices, faces) = flood::only_used(&corners, flood::hull(&corners, first));
                let edges: Vec<_> =
                    faces.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]).collect();
                Self::new(vertices, faces, &edges)
            }
        }
    }

    fn new(vertices: Vec<DVec3>, faces: Vec<[u32; 3]>, edges: &[[u32; 2]]) -> Self {
        let mut both: Vec<[u32; 2]> = edges.iter().flat_map(|&[a, b]| [[a, b], [b, a]]).collect();
        both.sort_unstable();
        both.dedup();
        let starts = (0..=vertices.len() as u32)
            .map(|v| both.partition_point(|edge| edge[0] < v) as u32)
            .collect();
        let neighbours = both.into_iter().map(|edge| edge[1]).collect();
        let outposts = furthest::outposts(&vertices);
        Self { vertices, faces, starts, neighbours, outposts }
    }

    /// Its corners.
    #[must_use]
    pub fn vertices(&self) -> &[DVec3] {
        &self.vertices
    }

    /// Triangles over the vertices that cover its surface, counterclockwise from outside; one side
    /// of a flat hull.
    #[must_use]
    pub fn faces(&self) -> &[[u32; 3]] {
        &self.faces
    }

    /// Does it have a volume? A closed surface of triangles has 2v − 4 of them, a polygon v − 2.
    #[must_use]
    pub fn is_solid(&self) -> bool {
        self.vertices.len() >= 4 && self.faces.len() == 2 * self.vertices.len() - 4
    }

    /// The vertices that share an edge with a vertex; some of those edges may run through a face.
    #[inline]
    #[must_use]
    pub fn neighbours(&self, vertex: u32) -> &[u32] {
        let vertex = vertex as usize;
        &self.neighbours[self.starts[vertex] as usize..self.starts[vertex + 1] as usize]
    }

    /// The number of bytes it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let lists =
            size_of_val(&*self.faces) + size_of_val(&*self.starts) + size_of_val(&*self.neighbours);
        size_of::<Self>() + size_of_val(&*self.vertices) + lists
    }
}

/// The corners of the hull of the points, or all points where there are few dimensions to it. What
/// lies on an edge or in a face of the hull is taken away, so that the flood over what is left
/// makes only true corners.
fn corners(points: &[DVec3]) -> Vec<DVec3> {
    match StartSimplex::of(points) {
        StartSimplex::Tetrahedron(first) => {
            let faces = flood::hull(points, first);
            let (vertices, faces) = flood::only_used(points, faces);
            flood::true_corners(&vertices, &faces)
        }
        _ => points.to_vec(),
    }
}

/// The largest simplex among some points, found greedily: it tells how many dimensions they span,
/// exactly.
enum StartSimplex {
    Point(usize),
    Segment([usize; 2]),
    Triangle([usize; 3]),
    /// Its last corner lies above the plane of the others.
    Tetrahedron([usize; 4]),
}

impl StartSimplex {
    fn of(points: &[DVec3]) -> Self {
        let least = |a: &usize, b: &usize| {
            points[*a].to_array().partial_cmp(&points[*b].to_array()).expect("no NaN")
        };
        let a = (0..points.len()).min_by(least).expect("a hull needs a point");
        let furthest = |measure: &dyn Fn(DVec3) -> f64| {
            let all = points.iter().map(|&p| measure(p)).enumerate();
            all.max_by(|x, y| x.1.total_cmp(&y.1)).filter(|(_, measure)| *measure > 0.0)
        };
        let Some((b, _)) = furthest(&|p| (p - points[a]).length_squared()) else {
            return Self::Point(a);
        };
        let Some((c, _)) = furthest(&|p| off_line(points[a], points[b], p)) else {
            return Self::Segment([a, b]);
        };
        let [pa, pb, pc] = [a, b, c].map(|i| points[i]);
        let Some((d, _)) = furthest(&|p| orient3d(pa, pb, pc, p).abs()) else {
            return Self::Triangle([a, b, c]);
        };
        let above = orient3d(pa, pb, pc, points[d]) > 0.0;
        Self::Tetrahedron(if above { [a, b, c, d] } else { [a, c, b, d] })
    }
}

/// 0 if the three lie on a line, exactly; more or less the area between them if not.
fn off_line(a: DVec3, b: DVec3, p: DVec3) -> f64 {
    beside(a, b).into_iter().map(|q| orient3d(a, b, q, p).abs()).sum()
}

/// Points beside `a` along each axis. Three points lie on a line if and only if each of these is in
/// a plane with them.
fn beside(a: DVec3, b: DVec3) -> [DVec3; 3] {
    let length = (b - a).abs().max_element();
    DVec3::AXES.map(|axis| a + axis * length)
}
