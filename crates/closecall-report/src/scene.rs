//! The scene of a page: bodies, where they are in every frame, and which of their
//! triangles touch there.

use closecall::engine::geom::{DVec3, GlamMesh as _, GlamPose as _};
use closecall::{Mesh, Pose};
use serde_json::{Value, json};

use crate::contact::contacts;
use crate::encode::{floats, numbers};
use crate::front::DrawnFront;
use crate::thin::{Thinned, thin};
use crate::touched::touched;

/// The number of triangles of all bodies that are shown: a processor draws them quickly, too.
const MOST_TRIANGLES: usize = 200_000;

/// Coordinates are shown relative to the scene's centre if that is further off than this number of
/// times the scene's size: browsers draw with f32.
const FAR: f64 = 64.0;

/// Bodies and what happens to them.
#[derive(Debug, Default)]
pub struct DrawnScene<'a> {
    /// The bodies.
    pub bodies: Vec<DrawnBody<'a>>,
    /// The number of frames; at least one.
    pub frames: usize,
    /// The touching triangles, in the order of the frames.
    pub touches: Vec<DrawnTouch>,
    /// The memory of queries, at some frames.
    pub fronts: Vec<DrawnFront>,
    /// Is one pair of triangles known of bodies that touch, and not how many there are?
    pub is_one_of_many: bool,
    /// The nearest points of bodies, in some frames.
    pub nearest: Vec<DrawnNearest>,
    /// The moves that part bodies, in some frames.
    pub partings: Vec<DrawnParting>,
    /// Points of contact beside those of the pairs of triangles, in the order of the frames.
    pub marks: Vec<Mark>,
    /// Bodies that are there in some frames only: runs of frames by the places of the bodies.
    pub only: Vec<(usize, Vec<[usize; 2]>)>,
    /// The name of the marks on a page that is not about contact.
    pub marks_are: Option<&'static str>,
}

/// A point of contact that is known without a pair of triangles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    /// The frame.
    pub frame: usize,
    /// The point, in the scene.
    pub point: [f64; 3],
}

/// The nearest points of two bodies in a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrawnNearest {
    /// The frame.
    pub frame: usize,
    /// A point of either body, in the scene.
    pub points: [[f64; 3]; 2],
    /// The two bodies, by their places in [`DrawnScene::bodies`], if they are known.
    pub bodies: Option<[usize; 2]>,
}

impl DrawnNearest {
    /// For the player, which draws relative to `origin`.
    fn json(&self, origin: DVec3) -> Value {
        json!({ "frame": self.frame, "points": self.points.map(|p| beside(p, origin)) })
    }
}

/// A point as the player draws it.
pub(crate) fn beside(point: [f64; 3], origin: DVec3) -> [f64; 3] {
    (DVec3::from_array(point) - origin).to_array()
}

/// A move that parts two bodies, drawn as an arrow: where it takes a point that is held.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrawnParting {
    /// The frame.
    pub frame: usize,
    /// The point before and after the move, in the scene.
    pub points: [[f64; 3]; 2],
}

impl DrawnParting {
    fn json(&self, origin: DVec3) -> Value {
        json!({ "frame": self.frame, "points": self.points.map(|p| beside(p, origin)) })
    }
}

/// A body.
#[derive(Debug)]
pub struct DrawnBody<'a> {
    /// Its name.
    pub name: String,
    /// Its mesh, in its own frame.
    pub mesh: &'a Mesh,
    /// Its place.
    pub path: DrawnPath<'a>,
    /// The look.
    pub look: Look,
}

/// The place of a body: poses that carry its vertices into the scene.
#[derive(Debug)]
pub enum DrawnPath<'a> {
    /// In one place.
    Still(Pose),
    /// In another place in every frame: a pose for each.
    Moving(Vec<&'a Pose>),
}

/// The look of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// As a surface that lets what is behind it show through.
    Surface,
    /// As a bounding volume: its outlines, on faces that are hardly there.
    Volumes,
    /// As a surface that all else shows through, unless it is made solid by hand.
    Glass,
    /// As lines: the first side of every triangle.
    Line,
    /// As lines of a way on which nothing is done: rapids.
    Rapid,
    /// As lines of a way on which something goes wrong.
    Wrong,
}

/// The pairs of triangles of two bodies that touch in a frame.
#[derive(Clone, Debug)]
pub struct DrawnTouch {
    /// The frame.
    pub frame: usize,
    /// The bodies, by their places in [`DrawnScene::bodies`].
    pub bodies: [usize; 2],
    /// The pairs, sorted.
    pub pairs: Vec<(u32, u32)>,
}

