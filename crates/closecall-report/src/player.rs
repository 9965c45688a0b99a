//! The script of all pages. `docs/design/pages.md` says how it works.

/// The files in the order in which they need each other: they see each other, and nobody sees them.
pub const PLAYER: &str = concat!(
    "(() => {\n\"use strict\";\n",
    include_str!("player/data.js"),
    include_str!("player/numbers.js"),
    include_str!("player/parts.js"),
    include_str!("player/matrix.js"),
    include_str!("player/geometry.js"),
    include_str!("player/camera.js"),
    include_str!("player/gl.js"),
    include_str!("player/theme.js"),
    include_str!("player/layers.js"),
    include_str!("player/paths.js"),
    include_str!("player/shapes.js"),
    include_str!("player/section.js"),
    include_str!("player/draw.js"),
    include_str!("player/still.js"),
    include_str!("player/pick.js"),
    include_str!("player/hand.js"),
    include_str!("player/measure.js"),
    include_str!("player/legend.js"),
    include_str!("player/charts.js"),
    include_str!("player/axes.js"),
    include_str!("player/map.js"),
    include_str!("player/frames.js"),
    include_str!("player/findings.js"),
    include_str!("player/compare.js"),
    include_str!("player/triangles.js"),
    include_str!("player/listing.js"),
    include_str!("player/link.js"),
    include_str!("player/tools.js"),
    include_str!("player/begin.js"),
    "})();\n",
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_player_asks_for_nothing() {
        for word in ["http:", "https:", "fetch(", "import(", "XMLHttpRequest"] {
            assert!(!PLAYER.contains(word), "{word}");
        }
    }
}
