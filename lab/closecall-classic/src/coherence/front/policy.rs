//! When a front is used, how deep it reaches, and when it rises: the paper's three parameters.
//! (Tropp et al. 2006, §5)

/// The entry that is kept of two leaves whose triangles touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bottom {
    /// The triangles: the next query tests those at once.
    Triangles,
    /// The volumes: the next query tests those first.
    Volumes,
}

/// The reaction of a front where following it costs more than a walk from the roots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Losing {
    /// It is followed all the same, as in the paper.
    GoesOn,
    /// Such motions are not followed, and where it loses on the whole it rests, for a while:
    /// queries are then those of an engine without memory.
    Stops,
}

/// The parameters of a front. Motions are measured in sizes of the smaller body: the longest side
/// of its root volume.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Policy {
    /// P_coherence: a larger motion makes the front useless, and the query starts from the roots
    /// (eq. 2).
    pub coherence: f64,
    /// P_sprout: two overlapping nodes are kept, and nothing below them, if the motion is larger
    /// than this many times the size of either (eq. 3). Infinite: only the ends of walks are kept.
    pub sprout: f64,
    /// P_prune: after such a motion the front tries to rise (eq. 4).
    pub prune: f64,
    /// The end of a front.
    pub bottom: Bottom,
    /// The reaction where it loses.
    pub losing: Losing,
}

impl Policy {
    /// The policy that the paper found best for oriented boxes.
    pub const OBB: Self = Self {
        coherence: 0.14,
        sprout: f64::INFINITY,
        prune: 0.17,
        bottom: Bottom::Triangles,
        losing: Losing::GoesOn,
    };

    /// The policy that it found best for axis-aligned boxes; taken for all volumes that hold a
    /// triangle as badly.
    pub const AABB: Self =
        Self { coherence: 0.2, prune: 0.15, bottom: Bottom::Volumes, ..Self::OBB };

    /// The same, but not followed where it loses.
    #[must_use]
    pub fn that_stops(self) -> Self {
        Self { losing: Losing::Stops, ..self }
    }
}
