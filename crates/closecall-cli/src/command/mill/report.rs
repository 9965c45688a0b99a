//! The answer of `mill`, for people and for programs.

use std::fmt::Write;
use std::path::Path;

use closecall::engine::geom::DVec3;
use closecall::geom::Interval;
use closecall_flight::numbers::{counted, grouped, measured};
use closecall_mill::gcode::{Note, ProgramUnit};
use closecall_mill::job::{Event, EventKind, Extent, Unchecked, Verdict};
use closecall_mill::machine::Machine;

use super::Milled;
use super::machine;
use super::material::{Leftover, Material};
use crate::answer::{
    AssumedAnswer, CallAnswer, ExcessAnswer, ExtentAnswer, MillAnswer, MillEventAnswer, StockAnswer,
};
use crate::escaped::escaped;
use crate::outcome::ASSUMED;

/// The number of events that are printed; the JSON has all.
const SHOWN: usize = 20;

/// The unit in short.
pub fn unit(milled: &Milled) -> &'static str {
    match milled.summary.unit {
        ProgramUnit::Millimetre => "mm",
        ProgramUnit::Inch => "in",
    }
}

/// One sentence.
pub fn verdict(milled: &Milled) -> String {
    let summary = &milled.summary;
    let met: Vec<String> = EventKind::ALL
        .iter()
        .zip(summary.counts)
        .filter(|(_, count)| *count > 0)
        .map(|(kind, count)| format!("{} {}", blocks(count), words(*kind, count)))
        .collect();
    let open = match summary.undecided {
        0 => String::new(),
        n => format!("; {} undecided", blocks(n)),
    };
    match summary.verdict() {
        Verdict::Gouge => format!("{}{open}", met.join(", ")),
        _ if milled.leftover() == Leftover::Certain => {
            "excess: more stock is left outside of the part than is allowed".to_string()
        }
        Verdict::Clean if milled.leftover() == Leftover::Open => {
            "undecided: more stock may be left outside of the part than is allowed".to_string()
        }
        Verdict::Undecided => format!("undecided in {}", blocks(summary.undecided)),
        Verdict::Unchecked if summary.checked == 0 => {
            "unchecked: no move of the program is known".to_string()
        }
        Verdict::Unchecked => format!(
            "unchecked: {} of {} moves {}; nothing is cut on the others",
            summary.unchecked.moves,
            summary.checked + summary.unchecked.moves,
            why_unchecked(&summary.unchecked)
        ),
        Verdict::Far => {
            "far: nothing is cut, but the tool never comes near the part, or is many times its size"
                .to_string()
        }
        Verdict::Clean => "clean: nothing is cut that should stay".to_string(),
    }
}

/// The sentence, and how deep it gets.
fn headline(milled: &Milled) -> String {
    let sentence = verdict(milled);
    if milled.summary.verdict() != Verdict::Gouge {
        return sentence;
    }
    let deepest = milled.summary.deepest.as_ref().filter(|event| event.kind == EventKind::Gouge);
    match deepest {
        Some(event) => {
            format!("gouge: {sentence}, {} {} deep at most", number(event.depth.hi), unit(milled))
        }
        None => format!("collision: {sentence}"),
    }
}

/// One word.
fn verdict_name(milled: &Milled) -> &'static str {
    match (milled.summary.verdict(), milled.leftover()) {
        (Verdict::Gouge, _) | (_, Leftover::None) => milled.summary.verdict().name(),
        (_, Leftover::Certain) => "excess",
        (Verdict::Clean, Leftover::Open) => Verdict::Undecided.name(),
        (other, Leftover::Open) => other.name(),
    }
}

/// Why moves were not checked.
pub fn why_unchecked(unchecked: &Unchecked) -> &'static str {
    match (unchecked.other_tool, unchecked.moves - unchecked.other_tool) {
        (0, _) => "begin or end at a place that is not known",
        (_, 0) => "are made with a tool that is not known",
        _ => "begin or end at a place that is not known, or are made with a tool that is not",
    }
}

