//! The front during a flight, to draw it: the volumes of the nodes that are remembered after the
//! queries of some frames.

use std::collections::BTreeSet;

use closecall::engine::geom::Triangle;
use closecall_classic::query;
use closecall_cli::question::Keep;
use closecall_lab::engine::RememberingBodies;
use closecall_report::{DrawnFront, MOST_FRAMES, choose};

use super::flown_engine::Remembered;
use super::fly::ask;

/// The front is drawn at this many frames; of those at which there is one, that with most contacts is
/// among them.
const MOST_FRONTS: usize = 12;

/// The number of volumes of both bodies that are drawn in a frame.
const MOST_VOLUMES: usize = 1500;

/// The number of triangles these that may have: a ball has 512, and a page of twelve fronts is to stay below
/// 20 MB.
const MOST_TRIANGLES: usize = 36_000;

/// The frames of the page at which the front is drawn, and which poses of the flight they are.
fn chosen(contacts: &[u64], entries: &[usize]) -> Vec<(usize, usize)> {
    let frames = choose(contacts, MOST_FRAMES).into_iter().enumerate();
    let frames: Vec<(usize, usize)> = frames.filter(|&(_, pose)| entries[pose] > 0).collect();
    let contacts: Vec<u64> = frames.iter().map(|&(_, pose)| contacts[pose]).collect();
    choose(&contacts, MOST_FRONTS).into_iter().map(|k| frames[k]).collect()
}

/// Flies once more with memory, and draws what is remembered on the way. Only the classic engine's
/// memory is of volumes.
pub fn fronts(mut warm: RememberingBodies, flight: &Remembered) -> Vec<DrawnFront> {
    if warm.classic().is_none() {
        return Vec::new();
    }
    let (mut fronts, mut pairs) = (Vec::new(), Vec::new());
    let mut chosen = chosen(flight.contacts, flight.entries).into_iter().peekable();
    for (k, frame) in flight.frames.iter().enumerate() {
        ask(&flight.question, Keep::All, &mut warm, &frame.pose, None, &mut pairs);
        if let (Some((at, _)), Some(checker)) =
            (chosen.next_if(|&(_, pose)| pose == k), warm.classic())
        {
            fronts.extend(drawn(checker, at));
        }
    }
    fronts
}

/// The volumes of A's nodes and of B's, each node once.
fn drawn(checker: &dyn query::Remembering, frame: usize) -> [DrawnFront; 2] {
    let pairs = checker.front();
    let nodes =
        [pairs.iter().map(|pair| pair.0).collect(), pairs.iter().map(|pair| pair.1).collect()];
    let all = nodes.each_ref().map(BTreeSet::<u32>::len);
    let step = every(all[0] + all[1], checker.surfaces([&[0], &[]])[0][0].len());
    let kept = nodes.map(|nodes| nodes.into_iter().step_by(step).collect::<Vec<u32>>());
    let [of_a, of_b] = checker.surfaces(kept.each_ref().map(|nodes| &**nodes));
    let front = |body, volumes: Vec<Vec<Triangle>>| {
        let plain = |volume: Vec<Triangle>| {
            volume.into_iter().map(|corners| corners.map(|corner| corner.to_array())).collect()
        };
        let volumes = volumes.into_iter().map(plain).collect();
        DrawnFront { frame, body, volumes, all: all[body] }
    };
    [front(0, of_a), front(1, of_b)]
}

/// Every which volume is drawn, of this many with this many triangles each.
fn every(volumes: usize, triangles: usize) -> usize {
    let most = MOST_VOLUMES.min(MOST_TRIANGLES / triangles.max(1)).max(1);
    volumes.div_ceil(most).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fronts_are_drawn_where_there_are_some() {
        let contacts: Vec<u64> =
            (0..100).map(|k| u64::from(k == 40) * 3 + u64::from(k == 77) * 2).collect();
        let entries: Vec<usize> = (0..100).map(|k| usize::from(k >= 50)).collect();
        let chosen = chosen(&contacts, &entries);
        assert!(chosen.len() > 6 && chosen.len() <= MOST_FRONTS, "{chosen:?}");
        assert!(
            chosen.contains(&(77, 77))
                && chosen.iter().all(|&(frame, pose)| frame == pose && pose >= 50)
        );
    }

    #[test]
    fn neither_volumes_nor_triangles_are_too_many() {
        assert_eq!([0, 1500, 1501, 4501].map(|volumes| every(volumes, 12)), [1, 1, 2, 4]);
        assert_eq!([70, 71, 1500].map(|volumes| every(volumes, 512)), [1, 2, 22]);
    }
}
