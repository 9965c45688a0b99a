//! Meshes and contacts into files and back.

use closecall::engine::geom::{DVec3, GlamMesh as _, GlamPose as _, Rng};
use closecall::geom::Pose;
use closecall::lab::write::{
    CONTACT_COLOURS, write_contacts_glb, write_contacts_obj, write_contacts_ply, write_obj,
    write_stl_binary, write_stl_text,
};
use closecall::mesh::shapes::{cuboid, icosphere, tetrahedra};
use closecall::mesh::{
    Format, Mesh, Painted, WriteFormat, Written, load, load_bytes, write, write_contacts,
    write_painted,
};
use closecall::query::brute;

const SEED: u64 = 4;

/// Coordinates of every size and with all their digits, and a vertex that no triangle has.
fn wild() -> Mesh {
    let mut rng = Rng::new(SEED);
    let mut coordinate = || {
        let size = 2f64.powi(rng.below(290) as i32 - 190);
        [0.0, -size, size][rng.below(3)] * rng.between(0.5, 1.0)
    };
    let vertices = (0..300).map(|_| DVec3::new(coordinate(), coordinate(), coordinate())).collect();
    let mut rng = Rng::new(SEED + 1);
    let triangles = (0..500).map(|_| [(); 3].map(|()| rng.below(299) as u32)).collect();
    Mesh::new(vertices, triangles).unwrap()
}

fn meshes() -> Vec<Mesh> {
    vec![
        wild(),
        icosphere(0.1, 2),
        cuboid(DVec3::NEG_ONE, DVec3::splat(1.0 / 3.0)),
        tetrahedra(20, SEED),
    ]
}

fn bits(mesh: &Mesh) -> Vec<[u64; 3]> {
    mesh.points().iter().map(|v| v.to_array().map(f64::to_bits)).collect()
}

/// A folder in which a test may write.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("closecall-write-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn obj_and_ply_read_back_bit_for_bit() {
    let folder = Folder::new("bits");
    let formats = [
        (WriteFormat::Obj, "a.obj", Format::Obj),
        (WriteFormat::PlyText, "a.ply", Format::PlyText),
        (WriteFormat::PlyBinary, "b.ply", Format::PlyLittleEndian),
    ];
    for mesh in meshes() {
        for (format, name, read) in formats {
            let path = folder.0.join(name);
            assert_eq!(write(&path, &mesh, format), Ok(Written { rounded: 0 }));
            let again = load(&path).unwrap();
            assert_eq!((again.format, &again.warnings[..]), (read, &[][..]));
            assert_eq!(bits(&again.mesh), bits(&mesh), "{format:?}");
            assert_eq!(again.mesh.triangles(), mesh.triangles());
        }
    }
}

#[test]
fn stl_text_reads_back_corner_by_corner() {
    for mesh in meshes() {
        let mut bytes = Vec::new();
        write_stl_text(&mut bytes, &mesh).unwrap();
        let again = load_bytes("a.stl", &bytes).unwrap();
        assert_eq!(again.format, Format::StlText);
        assert!(again.mesh.iter().eq(mesh.iter()));
    }
}

#[test]
fn binary_stl_counts_what_it_rounds() {
    for mesh in meshes() {
        let mut bytes = Vec::new();
        let written = write_stl_binary(&mut bytes, &mesh).unwrap();
        let again = load_bytes("a.stl", &bytes).unwrap();
        assert_eq!(again.format, Format::StlBinary);
        let pairs = again.mesh.iter().zip(mesh.iter());
        let corners = pairs.flat_map(|(new, old)| new.into_iter().zip(old));
        let coordinates =
            corners.flat_map(|(new, old)| new.to_array().into_iter().zip(old.to_array()));
        assert_eq!(written.rounded, coordinates.filter(|(new, old)| new != old).count());
        assert!(written.rounded > 0);
        let (mut second, narrowed) = (Vec::new(), again.mesh);
        assert_eq!(write_stl_binary(&mut second, &narrowed).unwrap().rounded, 0, "f32 is kept");
    }
}

