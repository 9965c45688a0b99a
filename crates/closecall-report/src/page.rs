//! A page: the answer in words, the scene, the charts, and where it is from.

use closecall_flight::numbers::grouped;
use closecall_flight::stamp::Stamp;
use serde_json::json;

use crate::digits::shortened;
use crate::html::{escaped, script_json};
use crate::{Chart, DrawnScene};

/// The style sheet of all pages.
pub const STYLE: &str = include_str!("style.css");

/// The player: its files see each other, and nobody sees them.
const PLAYER: &str = concat!(
    "(() => {\n\"use strict\";\n",
    include_str!("player/data.js"),
    include_str!("player/words.js"),
    include_str!("player/geometry.js"),
    include_str!("player/matrix.js"),
    include_str!("player/camera.js"),
    include_str!("player/gl.js"),
    include_str!("player/layers.js"),
    include_str!("player/draw.js"),
    include_str!("player/pick.js"),
    include_str!("player/hand.js"),
    include_str!("player/charts.js"),
    include_str!("player/map.js"),
    include_str!("player/frames.js"),
    include_str!("player/begin.js"),
    "})();\n",
);

/// The help on keys and pointer; the keys of frames only where there are several.
const BY_HAND: &str = "Drag to turn, shift and drag to move, wheel to zoom, double click to look at a place. \
     <kbd>F</kbd> whole scene, <kbd>C</kbd> contact.";
const BY_KEYS: &str = " <kbd>←</kbd> <kbd>→</kbd> one back or on, <kbd>↑</kbd> <kbd>↓</kbd> contact before or next, \
     <kbd>Home</kbd> <kbd>End</kbd> first and last, <kbd>space</kbd> play.";

/// One self-contained page.
#[derive(Debug)]
pub struct Page<'a> {
    /// Its subject.
    pub title: String,
    /// The answer.
    pub answer: String,
    /// How the answer is to be taken.
    pub mood: Mood,
    /// More about it: names and what they are.
    pub facts: Vec<(String, String)>,
    /// The scene.
    pub scene: DrawnScene<'a>,
    /// The name of a frame.
    pub rows: FrameNames,
    /// Figures along the frames.
    pub charts: Vec<Chart>,
    /// Notes on the scene.
    pub notes: Vec<String>,
    /// The machine and the date.
    pub stamp: Stamp,
}

/// How an answer is to be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mood {
    /// Nothing touches.
    Clear,
    /// Something touches.
    Collision,
    /// Neither was proved.
    Undecided,
    /// There was no question.
    Plain,
}

/// The name of a frame of a scene: rows of a file, steps, lines of a program; between two
/// of them by shares.
#[derive(Clone, Debug, PartialEq)]
pub struct FrameNames {
    /// The name of one: `row`, `step`, `line`.
    pub noun: &'static str,
    /// Which ones the frames are, in order; their own places if empty.
    pub at: Vec<f64>,
}

impl Default for FrameNames {
    fn default() -> Self {
        Self { noun: "frame", at: vec![] }
    }
}

impl FrameNames {
    /// Numbered ones.
    pub fn numbered(noun: &'static str, numbers: impl IntoIterator<Item = usize>) -> Self {
        Self { noun, at: numbers.into_iter().map(|number| number as f64).collect() }
    }

    /// The frames of a motion: 2.25 is a quarter of the way from 2 to 3.
    pub fn times(noun: &'static str, times: impl IntoIterator<Item = f64>) -> Self {
        Self { noun, at: times.into_iter().collect() }
    }
}

impl Mood {
    /// By whether anything touches.
    #[must_use]
    pub fn colliding(colliding: bool) -> Self {
        if colliding { Self::Collision } else { Self::Clear }
    }

    fn class(self) -> &'static str {
        match self {
            Self::Clear => "clear",
            Self::Collision => "collision",
            Self::Undecided => "undecided",
            Self::Plain => "plain",
        }
    }
}

impl Page<'_> {
    /// The page.
    #[must_use]
    pub fn html(&self) -> String {
        let thinned = self.scene.thinned();
        let (shown, all) = self.scene.shown(&thinned);
        let data = json!({
            "scene": self.scene.json(&thinned),
            "noun": self.rows.noun,
            "at": self.rows.at,
            "charts": self.charts.iter().map(Chart::json).collect::<Vec<_>>(),
        });
        let thinning = (shown < all).then(|| {
            let [shown, all] = [shown, all].map(|count| grouped(count as u64));
            format!("shown with {shown} of {all} triangles; touching ones are shown as they are")
        });
        let notes: String = thinning
            .iter()
            .chain(&self.notes)
            .map(|note| format!("<li>{}</li>", escaped(note)))
            .collect();
        let facts: String = self.facts.iter().map(|(name, fact)| row(name, fact)).collect();
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n\
             <body>\n<header class=\"{mood}\"><h1>{answer}</h1><p>{title}</p></header>\n\
             <main>\n<div id=\"view\"></div>\n<aside>\n<table class=\"facts\">{facts}</table>\n<ul class=\"notes\">{notes}</ul>\n\
             <p id=\"nearest\"></p><p id=\"front-words\"></p><h2 id=\"touching-title\"></h2><div id=\"touching\"></div>\n</aside>\n</main>\n\
             <nav id=\"controls\"></nav>\n<div id=\"charts\"></div>\n<p class=\"help\">{BY_HAND}{keys}</p>\n<footer>{stamp}</footer>\n\
             <script id=\"data\" type=\"application/json\">{data}</script>\n<script>{PLAYER}</script>\n</body>\n</html>\n",
            title = escaped(&self.title),
            mood = self.mood.class(),
            answer = escaped(&capital(&shortened(&self.answer))),
            keys = if self.scene.frames > 1 { BY_KEYS } else { "" },
            stamp = escaped(&stamp(&self.stamp)),
            data = script_json(&data),
        )
    }
}

/// A sentence.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// A fact; its numbers in full where the pointer rests.
fn row(name: &str, fact: &str) -> String {
    let short = shortened(fact);
    let full = if short == fact { String::new() } else { format!(" title=\"{}\"", escaped(fact)) };
    format!("<tr><th>{}</th><td{full}>{}</td></tr>", escaped(name), escaped(&short))
}

fn stamp(Stamp { machine, commit, date, build, .. }: &Stamp) -> String {
    format!("closecall, commit {commit}, {build} build · {machine} · {date}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_short_and_keep_their_numbers() {
        assert_eq!(row("a", "1 pose"), "<tr><th>a</th><td>1 pose</td></tr>");
        let long = "<tr><th>a</th><td title=\"0.25999999046325684 m\">0.26 m</td></tr>";
        assert_eq!(row("a", "0.25999999046325684 m"), long);
    }

    #[test]
    fn the_player_asks_for_nothing() {
        for word in ["http:", "https:", "fetch(", "import(", "XMLHttpRequest"] {
            assert!(!PLAYER.contains(word), "{word}");
        }
    }
}
