//! The clashes of many parts: for people, for programs and for tables.

use closecall::geom::{Clearance, Interval};
use closecall::query::{Meaning, Penetration};
use closecall::{Budget, Distance, Kind};
use closecall_flight::numbers::{certified, coordinates, counted, digits, grouped};

use super::pairs::{Met, OpenPair, Pairs, Way};
use crate::answer::{
    BudgetAnswer, ClashAnswer, ClashApartAnswer, ClashOpenAnswer, ClashPairAnswer, DepthAnswer,
};

/// How many pairs that are apart are listed for people.
const NEAREST_SHOWN: usize = 10;

/// How many pairs of which nothing is known are listed for people.
const OPEN_SHOWN: usize = 20;

/// Matrices of more files are not printed for people.
const MATRIX_SHOWN: usize = 40;

/// The report of a clash.
pub struct ClashReport {
    pub names: Vec<String>,
    /// Whether each of the files is not closed.
    pub is_open: Vec<bool>,
    pub clearance: Option<Clearance>,
    pub budget: Option<Budget>,
    pub found: Pairs,
}

impl ClashReport {
    /// For programs. `matrix` is symmetric; a file is `identical` with itself.
    pub fn answer(&self) -> ClashAnswer {
        let (found, clashes) = (&self.found, self.found.clashes());
        let ways = self.matrix(Kind::Identical.name(), |way| way.map_or("undecided", Way::name));
        ClashAnswer {
            command: "clash",
            files: self.names.clone(),
            closed: self.is_open.iter().map(|open| !open).collect(),
            colliding: clashes > 0,
            undecided: clashes == 0 && !found.open.is_empty(),
            clashes,
            matrix: ways,
            pairs: found.met.iter().map(pair).collect(),
            open_pairs: found
                .open
                .iter()
                .map(|&OpenPair { a, b, meets }| ClashOpenAnswer { a, b, meets })
                .collect(),
            clearance: self.clearance.map(Clearance::distance),
            budget: self.budget.as_ref().map(BudgetAnswer::of),
        }
    }

    /// A line for every pair.
    pub fn csv(&self) -> String {
        let mut text =
            "a,b,kind,meaning,triangle_a,triangle_b,lo,hi,ax,ay,az,bx,by,bz\n".to_owned();
        let mut lines: Vec<([usize; 2], String)> = Vec::new();
        for met in &self.found.met {
            let contact = met.contact.map_or(",".to_owned(), |(i, j)| format!("{i},{j}"));
            let apart = met.apart.map_or(",,,,,,,".to_owned(), |apart| {
                let Interval { lo, hi } = apart.distance;
                let points = [apart.point_a, apart.point_b];
                let numbers = [lo, hi].into_iter().chain(points.into_iter().flatten());
                numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(",")
            });
            let line = format!("{},{},{contact},{apart}", met.way.name(), meaning(met.meaning));
            lines.push(([met.a, met.b], line));
        }
        for open in &self.found.open {
            lines.push(([open.a, open.b], "undecided,,,,,,,,,,,".to_owned()));
        }
        lines.sort();
        for ([a, b], line) in lines {
            let [a, b] = [a, b].map(|part| self.names[part].replace('"', "\"\""));
            text += &format!("\"{a}\",\"{b}\",{line}\n");
        }
        text
    }

    /// For people: the matrix, and every pair that meets.
    pub fn text(&self) -> String {
        let found = &self.found;
        let mut text = self.verdict();
        text += &self.left_open();
        text += &self.drawn_matrix();
        for met in found.met.iter().filter(|met| met.way.clashes()) {
            let as_surfaces = met.meaning == Meaning::Surfaces && met.way != Way::Inside;
            let meaning = if as_surfaces { " (as surfaces)" } else { "" };
            let apart = met
                .apart
                .map_or(String::new(), |apart| format!(", {} apart", digits(apart.distance.lo)));
            text += &format!("  {}{meaning}{apart}: {}\n", met.way.name(), self.pair(met));
            text += &met.depth.as_ref().map_or(String::new(), deep);
        }
        text += &self.nearest();
        for (name, _) in self.names.iter().zip(&self.is_open).filter(|(_, is_open)| **is_open) {
            text += &format!("  not closed, so taken as a surface: {name}\n");
        }
        text
    }

    fn verdict(&self) -> String {
        let (found, all) = (&self.found, counted(self.found.count() as u64, "pair"));
        let decided = grouped(found.met.len() as u64);
        match (found.clashes(), found.open.len()) {
            (0, 0) => match self.clearance.map(Clearance::distance).filter(|gap| *gap > 0.0) {
                Some(gap) => format!("clear: {all}, all further apart than {}\n", digits(gap)),
                None => format!("clear: {all}, all apart\n"),
            },
            (0, _) if found.met.is_empty() => {
                format!(
                    "undecided after {}: none of {all} was decided\n",
                    self.budget.unwrap_or_default()
                )
            }
            (0, _) => format!(
                "undecided after {}: {decided} of {all} decided, and none of these meets\n",
                self.budget.unwrap_or_default()
            ),
            (clashes, _) => {
                let meet = if clashes == 1 { "meets" } else { "meet" };
                format!("collision: {} of {all} {meet}\n", grouped(clashes as u64))
            }
        }
    }