impl DrawnScene<'_> {
    /// The number of triangles that are shown, and of how many.
    pub(crate) fn shown(&self, thinned: &[Thinned]) -> (usize, usize) {
        let all = self.bodies.iter().map(|body| body.mesh.triangle_count()).sum();
        (thinned.iter().map(|body| body.triangles.len()).sum(), all)
    }

    /// Every body with as many triangles as its share of what is shown.
    pub(crate) fn thinned(&self) -> Vec<Thinned> {
        let is_whole = |body: &DrawnBody| !matches!(body.look, Look::Surface | Look::Glass);
        let surfaces = self.bodies.iter().filter(|body| !is_whole(body));
        let all: usize = surfaces.map(|body| body.mesh.triangle_count()).sum();
        let share = |body: &DrawnBody| {
            let own = body.mesh.triangle_count();
            if all <= MOST_TRIANGLES || is_whole(body) {
                own
            } else {
                (own as f64 / all as f64 * MOST_TRIANGLES as f64) as usize
            }
        };
        self.bodies.iter().map(|body| thin(body.mesh, share(body))).collect()
    }

    /// For the player.
    pub(crate) fn json(&self, thinned: &[Thinned]) -> Value {
        let origin = self.origin();
        let touched = touched(self);
        let bodies = self.bodies.iter().zip(thinned).zip(touched.bodies);
        let bodies: Vec<Value> =
            bodies.map(|((body, thinned), touched)| body.json(origin, thinned, touched)).collect();
        json!({
            "origin": origin.to_array(),
            "frames": self.frames,
            "bodies": bodies,
            "pairs": touched.pairs,
            "fronts": self.fronts.iter().map(DrawnFront::json).collect::<Vec<_>>(),
            "nearest": self.nearest.iter().map(|nearest| nearest.json(origin)).collect::<Vec<_>>(),
            "partings": self.partings.iter().map(|parting| parting.json(origin)).collect::<Vec<_>>(),
            "only": self.only,
            "is_one_of_many": self.is_one_of_many,
            "marks": self.marks_are,
            "contacts": contacts(self, origin),
            "most_pairs": touched.most,
        })
    }

    /// The point that is drawn in the middle: the scene's own origin, unless that is far off.
    pub(crate) fn origin(&self) -> DVec3 {
        let [low, high] = self.extent();
        let (center, size) = (low * 0.5 + high * 0.5, (high - low).max_element());
        if center.abs().max_element() > FAR * size { center } else { DVec3::ZERO }
    }

    /// The lowest and the highest coordinates in the first frame.
    pub(crate) fn extent(&self) -> [DVec3; 2] {
        let mut extent = [DVec3::INFINITY, DVec3::NEG_INFINITY];
        for body in &self.bodies {
            let place = body.path.first();
            for v in body.mesh.points().iter().map(|&v| place.carried(v)) {
                extent = [extent[0].min(v), extent[1].max(v)];
            }
        }
        extent
    }

    /// The unit that the files state, in short, if they state one and the same.
    pub(crate) fn unit(&self) -> Option<&'static str> {
        let mut units = self.bodies.iter().filter_map(|body| body.mesh.unit());
        let first = units.next()?;
        units.all(|unit| unit == first).then(|| first.short())
    }
}

impl DrawnBody<'_> {
    fn is_moving(&self) -> bool {
        matches!(self.path, DrawnPath::Moving(_))
    }

    fn json(&self, origin: DVec3, thinned: &Thinned, touched: Value) -> Value {
        let name = &self.name;
        let look = match self.look {
            Look::Surface => "surface",
            Look::Glass => "glass",
            Look::Volumes => "volumes",
            Look::Line => "line",
            Look::Rapid => "rapid",
            Look::Wrong => "wrong",
        };
        json!({
            "name": name,
            "look": look,
            "is_moving": self.is_moving(),
            "is_whole": thinned.triangles.len() == self.mesh.triangle_count(),
            "poses": self.path.json(origin),
            "vertices": floats(thinned.vertices.iter().flatten().copied()),
            "triangles": numbers(thinned.triangles.iter().flatten().copied()),
            "touched": touched,
        })
    }
}

impl DrawnPath<'_> {
    fn first(&self) -> Pose {
        self.at(0)
    }

    /// Its place in a frame.
    pub(crate) fn at(&self, frame: usize) -> Pose {
        match self {
            Self::Still(pose) => *pose,
            Self::Moving(poses) => *poses[frame],
        }
    }

    /// Twelve numbers a pose, in rows: rotation and, relative to `origin`, translation.
    fn json(&self, origin: DVec3) -> Value {
        let entries = |pose: &Pose| {
            let rows = pose.to_matrix();
            let shifted =
                |row: usize| [rows[row][0], rows[row][1], rows[row][2], rows[row][3] - origin[row]];
            [0, 1, 2].map(shifted)
        };
        let rows: Vec<[[f64; 4]; 3]> = match self {
            Self::Still(pose) => vec![entries(pose)],
            Self::Moving(poses) => poses.iter().map(|pose| entries(pose)).collect(),
        };
        crate::encode::doubles(rows.into_iter().flatten().flatten())
    }
}
