//! Tree files that went wrong: refused with a reason, or right; never a crash, and never a query
//! without end.

use closecall::engine::geom::{DVec3, Rng};
use closecall::lab::Planted as _;
use closecall::lab::wide::file::{Contents, TreeFileError};
use closecall::mesh::shapes::{cuboid, icosphere};
use closecall::query::brute;
use closecall::{Model, Pose};
use std::fs;
use std::ops::Range;
use std::path::Path;
use xxhash_rust::xxh3::xxh3_64;

const SEED: u64 = 10_000;

/// The place of the checksum in the header, and of its table of sections: offset, count and
/// checksum of each.
const CHECKSUM: Range<usize> = 24..32;
const TABLE: usize = 96;
const HEADER: usize = 192;

fn number(file: &[u8], at: usize) -> usize {
    u64::from_le_bytes(file[at..at + 8].try_into().unwrap()) as usize
}

/// The bytes of the four sections.
fn sections(file: &[u8]) -> [Range<usize>; 4] {
    let begin = |section: usize| number(file, TABLE + 24 * section);
    [begin(0)..begin(1), begin(1)..begin(2), begin(2)..begin(3), begin(3)..file.len()]
}

/// Makes all checksums right, so that damage gets past them.
fn seal(file: &mut [u8], sections: &[Range<usize>; 4]) {
    for (number, range) in sections.iter().enumerate() {
        let checksum = xxh3_64(&file[range.clone()]).to_le_bytes();
        file[TABLE + 24 * number + 16..][..8].copy_from_slice(&checksum);
    }
    file[CHECKSUM].fill(0);
    let checksum = xxh3_64(&file[..HEADER]).to_le_bytes();
    file[CHECKSUM].copy_from_slice(&checksum);
}

/// A piece that is not longer than `longest`.
fn some_range(length: usize, longest: usize, rng: &mut Rng) -> Range<usize> {
    let start = rng.below(length);
    start..(start + 1 + rng.below(longest)).min(length)
}

/// Flips a bit, in the header as often as in each of the sections.
fn flip(file: &mut [u8], sections: &[Range<usize>; 4], rng: &mut Rng) {
    let [a, b, c, d] = sections.clone();
    let part = [0..HEADER, a, b, c, d][rng.below(5)].clone();
    file[part.start + rng.below(part.len())] ^= 1 << rng.below(8);
}

/// Writes one of the numbers that files are full of over another.
fn overwrite(file: &mut [u8], rng: &mut Rng) {
    let values = [
        0,
        1,
        0x7FFF_FFFF,
        0x8000_0000,
        0xFFFF_FFFF,
        0x7F80_0000,
        0xFFC0_0000,
        rng.below(64) as u32,
    ];
    let at = rng.below(file.len() / 4) * 4;
    file[at..at + 4].copy_from_slice(&values[rng.below(8)].to_le_bytes());
}

/// Exchanges two equal pieces: lines, nodes, or halves of sections.
fn exchange(file: &mut [u8], rng: &mut Rng) {
    let size = [4, 64, 320, 512, file.len() / 4][rng.below(5)];
    let pieces = file.len() / size;
    let (a, b) = (rng.below(pieces) * size, rng.below(pieces) * size);
    (0..size).for_each(|k| file.swap(a + k, b + k));
}

/// Puts two sections in each other's place, as far as they are equally long.
fn exchange_sections(file: &mut [u8], sections: &[Range<usize>; 4], rng: &mut Rng) {
    let (a, b) = (&sections[rng.below(4)], &sections[rng.below(4)]);
    (0..a.len().min(b.len())).for_each(|k| file.swap(a.start + k, b.start + k));
}

fn damage(file: &mut Vec<u8>, rng: &mut Rng) {
    let (length, sections) = (file.len(), sections(file));
    match rng.below(8) {
        0 | 1 => (0..1 + rng.below(3)).for_each(|_| flip(file, &sections, rng)),
        2 => overwrite(file, rng),
        3 => exchange(file, rng),
        4 => exchange_sections(file, &sections, rng),
        5 => file[some_range(length, 2000, rng)].fill(0),
        6 => file.truncate(rng.below(length)),
        _ => file.extend((0..1 + rng.below(200)).map(|_| rng.bits() as u8)),
    }
}

/// A body, another that it meets, and poses: one apart, the others touching.
struct Scene {
    model: Model,
    other: Model,
    poses: [Pose; 3],
}

impl Scene {
    fn new() -> Self {
        let model = Model::new(icosphere(1.0, 2));
        let other = Model::new(cuboid(DVec3::splat(-0.2), DVec3::splat(0.3)));
        let at = |x: f64| Pose::from_translation([x, 0.1, -0.05]).unwrap();
        let scene = Self { model, other, poses: [at(0.9), at(1.1), at(2.0)] };
        assert_eq!(scene.answers(&scene.model), scene.brute(&scene.model));
        assert_eq!(scene.answers(&scene.model).map(|pairs| pairs.is_empty()), [false, false, true]);
        scene
    }