fn words(kind: EventKind, count: u64) -> &'static str {
    match (kind, count == 1) {
        (EventKind::Gouge, true) => "gouges the part",
        (EventKind::Gouge, false) => "gouge the part",
        (EventKind::Holder, _) => "with the holder in the part, or in stock",
        (EventKind::Shank, _) => "with the shank in the part, or in stock",
        (EventKind::Fixture, _) => "with the tool in a fixture",
        (EventKind::Rapid, _) => "with a rapid through part or stock",
        (EventKind::Machine, _) => "with bodies of the machine that meet",
        (EventKind::Limit, _) => "with an axis beyond its limit",
        (EventKind::Plunge, _) => "with the middle of the cutter, which does not cut, in stock",
        (EventKind::Near, true) => "comes near the part",
        (EventKind::Near, false) => "come near the part",
    }
}

fn blocks(count: u64) -> String {
    counted(count, "block")
}

/// The triangle that was met, and whose it is.
fn owner(event: &Event) -> String {
    let Some(triangle) = event.triangle else { return "in stock that is left".to_string() };
    match event.body {
        0 => format!("triangle {triangle}"),
        1 => format!("triangle {triangle} of the stock"),
        n => format!("triangle {triangle} of fixture {}", n - 1),
    }
}

/// For people.
pub fn text(milled: &Milled) -> String {
    let (summary, unit) = (&milled.summary, unit(milled));
    let mut text = format!("{}\n", headline(milled));
    let mut worst: Vec<&Event> = milled.events.iter().collect();
    if worst.len() > SHOWN {
        worst.sort_by(|a, b| b.depth.lo.total_cmp(&a.depth.lo).then(a.line.cmp(&b.line)));
        worst.truncate(SHOWN);
        worst.sort_by_key(|event| event.line);
    }
    for event in &worst {
        let open = if event.certain { "" } else { "undecided: " };
        // The depth of a near miss is what is left, less than 0.
        let away = if event.kind == EventKind::Near { -1.0 } else { 1.0 };
        let [lo, hi] = ends(event.depth).map(|depth| number(away * depth));
        let depth = if lo == hi { format!("{lo} {unit}") } else { format!("{lo} to {hi} {unit}") };
        let [x, y, z] = event.point.map(coordinate);
        let (kind, line, block) = (event.kind.name(), event.line, escaped(&event.block));
        let what = match machine::words(event, unit, number) {
            Some(words) => format!("{words}, tip at {x} {y} {z}"),
            None => format!("{depth} at {x} {y} {z}, {}", owner(event)),
        };
        let _ = writeln!(text, "line {line:<8} {open}{kind} {what}");
        let _ = writeln!(text, "    {block}");
        if !event.calls.is_empty() {
            let _ = writeln!(text, "    line {line} {}", escaped(&event.calls.to_string()));
        }
    }
    if milled.events.len() > worst.len() {
        let _ = writeln!(
            text,
            "the {} deepest of {} are shown; --json and --csv have all",
            worst.len(),
            milled.events.len()
        );
    }
    if let Some(stick) = &summary.stick_out {
        let _ = writeln!(
            text,
            "stick-out   at least {} {unit} keeps the holder clear",
            number(stick.hi)
        );
    }
    let _ = writeln!(
        text,
        "program     {}, {}, {} checked, {} not",
        counted(summary.lines, "line"),
        blocks(summary.blocks),
        counted(summary.checked, "move"),
        grouped(summary.unchecked.moves)
    );
    if summary.unchecked.moves > 0 {
        let _ = writeln!(text, "unchecked   {}", unchecked(milled));
    }
    if let Some(on) = milled.machine() {
        text += &machine_text(milled, on);
    }
    if let Some(material) = &milled.material {
        text += &material_text(milled, material);
    }
    let rate = summary.checked as f64 / milled.seconds.max(1e-9);
    let _ =
        writeln!(text, "time        {:.3} s, {} moves a second", milled.seconds, measured(rate));
    text
}

/// The travels of a machine, for people.
fn machine_text(milled: &Milled, on: &Machine) -> String {
    let answer = machine::answer(on, &milled.summary);
    let mut text = format!("machine     {}", escaped(answer.name));
    for axis in &answer.axes {
        let Some(reaches) = axis.reaches else { continue };
        let limits = axis
            .limits
            .map_or(String::new(), |limits| format!(" of {}", limits.map(coordinate).join(" to ")));
        let _ = write!(text, ", {} {}{limits}", axis.axis, reaches.map(coordinate).join(" to "));
    }
    text + "\n"
}

