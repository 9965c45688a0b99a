//! Every stretch of time in which two bodies of a world are in contact, on edges that follow each
//! other.

use super::broad::{Broad, Close};
use super::ways::Ways;
use super::{Edge, EdgeDoubt, Sweeps};
use crate::Answer;
use crate::geom::{Interval, Pose};
use crate::parallel;
use crate::path::Path;
use crate::query::solid::one_is_inside;
use crate::query::sweep::{ContactInterval, ContactIntervals, Doubt, Hit, Scratch};
use crate::query::{Ask, sweep::Start};
use crate::world::{Handle, WorldError};
use std::collections::HashMap;

/// The number of edges that are answered at once.
const EDGES_AT_ONCE: usize = 64;

/// Two bodies in contact, from one time to another.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct EdgeContact {
    /// The bodies, the lower handle first.
    pub bodies: [Handle; 2],
    /// When. Of exact shapes that part on an edge and meet again it is not known when; their
    /// contact then reaches to the end of the edge.
    pub contact: ContactInterval,
}

/// The contacts on edges that follow each other.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct EdgeContacts {
    /// All contacts, by the time at which they begin.
    pub contacts: Vec<EdgeContact>,
    /// The undecided times, in order.
    pub undecided: Vec<EdgeDoubt>,
}

type OfPairs = Vec<([u32; 2], ContactIntervals)>;

impl Sweeps<'_> {
    /// Every contact on edges that follow each other. Times are counted in edges: 2.5 is half way
    /// along the third. Contact at the start counts, and the budget is that of every edge. `edge`
    /// makes each edge when it is needed, and `done` hears how many are answered. On all cores.
    ///
    /// ```
    /// use closecall::mesh::shapes;
    /// use closecall::path::{Chain, Factor};
    /// use closecall::world::sweep::{Moves, Sweeps};
    /// use closecall::{Ask, Body, Model, World, WorldError};
    /// let cube = Model::new(shapes::cuboid([0.0; 3], [1.0; 3]));
    /// let mut world = World::new();
    /// let wall = world.insert(Body::new("wall", &cube).fixed())?;
    /// let tool = world.insert(Body::new("tool", &cube))?;
    /// let edge = |step: usize| {
    ///     let [from, to] = [9.0, 5.0].map(|x| [x - 4.0 * step as f64, 0.5, 0.5]);
    ///     let way = Chain::new(vec![Factor::Slide { from, to }]).unwrap();
    ///     Ok::<_, WorldError>(Moves(vec![(tool, way)]))
    /// };
    /// let found = Sweeps::new(&world, &Ask::new()).contacts(4, edge, |_| {})?;
    /// let [only] = found.contacts[..] else { panic!("{found:?}") };
    /// assert_eq!(only.bodies, [wall, tool]);
    /// // From x = 1 to x = -1.
    /// assert!((only.contact.begins.hi - 2.0).abs() < 1e-5);
    /// assert!((only.contact.ends.lo - 2.5).abs() < 1e-5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Sweeps::ask`], and those of `edge`.
    pub fn contacts<E: Edge, X: From<WorldError>>(
        &self,
        edges: usize,
        edge: impl Fn(usize) -> Result<E, X>,
        mut done: impl FnMut(usize),
    ) -> Result<EdgeContacts, X> {
        let mut all = Joined::default();
        for start in (0..edges).step_by(EDGES_AT_ONCE) {
            let end = edges.min(start + EDGES_AT_ONCE);
            let lot = (start..end).map(&edge).collect::<Result<Vec<E>, X>>()?;
            let ask = |scratch: &mut Scratch, edge: &E| {
                scratch.meter = self.options.budget.start();
                self.contacts_of(edge, scratch)
            };
            let answers = parallel::map(&lot, 1, Scratch::default, ask);
            for (step, answer) in (start..).zip(answers) {
                all.add(step, answer?);
            }
            done(end);
        }
        Ok(all.finish(|slot| self.world.scene.handle(slot)))
    }

    /// The contacts of every pair on one edge.
    fn contacts_of(&self, edge: &dyn Edge, scratch: &mut Scratch) -> Result<OfPairs, WorldError> {
        let ways = Ways::new(self.world, &self.order, edge)?;
        let broad = Broad::new(self, &ways);
        let contacts = |close: &Close| Ok((close.pair, self.intervals_row(&ways, close, scratch)?));
        broad.close(&broad.near()).iter().map(contacts).collect()
    }

    /// The contacts of two meshes in a part of the time.
    pub(super) fn intervals_of(
        &self,
        ways: &Ways,
        pair: [u32; 2],
        times: [f64; 2],
        scratch: &mut Scratch,
    ) -> Result<ContactIntervals, WorldError> {
        let path = self.path(ways, pair, Some(self.clearance(pair).distance()))?;
        let geometries = pair.map(|slot| self.world.scene.geometry(slot).filled());
        let is_inside = |pose: &Pose| one_is_inside(geometries, pose);
        let mut question = self.question(pair).with_solids(&is_inside);
        question.options = Ask { start: Start::Counts, ..question.options };
        Ok(match pair.iter().any(|&slot| ways.is_moved(slot)) {
            true => question.intervals(&path, times, scratch),
            false => once(question.ask_still(&path.pose(0.0), scratch)),
        })
    }
}