    fn file(&self, path: &Path) -> Vec<u8> {
        self.model.save(path).unwrap();
        fs::read(path).unwrap()
    }

    fn answers(&self, model: &Model) -> [Vec<(u32, u32)>; 3] {
        self.poses.map(|pose| model.contacts(&self.other, &pose).unwrap())
    }

    fn brute(&self, model: &Model) -> [Vec<(u32, u32)>; 3] {
        self.poses.map(|pose| brute::contacts(model.mesh(), self.other.mesh(), &pose))
    }
}

fn assert_has_a_reason(error: &TreeFileError, path: &Path) {
    let message = error.to_string();
    let reason =
        message.strip_prefix(&path.display().to_string()).and_then(|rest| rest.strip_prefix(": "));
    assert!(reason.is_some_and(|reason| reason.len() > 10), "{message}");
}

#[test]
fn ten_thousand_damaged_files_are_refused_and_safe_to_ask() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("damaged.tree");
    let scene = Scene::new();
    let whole = scene.file(&path);
    let mut rng = Rng::new(SEED);
    let (mut refused, mut opened, mut unharmed) = (0, 0, 0);
    for _ in 0..10_000 {
        let mut file = whole.clone();
        damage(&mut file, &mut rng);
        fs::write(&path, &file).unwrap();
        match Model::open_trusted(&path) {
            Err(error) => {
                assert_has_a_reason(&error, &path);
                refused += 1;
            }
            Ok(model) => {
                // In any body's place, and against itself.
                let _ = scene.answers(&model);
                let _ = scene.other.collides(&model, &scene.poses[0]).unwrap();
                let _ = model.collides(&model, &scene.poses[1]).unwrap();
                opened += 1;
            }
        }
        assert_eq!(
            Contents::read_undamaged(&path).is_ok(),
            file == whole,
            "checksums find every change"
        );
        match Model::open(&path) {
            Err(error) => assert_has_a_reason(&error, &path),
            Ok(model) => {
                assert!(file == whole, "every change is found");
                assert_eq!(scene.answers(&model), scene.answers(&scene.model));
                unharmed += 1;
            }
        }
    }
    assert!(refused > 5_000 && opened > 500, "{refused} refused, {opened} opened");
    assert!(unharmed < 1_000, "{unharmed} files were not damaged at all");
}

#[test]
fn damage_with_right_checksums_is_refused_or_harmless() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sealed.tree");
    let scene = Scene::new();
    let whole = scene.file(&path);
    let sections = sections(&whole);
    let mut rng = Rng::new(SEED + 1);
    let (mut safe, mut verified) = ([0; 2], [0; 2]);
    for _ in 0..6_000 {
        let mut file = whole.clone();
        damage(&mut file, &mut rng);
        file.resize(whole.len(), 0);
        seal(&mut file, &sections);
        fs::write(&path, &file).unwrap();
        match Model::open_trusted(&path) {
            Err(error) => assert_has_a_reason(&error, &path),
            Ok(model) => {
                let _ = scene.answers(&model);
                let _ = model.collides(&model, &scene.poses[1]).unwrap();
                safe[1] += 1;
            }
        }
        match Model::open(&path) {
            Err(error) => assert_has_a_reason(&error, &path),
            Ok(model) => {
                assert_eq!(
                    scene.answers(&model),
                    scene.brute(&model),
                    "right, if for another mesh"
                );
                verified[1] += 1;
            }
        }
    }
    (safe[0], verified[0]) = (6_000 - safe[1], 6_000 - verified[1]);
    assert!(
        safe.iter().chain(&verified).all(|&count| count > 300),
        "refused, opened: {safe:?} and {verified:?}"
    );
    assert!(verified[0] > safe[0], "the closer look finds more: {safe:?} and {verified:?}");
}

/// Nodes with eight children that are one and the same: a walk would take eight ways at every
/// level.
#[test]
fn a_web_of_nodes_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("web.tree");
    let scene = Scene::new();
    let whole = scene.file(&path);
    let sections = sections(&whole);
    let nodes = sections[2].clone();
    for (at, child) in [(1, 2u32), (1, 1), (2, 1), (0, 0), (1, 1 << 31)] {
        let mut file = whole.clone();
        let children = nodes.start + at * 512 + 480;
        for lane in 0..8 {
            file[children + 4 * lane..][..4].copy_from_slice(&child.to_le_bytes());
        }
        seal(&mut file, &sections);
        fs::write(&path, &file).unwrap();
        let error = Model::open_trusted(&path).unwrap_err();
        assert!(error.to_string().contains("section 'nodes' is damaged"), "{error}");
    }
}

/// Multiplies the f32 numbers of some bytes.
fn scale_floats(bytes: &mut [u8], factor: f32) {
    for number in bytes.chunks_exact_mut(4) {
        let value = f32::from_le_bytes(number.try_into().unwrap());
        number.copy_from_slice(&(value * factor).to_le_bytes());
    }
}

