//! An SRDF file beside what was proved: what it hides, and what it has looked at in vain.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use closecall::engine::files::bytes_of;
use closecall_flight::numbers::counted;
use closecall_robot::{Allowances, Description, LinkPairs, LinksDo, Robot};

use super::report::{names, row, row_text};
use crate::answer::{ComparedAnswer, HiddenAnswer};
use crate::failure::Failure;

/// The pairs that an SRDF file disables, by names.
pub struct Compared {
    file: PathBuf,
    pairs: BTreeSet<[String; 2]>,
    /// The oddities of the file.
    pub warnings: Vec<String>,
}

/// The comparison, for people and for programs.
pub struct Beside {
    pub text: String,
    pub answer: ComparedAnswer,
}

impl Compared {
    /// Reads an SRDF file of a robot.
    pub fn read(file: &Path, description: &Description) -> Result<Self, Failure> {
        let bytes = bytes_of(file).map_err(|error| Failure::of_file(file, &error))?;
        let Allowances { pairs, warnings, .. } = Allowances::parse(file, &bytes, description)?;
        let name = |link: usize| description.links[link].name.clone();
        let pairs = pairs.into_iter().map(|(a, b)| sorted([name(a), name(b)])).collect();
        Ok(Self { file: file.to_owned(), pairs, warnings })
    }

    /// The pairs that it disables though they touch, or though that is unknown, and the pairs that
    /// it leaves though they were proved.
    pub fn beside(&self, robot: &Robot, found: &LinkPairs) -> Beside {
        let is_disabled = |links: [usize; 2]| {
            self.pairs.contains(&sorted(links.map(|link| robot.links()[link].name.clone())))
        };
        let (mut hidden, mut text) = (Vec::new(), String::new());
        let (mut disabled, mut unproved, mut left) = (0, 0, 0);
        for pair in &found.pairs {
            let is_disabled = is_disabled(pair.links);
            disabled += u64::from(is_disabled);
            match &pair.links_do {
                LinksDo::Sometimes { touching, .. } if is_disabled => {
                    let [a, b] = pair.links.map(|link| robot.links()[link].name.clone());
                    let (both, at) = (names(robot, pair.links), row_text(robot, touching));
                    text += &format!("    {both} at {at}\n");
                    hidden.push(HiddenAnswer { a, b, touching_at: row(robot, touching) });
                }
                LinksDo::Unknown if is_disabled => unproved += 1,
                LinksDo::Never | LinksDo::Always if !is_disabled => left += 1,
                _ => {}
            }
        }
        let pairs = counted(disabled, "pair");
        let head = format!(
            "{} disables {pairs} of these: {} touch at some positions, {unproved} unknown; it leaves {left} that are \
             proved\n",
            self.file.display(),
            hidden.len(),
        );
        let answer = ComparedAnswer {
            file: self.file.to_string_lossy().into_owned(),
            disabled,
            unknown: unproved,
            proved_but_left: left,
            touching: hidden,
        };
        Beside { text: head + &text, answer }
    }
}

fn sorted([a, b]: [String; 2]) -> [String; 2] {
    if a <= b { [a, b] } else { [b, a] }
}