/// A first contact, after which nothing is known, or what there is in its place.
pub(super) fn once(answer: Answer<Hit, Doubt>) -> ContactIntervals {
    let mut found = ContactIntervals::default();
    match answer {
        Answer::Clear => {}
        Answer::Undecided(doubt) => found.undecided.push(doubt),
        Answer::Touching(Hit { time: begins, triangles }) => {
            let ends = Interval { lo: begins.hi, hi: 1.0 };
            found.intervals.push(ContactInterval { begins, ends, triangles });
        }
    }
    found
}

/// Contacts of edges, joined where they go on over a step.
#[derive(Default)]
struct Joined {
    contacts: Vec<([u32; 2], ContactInterval)>,
    undecided: Vec<([u32; 2], Doubt)>,
    /// The last contact of every pair.
    last: HashMap<[u32; 2], usize>,
}

impl Joined {
    fn add(&mut self, step: usize, of_pairs: OfPairs) {
        let at = |time: Interval| Interval { lo: step as f64 + time.lo, hi: step as f64 + time.hi };
        for (pair, found) in of_pairs {
            for contact in found.intervals {
                let (begins, ends) = (at(contact.begins), at(contact.ends));
                match self.last.get(&pair).map(|&last| &mut self.contacts[last].1) {
                    Some(last) if begins.hi == step as f64 && last.ends.hi >= begins.hi => {
                        last.ends = ends;
                    }
                    _ => {
                        self.last.insert(pair, self.contacts.len());
                        self.contacts.push((pair, ContactInterval { begins, ends, ..contact }));
                    }
                }
            }
            let doubts = found.undecided.into_iter();
            self.undecided
                .extend(doubts.map(|doubt| (pair, Doubt { time: at(doubt.time), ..doubt })));
        }
    }

    fn finish(mut self, handle: impl Fn(u32) -> Handle) -> EdgeContacts {
        self.contacts
            .sort_by(|(p, x), (q, y)| x.begins.hi.total_cmp(&y.begins.hi).then_with(|| p.cmp(q)));
        self.undecided
            .sort_by(|(p, x), (q, y)| x.time.lo.total_cmp(&y.time.lo).then_with(|| p.cmp(q)));
        let contact = |(pair, contact): ([u32; 2], ContactInterval)| EdgeContact {
            bodies: pair.map(&handle),
            contact,
        };
        let doubt =
            |(pair, doubt): ([u32; 2], Doubt)| EdgeDoubt { doubt, bodies: Some(pair.map(&handle)) };
        EdgeContacts {
            contacts: self.contacts.into_iter().map(contact).collect(),
            undecided: self.undecided.into_iter().map(doubt).collect(),
        }
    }
}
