//! Contact tests as planning frameworks ask them: the first, the closest, all or some contacts within the
//! margins, with ids, points and normals.

use super::answer::closecall_shape_pair;
use super::snapshot::{Asked, closecall_query};
use super::{Bodies, refused};
use crate::ask::{ask, closecall_ask};
use crate::contact::{closecall_answer, closecall_triangles};
use crate::distance::direction;
use crate::error::{Failure, closecall_status, guard};
use crate::handle;
use crate::input;
use closecall::engine::geom::{GlamMesh as _, GlamPose as _, exact};
use closecall::world::BodyDistance;
use closecall::{Ask, Clearance, Handle, Model, Pose, World};
use std::collections::BTreeMap;
use std::ffi::c_void;
use std::time::Instant;

/// The contacts that a test finds.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum closecall_test_mode {
    /// One, of any two bodies: the quickest.
    First = 0,
    /// The nearest of every two bodies.
    Closest = 1,
    /// All: every two triangles within the margin.
    All = 2,
    /// The nearest few of every two bodies.
    Limited = 3,
}

/// Says whether two bodies may touch: anything but 0 leaves their pair out.
pub type closecall_allowed =
    Option<unsafe extern "C-unwind" fn(user: *mut c_void, body_a: u32, body_b: u32) -> i32>;

/// The options of a contact test. closecall_test_default fills it in.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct closecall_test {
    /// sizeof(closecall_test), so that later versions can have more.
    pub size: usize,
    /// A closecall_test_mode; the first.
    pub mode: i32,
    /// The limit on the contacts of every two bodies, where the mode is limited; 1.
    pub limit: usize,
    /// To which share of itself the depth of two closed models that overlap is found; 0 is not at all, and then
    /// they are at distance 0. 0.
    pub depth_accuracy: f64,
    /// Is asked once for every two bodies that may be within their margin; NULL.
    pub allowed: closecall_allowed,
    /// The argument that `allowed` receives.
    pub user: *mut c_void,
}

/// A contact of two shapes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct closecall_contact {
    /// The two shapes.
    pub shapes: closecall_shape_pair,
    /// The triangles; CLOSECALL_NO_TRIANGLE of shapes that are no models.
    pub triangles: closecall_triangles,
    /// Touching: within the margin. Undecided: too close to the margin to call, or the budget ended.
    pub answer: closecall_answer,
    /// Are there points and a normal? Two half-spaces have none, and there may be none where the budget ended.
    pub has_points: bool,
    /// Not above the distance, which is negative by the depth where that was asked for.
    pub lo: f64,
    /// Not below the distance; 0 if they touch and no depth was asked for.
    pub hi: f64,
    /// The nearest point of the first, in the world.
    pub point_a: [f64; 3],
    /// The nearest point of the other, in the world.
    pub point_b: [f64; 3],
    /// The nearest point of the first, in the frame of its body.
    pub local_a: [f64; 3],
    /// The nearest point of the other, in the frame of its body.
    pub local_b: [f64; 3],
    /// The unit vector from the first point to the other, in the world; of a depth, the direction in which the
    /// other leaves the first soonest. 0 where the points are the same and there is no depth.
    pub normal: [f64; 3],
    /// Of a motion: the two are apart before this time. Else 0.
    pub free_until: f64,
    /// Of a motion: they are within the margin at this time, from 0 to 1. Else 0.
    pub time: f64,
}

/// Fills in a test for the first contact, without a callback. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_test_default(test: *mut closecall_test) -> closecall_status {
    let default = closecall_test {
        size: size_of::<closecall_test>(),
        mode: closecall_test_mode::First as i32,
        limit: 1,
        depth_accuracy: 0.0,
        allowed: None,
        user: std::ptr::null_mut(),
    };
    // SAFETY: the caller's place has room for a test.
    guard(|| unsafe { input::give(test, default, "test") })
}

/// The number of contacts of two bodies that are wanted, and of how many bodies.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    pub only_first: bool,
    pub of_two: usize,
    /// To which share of itself a depth is found, if at all.
    pub depth: Option<f64>,
}

