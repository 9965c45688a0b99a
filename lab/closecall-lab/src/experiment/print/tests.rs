//! One report in the three formats.

use super::super::*;
use crate::table::Breadth;
use closecall_flight::stamp::Stamp;

fn report() -> Report {
    let stamp = Stamp {
        machine: "M, 2 cores".into(),
        commit: "abc".into(),
        date: "2026-01-01T00:00:00Z".into(),
        build: "release",
        seed: 7,
    };
    let table = Table {
        title: "Times".into(),
        rows_are: "rule",
        columns: vec![
            Column::new("Pipes", "µs"),
            Column::whole("height", ""),
            Column::new("range", ""),
        ],
        rows: vec![
            Row::new(
                "min sum",
                vec![Cell::beside(1.2345, Some(356.0)), Cell::ours(1234.0), Cell::ours("5, 10")],
            ),
            Row::new("a|b", vec![Cell::ours(20.0), Cell::default(), Cell::default()]),
        ],
    };
    let outcome = Outcome {
        tables: vec![table],
        plots: vec![],
        verdict: Verdict::new(Holds::Yes, "best on 1 of 1"),
    };
    let settings = Settings { breadth: Breadth::Short, seed: 7, reps: 3 };
    let (name, title, source) = ("x-t1".into(), "Rules".into(), "X 1998, Table 1".into());
    Report {
        name,
        title,
        source,
        stamp,
        settings,
        seconds: 1.25,
        outcome,
        pictures: vec![],
        about: None,
    }
}

#[test]
fn text_is_aligned() {
    let expected = "\
x-t1: Rules (X 1998, Table 1)
seed 7, M, 2 cores, commit abc, 2026-01-01T00:00:00Z, release, small scenes, 3 repetitions, 1.2 s

Times
rule     Pipes µs  paper  height  range
min sum      1.23    356   1,234  5, 10
a|b          20.0      –       –      –

Best on 1 of 1: it holds.
";
    assert_eq!(report().written(ReportFormat::Text), expected);
}

#[test]
fn markdown_has_a_rule_under_its_header() {
    let expected = "\
# x-t1: Rules

X 1998, Table 1. Measured with seed 7, M, 2 cores, commit abc, 2026-01-01T00:00:00Z, release, small scenes, 3 repetitions, 1.2 s.

**Best on 1 of 1: it holds.**

Times

| rule | Pipes µs | paper | height | range |
|---|---:|---:|---:|---:|
| min sum | 1.23 | 356 | 1,234 | 5, 10 |
| a\\|b | 20.0 | – | – | – |
";
    assert_eq!(report().written(ReportFormat::Markdown), expected);
}

#[test]
fn csv_has_a_line_for_each_cell_and_rounds_nothing() {
    let expected = "\
experiment,table,row,column,unit,ours,paper,machine,commit,date,build,seed
x-t1,Times,min sum,Pipes,µs,1.2345,356,\"M, 2 cores\",abc,2026-01-01T00:00:00Z,release,7
x-t1,Times,min sum,height,,1234,,\"M, 2 cores\",abc,2026-01-01T00:00:00Z,release,7
x-t1,Times,min sum,range,,\"5, 10\",,\"M, 2 cores\",abc,2026-01-01T00:00:00Z,release,7
x-t1,Times,a|b,Pipes,µs,20,,\"M, 2 cores\",abc,2026-01-01T00:00:00Z,release,7
";
    assert_eq!(report().written(ReportFormat::Csv), expected);
}

#[test]
fn a_folder_gets_every_file() {
    let mut report = report();
    report.outcome.plots.push(Plot {
        name: "times".into(),
        title: "Times".into(),
        x: Axis::new("τ", "", Scale::Linear),
        y: Axis::new("time", "µs", Scale::Linear),
        series: vec![Series { name: "Pipes".into(), points: vec![(1.0, 2.0), (2.0, 3.0)] }],
    });
    let names =
        |files: Vec<(String, Vec<u8>)>| files.into_iter().map(|(name, _)| name).collect::<Vec<_>>();
    assert_eq!(names(report.page()), ["x-t1.md", "x-t1-times.svg"]);
    assert_eq!(names(report.data()), ["x-t1.csv", "x-t1-times.csv"]);
    assert_eq!(names(report.pictures()), ["x-t1-times.png"]);
    let page = String::from_utf8(report.page().swap_remove(0).1).unwrap();
    assert!(page.ends_with("![Times](x-t1-times.svg)\n"), "{page}");
}

#[test]
fn an_index_leads_to_every_page() {
    let page = index("X", &[report(), Report { name: "x-t2".into(), ..report() }]);
    assert!(page.starts_with("# X\n\nBegun with seed 7, M, 2 cores"), "{page}");
    for line in
        ["| [x-t1](x-t1.md) | Rules | yes | Best on 1 of 1: it holds. |\n", "| [x-t2](x-t2.md) |"]
    {
        assert!(page.contains(line), "{page}");
    }
}