#[test]
fn stl_normals_are_unit_vectors_or_zero() {
    let corners =
        [[0.0; 3], [1e20, 0.0, 0.0], [0.0, 1e20, 0.0], [1e-50, 0.0, 0.0], [0.0, 1e-50, 0.0]];
    let mesh =
        Mesh::new(corners.map(DVec3::from_array).to_vec(), vec![[0, 1, 2], [0, 4, 3], [0, 0, 1]])
            .unwrap();
    let mut bytes = Vec::new();
    write_stl_text(&mut bytes, &mesh).unwrap();
    let text = String::from_utf8(bytes).unwrap();
    let normals: Vec<_> =
        text.lines().filter_map(|line| line.strip_prefix("facet normal ")).collect();
    assert_eq!(normals, ["0 0 1", "0 0 -1", "0 0 0"]);
}

#[test]
fn the_name_asks_for_a_format() {
    assert_eq!(WriteFormat::of_path("a/b.OBJ"), Some(WriteFormat::Obj));
    assert_eq!(WriteFormat::of_path("b.ply"), Some(WriteFormat::PlyBinary));
    assert_eq!(WriteFormat::of_path("b.stl"), Some(WriteFormat::StlBinary));
    for other in ["b.gltf", "obj", ""] {
        assert_eq!(WriteFormat::of_path(other), None);
    }
}