impl closecall_test {
    pub(super) fn wanted(&self) -> Result<Wanted, Failure> {
        let (size, own) = (self.size, size_of::<Self>());
        if size != own {
            let message = format_args!(
                "test.size is {size}, not {own}: was it filled in by closecall_test_default?"
            );
            return Err(Failure::value(message));
        }
        let accuracy = self.depth_accuracy;
        if !(accuracy >= 0.0) {
            return Err(Failure::value(format_args!(
                "test.depth_accuracy is {accuracy}, not 0 or above"
            )));
        }
        let depth = (accuracy > 0.0).then_some(accuracy);
        match self.mode {
            0 => Ok(Wanted { only_first: true, of_two: 1, depth }),
            1 => Ok(Wanted { only_first: false, of_two: 1, depth }),
            2 => Ok(Wanted { only_first: false, of_two: usize::MAX, depth }),
            3 if self.limit == 0 => {
                Err(Failure::value("test.limit is 0: no contact would be found"))
            }
            3 => Ok(Wanted { only_first: false, of_two: self.limit, depth }),
            other => Err(Failure::value(format_args!("{other} is no closecall_test_mode"))),
        }
    }
}

/// Something about two bodies, and their numbers.
pub(super) type OfTwo<T> = (T, (u32, u32));

/// Two triangles, or two shapes, near each other: points are in the world.
struct Nearness {
    lo: f64,
    hi: f64,
    triangles: closecall_triangles,
    points: Option<[[f64; 3]; 2]>,
}

impl Nearness {
    fn of(gap: &BodyDistance) -> Self {
        Self {
            lo: gap.distance.lo,
            hi: gap.distance.hi,
            triangles: closecall_triangles::of_sides(gap.triangles),
            points: gap.points,
        }
    }

    /// The gap of a pair that a budget left open.
    const OPEN: Self =
        Self { lo: 0.0, hi: f64::INFINITY, triangles: closecall_triangles::NONE, points: None };
}

/// The way in which a test asks about two nodes: the accuracy of its options, and the rest of their
/// budget. A number of tests is that of every two nodes, a time that of all.
pub(super) struct Asking {
    options: Ask,
    begin: Instant,
}

impl Asking {
    pub(super) fn new(options: Ask) -> Self {
        Self { options, begin: Instant::now() }
    }

    fn now(&self) -> Ask {
        let left = self.options.budget.less(self.begin.elapsed());
        Ask::new().accuracy(self.options.accuracy).budget(left)
    }
}

impl Asked {
    /// The pose of a node for this question.
    fn pose_of(&self, node: Handle) -> Result<Pose, Failure> {
        self.query.world_from_body(node).map_err(refused)
    }

    /// The contacts of two nodes that are near, within their margin: the nearest first, and the
    /// undecided ones last.
    pub(super) fn contacts_of(
        &mut self,
        (a, b): (Handle, Handle),
        wanted: Wanted,
        asking: &Asking,
    ) -> Result<Vec<closecall_contact>, Failure> {
        let margin = self.moment.snapshot.world().clearance(a, b).map_err(refused)?;
        let Some(gap) = self.distance((a, b), asking.now().limit(margin.distance()))? else {
            return Ok(Vec::new());
        };
        if let Some(accuracy) = wanted.depth.filter(|_| gap.distance.hi == 0.0)
            && let Some(contact) = self.depth_of((a, b), asking.now().accuracy(accuracy))?
        {
            return Ok(vec![contact]);
        }
        let mut near = Vec::new();
        if wanted.of_two > 1 {
            near = self.near_triangles((a, b), asking.now().clearance(margin))?;
        }
        if near.is_empty() {
            near.push(Nearness::of(&gap));
        }
        near.iter().map(|near| self.contact((a, b), margin, near)).collect()
    }

    /// The contacts of all pairs; where only the first is wanted, one that touches if there is any.
    fn contacts(
        &mut self,
        pairs: &[OfTwo<(Handle, Handle)>],
        wanted: Wanted,
        asking: &Asking,
    ) -> Result<Vec<closecall_contact>, Failure> {
        let mut found: Vec<closecall_contact> = Vec::new();
        for of_bodies in pairs.chunk_by(|(_, x), (_, y)| x == y) {
            let mut of_two = Vec::new();
            for &(nodes, _) in of_bodies {
                of_two.extend(self.contacts_of(nodes, wanted, asking)?);
                let is_first = |contact: &closecall_contact| {
                    wanted.only_first && contact.answer == closecall_answer::Touching
                };
                if let Some(first) = of_two.iter().copied().find(is_first) {
                    return Ok(vec![first]);
                }
            }
            found.append(&mut choose(of_two, wanted));
        }
        if wanted.only_first {
            found.truncate(1);
        }
        Ok(found)
    }