/// The same tree in a frame whose unit is 2ᵏ times larger: every number of it is right, and far
/// below 1.
fn in_a_larger_frame(file: &[u8], k: i32) -> Vec<u8> {
    let mut file = file.to_vec();
    let sections = sections(&file);
    for at in [56, 64] {
        let value = f64::from_le_bytes(file[at..at + 8].try_into().unwrap());
        file[at..at + 8].copy_from_slice(&(value * 2f64.powi(-k)).to_le_bytes());
    }
    let factor = 2f32.powi(-k);
    scale_floats(&mut file[80..88], factor);
    for node in file[sections[2].clone()].chunks_exact_mut(512) {
        for lane in 0..8 {
            let is_used = node[480 + 4 * lane..][..4] != [255; 4];
            let rows = (0..6).map(|row| 32 * row + 4 * lane).filter(|_| is_used);
            rows.for_each(|at| scale_floats(&mut node[at..at + 4], factor));
        }
    }
    file[sections[3].clone()]
        .chunks_exact_mut(320)
        .for_each(|block| scale_floats(&mut block[..288], factor));
    seal(&mut file, &sections);
    file
}

#[test]
fn a_frame_that_does_not_fit_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("frame.tree");
    let scene = Scene::new();
    let whole = scene.file(&path);
    for k in [0, 1, 4, 6] {
        fs::write(&path, in_a_larger_frame(&whole, k)).unwrap();
        let model = Model::open(&path).unwrap();
        assert_eq!(scene.answers(&model), scene.brute(&model), "{k}");
    }
    for k in [8, 20, 50, 75, 99] {
        fs::write(&path, in_a_larger_frame(&whole, k)).unwrap();
        let error = Model::open(&path).unwrap_err();
        assert!(error.to_string().contains("does not fit"), "{k}: {error}");
    }
}

/// The file with this many nodes above the topmost, each with one child.
fn with_a_chain(file: &[u8], links: usize) -> Vec<u8> {
    let [vertices, _, nodes, blocks] = sections(file);
    let child_of = |node: &[u8], lane: usize| {
        u32::from_le_bytes(node[480 + 4 * lane..][..4].try_into().unwrap())
    };
    let set_child = |node: &mut [u8], lane: usize, child: u32| {
        node[480 + 4 * lane..][..4].copy_from_slice(&child.to_le_bytes())
    };
    let mut tree = Vec::new();
    for (index, node) in file[nodes.clone()].chunks_exact(512).enumerate() {
        let mut node = node.to_vec();
        for lane in 0..8 {
            let child = child_of(&node, lane);
            if child < 1 << 31 {
                set_child(&mut node, lane, child + links as u32);
            }
        }
        if index == 0 {
            let top = child_of(&node, 0);
            for link in 1..=links {
                set_child(&mut node, 0, link as u32);
                tree.extend_from_slice(&node);
            }
            set_child(&mut node, 0, top);
        }
        tree.extend_from_slice(&node);
    }
    let mut out = file[..nodes.start].to_vec();
    out.extend_from_slice(&tree);
    out.extend_from_slice(&file[blocks]);
    let count = number(&out, TABLE + 48 + 8) + links;
    out[TABLE + 56..][..8].copy_from_slice(&(count as u64).to_le_bytes());
    let begin = number(&out, TABLE + 72) + 512 * links;
    out[TABLE + 72..][..8].copy_from_slice(&(begin as u64).to_le_bytes());
    let length = out.len() as u64;
    out[16..24].copy_from_slice(&length.to_le_bytes());
    assert_eq!(vertices.start, HEADER);
    let sections = sections(&out);
    seal(&mut out, &sections);
    out
}

#[test]
fn a_chain_of_nodes_is_refused_or_can_be_saved_and_refitted() {
    let folder = tempfile::tempdir().unwrap();
    let (path, again) = (folder.path().join("chain.tree"), folder.path().join("again.tree"));
    let pose = Pose::from_translation([1.5, 0.0, 0.0]).unwrap();
    for mesh in [cuboid(DVec3::ZERO, DVec3::ONE), icosphere(1.0, 4)] {
        let model = Model::new(mesh);
        model.save(&path).unwrap();
        let whole = fs::read(&path).unwrap();
        for links in [1, 60, 180, 200, 1_000, 200_000] {
            fs::write(&path, with_a_chain(&whole, links)).unwrap();
            match Model::open_trusted(&path) {
                Err(error) => {
                    assert!(links > 180, "{links}: {error}");
                    assert!(error.to_string().contains("no tree is built so deep"), "{error}");
                }
                Ok(chain) => {
                    chain.save(&again).unwrap();
                    chain.tree().clone().refit(chain.mesh());
                    let verified = Model::open(&again).unwrap();
                    assert_eq!(
                        verified.contacts(&model, &pose).unwrap(),
                        model.contacts(&model, &pose).unwrap()
                    );
                    assert!(links <= 192, "{links}");
                }
            }
        }
    }
}
