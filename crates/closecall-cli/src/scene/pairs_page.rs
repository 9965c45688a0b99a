//! Every two bodies of a scene as the table of a page.

use std::collections::BTreeMap;

use closecall::world::Handle;
use closecall_flight::numbers::counted;
use closecall_report::{Matrix, MatrixCell, Mood};
use closecall_robot::Scene;

/// The table of bodies. `touching` has the pairs that touch, once for every step in which they do:
/// the places of both bodies, and whether it is certain. The scene says which pairs are not looked
/// at; `others` is what is known of the rest.
pub fn pairs_table(
    scene: &Scene,
    handles: &[Handle],
    touching: impl Iterator<Item = ([usize; 2], bool)>,
    (noun, steps): (&str, usize),
    others: (&'static str, Option<Mood>),
) -> Matrix {
    let place = |handle: Handle| handles.iter().position(|known| *known == handle);
    let name = |handle: Handle| scene.world.name(handle).unwrap_or_default().to_owned();
    let mut counts: BTreeMap<[usize; 2], (u64, bool)> = BTreeMap::new();
    for (rows, is_certain) in touching {
        let (count, is_known) = counts.entry(rows).or_default();
        *count += 1;
        *is_known |= is_certain;
    }
    let touching = counts.into_iter().map(|(rows, (count, is_certain))| MatrixCell {
        rows,
        words: match (is_certain, steps) {
            (false, _) => "undecided".to_owned(),
            (true, 1) => "touching".to_owned(),
            (true, _) => format!("touching in {}", counted(count, noun)),
        },
        mood: Some(if is_certain { Mood::Collision } else { Mood::Undecided }),
    });
    let left_out = scene.unchecked().pairs.into_iter().filter_map(|pair| {
        let words = format!("not checked: {}", pair.why.words());
        Some(MatrixCell { rows: [place(pair.a)?, place(pair.b)?], words, mood: None })
    });
    let cells = touching.chain(left_out).collect();
    let rows = handles.iter().enumerate().map(|(body, handle)| (name(*handle), body)).collect();
    Matrix { rows, cells, others }
}