/// The stock at the end, for people.
fn material_text(milled: &Milled, material: &Material) -> String {
    let (unit, band) = (unit(milled), number(material.stock.band()));
    let volume = material.stock.volume().map(number).join(" to ");
    let mut text = format!(
        "stock       {volume} {unit}³ is left; less than {band} {unit} deep is not told of\n"
    );
    if let Some(stock) = &milled.summary.stock {
        if let Some(line) = stock.first_within_band {
            let _ = writeln!(
                text,
                "            {} came as far into it, first on line {line}",
                blocks(stock.within_band)
            );
        }
        if let Some(line) = stock.unknown_cut {
            let _ = writeln!(
                text,
                "            line {line} may cut anything: nothing is certainly left from there on"
            );
        }
    }
    if let Some((tolerance, excess)) = &material.excess {
        let [lo, hi] = [excess.furthest.lo, excess.furthest.hi].map(number);
        let [x, y, z] = excess.point.map(coordinate);
        let volume = [excess.volume.lo, excess.volume.hi].map(number).join(" to ");
        let _ = writeln!(
            text,
            "excess      {lo} to {hi} {unit} outside of the part, about {x} {y} {z}; {volume} {unit}³ further than {}",
            number(*tolerance)
        );
    }
    text
}

/// The stock at the end, for programs.
fn stock(milled: &Milled, material: &Material) -> StockAnswer {
    let cut = milled.summary.stock.as_ref();
    StockAnswer {
        cell: material.stock.cell(),
        band: material.stock.band(),
        volume: material.stock.volume(),
        within_band: cut.map(|cut| cut.within_band),
        first_within_band: cut.and_then(|cut| cut.first_within_band),
        unknown_cut: cut.and_then(|cut| cut.unknown_cut),
        excess: material.excess.as_ref().map(|(tolerance, excess)| ExcessAnswer {
            tolerance: *tolerance,
            furthest: [excess.furthest.lo, excess.furthest.hi],
            point: excess.point,
            volume: [excess.volume.lo, excess.volume.hi],
        }),
    }
}

/// Four decimals; what rounds to 0 has no sign.
fn coordinate(x: f64) -> String {
    let text = format!("{x:.4}");
    text.strip_prefix('-').filter(|rest| *rest == "0.0000").unwrap_or(&text).to_owned()
}

