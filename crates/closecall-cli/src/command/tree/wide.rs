//! The wide tree of a mesh, in words and numbers.

use closecall::engine::tree::{TreeLevel, TreeReport};
use closecall::query::Quality;
use closecall_flight::numbers::{counted, grouped};

use crate::answer::{TreeLevelAnswer, WideAnswer};

/// As the flag says it.
pub fn quality_name(quality: Quality) -> &'static str {
    match quality {
        Quality::Fast => "fast",
        Quality::Tight => "tight",
    }
}

/// For programs. How long the build took is not known here.
pub fn answer(report: &TreeReport) -> WideAnswer {
    let level = |&TreeLevel { nodes, blocks }: &TreeLevel| TreeLevelAnswer { nodes, blocks };
    WideAnswer {
        nodes: report.nodes,
        boxes: report.boxes,
        blocks: report.blocks,
        depth: report.depth,
        quality: quality_name(report.quality),
        tree_bytes: report.bytes,
        tree_bytes_per_tri: bytes_per_triangle(report),
        levels: report.levels.iter().map(level).collect(),
        build_ms: None,
        build_threads: None,
    }
}

/// The line of what it is like.
pub fn line(report: &TreeReport) -> String {
    let count = |number: usize, noun: &str| counted(number as u64, noun);
    format!(
        "wide    {} with {}, {} of triangles, depth {}, quality {}, {:.1} bytes per triangle",
        count(report.nodes, "node"),
        if report.boxes == 1 {
            "1 box".to_owned()
        } else {
            format!("{} boxes", grouped(report.boxes as u64))
        },
        count(report.blocks, "block"),
        report.depth,
        quality_name(report.quality),
        bytes_per_triangle(report),
    )
}

/// The levels, a line each, under a line of headings.
pub fn levels(report: &TreeReport) -> impl Iterator<Item = String> + '_ {
    let lines = report.levels.iter().enumerate().map(|(depth, level)| {
        format!(
            "{depth:>6}  {:>9}  {:>9}",
            grouped(level.nodes as u64),
            grouped(level.blocks as u64)
        )
    });
    std::iter::once(format!("{:>6}  {:>9}  {:>9}", "level", "nodes", "blocks")).chain(lines)
}

fn bytes_per_triangle(report: &TreeReport) -> f64 {
    report.bytes as f64 / report.triangles as f64
}