#[test]
fn a_file_that_cannot_be_written_is_named() {
    let path = std::env::temp_dir().join("closecall-no-such-folder").join("a.obj");
    let error = write(&path, &icosphere(1.0, 0), WriteFormat::Obj).unwrap_err();
    assert!(error.to_string().contains("a.obj: cannot be written: "), "{error}");
    struct Full;
    impl std::io::Write for Full {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::StorageFull.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    assert!(write_obj(&mut Full, &icosphere(1.0, 0)).is_err());
}

/// Two boxes that cross, and their contacts.
fn crossing() -> (Mesh, Mesh, Pose, Vec<(u32, u32)>) {
    let a = cuboid(DVec3::ZERO, DVec3::ONE);
    let b = cuboid(DVec3::splat(0.1), DVec3::new(0.3, 0.3, 5.0));
    let a_from_b = Pose::from_quaternion([0.2, 0.1, 0.0], [0.8, 0.0, 0.6, 0.0]).unwrap();
    let pairs = brute::contacts(&a, &b, &a_from_b);
    assert!(!pairs.is_empty() && pairs.len() < a.triangle_count() * b.triangle_count());
    (a, b, a_from_b, pairs)
}

#[test]
fn contacts_are_the_triangles_that_touch_each_once() {
    let (a, b, a_from_b, pairs) = crossing();
    let mut of_a: Vec<_> = pairs.iter().map(|&(i, _)| i as usize).collect();
    let mut of_b: Vec<_> = pairs.iter().map(|&(_, j)| j as usize).collect();
    for numbers in [&mut of_a, &mut of_b] {
        numbers.sort_unstable();
        numbers.dedup();
        assert!(
            numbers.len() < pairs.len() && numbers.len() < 12,
            "some, more than once, and not all"
        );
    }
    let carried = of_b.iter().map(|&j| a_from_b.carried_triangle(&b.triangle_at(j)));
    let expected: Vec<_> = of_a.iter().map(|&i| a.triangle_at(i)).chain(carried).collect();
    let (mut obj, mut ply) = (Vec::new(), Vec::new());
    write_contacts_obj(&mut obj, &a, &b, &a_from_b, &pairs).unwrap();
    write_contacts_ply(&mut ply, &a, &b, &a_from_b, &pairs).unwrap();
    for (name, bytes) in [("c.obj", &obj), ("c.ply", &ply)] {
        let file = load_bytes(name, bytes).unwrap();
        assert_eq!(file.mesh.iter().collect::<Vec<_>>(), expected, "{name}");
        assert_eq!(file.warnings, []);
        let used: std::collections::BTreeSet<_> = file.mesh.triangles().iter().flatten().collect();
        assert_eq!(used.len(), file.mesh.points().len(), "{name}: no vertex is idle");
    }
    let text = String::from_utf8(obj).unwrap();
    let (group_a, group_b) = text.strip_prefix("g a\n").unwrap().split_once("g b\n").unwrap();
    let faces = |group: &str| group.lines().filter(|line| line.starts_with('f')).count();
    assert_eq!((faces(group_a), faces(group_b)), (of_a.len(), of_b.len()));
}

#[test]
fn contacts_in_ply_are_red_and_blue() {
    let (a, b, a_from_b, pairs) = crossing();
    let mut ply = Vec::new();
    write_contacts_ply(&mut ply, &a, &b, &a_from_b, &pairs).unwrap();
    let end = b"end_header\n";
    let start = ply.windows(end.len()).position(|window| window == end).unwrap() + end.len();
    let vertices = load_bytes("c.ply", &ply).unwrap().mesh.points().len();
    let mut colours: Vec<_> =
        ply[start..].chunks(27).take(vertices).map(|row| row[24..].to_vec()).collect();
    colours.dedup();
    assert_eq!(colours, [[220, 50, 47], [38, 139, 210]]);
}

#[test]
fn contacts_are_written_by_the_name_of_the_file() {
    let folder = Folder::new("contacts");
    let (a, b, a_from_b, pairs) = crossing();
    for (name, format) in
        [("c.obj", Format::Obj), ("c.ply", Format::PlyLittleEndian), ("c.GLB", Format::Glb)]
    {
        let path = folder.0.join(name);
        write_contacts(&path, &a, &b, &a_from_b, &pairs).unwrap();
        assert_eq!(load(&path).unwrap().format, format);
    }
}

#[test]
fn contacts_in_glb_are_two_parts_in_f32() {
    let (a, b, a_from_b, pairs) = crossing();
    let (mut ply, mut glb) = (Vec::new(), Vec::new());
    write_contacts_ply(&mut ply, &a, &b, &a_from_b, &pairs).unwrap();
    write_contacts_glb(&mut glb, &a, &b, &a_from_b, &pairs).unwrap();
    let [ply, glb] =
        [("c.ply", ply), ("c.glb", glb)].map(|(name, bytes)| load_bytes(name, &bytes).unwrap());
    let narrowed = |v: DVec3| DVec3::from(v.to_array().map(|x| f64::from(x as f32)));
    let expected: Vec<_> = ply.mesh.iter().map(|triangle| triangle.map(narrowed)).collect();
    assert_eq!(glb.mesh.iter().collect::<Vec<_>>(), expected);
    assert_eq!((glb.parts.len(), &*glb.warnings), (2, &[][..]));
}

#[test]
fn nothing_that_touches_is_a_glb_without_nodes() {
    let (a, b, a_from_b, _) = crossing();
    let mut glb = Vec::new();
    write_contacts_glb(&mut glb, &a, &b, &a_from_b, &[]).unwrap();
    assert_eq!(
        (&glb[..4], u32::from_le_bytes(glb[8..12].try_into().unwrap()) as usize),
        (&b"glTF"[..], glb.len())
    );
    assert!(!String::from_utf8_lossy(&glb).contains("nodes"));
}

#[test]
fn a_painted_scene_has_every_triangle_once_and_its_marks_apart() {
    let folder = Folder::new("painted");
    let (a, b, a_from_b, pairs) = crossing();
    let marked = pairs.iter().map(|&(i, _)| i).collect::<std::collections::BTreeSet<u32>>();
    let scene = [
        (&a, Pose::IDENTITY, marked.clone(), CONTACT_COLOURS[0]),
        (&b, a_from_b, [].into(), CONTACT_COLOURS[1]),
    ]
    .map(|(mesh, scene_from_mesh, marked, mark)| Painted {
        name: "body",
        mesh,
        scene_from_mesh,
        colour: [200, 200, 200],
        marked,
        mark,
    });
    for (name, parts) in [("s.ply", 0), ("s.glb", 3)] {
        let path = folder.0.join(name);
        write_painted(&path, &scene).unwrap();
        let loaded = load(&path).unwrap();
        assert_eq!(loaded.mesh.triangle_count(), a.triangle_count() + b.triangle_count());
        assert_eq!(loaded.parts.len(), parts, "{name}");
        if parts > 0 {
            let counts: Vec<usize> = loaded.parts.iter().map(|part| part.triangles.len()).collect();
            assert_eq!(
                counts,
                [a.triangle_count() - marked.len(), marked.len(), b.triangle_count()]
            );
        }
    }
    let glb = std::fs::read(folder.0.join("s.glb")).unwrap();
    let text = String::from_utf8_lossy(&glb);
    assert!(
        text.contains("body, touching") && text.matches("baseColorFactor").count() == 3,
        "{text}"
    );
}
