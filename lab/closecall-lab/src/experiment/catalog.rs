//! Every numbered table and figure of the five documents, and where it is measured, drawn or tested
//! here.

use super::Report;
use super::again::Twice;
use super::registry;

/// A numbered table or figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbered {
    /// The document.
    pub document: &'static str,
    /// `Table 9`.
    pub number: &'static str,
    /// The subject it shows.
    pub shows: &'static str,
    /// The place.
    pub place: ItemPlace,
}

/// The place of a numbered item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemPlace {
    /// An experiment measures or draws it.
    Experiment(&'static str),
    /// A test or a command shows it.
    Shown(&'static str),
    /// It illustrates the text; there is nothing to measure.
    Illustration,
}

const K: &str = "Klosowski 1998";
const T: &str = "Tropp et al. 2006";
const L: &str = "Li and Chen 1998";
const V: &str = "Vogiannou et al. 2010";

const fn item(
    document: &'static str,
    number: &'static str,
    shows: &'static str,
    place: ItemPlace,
) -> Numbered {
    Numbered { document, number, shows, place }
}

/// All of them, document by document. The slides (Pedersen 2006) number nothing.
pub const ALL: &[Numbered] = {
    use ItemPlace::{Experiment as E, Illustration, Shown};
    &[
        item(K, "Table 1", "environments of chapter 2", E("klosowski-t1")),
        item(K, "Table 2", "flying objects of chapter 2", E("klosowski-t2")),
        item(K, "Table 3", "wins of each method of space division", E("klosowski-t3")),
        item(K, "Table 4", "weighted ranking of the methods", E("klosowski-t4")),
        item(K, "Table 5", "flight statistics, scenes", E("klosowski-t5")),
        item(K, "Table 6", "flight statistics, terrains", E("klosowski-t6")),
        item(K, "Table 7", "flight statistics, tetrahedra", E("klosowski-t7")),
        item(K, "Table 8", "full resolution checks per second", E("klosowski-t8")),
        item(K, "Table 9", "total volume by rule and split", E("klosowski-t9")),
        item(K, "Table 10", "height by rule and split", E("klosowski-t10")),
        item(K, "Table 11", "memory of the environment", E("klosowski-t11")),
        item(K, "Table 12", "memory of the flying body", E("klosowski-t12")),
        item(K, "Table 13", "the same without vertices and hull", E("klosowski-t13")),
        item(K, "Table 14", "memory of the vertices of k-dops", E("klosowski-t14")),
        item(K, "Table 15", "memory of the hull", E("klosowski-t15")),
        item(K, "Table 16", "memory of both", E("klosowski-t16")),
        item(K, "Table 17", "costs of test and update by k", E("klosowski-t17")),
        item(K, "Table 18", "time of a query by volume", E("klosowski-t18")),
        item(K, "Table 19", "time to build by rule", E("klosowski-t19")),
        item(K, "Table 20", "time of a query by rule, mean", E("klosowski-t20")),
        item(K, "Table 21", "time of a query by rule, median", E("klosowski-t21")),
        item(K, "Table 22", "time of a query by traversal", E("klosowski-t22")),
        item(K, "Table 23", "tests on nested spheres, 2,000", E("klosowski-t23")),
        item(K, "Table 24", "tests on nested spheres, 20,000", E("klosowski-t24")),
        item(K, "Table 25", "faster preprocessing", E("klosowski-t25")),
        item(K, "Table 26", "ten kinds of k-dops", E("klosowski-t26")),
        item(K, "Table 27", "volume by splitting directions", E("klosowski-t27")),
        item(K, "Table 28", "sizes of the flying bodies", E("klosowski-t28")),
        item(K, "Table 29", "thresholds, 6-dops", E("klosowski-t29")),
        item(K, "Table 30", "thresholds, 14-dops", E("klosowski-t30")),
        item(K, "Table 31", "thresholds, 18-dops", E("klosowski-t31")),
        item(K, "Table 32", "thresholds, 26-dops", E("klosowski-t32")),
        item(K, "Table 33", "what newer thresholds gain", E("klosowski-t33")),
        item(K, "Table 34", "the best thresholds", E("klosowski-t34")),
        item(K, "Table 35", "thresholds within five percent", E("klosowski-t35")),
        item(K, "Table 36", "ordered overlap tests", E("klosowski-t36")),
        item(K, "Table 37", "preprocessing, Sun", E("klosowski-t37")),
        item(K, "Table 38", "preprocessing, SGI", E("klosowski-t38")),
        item(K, "Table 39", "QuickCD by k, Sun", E("klosowski-t39")),
        item(K, "Table 40", "QuickCD by k, SGI", E("klosowski-t40")),
        item(K, "Table 41", "across packages", E("klosowski-t41")),
        item(K, "Table 42", "across packages, newest", E("klosowski-t42")),
        item(K, "Table 43", "milling, terrains", E("klosowski-t43")),
        item(K, "Table 44", "milling, molds", E("klosowski-t44")),
        item(
            K,
            "Figure 1",
            "the 8-dop of a triangle in the plane",
            Shown("closecall-classic/tests/volumes_by_hand.rs"),
        ),
        item(K, "Figure 2", "a body in four kinds of volumes", E("klosowski-f2")),
        item(K, "Figure 3", "k-dops of levels 0 and 1", E("klosowski-f3-4")),
        item(K, "Figure 4", "k-dops of levels 2 and 5", E("klosowski-f3-4")),
        item(
            K,
            "Figure 5",
            "tumbling by the approximation method",
            Shown("closecall-classic/tests/volumes_hold.rs"),
        ),
        item(K, "Figure 6", "why unlike directions come first", E("klosowski-slab-order")),
        item(K, "Figure 7", "single queries of Pipes", E("klosowski-f7")),
        item(K, "Figure 8", "Pipes and Torus", E("klosowski-f8-10")),
        item(K, "Figure 9", "747 and Swept", E("klosowski-f8-10")),
        item(K, "Figure 10", "Interior", E("klosowski-f8-10")),
        item(
            K,
            "Figure 11",
            "front tracking",
            Shown("closecall-lab fly --warm klosowski --report"),
        ),
        item(K, "Figure 12", "time against tetrahedra", E("klosowski-f12")),
        item(K, "Figure 13", "where the time goes", E("klosowski-f13")),
        item(K, "Figure 14", "single queries of Pipes, 18-dops", E("klosowski-f14-16")),
        item(K, "Figure 15", "single queries of Pipes, RAPID", E("klosowski-f14-16")),
        item(K, "Figure 16", "both over one another", E("klosowski-f14-16")),
        item(L, "Figure 1", "the recursive algorithm", Illustration),
        item(L, "Figure 2", "recursion tree and separation list", Illustration),
        item(L, "Figure 3", "nodes above and below the list", E("li-chen-moves")),
        item(
            L,
            "Figure 4",
            "states of the list",
            Shown("closecall-classic/src/coherence/separation_list.rs, tests"),
        ),
        item(L, "Table 1", "with and without separation lists", E("li-chen-t1")),
        item(T, "Figure 1", "four fronts", E("tropp-f1-2")),
        item(T, "Figure 2", "the tree of the next frame", E("tropp-f1-2")),
        item(T, "Figure 3", "a separating axis", Illustration),
        item(T, "Figure 4", "when to use coherence", E("tropp-f4")),
        item(T, "Figure 5", "how far down the front should be", E("tropp-f5")),
        item(T, "Figure 6", "when to prune", E("tropp-f6")),
        item(T, "Figure 7", "the benchmarks", E("tropp-t1")),
        item(T, "Figure 8", "gain by motion, OBB", E("tropp-f8")),
        item(T, "Figure 9", "gain by motion, AABB", E("tropp-f9")),
        item(T, "Table 1", "the scenarios and their motions", E("tropp-t1")),
        item(T, "Table 2", "with and without coherence", E("tropp-t2")),
        item(V, "Figure 1", "support planes in two dimensions", Illustration),
        item(V, "Figure 2", "support plane mappings", Illustration),
        item(V, "Figure 3", "the rejection theorem", Shown("closecall-classic/tests/support")),
        item(V, "Figure 4", "the test with three volumes", Illustration),
        item(V, "Figure 5", "the two simulations", E("vogiannou-f11")),
        item(V, "Figure 6", "the three models", E("vogiannou-f7")),
        item(V, "Figure 7", "bounding efficiency", E("vogiannou-f7")),
        item(V, "Figure 8", "memory of mappings", E("vogiannou-f8")),
        item(V, "Figure 9", "culling improvement", E("vogiannou-f9")),
        item(V, "Figure 10", "two bodies", E("vogiannou-f10")),
        item(V, "Figure 11", "600 bodies", E("vogiannou-f11")),
    ]
};

/// The list as a page, with the verdicts of the reports there are; a line for every item, and for
/// every experiment that belongs to none.
#[must_use]
pub fn markdown(reports: &[Report], twice: &[Twice]) -> String {
    let report = |name: &str| reports.iter().find(|report| report.name == name);
    let verdict = |name: &str| {
        report(name).map_or_else(
            || ("not run".to_owned(), String::new()),
            |report| {
                let verdict = &report.outcome.verdict;
                let both = twice.iter().find(|twice| twice.name == name).map(Twice::words);
                let holds = both.unwrap_or_else(|| verdict.holds.word().to_owned());
                (holds, verdict.to_string())
            },
        )
    };
    let mut text = String::new();
    let mut document = "";
    for item in ALL {
        if item.document != document {
            document = item.document;
            text += &format!(
                "\n## {document}\n\n| number | shows | where | holds | verdict |\n|---|---|---|---|---|\n"
            );
        }
        let (place, holds, sentence) = match item.place {
            ItemPlace::Experiment(name) => {
                let (holds, sentence) = verdict(name);
                (format!("`{name}`"), holds, sentence)
            }
            ItemPlace::Shown(place) => (format!("`{place}`"), "shown".to_owned(), String::new()),
            ItemPlace::Illustration => {
                ("illustrates the text".to_owned(), String::new(), String::new())
            }
        };
        text += &format!("| {} | {} | {place} | {holds} | {sentence} |\n", item.number, item.shows);
    }
    text += "\n## Claims without a number\n\n| experiment | about | source | holds | verdict |\n|---|---|---|---|---|\n";
    for experiment in
        registry::all().into_iter().filter(|experiment| !is_numbered(&experiment.name))
    {
        let (holds, sentence) = verdict(&experiment.name);
        text += &format!(
            "| `{}` | {} | {} | {holds} | {sentence} |\n",
            experiment.name,
            experiment.title,
            experiment.source()
        );
    }
    text
}

/// Does a numbered item belong to an experiment?
#[must_use]
pub fn is_numbered(experiment: &str) -> bool {
    ALL.iter().any(|item| matches!(item.place, ItemPlace::Experiment(name) if name == experiment))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_numbered_item_has_its_experiment() {
        let known: Vec<String> = registry::all().into_iter().map(|one| one.name).collect();
        for item in ALL {
            if let ItemPlace::Experiment(name) = item.place {
                assert!(known.iter().any(|known| known == name), "{name} of {}", item.number);
            }
        }
        for name in &known {
            let is_table = name.rsplit_once("-t").is_some_and(|(_, n)| n.parse::<u32>().is_ok());
            assert!(!is_table || is_numbered(name), "{name} is not listed");
        }
    }

    #[test]
    fn the_dissertation_has_44_tables_and_16_figures() {
        for (document, word, count) in [
            ("Klosowski 1998", "Table", 44),
            ("Klosowski 1998", "Figure", 16),
            ("Tropp et al. 2006", "Figure", 9),
            ("Tropp et al. 2006", "Table", 2),
            ("Li and Chen 1998", "Figure", 4),
            ("Vogiannou et al. 2010", "Figure", 11),
        ] {
            for number in 1..=count {
                let name = format!("{word} {number}");
                let found = ALL.iter().filter(|i| i.document == document && i.number == name);
                assert_eq!(found.count(), 1, "{document}, {name}");
            }
        }
    }

    #[test]
    fn what_was_not_run_is_said() {
        let page = markdown(&[], &[]);
        assert!(
            page.contains(
                "| Table 9 | total volume by rule and split | `klosowski-t9` | not run |"
            )
        );
        assert!(page.contains("`klosowski-hulls`"));
    }
}