    fn pair(&self, met: &Met) -> String {
        format!("{} and {}", self.names[met.a], self.names[met.b])
    }

    /// The pairs that the budget left undecided.
    fn left_open(&self) -> String {
        let found = &self.found;
        if found.open.is_empty() {
            return String::new();
        }
        let mut text = format!(
            "budget of {} ended: {} of {} decided, {} left open\n",
            self.budget.unwrap_or_default(),
            grouped(found.met.len() as u64),
            counted(found.count() as u64, "pair"),
            grouped(found.open.len() as u64),
        );
        // Those that meet are collisions, and are all named.
        let (meeting, unknown): (Vec<&OpenPair>, Vec<&OpenPair>) =
            found.open.iter().partition(|open| open.meets);
        for (known, open, most) in [
            ("meet, undecided in what way", meeting, usize::MAX),
            ("not known whether they meet", unknown, OPEN_SHOWN),
        ] {
            for open in open.iter().take(most) {
                let [a, b] = [open.a, open.b].map(|part| &self.names[part]);
                text += &format!("  {known}: {a} and {b}\n");
            }
            if open.len() > most {
                text += &format!(
                    "  … {most} of {} shown; --json has them all\n",
                    grouped(open.len() as u64)
                );
            }
        }
        text
    }

    /// The pairs that are apart, the nearest first.
    fn nearest(&self) -> String {
        let apart = self.found.met.iter().filter(|met| !met.way.clashes());
        let apart = apart.filter_map(|met| Some((met.apart?.distance.lo, met)));
        let mut apart: Vec<(f64, &Met)> = apart.collect();
        apart.sort_by(|p, q| p.0.total_cmp(&q.0));
        let line =
            |(lo, met): &(f64, &Met)| format!("  {} apart: {}\n", digits(*lo), self.pair(met));
        apart.iter().take(NEAREST_SHOWN).map(line).collect()
    }

    /// A value for every two files; `own` is that of a file with itself. Pairs left open have no
    /// way.
    fn matrix<T: Copy>(&self, own: T, of: impl Fn(Option<Way>) -> T) -> Vec<Vec<T>> {
        let count = self.names.len();
        let met = self.found.met.iter().map(|met| ([met.a, met.b], Some(met.way)));
        let open = self.found.open.iter().map(|open| ([open.a, open.b], None));
        let mut cells = vec![vec![own; count]; count];
        for ([a, b], way) in met.chain(open) {
            (cells[a][b], cells[b][a]) = (of(way), of(way));
        }
        cells
    }

    fn drawn_matrix(&self) -> String {
        if self.names.len() > MATRIX_SHOWN {
            return String::new();
        }
        let cells = self.matrix('\\', |way| way.map_or('?', letter));
        let row = |(i, (cells, name)): (usize, (&Vec<char>, &String))| {
            let cells: String = cells.iter().map(|cell| format!(" {cell}")).collect();
            format!("{:>4}{cells}  {name}\n", i + 1)
        };
        let rows: String = cells.iter().zip(&self.names).enumerate().map(row).collect();
        let is_there = |way: Way| self.found.met.iter().any(|met| met.way == way);
        let near = if is_there(Way::Near) { ", n near" } else { "" };
        let inside = if is_there(Way::Inside) { ", i inside" } else { "" };
        let open = if self.found.open.is_empty() { "" } else { ", ? undecided" };
        let legend = "     . apart, t touching, x crossing, c contained, = identical";
        rows + &format!("{legend}{near}{inside}{open}\n")
    }
}

/// How deep two are in each other, and which way the second gets out.
fn deep(found: &Penetration) -> String {
    let depth = certified(found.depth.lo, found.depth.hi);
    let way = coordinates(found.parting.translation);
    format!("    depth: {depth}; moving the second by {way} parts them\n")
}

fn meaning(meaning: Meaning) -> &'static str {
    match meaning {
        Meaning::Surfaces => "surfaces",
        Meaning::Solids => "solids",
    }
}

fn pair(met: &Met) -> ClashPairAnswer {
    ClashPairAnswer {
        a: met.a,
        b: met.b,
        kind: met.way.name(),
        meaning: meaning(met.meaning),
        contact: met.contact,
        clearance: met.apart.map(|Distance { distance, point_a, point_b, .. }| ClashApartAnswer {
            lo: distance.lo,
            hi: distance.hi,
            point_a,
            point_b,
        }),
        depth: met.depth.as_ref().map(DepthAnswer::of),
    }
}

fn letter(way: Way) -> char {
    match way {
        Way::Of(Kind::Apart) => '.',
        Way::Of(Kind::Touching) => 't',
        Way::Of(Kind::Crossing) => 'x',
        Way::Of(Kind::Contained) => 'c',
        Way::Of(Kind::Identical) => '=',
        Way::Near => 'n',
        Way::Inside => 'i',
    }
}
