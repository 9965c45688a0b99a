//! A page: the answer in words, the column of findings, the scene, the charts, and where it is from.

use closecall_flight::numbers::grouped;
use closecall_flight::stamp::Stamp;
use serde_json::json;

use crate::column::{self, Scale};
use crate::digits::shortened;
use crate::finding::{findings_of, sort};
use crate::html::{escaped, script_json};
use crate::player::PLAYER;
use crate::thin::Thinned;
use crate::{Chart, DrawnScene, Finding, FrameNames, Listing, Matrix, Mood};

/// The style sheet of all pages.
pub const STYLE: &str = include_str!("style.css");

/// One self-contained page.
#[derive(Debug)]
pub struct Page<'a> {
    /// Its subject.
    pub title: String,
    /// The answer.
    pub answer: String,
    /// The mood in which the answer is to be taken.
    pub mood: Mood,
    /// The findings. If this is empty, the page lists what its scene shows.
    pub findings: Vec<Finding>,
    /// Every two bodies as a table.
    pub matrix: Option<Matrix>,
    /// The program that the frames are lines of.
    pub listing: Option<Listing>,
    /// More about the answer: names and what they are.
    pub facts: Vec<(String, String)>,
    /// The scene.
    pub scene: DrawnScene<'a>,
    /// The unit of the scene's lengths, in short. If this is empty, that of the files.
    pub unit: &'static str,
    /// The names of the frames.
    pub rows: FrameNames,
    /// Figures along the frames.
    pub charts: Vec<Chart>,
    /// Notes on the scene.
    pub notes: Vec<String>,
    /// The command that lists all pairs of triangles.
    pub command: Option<String>,
    /// The machine and the date.
    pub stamp: Stamp,
}

impl Default for Page<'_> {
    fn default() -> Self {
        Self {
            title: String::new(),
            answer: String::new(),
            mood: Mood::Plain,
            findings: vec![],
            matrix: None,
            listing: None,
            facts: vec![],
            scene: DrawnScene { frames: 1, ..DrawnScene::default() },
            unit: "",
            rows: FrameNames::default(),
            charts: vec![],
            notes: vec![],
            command: None,
            stamp: Stamp::now(0),
        }
    }
}

impl Page<'_> {
    /// The page.
    #[must_use]
    pub fn html(&self) -> String {
        let scale = Scale::of(&self.scene, self.unit());
        let findings = self.sorted_findings();
        let thinned = self.scene.thinned();
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n\
             <body>\n<header class=\"{mood}\"><h1{full}>{answer}</h1><p>{title}</p></header>\n\
             <main>\n<div id=\"beside\"></div>\n<div id=\"stage\"><div id=\"view\"><noscript>The scene needs JavaScript; what was found is listed.</noscript></div>\n\
             <div id=\"tools\"></div>\n<div id=\"legend\"></div>\n<nav id=\"controls\"></nav></div>\n\
             <aside>\n{findings}{matrix}<p id=\"now\" role=\"status\"></p>\n{triangles}{facts}{notes}</aside>\n</main>\n\
             <div id=\"charts\"></div>\n<footer><p id=\"help\"></p><p>{stamp}</p></footer>\n\
             <script id=\"data\" type=\"application/json\">{data}</script>\n<script>{PLAYER}</script>\n</body>\n</html>\n",
            title = escaped(&self.title),
            mood = self.mood.class(),
            full = full_answer(&self.answer),
            answer = escaped(&capital(&shortened(&self.answer))),
            findings = column::findings(self, &findings, &scale),
            matrix = self.matrix.as_ref().map(Matrix::html).unwrap_or_default(),
            triangles = column::triangles(self),
            facts = column::facts(&self.facts, findings.is_empty()),
            notes = self.notes_html(&thinned),
            stamp = escaped(&stamp(&self.stamp)),
            data = self.data(&findings, &scale, &thinned),
        )
    }

    /// The data that the player reads.
    fn data(&self, findings: &[Finding], scale: &Scale, thinned: &[Thinned]) -> String {
        let origin = self.scene.origin();
        let found = column::listed(findings).iter().map(|found| found.json(origin));
        script_json(&json!({
            "scene": self.scene.json(thinned),
            "rows": self.rows.json(),
            "unit": scale.unit,
            "findings": found.collect::<Vec<_>>(),
            "listing": self.listing.as_ref().map(Listing::json),
            "charts": self.charts.iter().map(Chart::json).collect::<Vec<_>>(),
        }))
    }

    fn unit(&self) -> &'static str {
        if self.unit.is_empty() { self.scene.unit().unwrap_or_default() } else { self.unit }
    }

    fn sorted_findings(&self) -> Vec<Finding> {
        if self.findings.is_empty() {
            return findings_of(&self.scene);
        }
        let mut findings = self.findings.clone();
        findings.iter_mut().for_each(|found| found.complete(&self.scene));
        sort(&mut findings);
        findings
    }

    /// The notes beside the picture, among them what was left out.
    fn notes_html(&self, thinned: &[Thinned]) -> String {
        let (shown, all) = self.scene.shown(thinned);
        let thinning = (shown < all).then(|| {
            let [shown, all] = [shown, all].map(|count| grouped(count as u64));
            format!("shown with {shown} of {all} triangles; touching ones are shown as they are")
        });
        let notes = thinning.iter().chain(&self.notes);
        let notes: String = notes.map(|note| format!("<li>{}</li>", escaped(note))).collect();
        if notes.is_empty() { notes } else { format!("<ul class=\"notes\">{notes}</ul>") }
    }
}

/// The answer with its numbers in full, where the pointer rests.
fn full_answer(answer: &str) -> String {
    match shortened(answer) == answer {
        true => String::new(),
        false => format!(" title=\"{}\"", escaped(answer)),
    }
}

/// A sentence.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn stamp(Stamp { machine, commit, date, build, .. }: &Stamp) -> String {
    format!("closecall, commit {commit}, {build} build · {machine} · {date}")
}
