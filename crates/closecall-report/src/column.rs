//! The column that leads a page: the findings, the table of pairs, and behind folds the rest.

use closecall::engine::geom::{DVec3, GlamMesh as _};
use closecall_flight::numbers::{counted, grouped};

use crate::digits::shortened;
use crate::eye::{self, Shown};
use crate::html::escaped;
use crate::{DrawnScene, Finding, FrameNames, Page};

/// The number of findings that are listed; the rest is for programs.
const LISTED: usize = 500;

/// The measure of a scene: what rounds its numbers, and their unit.
pub struct Scale<'a> {
    /// The size of the scene.
    pub size: f64,
    /// The size of each of its bodies.
    pub bodies: Vec<f64>,
    /// The unit of its lengths; empty if none is known.
    pub unit: &'a str,
}

impl<'a> Scale<'a> {
    /// Of a scene whose lengths are in this unit.
    pub fn of(scene: &DrawnScene, unit: &'a str) -> Self {
        let [low, high] = scene.extent();
        let bodies = scene.bodies.iter().map(|body| {
            let points = body.mesh.points().iter().copied();
            let (low, high) = (points.clone().reduce(DVec3::min), points.reduce(DVec3::max));
            low.zip(high).map_or(0.0, |(low, high)| low.distance(high))
        });
        Self { size: low.distance(high), bodies: bodies.collect(), unit }
    }

    /// The size that the place of a finding is rounded beside: that of the scene, unless its bodies
    /// are far smaller.
    fn beside(&self, found: &Finding) -> f64 {
        let own = found.bodies.iter().filter_map(|&body| self.bodies.get(body));
        let smallest = own.copied().filter(|size| *size > 0.0).fold(f64::INFINITY, f64::min);
        self.size.min(100.0 * smallest)
    }
}

/// The findings that are listed.
pub fn listed(findings: &[Finding]) -> &[Finding] {
    &findings[..findings.len().min(LISTED)]
}

/// The list of findings, which needs no script to be read.
pub fn findings(page: &Page, findings: &[Finding], scale: &Scale) -> String {
    if findings.is_empty() {
        return String::new();
    }
    // The names of findings in a program have their lines.
    let many = page.scene.frames > 1 && page.listing.is_none();
    let rows = listed(findings).iter().enumerate();
    let rows: String =
        rows.map(|(number, found)| row(number, found, many.then_some(&page.rows), scale)).collect();
    let more = match findings.len() > LISTED {
        true => format!(
            "<p class=\"soft\">{LISTED} of {} are listed; --json has them all</p>",
            grouped(findings.len() as u64)
        ),
        false => String::new(),
    };
    format!(
        "<section id=\"findings\" aria-label=\"findings\"><h2>{}</h2><div id=\"sorting\"></div><ol id=\"list\">\n{rows}</ol>{more}</section>\n",
        counted(findings.len() as u64, "finding")
    )
}

fn row(number: usize, found: &Finding, rows: Option<&FrameNames>, scale: &Scale) -> String {
    let amount = found.amount.map(|amount| span("amount", &eye::amount(amount, scale.unit)));
    let place = found.place.map(|place| span("place", &eye::place(place, scale.beside(found))));
    let when = rows
        .map(|rows| format!("<span class=\"when\">{}</span>", escaped(&rows.words(found.frames))));
    let group =
        found.group.as_ref().map(|group| format!("<span class=\"when\">{}</span>", escaped(group)));
    let [amount, place, when, group] = [amount, place, when, group].map(Option::unwrap_or_default);
    format!(
        "<li><button type=\"button\" class=\"finding {mood}\" data-finding=\"{number}\" aria-pressed=\"false\">\
         <span class=\"kind\">{kind}</span> <b>{name}</b> {amount} {when} {group} {place}</button></li>\n",
        mood = found.mood.class(),
        kind = escaped(&found.kind),
        name = escaped(&found.name),
    )
}

fn span(class: &str, Shown { text, full }: &Shown) -> String {
    let title =
        if full.is_empty() { String::new() } else { format!(" title=\"{}\"", escaped(full)) };
    format!("<span class=\"{class}\"{title}>{}</span>", escaped(text))
}

/// Facts behind a fold, which is open where nothing else was found.
pub fn facts(facts: &[(String, String)], is_open: bool) -> String {
    if facts.is_empty() {
        return String::new();
    }
    let rows: String = facts.iter().map(|(name, fact)| fact_row(name, fact)).collect();
    let open = if is_open { " open" } else { "" };
    format!(
        "<details id=\"details\"{open}><summary>Details</summary><table class=\"facts\">{rows}</table></details>\n"
    )
}

/// A fact; its numbers in full where the pointer rests.
fn fact_row(name: &str, fact: &str) -> String {
    let short = shortened(fact);
    let full = if short == fact { String::new() } else { format!(" title=\"{}\"", escaped(fact)) };
    format!("<tr><th scope=\"row\">{}</th><td{full}>{}</td></tr>", escaped(name), escaped(&short))
}

/// The pairs of triangles of a frame: a fold that the player fills, and the command that lists all.
pub fn triangles(page: &Page) -> String {
    // A tool is no mesh: triangles of its picture have no numbers.
    if page.scene.touches.is_empty() || page.listing.is_some() {
        return String::new();
    }
    let command = page.command.as_ref().map_or_else(String::new, |command| {
        format!("<p>All of them: <code>{}</code></p>", escaped(command))
    });
    format!(
        "<details id=\"triangles\"><summary>Triangles that touch</summary>{command}<div id=\"numbers\"></div></details>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Measure, Mood};

    #[test]
    fn facts_are_short_and_keep_their_numbers() {
        assert_eq!(fact_row("a", "1 pose"), "<tr><th scope=\"row\">a</th><td>1 pose</td></tr>");
        let long =
            "<tr><th scope=\"row\">a</th><td title=\"0.25999999046325684 m\">0.26 m</td></tr>";
        assert_eq!(fact_row("a", "0.25999999046325684 m"), long);
    }

    #[test]
    fn a_row_has_name_place_number_unit_and_moment() {
        let found = Finding::new("crossing", Mood::Collision, "arm × <base>")
            .amount(Measure::Depth, [0.812_345_6; 2])
            .at(Some([1e-19, 2.0, 3.25]))
            .in_frames([2, 5]);
        let rows = FrameNames::numbered("step", 10..20);
        let html = row(3, &found, Some(&rows), &Scale { size: 10.0, bodies: vec![], unit: "mm" });
        for part in [
            "data-finding=\"3\"",
            "class=\"finding collision\"",
            "<b>arm × &lt;base&gt;</b>",
            "title=\"0.8123456 mm deep\">0.8123 mm deep<",
            "<span class=\"when\">steps 12 to 15</span>",
            ">0 2 3.25<",
        ] {
            assert!(html.contains(part), "{part}: {html}");
        }
    }
}