/// Six digits, no zeros at the end.
fn number(x: f64) -> String {
    let text = format!("{x:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" || text == "0" && x != 0.0 { format!("{x:.2e}") } else { text.to_string() }
}

/// The assumptions and warnings.
pub fn warnings(milled: &Milled) -> Vec<String> {
    let note = |n: &Note| {
        let kind = if n.is_warning { "" } else { ASSUMED };
        match n.count {
            1 => format!("{kind}line {}: {}", n.line, n.text),
            count => format!("{kind}line {} and {} more: {}", n.line, count - 1, n.text),
        }
    };
    let summary = &milled.summary;
    let none = (summary.checked == 0).then(|| "no move was checked".to_string());
    let allowed = (summary.allow_unchecked && summary.unchecked.moves > 0).then(|| {
        format!(
            "NOT CHECKED, as --allow-unchecked has it: {}; what they cut is not known",
            unchecked(milled)
        )
    });
    let size =
        summary.extent.filter(|_| summary.verdict() == Verdict::Far).map(|extent| size(&extent));
    let meets_stock = |event: &Event| event.body == 1 && event.triangle.is_some();
    let uncut =
        milled.events.iter().any(meets_stock).then(|| {
            "the stock stays as it is at first: with --cut the program cuts it".to_string()
        });
    summary.notes.iter().map(note).chain(none).chain(allowed).chain(size).chain(uncut).collect()
}

/// How many moves were not checked, on which lines, and what helps.
fn unchecked(milled: &Milled) -> String {
    let unchecked = &milled.summary.unchecked;
    let (moves, lines) = match unchecked.moves {
        1 => ("1 move".to_string(), "line"),
        moves => (format!("{moves} moves"), "lines"),
    };
    let help = match (unchecked.other_tool, unchecked.moves - unchecked.other_tool) {
        (0, _) => "--start, --home and --work say where things are",
        (_, 0) => "--tools has a table of tools, --one-tool takes one for all",
        _ => "--start, --home and --work say where things are, --tools which tools there are",
    };
    let variables = variables(&milled.summary.unknown_variables);
    format!("{moves}, {lines} {unchecked}: {help}{variables}")
}

/// The flags that set these variables, at most a few of them.
fn variables(unknown: &[String]) -> String {
    const SHOWN: usize = 4;
    let shown: Vec<&str> = unknown.iter().take(SHOWN).map(String::as_str).collect();
    match unknown.len() {
        0 => String::new(),
        n if n > SHOWN => {
            format!(", --variable what is in {} and {} more", shown.join(", "), n - SHOWN)
        }
        _ => format!(", --variable what is in {}", shown.join(", ")),
    }
}

/// The extents of part and program, and the remedy if they do not fit together.
pub fn size(extent: &Extent) -> String {
    let words = |numbers: DVec3, between: &str| numbers.to_array().map(number).join(between);
    let shown = |corners: [[f64; 3]; 2]| {
        let [low, high] = corners.map(DVec3::from_array);
        let (sides, middle) = (high - low, 0.5 * (low + high));
        format!("{} about {}", words(sides, " x "), words(middle, ","))
    };
    let help = match extent.factor() {
        Some(factor) => {
            format!("if the part is in another unit, --scale {} is missing", number(factor))
        }
        None => "--offset X,Y,Z moves the part to where the program has it".to_string(),
    };
    format!(
        "the part is {}, the program's moves are {}: {help}",
        shown(extent.part),
        shown(extent.tips)
    )
}

/// For programs.
pub fn answer<'a>(milled: &'a Milled, part: &Path, job: &Path) -> MillAnswer<'a> {
    let summary = &milled.summary;
    let (certain, open): (Vec<&Event>, Vec<&Event>) =
        milled.events.iter().partition(|event| event.certain);
    let counts = EventKind::ALL.iter().zip(summary.counts);
    MillAnswer {
        command: "mill",
        part: part.to_string_lossy().into_owned(),
        job: job.to_string_lossy().into_owned(),
        unit: unit(milled),
        verdict: verdict_name(milled),
        events: certain.into_iter().map(event).collect(),
        undecided: open.into_iter().map(event).collect(),
        truncated: milled.truncated,
        counts: counts.map(|(kind, count)| (kind.name(), count)).collect(),
        undecided_blocks: summary.undecided,
        lines: summary.lines,
        blocks: summary.blocks,
        checked: summary.checked,
        unchecked: summary.unchecked.moves,
        unchecked_lines: &summary.unchecked.lines,
        unchecked_other_tool: summary.unchecked.other_tool,
        unknown_variables: &summary.unknown_variables,
        seconds: milled.seconds,
        assumed: summary.notes.iter().map(assumed).collect(),
        extent: summary
            .extent
            .as_ref()
            .map(|extent| ExtentAnswer { part: extent.part, program: extent.tips }),
        deepest: summary.deepest.as_ref().map(|event| ends(event.depth)),
        stock: milled.material.as_ref().map(|material| stock(milled, material)),
        stick_out: summary.stick_out.map(ends),
        machine: milled.machine().map(|on| machine::answer(on, summary)),
    }
}

fn assumed(&Note { line, ref text, count, .. }: &Note) -> AssumedAnswer<'_> {
    AssumedAnswer { line, text, count }
}

fn event(event: &Event) -> MillEventAnswer<'_> {
    let calls = event.calls.iter().map(|call| CallAnswer {
        name: &call.name,
        file: call.file.as_deref(),
        line: call.line,
    });
    MillEventAnswer {
        kind: event.kind.name(),
        line: event.line,
        calls: calls.collect(),
        block: &event.block,
        depth: ends(event.depth),
        point: event.point,
        triangle: event.triangle,
        body: event.body,
        machine: machine::fact(event),
    }
}

/// The two ends of an interval.
fn ends(Interval { lo, hi }: Interval) -> [f64; 2] {
    [lo, hi]
}
