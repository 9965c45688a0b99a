//! A table as text, as Markdown and as CSV.
//!
//! Text and Markdown are for people: counters are per pose, and those of all pairs; bytes and build
//! times are of both bodies together. CSV is for programs: every figure, unrounded, and every line
//! says where it is from.

use std::fmt::Write;

use super::{AskedTimes, EngineRow, EngineTable, FlightSheet, TableQuestion};
use crate::csv;
use crate::lines::{aligned, markdown};
use closecall_flight::numbers::{colliding_of, counted, figures, flight_of};

const HEADER: [&str; 12] = [
    "engine",
    "volume",
    "rule",
    "split",
    "first µs",
    "all µs",
    "N_v",
    "N_p",
    "N_u",
    "exact",
    "build ms",
    "bytes/tri",
];

/// The number of columns that hold names.
const NAMES: usize = 4;

impl EngineTable {
    /// For a terminal.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (name, value) in self.stamp.entries() {
            line(&mut text, format_args!("{name:8}{value}"));
        }
        for sheet in &self.sheets {
            line(&mut text, format_args!("\n{}", sheet.title()));
            text += &aligned(&sheet.lines(), NAMES);
        }
        text
    }

    /// For a page.
    #[must_use]
    pub fn markdown(&self) -> String {
        let mut text = "# Volumes and rules\n\n".to_owned();
        for (name, value) in self.stamp.entries() {
            line(&mut text, format_args!("- {name}: {value}"));
        }
        line(
            &mut text,
            format_args!(
                "- repetitions: {}, interleaved; one thread, no memory between calls",
                self.reps
            ),
        );
        text += "\nTimes are means over the poses of each pose's fastest repetition. N_v (volume tests), N_p (triangle tests), \
                 N_u (volumes moved) and exact (triangle tests that needed exact arithmetic) are per pose, for all pairs. Build \
                 times and bytes are of both trees.\n";
        for sheet in &self.sheets {
            line(&mut text, format_args!("\n## {}\n\n{}\n", sheet.flight, sheet.title()));
            text += &markdown(&sheet.lines(), NAMES);
        }
        text
    }

    /// For programs: one header, then a line for each row of each sheet.
    #[must_use]
    pub fn csv(&self) -> String {
        let mut text = String::new();
        let rows =
            self.sheets.iter().flat_map(|sheet| sheet.rows.iter().map(move |row| (sheet, row)));
        for (k, (sheet, row)) in rows.enumerate() {
            let fields = sheet.fields(row).into_iter().chain(self.stamp.entries());
            let (names, values): (Vec<&str>, Vec<String>) = fields.unzip();
            if k == 0 {
                line(&mut text, format_args!("{}", names.join(",")));
            }
            line(
                &mut text,
                format_args!(
                    "{}",
                    values.iter().map(|value| csv::field(value)).collect::<Vec<_>>().join(",")
                ),
            );
        }
        text
    }
}

impl FlightSheet {
    fn title(&self) -> String {
        let contacts = self.contacts.map_or_else(String::new, |count| {
            format!(", {} of triangles", counted(count, "touching pair"))
        });
        format!(
            "{}: {}; {}{}",
            self.flight,
            flight_of(self.obj_triangles, self.env_triangles),
            colliding_of(self.colliding, self.poses),
            contacts,
        )
    }

    /// The header and the rows.
    fn lines(&self) -> Vec<Vec<String>> {
        let header = HEADER.map(str::to_owned).to_vec();
        std::iter::once(header).chain(self.rows.iter().map(|row| self.cells(row))).collect()
    }

    fn cells(&self, row: &EngineRow) -> Vec<String> {
        let names = row.setup.tree_names().map(|name| name.unwrap_or_else(|| "–".to_owned()));
        let [first, AskedTimes { mean_us, cost, .. }] =
            [TableQuestion::First, TableQuestion::All].map(|question| row.asked(question));
        let per_pose = [cost.volume_tests, cost.triangle_tests, cost.updates, cost.exact_tests]
            .map(|count| figures(count as f64 / self.poses as f64));
        let times = [first.mean_us, mean_us].map(figures);
        let price = [figures(row.build_ms()), format!("{:.0}", row.tree_bytes_per_triangle())];
        let engine = [row.setup.engine().to_owned()];
        engine.into_iter().chain(names).chain(times).chain(per_pose).chain(price).collect()
    }

    /// Every figure there is of a row, by name; counters are sums over the poses.
    fn fields(&self, row: &EngineRow) -> Vec<(&'static str, String)> {
        let [volume, rule, split] = row.setup.tree_names().map(Option::unwrap_or_default);
        let EngineRow { setup, env, obj, .. } = row;
        let [first, all] =
            [TableQuestion::First, TableQuestion::All].map(|question| row.asked(question));
        vec![
            ("flight", self.flight.clone()),
            ("env_tris", self.env_triangles.to_string()),
            ("obj_tris", self.obj_triangles.to_string()),
            ("poses", self.poses.to_string()),
            ("colliding", self.colliding.to_string()),
            ("contacts", self.contacts.map(|count| count.to_string()).unwrap_or_default()),
            ("engine", setup.engine().to_owned()),
            ("volume", volume),
            ("rule", rule),
            ("split", split),
            ("first_us", first.mean_us.to_string()),
            ("first_volume_tests", first.cost.volume_tests.to_string()),
            ("first_triangle_tests", first.cost.triangle_tests.to_string()),
            ("first_updates", first.cost.updates.to_string()),
            ("first_exact_tests", first.cost.exact_tests.to_string()),
            ("all_us", all.mean_us.to_string()),
            ("all_volume_tests", all.cost.volume_tests.to_string()),
            ("all_triangle_tests", all.cost.triangle_tests.to_string()),
            ("all_updates", all.cost.updates.to_string()),
            ("all_exact_tests", all.cost.exact_tests.to_string()),
            ("build_ms_env", env.ms.to_string()),
            ("build_ms_obj", obj.ms.to_string()),
            ("tree_bytes_per_tri_env", env.tree_bytes_per_triangle().to_string()),
            ("tree_bytes_per_tri_obj", obj.tree_bytes_per_triangle().to_string()),
        ]
    }
}

fn line(text: &mut String, line: std::fmt::Arguments) {
    writeln!(text, "{line}").expect("a string takes any text");
}
