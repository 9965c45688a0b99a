//! `--kind`: in what way two bodies meet, with the evidence.

use closecall::geom::Interval;
use closecall::query::{Meaning, Meeting, Parting, Penetration, Side, Witness};
use closecall::{Ask, Budget, Kind, Model, Pose, UnitsDiffer};
use closecall_flight::numbers::{certified, coordinates};

use crate::answer::{BudgetAnswer, DepthAnswer, KindAnswer, WitnessAnswer};
use crate::budget_watch::BudgetWatch;

/// The questions beside the kind.
#[derive(Clone, Copy, Debug)]
pub struct KindAsked {
    /// How deep are they in each other?
    pub depth: bool,
    /// How much the kind may cost, and the depth.
    pub budget: Option<Budget>,
}

/// In what way they meet, and how deep.
#[derive(Clone, Debug)]
pub struct KindFound {
    meaning: Meaning,
    /// None if the budget ended before that was known: then they do meet.
    meeting: Option<Meeting>,
    /// None if it was not asked for, or if they are not solids that overlap.
    depth: Option<Penetration>,
    budget: Option<Budget>,
}

impl KindFound {
    /// As solids if both meshes are closed, else as surfaces.
    pub fn of([a, b]: &[Model; 2], pose: &Pose, asked: KindAsked) -> Result<Self, UnitsDiffer> {
        let (budget, solids) = (asked.budget, a.solid().ok().zip(b.solid().ok()));
        let size = a.mesh().triangle_count() + b.mesh().triangle_count();
        let watch = BudgetWatch::new("kind", size, budget.unwrap_or_default());
        let at = |steps| watch.at(steps);
        let (meaning, meeting) = match &solids {
            Some((a, b)) => (Meaning::Solids, a.meeting_watched(b, pose, &at)?),
            None => (Meaning::Surfaces, a.surface_meeting_watched(b, pose, &at)?),
        };
        let budget_left = watch.left();
        drop(watch);
        let overlaps = meeting.as_ref().is_none_or(|meeting| meeting.both.is_some());
        let depth = solids.filter(|_| asked.depth && overlaps);
        let depth = depth.map(|(a, b)| a.penetration(&b, pose, Ask::new().budget(budget_left)));
        Ok(Self { meaning, meeting, depth: depth.transpose()?.flatten(), budget })
    }

    /// The translation that parts them, if it was asked for.
    pub fn parting(&self) -> Option<&Parting> {
        self.depth.as_ref().map(|found| &found.parting)
    }

    /// Is there a point that both have?
    pub fn meets(&self) -> bool {
        self.meeting.is_none_or(|meeting| meeting.kind != Kind::Apart)
    }

    /// The kind in a word.
    pub fn word(&self) -> &'static str {
        self.meeting.map_or("meets, way undecided", |meeting| meeting.kind.name())
    }

    /// How deep they are in each other, if that was asked for.
    pub fn depth(&self) -> Option<Interval> {
        self.depth.as_ref().map(|found| found.depth)
    }

    /// The reading of the bodies.
    pub fn meaning(&self) -> &'static str {
        match self.meaning {
            Meaning::Solids => "solids",
            Meaning::Surfaces => "surfaces",
        }
    }

    /// For programs: `kind`, and beside it what there is.
    pub fn told(&self) -> KindAnswer {
        let meeting = self.meeting.as_ref();
        KindAnswer {
            kind: meeting.map(|meeting| meeting.kind.name()),
            contact: meeting.and_then(|meeting| meeting.contact),
            inner: meeting.and_then(Meeting::inner).map(name),
            both: meeting.and_then(|meeting| meeting.both.as_ref()).map(witness),
            a_only: meeting.and_then(|meeting| meeting.a_only.as_ref()).map(witness),
            b_only: meeting.and_then(|meeting| meeting.b_only.as_ref()).map(witness),
            kind_meaning: self.meaning(),
            kind_undecided: meeting.is_none(),
            depth: self.depth.as_ref().map(DepthAnswer::of),
            budget: self.budget.as_ref().map(BudgetAnswer::of),
        }
    }

    /// The kind in words.
    pub fn title(&self) -> String {
        let kind = match &self.meeting {
            Some(meeting) => {
                let inner = meeting.inner().map(|side| format!(", {} inside", name(side)));
                format!("{}{}", meeting.kind.name(), inner.unwrap_or_default())
            }
            None => format!("undecided after {}, they meet", self.budget.unwrap_or_default()),
        };
        format!("{kind} (taken as {})", self.meaning())
    }

    /// A point inside both, and how deep they are in each other, where there are such.
    pub fn evidence(&self) -> Vec<String> {
        let both = self
            .meeting
            .and_then(|meeting| meeting.both)
            .map(|both| format!("inside both right beside {}", coordinates(both.point)));
        let depth = self.depth.as_ref().map(|found| {
            let depth = certified(found.depth.lo, found.depth.hi);
            let way = coordinates(found.parting.translation);
            format!("depth: {depth}; moving B by {way} parts them")
        });
        both.into_iter().chain(depth).collect()
    }

    /// For people.
    pub fn text(&self) -> String {
        let evidence: String = self.evidence().iter().map(|line| format!("  {line}\n")).collect();
        format!("kind: {}\n{evidence}", self.title())
    }
}

fn name(side: Side) -> &'static str {
    match side {
        Side::A => "A",
        Side::B => "B",
    }
}

fn witness(&Witness { point, winding_a, winding_b }: &Witness) -> WitnessAnswer {
    WitnessAnswer { point, winding_a, winding_b }
}
