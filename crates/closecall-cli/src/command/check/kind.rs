//! `--kind`: in what way two bodies meet, with the evidence.

use closecall::query::{DeepestFound, Depth, Meaning, Meeting, Side, Witness};
use closecall::{Budget, Kind, Model, Pose};
use serde_json::{Value, json};

use crate::budget_watch::BudgetWatch;
use crate::engine::budget_json;

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
    depth: Option<DeepestFound>,
    budget: Option<Budget>,
}

impl KindFound {
    /// As solids if both meshes are closed, else as surfaces.
    pub fn of([a, b]: &[Model; 2], pose: &Pose, asked: KindAsked) -> Self {
        let (budget, solids) = (asked.budget, a.solid().ok().zip(b.solid().ok()));
        let size = a.mesh().triangle_count() + b.mesh().triangle_count();
        let watch = BudgetWatch::new("kind", size, budget.unwrap_or_default());
        let at = |steps| watch.at(steps);
        let (meaning, meeting) = match &solids {
            Some((a, b)) => (Meaning::Solids, a.meeting_watched(b, pose, &at)),
            None => (Meaning::Surfaces, a.surface_meeting_watched(b, pose, &at)),
        };
        let budget_left = watch.left();
        drop(watch);
        let overlaps = meeting.as_ref().is_none_or(|meeting| meeting.both.is_some());
        let depth = solids.filter(|_| asked.depth && overlaps).map(|(a, b)| {
            let vertices = a.mesh().vertices().len() + b.mesh().vertices().len();
            let watch = BudgetWatch::new("depth", vertices, budget_left);
            a.depth_watched(&b, pose, &|steps| watch.at(steps))
        });
        Self { meaning, meeting, depth, budget }
    }

    /// Is there a point that both have?
    pub fn meets(&self) -> bool {
        self.meeting.is_none_or(|meeting| meeting.kind != Kind::Apart)
    }

    /// What the bodies were taken for.
    pub fn meaning(&self) -> &'static str {
        match self.meaning {
            Meaning::Solids => "solids",
            Meaning::Surfaces => "surfaces",
        }
    }

    /// For programs: `kind`, and beside it what there is.
    pub fn json(&self) -> Vec<(String, Value)> {
        let depth = self.depth.and_then(|found| found.depth);
        let ended = self.depth.filter(|found| !found.is_complete);
        let of_kind = self.meeting.as_ref().map_or_else(Vec::new, meeting_json);
        let pairs = [
            ("kind_meaning", Some(json!(self.meaning()))),
            ("kind_undecided", self.meeting.is_none().then(|| json!(true))),
            ("depth", depth.as_ref().map(depth_json)),
            ("depth_incomplete", ended.map(|_| json!(true))),
            ("budget", self.budget.as_ref().map(budget_json)),
        ];
        let pairs = of_kind.into_iter().chain(pairs);
        pairs.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))).collect()
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
        let both = self.meeting.and_then(|meeting| meeting.both).map(|both| {
            let [x, y, z] = both.point.to_array();
            format!("inside both right beside {x:?} {y:?} {z:?}")
        });
        let depth = self.depth.map(|found| match found.depth {
            Some(Depth { lo, hi, of, vertex, .. }) => {
                let ([x, y, z], of) = (vertex.to_array(), name(of));
                let so_far = if found.is_complete { "" } else { " so far, another may be deeper" };
                format!("deepest vertex {x:?} {y:?} {z:?} of {of}: {lo:?} to {hi:?} inside{so_far}")
            }
            None if found.is_complete => "no vertex of one is inside the other".to_owned(),
            None => "depth: no vertex was looked at that is inside".to_owned(),
        });
        both.into_iter().chain(depth).collect()
    }

    /// For people.
    pub fn text(&self) -> String {
        let evidence: String = self.evidence().iter().map(|line| format!("  {line}\n")).collect();
        format!("kind: {}\n{evidence}", self.title())
    }
}

fn meeting_json(meeting: &Meeting) -> Vec<(&'static str, Option<Value>)> {
    let Meeting { kind, contact, both, a_only, b_only, .. } = meeting;
    vec![
        ("kind", Some(json!(kind.name()))),
        ("contact", contact.map(|pair| json!(pair))),
        ("inner", meeting.inner().map(|side| json!(name(side)))),
        ("both", both.as_ref().map(witness)),
        ("a_only", a_only.as_ref().map(witness)),
        ("b_only", b_only.as_ref().map(witness)),
    ]
}

fn name(side: Side) -> &'static str {
    match side {
        Side::A => "A",
        Side::B => "B",
    }
}

fn witness(witness: &Witness) -> Value {
    let Witness { point, winding_a, winding_b } = witness;
    json!({ "point": point.to_array(), "winding_a": winding_a, "winding_b": winding_b })
}

fn depth_json(depth: &Depth) -> Value {
    json!({
        "lo": depth.lo,
        "hi": depth.hi,
        "of": name(depth.of),
        "vertex": depth.vertex.to_array(),
        "nearest": depth.nearest.to_array(),
        "triangle": depth.triangle,
    })
}
