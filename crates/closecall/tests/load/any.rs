//! What holds whatever the format.

use super::samples::all;
use super::{loaded, refused};
use closecall::mesh::{Place, Problem, inspect, load};

#[test]
fn the_samples_are_the_meshes_they_were_written_from() {
    for (name, bytes, triangles) in all() {
        let mesh = loaded(name, &bytes).mesh;
        assert_eq!(mesh.triangle_count(), triangles);
        assert!(inspect(&mesh).closed);
    }
}

#[test]
fn the_bytes_tell_the_format_where_the_name_does_not() {
    for (name, bytes, _) in all() {
        assert_eq!(loaded("mesh", &bytes), loaded(name, &bytes));
    }
    let (place, problem, message) = refused("mesh.txt", "hello\n");
    assert_eq!((place, problem), (Place::Byte(0), Problem::UnknownFormat));
    assert_eq!(message, "mesh.txt: byte 0: this is neither STL, OBJ, PLY, glTF, 3MF nor Collada");
}

#[test]
fn a_file_is_loaded_by_its_path() {
    let folder = std::env::temp_dir().join(format!("closecall-load-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for (name, bytes, _) in all() {
        let path = folder.join(name);
        std::fs::write(&path, &bytes).unwrap();
        assert_eq!(load(&path).unwrap(), loaded(name, &bytes));
    }
    let missing = load(folder.join("missing.stl")).unwrap_err();
    assert!(missing.file().ends_with("missing.stl"));
    assert_eq!((missing.place(), missing.place().to_string()), (Place::File, "file".to_owned()));
    assert!(matches!(missing.problem(), Problem::Unreadable { .. }));
    assert!(missing.to_string().contains("missing.stl: cannot be read: "), "{missing}");
    std::fs::remove_dir_all(&folder).unwrap();
}