    /// The distance of two nodes; none if that is above the limit.
    fn distance(
        &mut self,
        (a, b): (Handle, Handle),
        ask: Ask,
    ) -> Result<Option<BodyDistance>, Failure> {
        self.query.set(ask);
        self.query.distance(a, b).map_err(refused)
    }

    /// The nearest of two nodes, within their margin or not.
    pub(super) fn nearest_of(
        &mut self,
        (a, b): (Handle, Handle),
    ) -> Result<Option<closecall_contact>, Failure> {
        let margin = self.moment.snapshot.world().clearance(a, b).map_err(refused)?;
        let gap = self.distance((a, b), Ask::new())?;
        gap.map(|gap| self.contact((a, b), margin, &Nearness::of(&gap))).transpose()
    }

    /// The depth of two nodes in each other, if both are closed models.
    fn depth_of(
        &self,
        (a, b): (Handle, Handle),
        ask: Ask,
    ) -> Result<Option<closecall_contact>, Failure> {
        let world: &World = self.moment.snapshot.world();
        let models = (world.model(a).map_err(refused)?, world.model(b).map_err(refused)?);
        let (Some(Ok(solid_a)), Some(Ok(solid_b))) =
            (models.0.map(Model::solid), models.1.map(Model::solid))
        else {
            return Ok(None);
        };
        let world_from_a = self.pose_of(a)?;
        let a_from_b = world_from_a.relative(&self.pose_of(b)?).map_err(Failure::value)?;
        let found = solid_a.signed_distance(&solid_b, &a_from_b, ask)?;
        let points = [found.point_a, found.point_b].map(|point| world_from_a.carry(point));
        let near = Nearness {
            lo: found.distance.lo,
            hi: found.distance.hi,
            points: Some(points),
            ..Nearness::OPEN
        };
        let margin = world.clearance(a, b).map_err(refused)?;
        let normal = world_from_a.matrix().mul_vec3(found.gradient.into()).to_array();
        Ok(Some(closecall_contact { normal, ..self.contact((a, b), margin, &near)? }))
    }

    /// Every two triangles of two nodes within a margin, the nearest first.
    fn near_triangles(&self, (a, b): (Handle, Handle), ask: Ask) -> Result<Vec<Nearness>, Failure> {
        let world: &World = self.moment.snapshot.world();
        let (Some(model_a), Some(model_b)) =
            (world.model(a).map_err(refused)?, world.model(b).map_err(refused)?)
        else {
            return Ok(Vec::new());
        };
        let world_from_a = self.pose_of(a)?;
        let a_from_b = world_from_a.relative(&self.pose_of(b)?).map_err(Failure::value)?;
        let found = model_a.ask(model_b, ask)?.contacts(&a_from_b);
        let near = |&(i, j): &(u32, u32)| {
            let carried = a_from_b.carried_triangle(&model_b.mesh().triangle_at(j as usize));
            let found = exact::distance(&model_a.mesh().triangle_at(i as usize), &carried);
            let points = [found.point_a, found.point_b];
            Nearness {
                lo: found.distance.lo,
                hi: found.distance.hi,
                triangles: (i, j).into(),
                points: Some(points.map(|point| world_from_a.carry(point))),
            }
        };
        let mut near: Vec<Nearness> = found.pairs.iter().map(near).collect();
        let key = |near: &Nearness| (near.triangles.a, near.triangles.b);
        near.sort_by(|x, y| x.hi.total_cmp(&y.hi).then(key(x).cmp(&key(y))));
        near.extend(found.rest.map(|_| Nearness::OPEN));
        Ok(near)
    }

    /// A contact with its points in the world and in the frames of the bodies.
    fn contact(
        &self,
        nodes: (Handle, Handle),
        margin: Clearance,
        near: &Nearness,
    ) -> Result<closecall_contact, Failure> {
        let bodies = &self.moment.bodies;
        let is_touching = near.hi <= margin.distance();
        let mut contact = closecall_contact {
            shapes: closecall_shape_pair::of(bodies, nodes),
            triangles: near.triangles,
            answer: if is_touching {
                closecall_answer::Touching
            } else {
                closecall_answer::Undecided
            },
            has_points: near.points.is_some(),
            lo: near.lo,
            hi: near.hi,
            point_a: [0.0; 3],
            point_b: [0.0; 3],
            local_a: [0.0; 3],
            local_b: [0.0; 3],
            normal: [0.0; 3],
            free_until: 0.0,
            time: 0.0,
        };
        if let Some([a, b]) = near.points {
            contact.normal = direction(a, b);
            (contact.point_a, contact.point_b) = (a, b);
            contact.local_a = self.local(bodies, contact.shapes.body_a, a)?;
            contact.local_b = self.local(bodies, contact.shapes.body_b, b)?;
        }
        Ok(contact)
    }

