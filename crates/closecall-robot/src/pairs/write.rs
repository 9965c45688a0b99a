//! The table of links as an SRDF file.

use std::fmt::Write as _;

use super::{LinkPairs, LinksDo};
use crate::robot::Robot;

/// The pairs that touch by design and are allowed beside neighbours and proved pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AtRest {
    /// None: a pair that touches at rest is looked at.
    #[default]
    LookedAt,
    /// Links that touch at rest.
    Allowed,
}

impl LinkPairs {
    /// The number of pairs that do this, by its name.
    #[must_use]
    pub fn count(&self, name: &str) -> usize {
        self.pairs.iter().filter(|pair| pair.links_do.name() == name).count()
    }

    /// The pairs of links that an SRDF file need not have looked at, with the reason in the words
    /// of MoveIt.
    pub fn disabled(&self, at_rest: AtRest) -> impl Iterator<Item = ([usize; 2], &'static str)> {
        self.pairs.iter().filter_map(move |pair| {
            let reason = match pair.links_do {
                LinksDo::Adjacent => "Adjacent",
                LinksDo::Never => "Never",
                LinksDo::Always => "Always",
                _ if pair.at_rest && at_rest == AtRest::Allowed => "Default",
                _ => return None,
            };
            Some((pair.links, reason))
        })
    }

    /// The SRDF file of a robot with this table.
    #[must_use]
    pub fn srdf(&self, robot: &Robot, at_rest: AtRest) -> String {
        let mut text = String::from("<?xml version=\"1.0\"?>\n");
        let [never, always, sometimes, unknown] =
            ["never", "always", "sometimes", "unknown"].map(|name| self.count(name));
        _ = writeln!(
            text,
            "<!-- Pairs of links that need not be looked at. Never ({never}) and Always ({always}) are \
             proved\n     over the joint limits by closecall. {sometimes} pairs touch sometimes, of {unknown} it is \
             unknown:\n     they are looked at. -->"
        );
        _ = writeln!(text, "<robot name=\"{}\">", escaped(robot.name()));
        for ([a, b], reason) in self.disabled(at_rest) {
            let [a, b] = [a, b].map(|link| escaped(&robot.links()[link].name));
            _ = writeln!(
                text,
                "  <disable_collisions link1=\"{a}\" link2=\"{b}\" reason=\"{reason}\"/>"
            );
        }
        text + "</robot>\n"
    }
}

/// A name as XML has it between quotes.
fn escaped(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    for letter in name.chars() {
        match letter {
            '&' => text += "&amp;",
            '<' => text += "&lt;",
            '>' => text += "&gt;",
            '"' => text += "&quot;",
            // A line end or tab in an attribute would be read as a blank.
            '\n' | '\r' | '\t' => _ = write!(text, "&#{};", letter as u32),
            _ => text.push(letter),
        }
    }
    text
}
