//! Reports as files that are read again: so that a run of all experiments can be interrupted, or
//! shared by several processes, and still gives one site.

use serde_json::{Map, Value as Json, json};

use super::picture::Picture;
use super::{
    Axis, Cell, Column, Holds, Outcome, Plot, Precision, Report, Row, Scale, Series, Settings,
    Table, Value, Verdict, about,
};
use crate::table::Breadth;
use closecall_flight::stamp::Stamp;

/// A stored report that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no report: {0} is missing or of another kind")]
pub struct NoReport(String);

type Read<T> = Result<T, NoReport>;

impl Report {
    /// All of it but the points of its pictures, which have files of their own.
    #[must_use]
    pub fn stored(&self) -> Json {
        let Self { name, title, source, stamp, settings, seconds, outcome, pictures, .. } = self;
        json!({
            "name": name, "title": title, "source": source,
            "machine": stamp.machine, "commit": stamp.commit, "date": stamp.date,
            "build": stamp.build, "seed": stamp.seed,
            "breadth": breadth_word(settings.breadth), "reps": settings.reps, "seconds": seconds,
            "holds": outcome.verdict.holds.word(), "finding": outcome.verdict.finding,
            "why": outcome.verdict.why, "noise": outcome.verdict.noise,
            "tables": outcome.tables.iter().map(table).collect::<Vec<_>>(),
            "plots": outcome.plots.iter().map(plot).collect::<Vec<_>>(),
            "pictures": pictures
                .iter()
                .map(|picture| json!({ "name": picture.name, "title": picture.title }))
                .collect::<Vec<_>>(),
        })
    }

    /// The report that was stored.
    pub fn restored(json: &Json) -> Read<Self> {
        let name = text(json, "name")?;
        let settings = Settings {
            breadth: breadth(&text(json, "breadth")?)?,
            seed: whole(json, "seed")?,
            reps: whole(json, "reps")? as usize,
        };
        let stamp = Stamp {
            machine: text(json, "machine")?,
            commit: text(json, "commit")?,
            date: text(json, "date")?,
            build: text(json, "build")?.leak(),
            seed: settings.seed,
        };
        let verdict = Verdict {
            holds: holds(&text(json, "holds")?)?,
            finding: text(json, "finding")?,
            why: json.get("why").and_then(Json::as_str).map(str::to_owned),
            noise: json.get("noise").and_then(Json::as_f64),
        };
        let outcome = Outcome {
            tables: each(json, "tables", read_table)?,
            plots: each(json, "plots", read_plot)?,
            verdict,
        };
        let pictures = each(json, "pictures", |picture| {
            Ok(Picture::stored(&text(picture, "name")?, &text(picture, "title")?))
        })?;
        Ok(Self {
            about: about::of(&name),
            title: text(json, "title")?,
            source: text(json, "source")?,
            seconds: number(json, "seconds")?,
            name,
            stamp,
            settings,
            outcome,
            pictures,
        })
    }

    /// Was it found with these settings, by a program of this commit?
    #[must_use]
    pub fn is_of(&self, settings: &Settings, commit: &str) -> bool {
        self.settings == *settings && self.stamp.commit == commit
    }
}

const BREADTHS: [Breadth; 3] = [Breadth::Tiny, Breadth::Short, Breadth::Full];

fn breadth_word(breadth: Breadth) -> &'static str {
    match breadth {
        Breadth::Tiny => "tiny",
        Breadth::Short => "short",
        Breadth::Full => "full",
    }
}

fn breadth(word: &str) -> Read<Breadth> {
    let found = BREADTHS.into_iter().find(|breadth| breadth_word(*breadth) == word);
    found.ok_or_else(|| NoReport("breadth".to_owned()))
}

fn holds(word: &str) -> Read<Holds> {
    let all = [Holds::Yes, Holds::Partly, Holds::No, Holds::Unclear];
    all.into_iter().find(|holds| holds.word() == word).ok_or_else(|| NoReport("holds".to_owned()))
}

fn table(Table { title, rows_are, columns, rows }: &Table) -> Json {
    let column = |Column { name, unit, precision }: &Column| json!({ "name": name, "unit": unit, "whole": *precision == Precision::Whole });
    let row = |Row { name, cells }: &Row| json!({ "name": name, "cells": cells.iter().map(cell).collect::<Vec<_>>() });
    json!({
        "title": title, "rows_are": rows_are,
        "columns": columns.iter().map(column).collect::<Vec<_>>(),
        "rows": rows.iter().map(row).collect::<Vec<_>>(),
    })
}