    /// A point of the world in the frame of a body.
    fn local(&self, bodies: &Bodies, body: u32, point: [f64; 3]) -> Result<[f64; 3], Failure> {
        let world_from_body = self.pose_of(bodies.get(body)?.frame)?;
        let body_from_world = world_from_body.inverse().map_err(Failure::value)?;
        Ok(body_from_world.carry(point))
    }
}

/// The bodies of pairs of nodes that a callback does not let touch. Nothing is locked or caught here, so that
/// an exception of the callback passes through.
pub(super) unsafe fn unless_allowed<T>(
    pairs: Vec<OfTwo<T>>,
    test: &closecall_test,
) -> Vec<OfTwo<T>> {
    let Some(allowed) = test.allowed else { return pairs };
    let mut said: BTreeMap<(u32, u32), bool> = BTreeMap::new();
    let mut may_touch = |(a, b): (u32, u32)| {
        // SAFETY: the caller's callback takes these arguments.
        *said.entry((a, b)).or_insert_with(|| unsafe { allowed(test.user, a, b) } != 0)
    };
    pairs.into_iter().filter(|(_, bodies)| !may_touch(*bodies)).collect()
}

/// The close pairs of nodes with their bodies, those of two bodies one after the other.
fn close(asked: &mut Asked) -> Vec<OfTwo<(Handle, Handle)>> {
    let pairs = asked.close_pairs();
    let bodies = &asked.moment.bodies;
    let of = |(a, b)| ((a, b), (bodies.of(a).0, bodies.of(b).0));
    let mut pairs: Vec<_> = pairs.into_iter().map(of).collect();
    pairs.sort_by_key(|&(nodes, bodies)| (bodies, nodes));
    pairs
}

/// The contacts of two bodies that are wanted, the nearest first, and an undecided one last.
fn choose(mut of_two: Vec<closecall_contact>, wanted: Wanted) -> Vec<closecall_contact> {
    of_two.sort_by(|x, y| x.hi.total_cmp(&y.hi));
    let is_open = |contact: &closecall_contact| contact.answer == closecall_answer::Undecided;
    let rest = of_two.iter().skip(wanted.of_two).find(|contact| is_open(contact)).copied();
    of_two.truncate(wanted.of_two);
    of_two.extend(rest);
    of_two
}

/// Finds contacts of active bodies within the margins, as the test says, and tells how many;
/// closecall_query_found copies them. Contacts of two bodies follow each other, the nearest first, and what the
/// budget left open last: beside a limit, too. A number of tests is that of every two shapes, a time that of all.
/// Threads: any, one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn closecall_query_test(
    query: *mut closecall_query,
    test: *const closecall_test,
    ask_with: *const closecall_ask,
    count: *mut usize,
) -> closecall_status {
    let mut prepared = None;
    let status = guard(|| {
        // SAFETY: the caller's test is one, and the options are NULL or filled in.
        let (test, options) = unsafe { (*input::reference(test, "test")?, ask(ask_with)?) };
        input::check_place(count, "count")?;
        let wanted = test.wanted()?;
        prepared = Some((test, wanted, options, close(&mut *handle::using::<Asked>(query)?)));
        Ok(())
    });
    let Some((test, wanted, options, pairs)) = prepared else { return status };
    // SAFETY: the caller's callback takes these arguments.
    let pairs = unsafe { unless_allowed(pairs, &test) };
    guard(|| {
        let mut asked = handle::using::<Asked>(query)?;
        asked.found = asked.contacts(&pairs, wanted, &Asking::new(options))?;
        // SAFETY: the caller's place has room for a number.
        unsafe { input::give(count, asked.found.len(), "count") }
    })
}

/// Copies the contacts that the last test of a question found. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_query_found(
    query: *const closecall_query,
    contacts: *mut closecall_contact,
    capacity: usize,
    count: *mut usize,
) -> closecall_status {
    guard(|| {
        let asked = handle::read::<Asked>(query)?;
        // SAFETY: the caller's list has as much room as stated.
        unsafe { input::give_list(&asked.found, contacts, capacity, count) }
    })
}
