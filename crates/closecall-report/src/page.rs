//! A page: the answer in words, the scene, the charts, and where it is from.

use closecall_flight::numbers::grouped;
use closecall_flight::stamp::Stamp;
use serde_json::json;

use crate::html::{escaped, script_json};
use crate::{Chart, Scene};

/// The style sheet of all pages.
pub const STYLE: &str = include_str!("style.css");

/// plotly.js in its element; `build.rs` takes it out of the crate that carries it.
const PLOTLY: &str = include_str!(concat!(env!("OUT_DIR"), "/plotly.html"));

/// The player: its files see each other, and nobody sees them.
const PLAYER: &str = concat!(
    "(() => {\n\"use strict\";\n",
    include_str!("player/data.js"),
    include_str!("player/geometry.js"),
    include_str!("player/scene.js"),
    include_str!("player/charts.js"),
    include_str!("player/words.js"),
    include_str!("player/frames.js"),
    include_str!("player/begin.js"),
    "})();\n",
);

/// One self-contained page.
#[derive(Debug)]
pub struct Page<'a> {
    /// What it is about.
    pub title: String,
    /// The answer.
    pub answer: String,
    /// How the answer is to be taken.
    pub mood: Mood,
    /// More about it: names and what they are.
    pub facts: Vec<(String, String)>,
    /// What there is to see.
    pub scene: Scene<'a>,
    /// What the frames are called: their rows in a file.
    pub rows: Vec<usize>,
    /// Figures along the frames.
    pub charts: Vec<Chart>,
    /// What else is to be known of what is shown.
    pub notes: Vec<String>,
    /// Where and when.
    pub stamp: Stamp,
}

/// How an answer is to be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mood {
    /// Nothing touches.
    Clear,
    /// Something touches.
    Collision,
    /// There was no question.
    Plain,
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
            Self::Plain => "plain",
        }
    }
}

impl Page<'_> {
    /// The page.
    #[must_use]
    pub fn html(&self) -> String {
        self.html_named("row")
    }

    /// The page, with another name for what a frame is in its file.
    #[must_use]
    pub fn html_named(&self, row_name: &str) -> String {
        let thinned = self.scene.thinned();
        let (shown, all) = self.scene.shown(&thinned);
        let data = json!({
            "scene": self.scene.json(&thinned),
            "rows": self.rows,
            "rowName": row_name,
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
             <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n\
             <body>\n<header class=\"{mood}\"><h1>{answer}</h1><p>{title}</p></header>\n\
             <main>\n<div id=\"view\"></div>\n<aside>\n<table class=\"facts\">{facts}</table>\n<ul class=\"notes\">{notes}</ul>\n\
             <h2 id=\"touching-title\"></h2><div id=\"touching\"></div>\n</aside>\n</main>\n\
             <nav id=\"controls\"></nav>\n<div id=\"charts\"></div>\n<footer>{stamp}</footer>\n\
             <script id=\"data\" type=\"application/json\">{data}</script>\n{PLOTLY}<script>{PLAYER}</script>\n</body>\n</html>\n",
            title = escaped(&self.title),
            mood = self.mood.class(),
            answer = escaped(&self.answer),
            stamp = escaped(&stamp(&self.stamp)),
            data = script_json(&data),
        )
    }
}

fn row(name: &str, fact: &str) -> String {
    format!("<tr><th>{}</th><td>{}</td></tr>", escaped(name), escaped(fact))
}

fn stamp(Stamp { machine, commit, date, build, .. }: &Stamp) -> String {
    format!("closecall, commit {commit}, {build} build · {machine} · {date}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plotly_comes_alone() {
        assert!(
            PLOTLY.starts_with("<script")
                && PLOTLY.ends_with("</script>\n")
                && PLOTLY.contains("plotly.js v")
        );
        assert!(PLOTLY.len() > 3_000_000 && PLOTLY.len() < 5_000_000, "{}", PLOTLY.len());
    }
}
