//! `--kind`: in what way two bodies meet, with the evidence.

use closecall::query::{Depth, Meaning, Meeting, Side, Witness};
use closecall::{Kind, Model, Pose};
use serde_json::{Value, json};

/// In what way they meet, and how deep.
#[derive(Clone, Debug)]
pub struct KindFound {
    meeting: Meeting,
    depth: Option<Depth>,
}

impl KindFound {
    /// As solids if both meshes are closed, else as surfaces.
    pub fn of([a, b]: &[Model; 2], pose: &Pose) -> Self {
        match (a.solid(), b.solid()) {
            (Ok(a), Ok(b)) => {
                let meeting = a.meeting(&b, pose);
                let depth = meeting.both.and_then(|_| a.depth(&b, pose));
                Self { meeting, depth }
            }
            _ => Self { meeting: a.surface_meeting(b, pose), depth: None },
        }
    }

    /// Is there a point that both have?
    pub fn meets(&self) -> bool {
        self.meeting.kind != Kind::Apart
    }

    /// What the bodies were taken for.
    pub fn meaning(&self) -> &'static str {
        match self.meeting.meaning {
            Meaning::Solids => "solids",
            Meaning::Surfaces => "surfaces",
        }
    }

    /// For programs: `kind`, and beside it what there is.
    pub fn json(&self) -> Vec<(String, Value)> {
        let Meeting { kind, contact, both, a_only, b_only, .. } = self.meeting;
        let pairs = [
            ("kind", Some(json!(kind.name()))),
            ("kind_meaning", Some(json!(self.meaning()))),
            ("contact", contact.map(|pair| json!(pair))),
            ("inner", self.meeting.inner().map(|side| json!(name(side)))),
            ("both", both.as_ref().map(witness)),
            ("a_only", a_only.as_ref().map(witness)),
            ("b_only", b_only.as_ref().map(witness)),
            ("depth", self.depth.as_ref().map(depth_json)),
        ];
        pairs.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))).collect()
    }

    /// The kind in words.
    pub fn title(&self) -> String {
        let inner =
            self.meeting.inner().map_or(String::new(), |side| format!(", {} inside", name(side)));
        format!("{}{inner} (taken as {})", self.meeting.kind.name(), self.meaning())
    }

    /// A point inside both, and how deep they are in each other, where there are such.
    pub fn evidence(&self) -> Vec<String> {
        let both = self.meeting.both.map(|both| {
            let [x, y, z] = both.point.to_array();
            format!("inside both right beside {x:?} {y:?} {z:?}")
        });
        let depth = self.depth.as_ref().map(|&Depth { lo, hi, of, vertex, .. }| {
            let ([x, y, z], of) = (vertex.to_array(), name(of));
            format!("deepest vertex {x:?} {y:?} {z:?} of {of}: {lo:?} to {hi:?} inside")
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