fn cell(Cell { ours, paper }: &Cell) -> Json {
    let value = |value: &Value| match value {
        Value::Number(number) => json!(number),
        Value::Text(text) => json!(text),
    };
    let mut map = Map::new();
    for (name, held) in [("ours", ours), ("paper", paper)] {
        if let Some(held) = held {
            map.insert(name.to_owned(), value(held));
        }
    }
    Json::Object(map)
}

fn plot(Plot { name, title, x, y, series }: &Plot) -> Json {
    let axis = |Axis { name, unit, scale }: &Axis| json!({ "name": name, "unit": unit, "log": *scale == Scale::Log });
    let one = |Series { name, points }: &Series| json!({ "name": name, "points": points });
    json!({
        "name": name, "title": title, "x": axis(x), "y": axis(y),
        "series": series.iter().map(one).collect::<Vec<_>>(),
    })
}

fn read_table(json: &Json) -> Read<Table> {
    let column = |json: &Json| {
        let precision = if flag(json, "whole")? { Precision::Whole } else { Precision::Figures };
        Ok(Column { name: text(json, "name")?, unit: text(json, "unit")?.leak(), precision })
    };
    let cell = |json: &Json| {
        let value = |name: &str| match json.get(name) {
            Some(Json::Number(number)) => number.as_f64().map(Value::Number),
            Some(Json::String(text)) => Some(Value::Text(text.clone())),
            _ => None,
        };
        Ok(Cell { ours: value("ours"), paper: value("paper") })
    };
    let row = |json: &Json| Ok(Row::new(text(json, "name")?, each(json, "cells", cell)?));
    Ok(Table {
        title: text(json, "title")?,
        rows_are: text(json, "rows_are")?.leak(),
        columns: each(json, "columns", column)?,
        rows: each(json, "rows", row)?,
    })
}

fn read_plot(json: &Json) -> Read<Plot> {
    let axis = |name: &str| {
        let json = json.get(name).ok_or_else(|| NoReport(name.to_owned()))?;
        let scale = if flag(json, "log")? { Scale::Log } else { Scale::Linear };
        Ok(Axis::new(text(json, "name")?, text(json, "unit")?.leak(), scale))
    };
    let point = |json: &Json| {
        let both = [json.get(0), json.get(1)].map(|number| number.and_then(Json::as_f64));
        match both {
            [Some(x), Some(y)] => Ok((x, y)),
            _ => Err(NoReport("points".to_owned())),
        }
    };
    let series = |json: &Json| {
        Ok(Series { name: text(json, "name")?, points: each(json, "points", point)? })
    };
    Ok(Plot {
        name: text(json, "name")?,
        title: text(json, "title")?,
        x: axis("x")?,
        y: axis("y")?,
        series: each(json, "series", series)?,
    })
}

fn text(json: &Json, name: &str) -> Read<String> {
    let found = json.get(name).and_then(Json::as_str);
    found.map(str::to_owned).ok_or_else(|| NoReport(name.to_owned()))
}

fn number(json: &Json, name: &str) -> Read<f64> {
    json.get(name).and_then(Json::as_f64).ok_or_else(|| NoReport(name.to_owned()))
}

fn whole(json: &Json, name: &str) -> Read<u64> {
    json.get(name).and_then(Json::as_u64).ok_or_else(|| NoReport(name.to_owned()))
}

fn flag(json: &Json, name: &str) -> Read<bool> {
    json.get(name).and_then(Json::as_bool).ok_or_else(|| NoReport(name.to_owned()))
}

fn each<T>(json: &Json, name: &str, read: impl Fn(&Json) -> Read<T>) -> Read<Vec<T>> {
    let list = json.get(name).and_then(Json::as_array).ok_or_else(|| NoReport(name.to_owned()))?;
    list.iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{Lab, Silence, find};
    use super::*;

    #[test]
    fn what_is_stored_is_read_again() {
        let mut silence = Silence;
        let settings = Settings::new(Breadth::Tiny);
        let mut lab = Lab::new(settings, &mut silence).unwrap();
        for name in ["klosowski-t10", "klosowski-t23", "klosowski-f2"] {
            let report = find(name).unwrap().run(&mut lab).unwrap();
            let text = report.stored().to_string();
            let again = Report::restored(&serde_json::from_str(&text).unwrap()).unwrap();
            assert_eq!(again.outcome, report.outcome, "{name}");
            assert_eq!((&again.name, &again.stamp), (&report.name, &report.stamp));
            assert_eq!(again.pictures.len(), report.pictures.len());
            assert!(again.is_of(&settings, &report.stamp.commit));
            assert!(!again.is_of(&Settings { seed: 5, ..settings }, &report.stamp.commit));
        }
        let error = Report::restored(&json!({ "name": "x" })).unwrap_err();
        assert_eq!(error.to_string(), "no report: breadth is missing or of another kind");
    }
}
