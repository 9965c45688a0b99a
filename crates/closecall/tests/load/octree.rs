//! OctoMap's binary trees: which boxes they have, and what is refused.

use super::{loaded, refused};
use closecall::Model;
use closecall::engine::geom::DVec3;
use closecall::mesh::{Format, Unit, inspect, load_bytes};
use closecall::query::Location;

/// The bytes of a tree of boxes in the lowest corner, `levels` deep: at the bottom the children of
/// `last`, from 0 to 3 as they are written, and beside the way down free ones.
fn tree(levels: usize, last: [u16; 8]) -> Vec<u8> {
    let mut bytes =
        b"# Octomap OcTree binary file\n# (feel free to add / change comments)\nid OcTree\nsize 9\nres 0.5\ndata\n".to_vec();
    let pair = |kinds: [u16; 8]| {
        (0..8).fold(0u16, |bits, child| bits | kinds[child] << (2 * child)).to_le_bytes()
    };
    for _ in 1..levels {
        bytes.extend(pair([3, 1, 1, 1, 1, 1, 0, 0]));
    }
    bytes.extend(pair(last));
    bytes
}

#[test]
fn occupied_leaves_are_boxes() {
    // The corner of the whole tree is at −2¹⁵ · 0.5, and of sixteen levels the last is 0.5 wide.
    let low = -16384.0;
    let file = loaded("map.bt", tree(16, [2, 1, 0, 0, 0, 0, 0, 2]));
    assert_eq!((file.format, file.unit), (Format::Octree, Some(Unit::Meter)));
    assert_eq!(file.mesh.triangle_count(), 24);
    assert!(inspect(&file.mesh).closed);
    let bounds = file.mesh.bounds();
    assert_eq!((bounds[0][0], bounds[1][2]), (low, low + 1.0));
    let solid = Model::new(file.mesh).solid().unwrap();
    let at = |x: f64, y: f64, z: f64| solid.locate([low + x, low + y, low + z]).unwrap();
    assert_eq!(at(0.25, 0.25, 0.25), Location::Inside(1));
    assert_eq!(at(0.75, 0.75, 0.75), Location::Inside(1));
    assert_eq!(at(0.75, 0.25, 0.25), Location::Outside);
}

#[test]
fn leaves_are_as_large_as_their_level_and_share_no_sides() {
    // All children but one, on the level above the last: boxes of 1.
    let file = loaded("map", tree(15, [2, 2, 2, 2, 2, 2, 2, 1]));
    // 24 sides of the seven have a neighbour: 42 − 18 are left.
    assert_eq!(file.mesh.triangle_count(), 2 * (42 - 18));
    let found = inspect(&file.mesh);
    assert!(found.closed, "{found:?}");
    // Seen from a corner of it: far away, six figures would be lost.
    let low = [file.mesh.bounds()[0][0]; 3];
    let seen = |v: [f64; 3]| DVec3::from_array(v) - DVec3::from_array(low);
    let volume = |[a, b, c]: [[f64; 3]; 3]| seen(a).cross(seen(b)).dot(seen(c)) / 6.0;
    assert!((file.mesh.corners().map(volume).sum::<f64>() - 7.0).abs() < 1e-9);
    let all = loaded("map", tree(1, [2; 8]));
    assert_eq!((all.mesh.triangle_count(), all.mesh.bounds()[1][0]), (48, 16384.0));
}

#[test]
fn broken_trees_are_refused() {
    let whole = tree(16, [2; 8]);
    let text = |bytes: &[u8]| refused("a.bt", bytes).2;
    assert!(text(&whole[..whole.len() - 1]).contains("the file ends inside a node"));
    let longer = [&whole[..], &[0]].concat();
    assert!(text(&longer).contains("expected the end of the file"));
    assert!(text(&tree(17, [2; 8])).contains("below the 16 levels"));
    assert!(text(&tree(16, [1; 8])).contains("no triangle"));
    let said = |from: &str, to: &str| {
        let at = whole.windows(from.len()).position(|window| window == from.as_bytes()).unwrap();
        let bytes = [&whole[..at], to.as_bytes(), &whole[at + from.len()..]].concat();
        refused("a.bt", bytes).2
    };
    assert!(said("id OcTree", "id ColorOcTree").contains("expected 'OcTree'"));
    assert!(said("res 0.5", "res 0").contains("a length above 0"));
    assert!(said("res 0.5", "res nan").contains("a length above 0"));
    assert!(said("res 0.5", "res 1e30").contains("must be 0 or between"));
    assert!(said("res 0.5\n", "").contains("'res' is missing"));
    assert!(said("binary file", "file").contains("write it as a binary one"));
    for cut in 0..whole.len() {
        _ = load_bytes("a.bt", &whole[..cut]);
    }
    let mut rng = closecall::engine::geom::Rng::new(6);
    for _ in 0..5000 {
        let mut bytes = whole.clone();
        let at = rng.below(bytes.len());
        bytes[at] ^= 1 << rng.below(8);
        _ = load_bytes("a.bt", &bytes);
    }
}
